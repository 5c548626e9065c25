// SPDX-License-Identifier: MIT
// The game of 23: which moves are legal, what they cost, what follows. The same rules as the
// referee's, written again, so that nobody has to believe the referee.
//
// Knows no names, no record and no page. A hand is an array: how many cards of each value. A wrong
// move is an array: the name of the reason, and what belongs to it.
"use strict";

const HIGHEST = 23;
const TOKEN_REACHES = 5;
const BONUS_AT_START = 3;
const BACK_FOR_FINISHING = 3;

const deckHas = (value) => Math.min(value, 3);
const cardsDealt = (options) => (options.discard ? 15 : 12);
const countCards = (hand) => hand.reduce((sum, n) => sum + n, 0);
const emptyHand = () => new Array(HIGHEST + 1).fill(0);

// [3, 3, 7] from a hand, and back.
function listCards(hand) {
    return hand.flatMap((n, value) => new Array(n).fill(value));
}

function handOf(cards) {
    const hand = emptyHand();
    for (const value of cards) hand[value]++;
    return hand;
}

// ---- notation ----------------------------------------------------------------------------------

// "7x2 bonus", "pass force" … in their only spelling; null for anything else.
function parseMove(text) {
    if (text === "pass" || text === "pass force" || text === "leave") return {kind: text};
    const found = /^([1-9][0-9]?)(?:x([23]))?( bonus)?$/.exec(text);
    if (!found || Number(found[1]) > HIGHEST) return null;
    return {kind: "play", value: Number(found[1]), count: Number(found[2] || 1), bonus: !!found[3]};
}

function formatMove(move) {
    if (move.kind !== "play") return move.kind;
    return move.value + (move.count > 1 ? "x" + move.count : "") + (move.bonus ? " bonus" : "");
}

// "3 3 7", ascending, at most 15 of them; null for anything else.
function parseCards(text) {
    if (!/^[1-9][0-9]?( [1-9][0-9]?)*$/.test(text)) return null;
    const cards = text.split(" ").map(Number);
    const fine = cards.every((v, i) => v <= HIGHEST && (i === 0 || cards[i - 1] <= v));
    return fine && cards.length <= 15 ? handOf(cards) : null;
}

// ---- the table ---------------------------------------------------------------------------------

// phase: discard, opening, play, over. toMove: a seat, or -1. pressed: forced by the seat before.
function newTable(options, seats) {
    return {
        options,
        round: 0,
        phase: "over",
        top: 0,
        toMove: -1,
        pressed: false,
        passes: 0,
        seats: Array.from({length: seats}, () => ({
            hand: emptyHand(), aside: emptyHand(), penalty: 0, bonus: BONUS_AT_START,
            in: false, discarded: false,
        })),
    };
}

function awaitOpening(table) {
    table.phase = "opening";
    table.toMove = table.seats.findIndex((seat) => seat.hand[1] > 0);
}

function dealTable(table, round, hands) {
    Object.assign(table, {round, top: 0, pressed: false, passes: 0, phase: "discard", toMove: -1});
    table.seats.forEach((seat, s) => {
        seat.hand = hands[s].slice();
        seat.aside = emptyHand();
        seat.in = true;
        seat.discarded = !table.options.discard;
    });
    if (!table.options.discard) awaitOpening(table);
}

// Puts cards aside. null, or why not.
function discardCards(table, s, cards) {
    const seat = table.seats[s];
    if (table.phase !== "discard") return ["not-now"];
    if (seat.discarded) return ["discarded"];
    if (countCards(cards) !== table.options.discard) return ["discard-count"];
    for (let value = 1; value <= HIGHEST; value++) {
        if (cards[value] > seat.hand[value])
            return ["not-in-hand", {held: seat.hand[value], value, count: cards[value]}];
    }
    if (cards[1]) return ["keeps-the-one"];
    for (let value = 1; value <= HIGHEST; value++) seat.hand[value] -= cards[value];
    seat.aside = cards;
    seat.discarded = true;
    if (table.seats.every((other) => other.discarded)) awaitOpening(table);
    return null;
}

const seatsIn = (table) => table.seats.filter((seat) => seat.in).length;

const isStalled = (table) =>
    table.options.stall > 0 && table.passes >= table.options.stall * seatsIn(table);

const isForced = (table) => table.phase === "play" && (table.pressed || isStalled(table));

function gapCost(options, gap) {
    return gap <= 1 ? 0 : gap - (options.gap === "skipped" ? 1 : 0);
}

const tokenReaches = (options, gap) =>
    gap >= -TOKEN_REACHES && (gap <= TOKEN_REACHES || options.bonus === "shift");

// The cost of a play as a number, or why not.
function judgePlay(table, seat, move) {
    const gap = move.value - table.top;
    if (seat.hand[move.value] < move.count)
        return ["not-in-hand", {held: seat.hand[move.value], value: move.value, count: move.count}];
    if (!move.bonus)
        return gap < 0 ? ["below", {top: table.top, value: move.value}] : gapCost(table.options, gap);
    if (!seat.bonus) return ["no-bonus"];
    if (!tokenReaches(table.options, gap)) return ["out-of-reach", {top: table.top, value: move.value}];
    return gapCost(table.options, gap - TOKEN_REACHES);
}

// The cost of a move by seat s as a number, or why it isn't legal.
function judgeMove(table, s, move) {
    if (table.phase !== "play" && table.phase !== "opening") return ["not-now"];
    if (s !== table.toMove) return ["not-your-turn"];
    const seat = table.seats[s];
    if (table.phase === "opening") return formatMove(move) === "1" ? 0 : ["must-open"];
    if (move.kind === "play") return judgePlay(table, seat, move);
    if (move.kind === "leave") return countCards(seat.hand);
    if (table.pressed) return ["forced"];
    if (isStalled(table)) return ["stalled"];
    if (move.kind === "pass") return 1;
    return seatsIn(table) < 2 ? ["alone"] : 2;
}

function passTheTurn(table) {
    const n = table.seats.length;
    for (let i = 1; i <= n; i++) {
        const next = (table.toMove + i) % n;
        if (table.seats[next].in) {
            table.toMove = next;
            return;
        }
    }
    table.phase = "over";
    table.toMove = -1;
}

// Makes a legal move of the seat to move.
function makeMove(table, move, cost) {
    const seat = table.seats[table.toMove];
    seat.penalty += cost;
    table.phase = "play";
    table.pressed = move.kind === "pass force";
    if (move.kind === "play") {
        seat.bonus -= move.bonus ? 1 : 0;
        seat.hand[move.value] -= move.count;
        table.top = move.value;
        table.passes = 0;
        if (countCards(seat.hand) === 0) {
            seat.in = false;
            seat.penalty -= Math.min(seat.penalty, BACK_FOR_FINISHING);
        }
    } else if (move.kind === "leave") {
        seat.hand = emptyHand();
        seat.in = false;
    } else {
        table.passes++;
    }
    passTheTurn(table);
}

// Every legal move with its cost: plays by value and number, then pass, pass force, leave.
function legalMoves(table) {
    const moves = [];
    for (let value = 1; value <= HIGHEST; value++)
        for (let count = 1; count <= 3; count++)
            for (const bonus of [false, true]) moves.push({kind: "play", value, count, bonus});
    moves.push({kind: "pass"}, {kind: "pass force"}, {kind: "leave"});
    return moves
        .map((move) => [formatMove(move), judgeMove(table, table.toMove, move)])
        .filter(([, cost]) => typeof cost === "number");
}

const settledTokens = (seat) => Math.max(0, seat.penalty - 2 * seat.bonus);
