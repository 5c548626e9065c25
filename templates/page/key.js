// SPDX-License-Identifier: MIT
// The player's key in the browser, and signatures (Ed25519 of the browser's own WebCrypto).
//
// Decides how a key is written, which is as player23 writes one without a passphrase
// (player/keyfile.h), and where it stays. Knows no game. Signatures are checked by site/fair.js.
"use strict";

const KEY_BEGIN = "-----BEGIN 23 KEY-----";
const KEY_END = "-----END 23 KEY-----";
const SEED_BYTES = 32;
// An Ed25519 private key in PKCS #8 (RFC 8410) is this, and its 32 bytes.
const PKCS8 = fromHex("302e020100300506032b657004220420");

// Whether this browser can sign here. It can't where it is old, or where it takes the page for one
// that came over an unsafe connection.
async function canSign() {
    try {
        await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
        return true;
    } catch {
        return false;
    }
}

async function signatureOf(key, text) {
    const secret = await crypto.subtle.importKey("pkcs8", joinBytes(PKCS8, key.seed), "Ed25519", false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("Ed25519", secret, asBytes(text)));
}

async function newKey() {
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    const secret = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
    return {public: new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)),
            seed: secret.slice(-SEED_BYTES)};
}

const keyLine = (key) => "key ed25519 " + toBase64(key.public);

const formatKey = (key) =>
    `${KEY_BEGIN}\npublic ${toBase64(key.public)}\nkdf none\n${toBase64(key.seed)}\n${KEY_END}\n`;

// The key of a file's text. Throws a Fault: it is none, it is damaged, it needs a passphrase.
async function parseKey(text) {
    const found = /-----BEGIN 23 KEY-----\s+public (\S+)\s+kdf (none|argon2id [^\n]*)\n([A-Za-z0-9+/=\s]+)-----END 23 KEY-----/
        .exec(text.slice(0, 4096));
    if (!found) throw new Fault("key-none");
    if (found[2].trim() !== "none") throw new Fault("key-locked");
    const key = {public: exactBase64(found[1], 32), seed: exactBase64(found[3], SEED_BYTES)};
    if (!key.public || !key.seed) throw new Fault("key-damaged");
    const probe = "is this the other half?";
    if (!(await isSignedBy(key.public, await signatureOf(key, probe), asBytes(probe))))
        throw new Fault("key-damaged");
    return key;
}

// ---- what the browser keeps for this page ------------------------------------------------------
// The key, the referees that were met, the language. A browser that keeps nothing is no fault: then
// it is asked again next time.

function keep(name, value) {
    try {
        if (value === null) localStorage.removeItem("23-" + name);
        else localStorage.setItem("23-" + name, value);
        return true;
    } catch {
        return false;
    }
}

function kept(name) {
    try {
        return localStorage.getItem("23-" + name);
    } catch {
        return null;
    }
}

// The referees that are known: address to key.
function knownReferees() {
    try {
        const known = JSON.parse(kept("referees") || "{}");
        return new Map(Object.entries(known));
    } catch {
        return new Map();
    }
}

const keepReferees = (known) => keep("referees", JSON.stringify(Object.fromEntries(known)));

// Whether this key is the referee's: "known", "new" (and from now on known), "changed".
function meetReferee(address, key) {
    const known = knownReferees();
    const name = address.toLowerCase();
    if (known.has(name)) return known.get(name) === key ? "known" : "changed";
    keepReferees(known.set(name, key));
    return "new";
}
