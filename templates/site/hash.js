// SPDX-License-Identifier: MIT
// BLAKE2b (RFC 7693), and the ChaCha20 stream (RFC 8439) as a source of numbers: what a record is
// chained with, and what the cards are shuffled with. And bytes put together, and as characters.
//
// Knows bytes alone (Uint8Array).
"use strict";

const WORD = (1n << 64n) - 1n;

const BLAKE_START = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

const BLAKE_ORDER = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const turnRight = (x, n) => ((x >> n) | (x << (64n - n))) & WORD;

function blakeMix(v, a, b, c, d, x, y) {
    v[a] = (v[a] + v[b] + x) & WORD;
    v[d] = turnRight(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & WORD;
    v[b] = turnRight(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & WORD;
    v[d] = turnRight(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & WORD;
    v[b] = turnRight(v[b] ^ v[c], 63n);
}

function blakeBlock(h, block, count, isLast) {
    const view = new DataView(block.buffer);
    const m = Array.from({length: 16}, (_, i) => view.getBigUint64(8 * i, true));
    const v = h.concat(BLAKE_START);
    v[12] ^= BigInt(count);
    if (isLast) v[14] ^= WORD;
    for (let round = 0; round < 12; round++) {
        const o = BLAKE_ORDER[round % 10];
        for (let i = 0; i < 4; i++)
            blakeMix(v, i, 4 + i, 8 + i, 12 + i, m[o[2 * i]], m[o[2 * i + 1]]);
        for (let i = 0; i < 4; i++)
            blakeMix(v, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4),
                     m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
    }
    for (let i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

// A character for each byte, and back.
function latinOf(bytes) {
    let out = "";
    for (let at = 0; at < bytes.length; at += 8192)
        out += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return out;
}

const bytesOf = (latin) => Uint8Array.from(latin, (c) => c.charCodeAt(0));

function joinBytes(...parts) {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

// BLAKE2b of the message, keyed when there is a key (of at most 64 bytes); of length bytes, at most 64.
function blake2b(message, key = new Uint8Array(0), length = 32) {
    const h = BLAKE_START.slice();
    h[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(length);
    const padded = new Uint8Array(key.length ? 128 : 0);
    padded.set(key);
    const all = joinBytes(padded, message);
    let at = 0;
    for (; at + 128 < all.length; at += 128) blakeBlock(h, all.slice(at, at + 128), at + 128, false);
    const last = new Uint8Array(128);
    last.set(all.subarray(at));
    blakeBlock(h, last, all.length, true);
    const out = new DataView(new ArrayBuffer(64));
    for (let i = 0; i < 8; i++) out.setBigUint64(8 * i, h[i], true);
    return new Uint8Array(out.buffer, 0, length);
}

const turnLeft = (x, n) => (x << n) | (x >>> (32 - n));

function chachaQuarter(x, a, b, c, d) {
    x[a] += x[b]; x[d] = turnLeft(x[d] ^ x[a], 16);
    x[c] += x[d]; x[b] = turnLeft(x[b] ^ x[c], 12);
    x[a] += x[b]; x[d] = turnLeft(x[d] ^ x[a], 8);
    x[c] += x[d]; x[b] = turnLeft(x[b] ^ x[c], 7);
}

// The 16 numbers of one block under a key of 32 bytes, with a nonce of zeros.
function chachaBlock(key, counter) {
    const view = new DataView(key.buffer, key.byteOffset, 32);
    const start = new Uint32Array(16);
    start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (let i = 0; i < 8; i++) start[4 + i] = view.getUint32(4 * i, true);
    start[12] = counter;
    const x = start.slice();
    for (let i = 0; i < 10; i++) {
        for (let k = 0; k < 4; k++) chachaQuarter(x, k, 4 + k, 8 + k, 12 + k);
        for (let k = 0; k < 4; k++)
            chachaQuarter(x, k, 4 + ((k + 1) % 4), 8 + ((k + 2) % 4), 12 + ((k + 3) % 4));
    }
    return x.map((n, i) => n + start[i]);
}

// A function that gives the stream's next number from 0 to k-1, without bias.
function chachaNumbers(key) {
    let block = [];
    let counter = 0;
    let at = 0;
    return (k) => {
        const fair = Math.floor(2 ** 32 / k) * k;
        for (;;) {
            if (at === block.length) {
                block = chachaBlock(key, counter++);
                at = 0;
            }
            const x = block[at++];
            if (x < fair) return x % k;
        }
    };
}
