// SPDX-License-Identifier: MIT
// The evidence of a game at which everybody signs, held against its record (docs/record.md,
// "Evidence"): its chain and the referee's signature, and of each move and discard of a player what
// was sealed and signed for it. The same as the referee's `verify --evidence`, as far as it goes.
//
// Decides what is wrong, what holds, and what is left unchecked: signatures of OpenPGP, and whether
// a text says the move where it does so in any but the plainest words (plans, several commands,
// other languages). Knows no page. Needs record.js, signature.js and their kin.
"use strict";

const EVIDENCE_TITLE = "23 evidence v1\n";
const EVIDENCE_KEY = /^key ([1-9][0-9]{0,8}) ([A-Za-z0-9._-]{1,20}) (ed25519|minisign|ssh|openpgp) (\S+)(?: (by operator)| signed ([0-9a-f]{64}))?$/;
const EVIDENCE_PROOF = /^proof ([1-9][0-9]{0,8}) ([A-Za-z0-9._-]{1,20}) ([0-9a-f]{64})$/;
const NOBODY = -1;

// ---- the file ----------------------------------------------------------------------------------

// What a line is, matched by a pattern.
function matched(pattern, text) {
    return pattern.exec(text) || refuse("evidence-line");
}

function readEntry(file, text) {
    const before = text.slice(0, text.lastIndexOf(" "));
    if (text.startsWith("record ")) {
        file.recordChain = matched(/^record ([0-9a-f]{64})$/, text)[1];
        file.end = file.number;
        return "chain";
    }
    if (text.startsWith("key ")) {
        const [, number, name, kind, key, operator, seal] = matched(EVIDENCE_KEY, text);
        file.entries.push({line: file.number, isKey: true, number: Number(number), name, kind, key, seal,
                           byOperator: !!operator, before});
        return seal ? "text" : "entry";
    }
    const [, number, name, seal] = matched(EVIDENCE_PROOF, text);
    file.entries.push({line: file.number, isKey: false, number: Number(number), name, seal, before});
    return "text";
}

// Each stage takes its line, and says which comes next.
const EVIDENCE_STAGES = {
    title(file, text) {
        if (text + "\n" !== EVIDENCE_TITLE) refuse("evidence-title");
        return "game";
    },
    game(file, text) {
        [, file.game, file.created] = matched(/^game (0|[1-9][0-9]*) (\S+)$/, text);
        return "referee";
    },
    referee(file, text) {
        file.referee = matched(/^referee ([0-9a-f]{64})$/, text)[1];
        return "commit";
    },
    commit(file, text) {
        file.commit = matched(/^commit ([0-9a-f]{64})$/, text)[1];
        return "entry";
    },
    entry: readEntry,
    text(file, text) {
        const entry = file.entries.at(-1);
        const as = entry.isKey ? null : /^as ([1-9][0-9]{0,8})$/.exec(text);
        if (as) entry.as = Number(as[1]);
        else entry.text = matched(/^text (\S+)$/, text)[1];
        return as ? "entry" : "sign";
    },
    sign(file, text) {
        file.entries.at(-1).sign = matched(/^sign (\S+)$/, text)[1];
        return "entry";
    },
    chain(file, text) {
        if (matched(/^chain ([0-9a-f]{64})$/, text)[1] !== asHex(file.chain)) refuse("chain");
        return "signature";
    },
    async signature(file, text) {
        const signature = fromBase64(matched(/^signature (\S+)$/, text)[1]);
        if (!signature || signature.length !== 64) refuse("not-a-signature");
        file.signed = await isSignedBy(fromHex(file.referee), signature,
                                       joinBytes(asBytes(EVIDENCE_TITLE), file.chain));
        if (file.signed === false) refuse("signature");
        return "done";
    },
    done: () => refuse("after-the-end"),
};

// The stages whose lines are chained.
const CHAINED = ["title", "game", "referee", "commit", "entry"];

// Resolves to {file, fault}. Of a file that is wrong somewhere, what stands above.
async function readEvidence(bytes) {
    const {lines, whole} = splitLines(bytes);
    const file = {stage: "title", chain: new Uint8Array(32), entries: [], number: 0, end: 0, signed: null};
    let fault = null;
    for (const line of lines) {
        file.number++;
        try {
            if (file.number === lines.length && !whole) refuse("cut-line");
            if (CHAINED.includes(file.stage)) file.chain = chainOn(file.chain, line);
            file.stage = await EVIDENCE_STAGES[file.stage](file, cleanText(line));
        } catch (error) {
            if (!(error instanceof Fault)) throw error;
            fault = faultAt(lines, file.number, error);
            break;
        }
    }
    if (!fault && file.stage !== "done") fault = faultAt(lines, ++file.number, new Fault("cut"));
    const last = file.entries.at(-1);
    if (fault && last && last.seal && !last.as && !last.sign) file.entries.pop(); // it is half there
    file.end ||= file.number;
    return {file, lines, fault};
}

function faultAt(lines, line, error) {
    const text = line <= lines.length ? new TextDecoder().decode(lines[line - 1]) : "";
    return {line, text, reason: error.reason, values: error.values};
}

// ---- what was signed ---------------------------------------------------------------------------

const SIGNED_LINES = /^referee ([0-9a-f]{64})\ngame (0|[1-9]\d*)\nturn (0|[1-9]\d*)\nseat (\S+)\n([^]*)$/i;
const SIGNED_WORDS = /^23 command v1\n([0-9a-f]{64})\ngame (0|[1-9]\d*) turn (0|[1-9]\d*) seat (\S+) ([^]*)$/;

// The text of UTF-8 bytes; null when they are none.
function readText(bytes) {
    try {
        return new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
    } catch {
        return null;
    }
}

// Whether the bytes can be a text and its signature: a file of lines, but for those of player23.
const isTestimony = (kind, text, sign) =>
    text && sign && readText(text) !== null && !text.includes(0) &&
    (kind === "ed25519" ? sign.length === 64 : !sign.includes(0));

// {referee, game, turn, seat, words} of a text; null when it isn't in this plainest form.
function readSaid(kind, text) {
    const found = (kind === "ed25519" ? SIGNED_WORDS : SIGNED_LINES).exec(text);
    if (!found) return null;
    const [, referee, game, turn, seat, words] = found;
    return {referee: referee.toLowerCase(), game, turn: Number(turn), seat, words: words.replace(/\n$/, "")};
}

// A move or discard in the only spelling that a record has, behind "play" or "discard"; null for
// words that may be anything else.
function plainDeed(words) {
    const text = words.toLowerCase();
    if (["pass", "pass force", "leave"].includes(text)) return text;
    const cards = /^discard ([1-9]\d*) ([1-9]\d*) ([1-9]\d*)$/.exec(text);
    if (cards) return "discard " + cards.slice(1).map(Number).sort((a, b) => a - b).join(" ");
    const play = /^play ([1-9]\d*)(?:x([23])|((?: \1){0,2}))( bonus)?$/.exec(text);
    if (!play) return null;
    const count = Number(play[2] || (play[3] || "").split(" ").length);
    return "play " + formatMove({kind: "play", value: Number(play[1]), count, bonus: !!play[4]});
}

// {kind, key} that such words register; null for words that may be anything else.
function plainKey(words) {
    const found = /^key (ed25519|minisign|ssh-ed25519) (\S+)$|^key (ssh-ed25519) (\S+) [^\n]*$/.exec(words);
    return found && {kind: (found[1] || found[3]).replace(SSH_KIND, "ssh"), key: found[2] || found[4]};
}

// ---- against the record ------------------------------------------------------------------------

const refuseAt = (line, reason, values) => {
    throw Object.assign(new Fault(reason, values), {line});
};

// Follows the lines of a good record, and takes from the evidence what belongs to each.
class Proving {
    constructor(file, whole) {
        Object.assign(this, {file, whole, at: 0, makers: []});
        this.seats = whole.seats.map(() => ({kind: null, key: null, changed: 0, used: new Set()}));
        this.known = new Map(); // names in small letters: their newest key
        this.found = {proofs: 0, signed: 0, openpgp: 0, unable: 0, said: 0, unread: 0, byOperator: 0,
                      lines: file.end, referee: file.referee, isSigned: file.signed, keys: []};
    }

    entry() {
        return this.file.entries[this.at];
    }

    bind() {
        const {file, whole} = this;
        if (file.end > 2 && (file.game !== whole.id || file.created !== whole.created)) refuseAt(2, "evidence-game");
        if (file.end > 3 && file.referee !== whole.key) refuseAt(3, "evidence-referee");
        if (file.end > 4 && file.commit !== whole.commit) refuseAt(4, "evidence-commit");
    }

    // ---- a testimony ---------------------------------------------------------------------------

    // The entry below which stands what was signed for this one.
    saidAt(entry) {
        if (!entry.as) return entry;
        const earlier = this.file.entries.slice(0, this.at);
        return earlier.find((e) => !e.isKey && e.number === entry.as && e.text) ||
               refuseAt(entry.line + 1, "evidence-as", {number: entry.as});
    }

    // The text that was sealed and signed for an entry, by this seat's key.
    async take(entry, seat) {
        const said = this.saidAt(entry);
        if (!seat.key) refuseAt(entry.line, "evidence-no-key", {who: entry.name});
        const [text, sign] = [fromBase64(said.text), fromBase64(said.sign)];
        if (!isTestimony(seat.kind, text, sign)) refuseAt(said.line + 1, "evidence-base64");
        const sealed = `${EVIDENCE_TITLE}${entry.before}\ntext ${said.text}\nsign ${said.sign}\n`;
        if (asHex(blake2b(asBytes(sealed), this.whole.seed)) !== entry.seal) refuseAt(entry.line, "evidence-seal");
        const holds = await isSignatureOf(seat.kind, seat.key, text, sign);
        if (holds === false)
            refuseAt(entry.line + (entry.as ? 1 : 2), "evidence-signed", {who: entry.name});
        this.found[holds ? "signed" : seat.kind === "openpgp" ? "openpgp" : "unable"]++;
        return readText(text);
    }

    // Whether what was signed is for this referee and this game, or for none.
    isForUs(said, alsoNone) {
        return said.referee === this.file.referee && (said.game === this.whole.id || (alsoNone && said.game === "0"));
    }

    // ---- moves and discards --------------------------------------------------------------------

    // The line of the record that says what seat s did: deed.
    async prove(number, s, name, deed) {
        const entry = this.entry();
        const seat = this.seats[s];
        if (!entry || entry.isKey || entry.number !== number || entry.name !== name)
            refuseAt(entry ? entry.line : this.file.end, "evidence-missing", {number, who: name});
        const text = await this.take(entry, seat);
        const said = readSaid(seat.kind, text);
        if (said && (!this.isForUs(said, false) || said.seat.toLowerCase() !== lower(name)))
            refuseAt(entry.line + 1, "evidence-other");
        const plain = said && plainDeed(said.words);
        if (plain) this.hear(entry, seat, s, said.turn, text, plain === deed);
        this.found[plain ? "said" : "unread"]++;
        this.found.proofs++;
        this.at++;
    }

    // A text of one command: it is for this turn, or the seat alone made all turns since; it is used once.
    hear(entry, seat, s, turn, text, isDeed) {
        if (!isDeed) refuseAt(entry.line + 1, "evidence-says");
        const isFresh = turn >= 1 && turn <= this.makers.length && this.makers.slice(turn).every((maker) => maker === s);
        if (!isFresh || seat.used.has(text)) refuseAt(entry.line + 1, "evidence-turn");
        seat.used.add(text);
    }

    async takeMove(game, number, isOwn) {
        const {seat, move} = game.last;
        const isOpening = move.kind === "play" && move.value === 1; // nobody says it
        const deed = (move.kind === "play" ? "play " : "") + formatMove(move);
        if (isOwn && !isOpening) await this.prove(number, seat, game.seats[seat].nick, deed);
        this.makers.push(seat);
    }

    takeDiscard(game, number, fields) {
        const s = game.seats.findIndex((seat) => seat.nick === fields[1]);
        return this.prove(number, s, fields[1], "discard " + fields.slice(3).join(" "));
    }

    // Who sits down has the key that was named for them, if any was; never that of who sat there.
    takeSeatChange(game, number, name) {
        const seat = this.seats[game.seats.findIndex((other) => other.nick === name)];
        const known = this.known.get(lower(name));
        Object.assign(seat, {changed: number, kind: known ? known.kind : null, key: known ? known.key : null,
                             used: new Set()});
    }

    // ---- keys ----------------------------------------------------------------------------------

    async takeKey(game, entry) {
        const s = game.seats.findIndex((seat) => seat.nick === entry.name);
        if (s < 0) refuseAt(entry.line, "nobody", {found: entry.name});
        const seat = this.seats[s];
        const isSame = seat.changed === entry.number && seat.kind === entry.kind && seat.key === entry.key;
        if (entry.seal) await this.takeWord(entry, seat);
        else if (!entry.byOperator && seat.key && !isSame)
            refuseAt(entry.line, "evidence-old-key", {who: entry.name});
        this.found.byOperator += entry.byOperator;
        this.found.keys.push(`${entry.name} ${entry.kind} ${entry.key}`);
        Object.assign(seat, {kind: entry.kind, key: entry.key});
        this.known.set(lower(entry.name), entry);
        this.at++;
    }

    // The word of the key before this one for it.
    async takeWord(entry, seat) {
        const said = readSaid(seat.kind, await this.take(entry, seat));
        const plain = said && plainKey(said.words);
        if ((said && !this.isForUs(said, true)) ||
            (plain && (plain.kind !== entry.kind || plain.key !== entry.key)))
            refuseAt(entry.line + 1, "evidence-registers");
        this.found[plain ? "said" : "unread"]++;
    }

    // ---- line by line --------------------------------------------------------------------------

    async line(game, number, text) {
        const fields = text.split(" ");
        const isOwn = !/ by (clock|robot)$/.test(text);
        if (fields[0] === "move") await this.takeMove(game, number, isOwn);
        else if (fields[0] === "discard" && isOwn) await this.takeDiscard(game, number, fields);
        else if (fields[0] === "seat-change") this.takeSeatChange(game, number, fields[3]);
        else if (fields[0] === "round") this.makers.push(NOBODY);
        while (this.entry() && this.entry().isKey && this.entry().number === number)
            await this.takeKey(game, this.entry());
        this.end(number);
    }

    // What should have come by this line of the record has come.
    end(number) {
        const entry = this.entry();
        if (entry && entry.number <= number) refuseAt(entry.line, "evidence-nothing", {number: entry.number});
    }
}

// Evidence beside the record that checkRecord found to be good, with the game that it gave. Resolves
// to {fault, found}: what is wrong, or null; and how much was found to hold, and left unchecked.
async function checkEvidence(bytes, record, whole) {
    const {file, lines, fault} = await readEvidence(bytes);
    const proving = new Proving(file, whole);
    const again = new Game(null, false);
    try {
        proving.bind();
        let number = 0;
        for (const line of splitLines(record).lines) {
            if (again.stage === "chain") break;
            await again.apply(line);
            await proving.line(again, ++number, new TextDecoder().decode(line));
        }
        proving.end(Infinity);
        if (!fault && file.recordChain !== asHex(whole.chain)) refuseAt(file.end, "evidence-record");
    } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (!fault || error.line < fault.line) return {fault: faultAt(lines, error.line, error), found: null};
    }
    return {fault, found: fault ? null : proving.found};
}
