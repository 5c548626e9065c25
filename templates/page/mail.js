// SPDX-License-Identifier: MIT
// One of the referee's mails, taken apart in the page (RFC 5322, 2045, 2046): where to answer, the
// ticket, the bytes of table.json and the signature that came with them.
//
// Decides what is a mail that can be worked with. All of it is hostile: bounded, and nothing is
// believed here. What stands in table.json is known by view.js, who signed it by key.js.
"use strict";

const MAIL_BYTES = 2 * 1024 * 1024;
const TABLE_BYTES = 1024 * 1024;
const HEAD_BYTES = 64 * 1024;
const FIELD_BYTES = 8 * 1024;
const FIELDS = 200;
const PARTS = 20;
const SEALED_TABLE = "table.json.sealed";
const AGE_TABLE = "table.json.age";
const DEPTH = 10;

// What is wrong, by the name of a phrase and what it is filled with.
class Fault extends Error {
    constructor(phrase, values = {}) {
        super(phrase);
        this.phrase = phrase;
        this.values = values;
    }
}

// ---- bytes -------------------------------------------------------------------------------------

// The text of UTF-8 bytes; null when they are none.
function textOf(bytes) {
    try {
        return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
    } catch {
        return null;
    }
}

// Base64 to a character for each byte; null for anything else. White space may stand anywhere.
function fromBase64(text) {
    const plain = text.replace(/[ \t\r\n]+/g, "");
    if (plain.length % 4 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return null;
    return atob(plain);
}

// The same for text of which the number of bytes is known, as bytes.
function exactBase64(text, n) {
    const latin = fromBase64(text);
    return latin !== null && latin.length === n ? bytesOf(latin) : null;
}

const toBase64 = (bytes) => btoa(latinOf(bytes));

function fromQuotedPrintable(text) {
    const joined = text.replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, "").replace(/=\r?\n/g, "").replace(/\r\n/g, "\n");
    if (/=(?![0-9A-Fa-f]{2})|[^\n\t -~]/.test(joined)) return null;
    return joined.replace(/=(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

// A part's content as bytes; null when it can't be decoded.
function decodePart(part) {
    const encoding = (part.fields.get("content-transfer-encoding") || "7bit").toLowerCase();
    let latin = null;
    if (encoding === "base64") latin = fromBase64(part.body);
    else if (encoding === "quoted-printable") latin = fromQuotedPrintable(part.body);
    else if (encoding === "8bit" || encoding === "7bit") latin = part.body.replace(/\r\n/g, "\n");
    return latin === null || latin.includes("\0") ? null : bytesOf(latin);
}

// ---- headers -----------------------------------------------------------------------------------

// The fields of a head by their small names, the first of each. null: it is none.
function readFields(head) {
    const fields = new Map();
    let n = 0;
    if (head.length > HEAD_BYTES) return null;
    for (const line of head.replace(/\r?\n[ \t]/g, " ").split(/\r?\n/)) {
        const found = /^([!-9;-~]+):(.*)$/s.exec(line);
        if (line === "") continue;
        if (!found || line.length > FIELD_BYTES || ++n > FIELDS) return null;
        const name = found[1].toLowerCase();
        if (!fields.has(name)) fields.set(name, found[2].trim());
    }
    return fields;
}

// Head and body of a mail or a part.
function splitPart(text) {
    const end = /^\r?\n/.exec(text) || /\r?\n\r?\n/.exec(text);
    const head = end ? text.slice(0, end.index) : text;
    const fields = readFields(head);
    return fields && {fields, body: end ? text.slice(end.index + end[0].length) : ""};
}

// The type of a part in small letters, and one of the parameters of a field.
const typeOf = (part) => (part.fields.get("content-type") || "text/plain").split(";")[0].trim().toLowerCase();

function parameterOf(field, name) {
    for (const found of (field || "").matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g)) {
        if (found[1].toLowerCase() === name)
            return found[3] ?? found[2].replace(/\\(.)/g, "$1");
    }
    return null;
}

const nameOf = (part) =>
    parameterOf(part.fields.get("content-disposition"), "filename") ??
    parameterOf(part.fields.get("content-type"), "name");

// The one address of a field; null when there is none, or several.
function addressOf(field) {
    const pointed = /^[^<>]*<([^<>]*)>$/.exec(field || "");
    const address = (pointed ? pointed[1] : field || "").trim();
    return isAddress(address) ? address : null;
}

const isAddress = (text) =>
    text.length <= 254 && /^[^\s@<>()[\]\\,:;"\p{C}]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/u.test(text);

// Encoded words (RFC 2047) in UTF-8 as they are meant, others as they stand; one line of text.
function readSubject(field) {
    const decoded = (field || "").replace(/(\?=)\s+(?==\?)/g, "$1").replace(
        /=\?utf-8\?([qb])\?([^? ]*)\?=/gi, (whole, how, text) => {
            const latin = how.toLowerCase() === "b" ? fromBase64(text)
                          : fromQuotedPrintable(text.replace(/_/g, " "));
            return latin === null ? whole : new TextDecoder().decode(bytesOf(latin));
        });
    return [...decoded.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim()].slice(0, 200).join("");
}

// ---- parts -------------------------------------------------------------------------------------

// What stands between the lines of a boundary.
function piecesOf(body, boundary) {
    const mark = "--" + boundary;
    const pieces = [];
    let from = -1;
    for (let at = body.startsWith(mark) ? 0 : body.indexOf("\n" + mark) + 1; at >= 0;) {
        const end = body.indexOf("\n", at);
        const rest = body.slice(at + mark.length, end < 0 ? body.length : end).trimEnd();
        if (rest === "" || rest === "--") {
            if (from >= 0) pieces.push(body.slice(from, at).replace(/\r?\n$/, ""));
            from = rest === "" && end >= 0 ? end + 1 : -1;
            if (rest === "--" || pieces.length > PARTS) break;
        }
        const next = end < 0 ? -1 : body.indexOf("\n" + mark, end);
        at = next < 0 ? -1 : next + 1;
    }
    if (from >= 0) pieces.push(body.slice(from));
    return pieces;
}

// Every part that holds something itself.
function leavesOf(part, out = [], depth = 0) {
    if (!part || out.length > PARTS || depth > DEPTH) throw new Fault("bad-parts");
    const boundary = parameterOf(part.fields.get("content-type"), "boundary");
    if (!typeOf(part).startsWith("multipart/")) out.push(part);
    else if (boundary) piecesOf(part.body, boundary).forEach((p) => leavesOf(splitPart(p), out, depth + 1));
    return out;
}

function findTicket(text, address) {
    const found = /^ticket ([0-9]{1,18}\.[0-9]{1,18}\.[0-9]\.[0-9a-z]{20})\s*$/m.exec(text) ||
                  /\+([0-9]{1,18}\.[0-9]{1,18}\.[0-9]\.[0-9a-z]{20})@/.exec(address || "");
    return found && found[1];
}

// {from, replyTo, subject, kind, ticket, age: whether there is a table that age opens,
// table: {bytes, signature, sealed} or null}. Throws a Fault.
function readMail(bytes) {
    if (bytes.length > MAIL_BYTES) throw new Fault("bad-size");
    const latin = latinOf(bytes).replace(/^\s+/, "").replace(/^From [^\n]*\n/, "");
    const mail = latin.includes("\0") ? null : splitPart(latin);
    if (!mail || mail.fields.size < 2) throw new Fault("bad-mail");
    if (typeOf(mail) === "multipart/encrypted") throw new Fault("bad-encrypted");
    const leaves = leavesOf(mail);
    const tables = leaves.filter((p) => (typeOf(p) === "application/json" && nameOf(p) === "table.json") ||
                                        nameOf(p) === SEALED_TABLE);
    const words = leaves.find((p) => typeOf(p) === "text/plain" && !/^attachment/i.test(p.fields.get("content-disposition") || ""));
    if (tables.length > 1) throw new Fault("bad-tables");
    const text = (words && textOf(decodePart(words) || new Uint8Array())) || "";
    const replyTo = addressOf(mail.fields.get("reply-to"));
    const found = {
        from: addressOf(mail.fields.get("from")),
        replyTo,
        subject: readSubject(mail.fields.get("subject")),
        kind: mail.fields.get("x-23-kind") || "",
        ticket: findTicket(text, replyTo),
        age: leaves.some((p) => nameOf(p) === AGE_TABLE),
        table: null,
    };
    if (tables.length) {
        const content = decodePart(tables[0]);
        if (!content || content.length > TABLE_BYTES) throw new Fault("bad-table");
        found.table = {bytes: content, signature: tables[0].fields.get("x-23-signature") || null,
                       sealed: nameOf(tables[0]) === SEALED_TABLE};
    }
    return found;
}
