// SPDX-License-Identifier: MIT
// table.json as the page takes it in: checked once, then believed.
//
// Decides whether an object has the shape of a table: every key that is read is there, is of its
// type and within its bounds. Unknown keys are of no matter. Knows no mail and no signature.
"use strict";

const isLine = (most) => (v) => typeof v === "string" && v.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(v);
const isNumber = (least, most) => (v) => Number.isInteger(v) && v >= least && v <= most;
const isFlag = (v) => typeof v === "boolean";
const isHex = (n) => (v) => typeof v === "string" && v.length === n && /^[0-9a-f]+$/.test(v);
const isNick = (v) => typeof v === "string" && /^[A-Za-z0-9._-]{1,20}$/.test(v);
const isTime = (v) => typeof v === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(v) && !Number.isNaN(Date.parse(v));
const isMailbox = (v) => typeof v === "string" && isAddress(v);
const isOneOf = (...words) => (v) => words.includes(v);
const orNull = (fits) => (v) => v === null || fits(v);
const isList = (most, fits) => (v) => Array.isArray(v) && v.length <= most && v.every(fits);
const isObject = (members) => (v) =>
    typeof v === "object" && v !== null && Object.entries(members).every(([key, fits]) => fits(v[key]));

const SOME = isNumber(0, 1000000);

function isHand(v) {
    if (!isList(15, isNumber(1, HIGHEST))(v)) return false;
    return handOf(v).every((n, value) => n <= deckHas(value));
}

const isLegal = (v) => Array.isArray(v) && typeof v[0] === "string" && parseMove(v[0]) !== null && isNumber(0, 1000)(v[1]);

const TABLE = {
    v: isNumber(1, 1),
    referee: isMailbox,
    key: isHex(64),
    game: isNumber(1, Number.MAX_SAFE_INTEGER),
    name: isLine(1000),
    kind: isLine(40),
    turn: SOME,
    lines: SOME,
    head: isHex(16),
    ticket: (v) => typeof v === "string" && /^[0-9]{1,18}\.[0-9]{1,18}\.[0-9]\.[0-9a-z]{20}$/.test(v),
    rules: isObject({discard: isNumber(0, 3)}),
    phase: isOneOf("discard", "play", "over"),
    round: isNumber(0, 2),
    top: isNumber(0, HIGHEST),
    forced: isFlag,
    to_move: orNull(isNick),
    you: isObject({nick: isNick, seat: isNumber(0, 3), hand: isHand, discarded: orNull(isHand),
                   plan: isList(40, isLine(1000))}),
    seats: isList(4, isObject({nick: isNick, cards: isNumber(0, 15), penalty: SOME, bonus: isNumber(0, 100),
                               in: isFlag, robot: isFlag, discarded: isFlag})),
    legal: isList(150, isLegal),
    discard: isFlag,
    log: isList(4000, isLine(1000)),
    deadline: orNull(isTime),
    scores: orNull(isList(4, isObject({nick: isNick, result: SOME}))),
    winner: orNull(isList(4, isNick)),
};

// The table of these bytes. Throws a Fault that names the key that is wrong.
function readTable(bytes) {
    const text = textOf(bytes);
    let table = null;
    try {
        table = text === null ? null : JSON.parse(text);
    } catch {
        throw new Fault("bad-json");
    }
    if (typeof table !== "object" || table === null) throw new Fault("bad-json");
    for (const [key, fits] of Object.entries(TABLE))
        if (!fits(table[key])) throw new Fault("bad-key", {key});
    if (table.you.seat >= table.seats.length) throw new Fault("bad-key", {key: "you"});
    return table;
}
