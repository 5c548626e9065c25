// SPDX-License-Identifier: MIT
// What players sign with: whether a signature of player23, minisign or ssh-keygen is that of a text
// by a key, each as evidence holds it (docs/record.md, "What is signed").
//
// Knows no game. Signatures of OpenPGP are none that it can check. Needs hash.js and fair.js.
"use strict";

const SSH_KIND = "ssh-ed25519";
const SSH_MAGIC = "SSHSIG";
const SSH_PURPOSE = "23-by-mail";
const SSH_HASHES = {sha256: "SHA-256", sha512: "SHA-512"};
const SSH_ARMOR = /^-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*$/;
const MINISIGN = /^untrusted comment:[^\n]*\n(\S+)[ \t\r]*\ntrusted comment: ([^\n]*)\n(\S+)[ \t\r]*\n?$/;
const MINISIGN_NUMBER = 8; // bytes that say which key it is, behind two of its kind

// The bytes of base64 in its only spelling; null for anything else.
function fromBase64(text) {
    if (!/^(?:[A-Za-z0-9+/]{4})+$|^[A-Za-z0-9+/]+={1,2}$/.test(text) || text.length % 4) return null;
    const chars = atob(text);
    return btoa(chars) === text ? bytesOf(chars) : null;
}

// The verdict on two signatures that both have to hold.
const both = (a, b) => (a === false || b === false ? false : a === null || b === null ? null : true);

// ---- minisign ----------------------------------------------------------------------------------

// The bytes behind kind and number, when they are as many; null when they aren't.
function minisignBytes(base64, kinds, length) {
    const bytes = fromBase64(base64);
    const fits = bytes && bytes.length === 2 + MINISIGN_NUMBER + length && kinds.includes(latinOf(bytes.slice(0, 2)));
    return fits ? bytes.slice(2 + MINISIGN_NUMBER) : null;
}

// The first signature is that of the text, or of its hash; the second covers the comment, too.
async function isOfMinisign(key, text, sign) {
    const found = MINISIGN.exec(latinOf(sign));
    const point = minisignBytes(key, ["Ed"], 32);
    const first = found && minisignBytes(found[1], ["Ed", "ED"], 64);
    const second = found && fromBase64(found[3]);
    if (!point || !first || !second || second.length !== 64) return false;
    const isHashed = atob(found[1])[1] === "D";
    const comment = bytesOf(found[2].replace(/\r+$/, ""));
    return both(await isSignedBy(point, first, isHashed ? blake2b(text, undefined, 64) : text),
                await isSignedBy(point, second, joinBytes(first, comment)));
}

// ---- ssh-keygen --------------------------------------------------------------------------------

// Strings with their length before them (RFC 4251, 5).
function sshString(content) {
    const bytes = typeof content === "string" ? asBytes(content) : content;
    return joinBytes(new Uint8Array([0, 0, bytes.length >> 8, bytes.length & 255]), bytes);
}

// All of them, behind so many bytes; null when there is anything else.
function sshStrings(bytes, at = 0) {
    const strings = [];
    while (at < bytes.length) {
        if (bytes.length - at < 4) return null;
        const end = at + 4 + new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
        if (end > bytes.length) return null;
        strings.push(bytes.slice(at + 4, end));
        at = end;
    }
    return strings;
}

// What stands behind `ssh-ed25519`, when it is so many bytes; null otherwise.
function sshBytes(bytes, length) {
    const strings = bytes && sshStrings(bytes);
    const fits = strings && strings.length === 2 && latinOf(strings[0]) === SSH_KIND && strings[1].length === length;
    return fits ? strings[1] : null;
}

// {key, hash, signature} of an armored signature that was made for this; null for any other.
function readSshSignature(sign) {
    const found = SSH_ARMOR.exec(latinOf(sign));
    const bytes = found && fromBase64(found[1].replace(/\s+/g, ""));
    const head = SSH_MAGIC + "\0\0\0\x01";
    const parts = bytes && latinOf(bytes.slice(0, head.length)) === head ? sshStrings(bytes, head.length) : null;
    if (!parts || parts.length !== 5) return null;
    const [purpose, reserved, hash] = parts.slice(1, 4).map(latinOf);
    const [key, signature] = [sshBytes(parts[0], 32), sshBytes(parts[4], 64)];
    const fits = key && signature && purpose === SSH_PURPOSE && reserved === "" && Object.hasOwn(SSH_HASHES, hash);
    return fits ? {key, hash, signature} : null;
}

async function isOfSsh(key, text, sign) {
    const read = readSshSignature(sign);
    const point = sshBytes(fromBase64(key), 32);
    if (!read || !point || asHex(read.key) !== asHex(point)) return false;
    if (!globalThis.crypto || !crypto.subtle) return null;
    const hash = new Uint8Array(await crypto.subtle.digest(SSH_HASHES[read.hash], text));
    return isSignedBy(point, read.signature, joinBytes(asBytes(SSH_MAGIC), sshString(SSH_PURPOSE), sshString(""),
                                                       sshString(read.hash), sshString(hash)));
}

// ---- each kind ---------------------------------------------------------------------------------

// kind and key as in a line `key` of evidence, text and sign as bytes. Resolves to true or false; to
// null where this browser can't tell, or it is a kind that isn't checked here.
async function isSignatureOf(kind, key, text, sign) {
    if (kind === "minisign") return isOfMinisign(key, text, sign);
    if (kind === "ssh") return isOfSsh(key, text, sign);
    if (kind === "openpgp") return null;
    const point = fromBase64(key);
    if (!point || point.length !== 32 || sign.length !== 64) return false;
    return isSignedBy(point, sign, text);
}
