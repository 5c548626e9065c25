// SPDX-License-Identifier: MIT
// What makes a deal fair and a record binding: the commitment, the deal that follows from the seed
// and everybody's luck, the chain over the lines, and the signature under it.
//
// Knows no record: what is held against what is record.js's business. Needs hash.js and table.js.
"use strict";

const asBytes = (text) => new TextEncoder().encode(text);
const asHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const fromHex = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));

const commitmentOf = (seed) => blake2b(joinBytes(asBytes("23 commit v1\n"), seed));

const chainOn = (chain, line) => blake2b(joinBytes(chain, line, asBytes("\n")));

function shuffle(cards, n, below) {
    for (let i = n - 1; i >= 1; i--) {
        const j = below(i + 1);
        [cards[i], cards[j]] = [cards[j], cards[i]];
    }
}

// The hands that the seed deals in a round. seats: {nick, luck} as they were when the game began.
function fairDeal(seed, options, round, seats) {
    const lines = seats.map((seat) => `seat ${seat.nick} ${seat.luck}\n`).join("");
    const below = chachaNumbers(blake2b(asBytes(`23 deal v1\nround ${round}\n${lines}`), seed));
    const each = cardsDealt(options);
    let cards = [];
    for (let value = 2; value <= HIGHEST; value++)
        for (let k = 0; k < deckHas(value); k++) cards.push(value);
    shuffle(cards, cards.length, below);
    cards = cards.slice(0, seats.length * each - 1).concat(1);
    shuffle(cards, cards.length, below);
    return seats.map((_, s) => handOf(cards.slice(s * each, (s + 1) * each)));
}

// ---- the signature -----------------------------------------------------------------------------

// Points of small order, and the numbers that only look like them: under such a key, or with such
// a half of a signature, anything could be signed. Without the sign, the highest bit.
const SMALL_ORDER = new Set([
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

function isSmall(point) {
    const plain = point.slice();
    plain[31] &= 0x7f;
    return SMALL_ORDER.has(asHex(plain));
}

// Whether the number is one below 2^255 - 19, as a key has to be.
function isCanonical(point) {
    const top = point[31] & 0x7f;
    return point[0] < 0xed || top !== 0x7f || point.slice(1, 31).some((b) => b !== 0xff);
}

// Resolves to true or false; to null where this browser can't tell (it is old, or the page came
// over a connection that isn't safe).
async function isSignedBy(key, signature, message) {
    if (isSmall(key) || !isCanonical(key) || isSmall(signature.slice(0, 32))) return false;
    if (!globalThis.crypto || !crypto.subtle) return null;
    let point;
    try {
        point = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    } catch (error) {
        return error.name === "NotSupportedError" ? null : false;
    }
    return crypto.subtle.verify("Ed25519", point, signature, message);
}

const isSigned = (chain, key, signature) =>
    isSignedBy(key, signature, joinBytes(asBytes("23 record v1\n"), chain));
