// SPDX-License-Identifier: MIT
// Opens a table.json that is sealed to the player's key: libsodium's sealed box to the X25519 form
// of an Ed25519 key (referee/seal/box.h), which is X25519, XSalsa20 and Poly1305.
//
// Knows bytes alone. X25519 and SHA-512 are the browser's own; the rest is here, since browsers
// don't have it. Needs hash.js.
"use strict";

const POLY_PRIME = (1n << 130n) - 5n;
const POLY_CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;
const SALSA_WORDS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
// Where Salsa20 keeps its constants, its key and its input.
const SALSA_CONSTANTS = [0, 5, 10, 15];
const SALSA_KEY = [1, 2, 3, 4, 11, 12, 13, 14];
const SALSA_INPUT = [6, 7, 8, 9];

// ---- XSalsa20 ----------------------------------------------------------------------------------

function wordsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({length: bytes.length / 4}, (_, i) => view.getUint32(4 * i, true));
}

function bytesOfWords(words) {
    const view = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((word, i) => view.setUint32(4 * i, word, true));
    return new Uint8Array(view.buffer);
}

function salsaQuarter(x, a, b, c, d) {
    x[b] ^= turnLeft((x[a] + x[d]) | 0, 7);
    x[c] ^= turnLeft((x[b] + x[a]) | 0, 9);
    x[d] ^= turnLeft((x[c] + x[b]) | 0, 13);
    x[a] ^= turnLeft((x[d] + x[c]) | 0, 18);
}

function salsaStart(key, input) {
    const x = new Uint32Array(16);
    SALSA_CONSTANTS.forEach((at, i) => { x[at] = SALSA_WORDS[i]; });
    SALSA_KEY.forEach((at, i) => { x[at] = key[i]; });
    SALSA_INPUT.forEach((at, i) => { x[at] = input[i]; });
    return x;
}

function salsaRounds(start) {
    const x = start.slice();
    for (let round = 0; round < 10; round++) {
        for (let k = 0; k < 4; k++)
            salsaQuarter(x, 5 * k, (5 * k + 4) % 16, (5 * k + 8) % 16, (5 * k + 12) % 16);
        for (let k = 0; k < 4; k++)
            salsaQuarter(x, 5 * k, 4 * k + ((k + 1) % 4), 4 * k + ((k + 2) % 4), 4 * k + ((k + 3) % 4));
    }
    return x;
}

// The key that follows from a key and 16 bytes of a nonce, as words.
function hsalsa(key, input) {
    const x = salsaRounds(salsaStart(key, input));
    return [...SALSA_CONSTANTS, ...SALSA_INPUT].map((at) => x[at]);
}

// So many bytes of the stream under 32 bytes of key and 24 of nonce.
function xsalsa(key, nonce, length) {
    const words = wordsOf(nonce);
    const own = hsalsa(wordsOf(key), words.slice(0, 4));
    const out = new Uint8Array(Math.ceil(length / 64) * 64);
    for (let block = 0; 64 * block < length; block++) {
        const start = salsaStart(own, [words[4], words[5], block, 0]);
        const x = salsaRounds(start);
        out.set(bytesOfWords(Array.from(x, (word, i) => (word + start[i]) >>> 0)), 64 * block);
    }
    return out.subarray(0, length);
}

// ---- Poly1305 ----------------------------------------------------------------------------------

const numberOf = (bytes) => BigInt("0x" + (asHex(bytes.slice().reverse()) || "0"));

// The 16 bytes that authenticate a message under a key of 32 bytes, as a number.
function poly1305(key, message) {
    const r = numberOf(key.subarray(0, 16)) & POLY_CLAMP;
    let sum = 0n;
    for (let at = 0; at < message.length; at += 16) {
        const piece = message.subarray(at, at + 16);
        sum = ((sum + numberOf(piece) + (1n << BigInt(8 * piece.length))) * r) % POLY_PRIME;
    }
    return (sum + numberOf(key.subarray(16, 32))) & ((1n << 128n) - 1n);
}

// What is in a box of libsodium's; null when it was made with another key, or changed.
function openBox(key, nonce, box) {
    const stream = xsalsa(key, nonce, 32 + box.length - 16);
    const sealed = box.subarray(16);
    if (poly1305(stream.subarray(0, 32), sealed) !== numberOf(box.subarray(0, 16))) return null;
    return sealed.map((byte, i) => byte ^ stream[32 + i]);
}

// ---- the sealed box ----------------------------------------------------------------------------

// An X25519 private key in PKCS #8 (RFC 8410) is this, and its 32 bytes.
const PKCS8_CURVE = "302e020100300506032b656e04220420";

// What the X25519 keys of two say to each other, made into the key of a box.
async function boxKey(secret, other) {
    const point = await crypto.subtle.importKey("raw", other, "X25519", false, []);
    const shared = await crypto.subtle.deriveBits({name: "X25519", public: point}, secret, 256);
    return bytesOfWords(hsalsa(wordsOf(new Uint8Array(shared)), [0, 0, 0, 0]));
}

// The bytes in lines of base64 that were sealed to the key. Throws a Fault.
async function openSealed(key, lines) {
    const box = bytesOf(fromBase64(lines) || "");
    if (box.length <= 48) throw new Fault("seal-wrong");
    let secret;
    try {
        const half = new Uint8Array(await crypto.subtle.digest("SHA-512", key.seed)).subarray(0, 32);
        secret = await crypto.subtle.importKey("pkcs8", joinBytes(fromHex(PKCS8_CURVE), half), "X25519",
                                               true, ["deriveBits"]);
    } catch {
        throw new Fault("seal-cannot");
    }
    const own = (await crypto.subtle.exportKey("jwk", secret)).x.replace(/-/g, "+").replace(/_/g, "/");
    const other = box.slice(0, 32);
    const nonce = blake2b(joinBytes(other, exactBase64(own + "=", 32)), undefined, 24);
    let open = null;
    try {
        open = openBox(await boxKey(secret, other), nonce, box.subarray(32));
    } catch {
        // a point of small order: nobody sealed anything with it
    }
    if (!open) throw new Fault("seal-wrong");
    return open;
}
