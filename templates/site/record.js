// SPDX-License-Identifier: MIT
// A game, folded from the lines of its record, one after another: the same checks as the referee's
// `verify`, written again from the specification.
//
// Knows no page. A line that can't stand where it is throws a Fault. Needs fair.js and its kin.
"use strict";

// Why a line is wrong: the name of a sentence, and what is to be filled in.
class Fault extends Error {
    constructor(reason, values = {}) {
        super(reason);
        this.reason = reason;
        this.values = values;
    }
}

const refuse = (reason, values) => {
    throw new Fault(reason, values);
};

const NICK = /^[A-Za-z0-9._-]{1,20}$/;
const HASH = /^[0-9a-f]{64}$/;
const NUMBER = /^(0|[1-9][0-9]*)$/;
const RULES = /^gap=(difference|skipped) bonus=(window|shift) discard=([03]) stall=([03])$/;
const LUCK_BYTES = 200;

// Which lines may stand at which stage. `cancelled` leads from many of them to the seed.
const STAGES = {
    title: ["23"],
    game: ["game"],
    name: ["name", "rules"],
    rules: ["rules"],
    commit: ["commit"],
    seats: ["seat", "round", "cancelled"],
    deals: ["deal"],
    play: ["discard", "move", "seat-change", "cancelled"],
    scores: ["score"],
    round: ["round", "cancelled"],
    results: ["result", "cancelled"],
    winner: ["winner"],
    seed: ["seed"],
    end: ["end"],
    chain: ["chain"],
    key: ["key"],
    signature: ["signature"],
    done: [],
};

// A real time in the one form that records use.
function isTime(text) {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) || text < "0001") return false;
    const time = new Date(text);
    return !isNaN(time) && time.toISOString() === text.replace("Z", ".000Z");
}

const lower = (nick) => nick.toLowerCase();

class Game {
    // seed: 32 bytes when it is known before its line comes, else null. chained: whether the chain
    // over the lines is made, which takes most of the time.
    constructor(seed, chained = true) {
        Object.assign(this, {seed, chained, stage: "title", seats: [], table: null, time: "", expected: 0});
        this.chain = new Uint8Array(32);
        this.counts = {moves: 0, cards: 0, lines: 0};
    }

    // Takes the next line: its bytes without the newline.
    async apply(bytes) {
        const text = cleanText(bytes);
        const word = text.split(" ", 1)[0];
        if (text === "") refuse("blank");
        if (this.stage === "done") refuse("after-the-end");
        if (!STAGES[this.stage].includes(word)) refuse("out-of-place", {found: word});
        const chained = this.chained && !["chain", "key", "signature"].includes(this.stage);
        const rest = text.length > word.length ? text.slice(word.length + 1) : null;
        await this["read_" + word.replace("-", "_")](rest);
        if (chained) this.chain = chainOn(this.chain, bytes);
        this.counts.lines++;
    }

    // ---- fields --------------------------------------------------------------------------------

    // n fields with single blanks between them; the last one takes the rest when it may.
    fields(rest, n, takesRest) {
        const parts = rest === null ? [] : rest.split(" ");
        if (takesRest && parts.length > n) parts.push(parts.splice(n - 1).join(" "));
        if (parts.length !== n || parts.some((part) => part === "")) refuse("fields");
        return parts;
    }

    seat(nick) {
        if (!NICK.test(nick)) refuse("not-a-nick", {found: nick});
        const s = this.seats.findIndex((seat) => seat.nick === nick);
        if (s < 0) refuse("nobody", {found: nick});
        return s;
    }

    expectedSeat(nick) {
        const s = this.seat(nick);
        if (s !== this.expected) refuse("seat-order", {who: this.seats[this.expected].nick});
        return s;
    }

    // Looks at a time; it counts once the whole line is accepted.
    checkedTime(text) {
        if (!isTime(text)) refuse("not-a-time", {found: text});
        if (text < this.time) refuse("time-back", {found: text});
        return text;
    }

    isTaken(nick, except) {
        return this.seats.some((seat, s) => s !== except && lower(seat.nick) === lower(nick));
    }

    // ---- the head ------------------------------------------------------------------------------

    read_23(rest) {
        if (rest !== "record v1") refuse("title");
        this.stage = "game";
    }

    read_game(rest) {
        const [number, time] = this.fields(rest, 2);
        if (!NUMBER.test(number)) refuse("not-a-number", {found: number});
        this.created = this.time = this.checkedTime(time);
        this.id = number;
        this.stage = "name";
    }

    read_name(rest) {
        if (!rest) refuse("fields");
        this.name = rest;
        this.stage = "rules";
    }

    read_rules(rest) {
        const found = RULES.exec(rest || "");
        if (!found) refuse("rules");
        const [, gap, bonus, discard, stall] = found;
        this.options = {gap, bonus, discard: Number(discard), stall: Number(stall)};
        this.stage = "commit";
    }

    read_commit(rest) {
        if (!HASH.test(rest || "")) refuse("not-a-hash");
        if (this.seed && asHex(commitmentOf(this.seed)) !== rest) refuse("commit");
        this.commit = rest;
        this.stage = "seats";
    }

    read_seat(rest) {
        const at = (rest || "").indexOf(" ");
        const nick = at < 0 ? rest || "" : rest.slice(0, at);
        const luck = at < 0 ? "" : rest.slice(at + 1);
        if (this.seats.length === 4) refuse("seats-most");
        if (!NICK.test(nick)) refuse("not-a-nick", {found: nick});
        if (this.isTaken(nick, -1)) refuse("taken", {found: nick});
        if (at >= 0 && luck === "") refuse("luck-blank");
        if (asBytes(luck).length > LUCK_BYTES) refuse("luck-long");
        this.seats.push({nick, began: nick, luck});
    }

    // ---- the rounds ----------------------------------------------------------------------------

    read_round(rest) {
        const [number, time] = this.fields(rest, 2);
        if (this.seats.length < 2) refuse("seats-least");
        if (!this.table) this.table = newTable(this.options, this.seats.length);
        if (number !== String(this.table.round + 1)) refuse("which-round");
        this.time = this.checkedTime(time);
        const began = this.seats.map((seat) => ({nick: seat.began, luck: seat.luck}));
        this.right = this.seed && fairDeal(this.seed, this.options, Number(number), began);
        this.dealt = [];
        this.expected = 0;
        this.stage = "deals";
    }

    read_deal(rest) {
        const [nick, text] = this.fields(rest, 2, true);
        this.expectedSeat(nick);
        const hand = parseCards(text);
        if (!hand) refuse("not-cards");
        if (countCards(hand) !== cardsDealt(this.options)) refuse("deal-count");
        this.dealt.push(hand);
        const right = this.right && listCards(this.right[this.expected]).join(" ");
        if (right && right !== text) refuse("deal", {right});
        if (!this.isPossible()) refuse("deck");
        this.counts.cards += countCards(hand);
        this.expected++;
        if (this.expected === this.seats.length) {
            dealTable(this.table, this.table.round + 1, this.dealt);
            this.stage = "play";
        }
    }

    // Each value at most as often as the deck has it, and the 1 among them when all have theirs.
    isPossible() {
        const sum = (value) => this.dealt.reduce((n, hand) => n + hand[value], 0);
        for (let value = 1; value <= HIGHEST; value++) if (sum(value) > deckHas(value)) return false;
        return this.dealt.length < this.seats.length || sum(1) === 1;
    }

    read_discard(rest) {
        const [nick, time, marked] = this.fields(rest, 3, true);
        const s = this.seat(nick);
        this.checkedTime(time);
        const cards = parseCards(marked.replace(/ by (clock|robot)$/, ""));
        if (!cards) refuse("not-cards");
        const wrong = discardCards(this.table, s, cards);
        if (wrong) refuse(...wrong);
        this.time = time;
    }

    read_move(rest) {
        const [nick, time, marked] = this.fields(rest, 3, true);
        const s = this.seat(nick);
        this.checkedTime(time);
        const text = marked.replace(/ by (clock|robot)$/, "");
        const move = parseMove(text);
        if (!move) refuse("not-a-move", {found: text});
        if (this.table.phase === "opening" && text !== marked) refuse("opening-marked");
        const cost = judgeMove(this.table, s, move);
        if (Array.isArray(cost) && cost[0] === "not-your-turn")
            refuse("not-your-turn", {who: this.seats[this.table.toMove].nick});
        if (Array.isArray(cost)) refuse(...cost);
        makeMove(this.table, move, cost);
        this.last = {seat: s, move, cost};
        this.time = time;
        this.counts.moves++;
        if (this.table.phase === "over") {
            this.stage = "scores";
            this.expected = 0;
        }
    }

    read_seat_change(rest) {
        const [nick, time, next] = this.fields(rest, 3);
        const s = this.seat(nick);
        this.checkedTime(time);
        if (!NICK.test(next)) refuse("not-a-nick", {found: next});
        if (this.isTaken(next, s)) refuse("taken", {found: next});
        this.seats[s].nick = next;
        this.time = time;
    }

    read_score(rest) {
        const [nick, penalty, bonus] = this.fields(rest, 3);
        const seat = this.table.seats[this.expectedSeat(nick)];
        if (penalty !== String(seat.penalty) || bonus !== String(seat.bonus))
            refuse("score", {right: `${seat.penalty} ${seat.bonus}`});
        this.expected++;
        if (this.expected < this.seats.length) return;
        this.expected = 0;
        this.stage = this.table.round === 1 ? "round" : "results";
        this.results = this.table.seats.map(settledTokens);
    }

    // ---- the end -------------------------------------------------------------------------------

    read_result(rest) {
        const [nick, penalty] = this.fields(rest, 2);
        const right = String(this.results[this.expectedSeat(nick)]);
        if (penalty !== right) refuse("result", {right});
        this.expected++;
        if (this.expected === this.seats.length) this.stage = "winner";
    }

    read_winner(rest) {
        const lowest = Math.min(...this.results);
        const right = this.seats.filter((_, s) => this.results[s] === lowest).map((seat) => seat.nick);
        if (rest !== right.join(" ")) refuse("winner", {right: right.join(" ")});
        this.stage = "seed";
    }

    read_cancelled(rest) {
        if (this.stage === "seats" && this.seats.length < 2) refuse("seats-least");
        if (this.stage === "results" && this.expected > 0) refuse("out-of-place", {found: "cancelled"});
        if (!rest) refuse("fields");
        this.cancelled = rest;
        this.stage = "seed";
    }

    read_seed(rest) {
        if (!HASH.test(rest || "")) refuse("not-a-hash");
        if (asHex(commitmentOf(fromHex(rest))) !== this.commit) refuse("seed");
        this.stage = "end";
    }

    read_end(rest) {
        this.time = this.ended = this.checkedTime(this.fields(rest, 1)[0]);
        this.stage = "chain";
    }

    read_chain(rest) {
        if (!HASH.test(rest || "")) refuse("not-a-hash");
        if (asHex(this.chain) !== rest) refuse("chain");
        this.stage = "key";
    }

    read_key(rest) {
        if (!HASH.test(rest || "")) refuse("not-a-hash");
        this.key = rest;
        this.stage = "signature";
    }

    async read_signature(rest) {
        const found = /^[A-Za-z0-9+/]{85}[AQgw]==$/.test(rest || "");
        if (!found) refuse("not-a-signature");
        const signature = bytesOf(atob(rest));
        this.signed = await isSigned(this.chain, fromHex(this.key), signature);
        if (this.signed === false) refuse("signature");
        this.stage = "done";
    }
}

// ---- whole files -------------------------------------------------------------------------------

// A line's text: UTF-8 without control characters.
function cleanText(bytes) {
    if (bytes.some((b) => b < 0x20 || b === 0x7f)) refuse("not-clean");
    try {
        return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
    } catch {
        return refuse("not-clean");
    }
}

// The lines of a file, without their newlines; whole: whether the last one has one, too.
function splitLines(bytes) {
    const lines = [];
    let at = 0;
    for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, at)) {
        lines.push(bytes.subarray(at, i));
        at = i + 1;
    }
    const whole = at === bytes.length;
    if (!whole) lines.push(bytes.subarray(at));
    return {lines, whole};
}

// The first line that is exactly `seed` and 64 digits, wherever it stands.
function findSeed(lines) {
    for (const line of lines) {
        const text = line.length === 69 ? new TextDecoder().decode(line) : "";
        if (/^seed [0-9a-f]{64}$/.test(text)) return fromHex(text.slice(5));
    }
    return null;
}

// Checks everything. Resolves to {game, fault}: fault is null, or {line, text, reason, values}.
async function checkRecord(bytes) {
    const {lines, whole} = splitLines(bytes);
    const game = new Game(findSeed(whole ? lines : lines.slice(0, -1)));
    for (let i = 0; i < lines.length; i++) {
        try {
            if (i === lines.length - 1 && !whole) refuse("cut-line");
            await game.apply(lines[i]);
        } catch (error) {
            if (!(error instanceof Fault)) throw error;
            const text = new TextDecoder().decode(lines[i]);
            return {game, fault: {line: i + 1, text, reason: error.reason, values: error.values}};
        }
    }
    if (game.stage === "done") return {game, fault: null};
    const fault = {line: lines.length + 1, text: "", reason: "cut", values: {}};
    return {game, fault};
}

// ---- positions ---------------------------------------------------------------------------------

// The state after a discard or a move, as `replay --json` prints it.
function stateOf(game, line) {
    const table = game.table;
    const awaited = table.toMove >= 0;
    return {
        line,
        round: table.round,
        phase: table.phase === "opening" ? "play" : table.phase,
        top: table.top,
        to_move: awaited ? game.seats[table.toMove].nick : null,
        forced: isForced(table),
        seats: table.seats.map((seat, s) => ({
            name: game.seats[s].nick,
            hand: listCards(seat.hand),
            penalty: seat.penalty,
            bonus: seat.bonus,
            in: seat.in,
        })),
        legal: awaited ? legalMoves(table) : [],
    };
}
