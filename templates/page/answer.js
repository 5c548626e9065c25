// SPDX-License-Identifier: MIT
// The answer to one of the referee's mails: a signed block, as player23 makes it (player/sign.h), or
// plain commands, with the ticket below; as text, and as a link that a mail program opens.
//
// Decides which bytes are signed. Doesn't know whether a command is legal.
"use strict";

const BASE64_LINE = 64;
const LINK_MOST = 2000; // characters: some desktops cut what is longer

// Whether it keeps its meaning in a block: one line, none of the marks that a block is made of.
const isFit = (command) => command !== "" && !/[;#>\r\n]|-----/.test(command);

const blanksFolded = (text) => text.trim().replace(/[ \t]+/g, " ");

// What an answer to a table is about: what is signed with it, for whom, and the ticket.
const aboutTable = (table) =>
    ({game: table.game, turn: table.turn, seat: table.you.nick, key: table.key, ticket: table.ticket});

// Whether some of the commands play, and others don't, as far as their first word tells in English.
// The lines of a plan belong to it.
function isMixed(commands) {
    let [plays, others, inPlan] = [0, 0, false];
    for (const command of commands) {
        if (!inPlan && !/^(play|pass|leave|discard|plan)\b/i.test(command)) others++;
        else plays++;
        inPlan = inPlan ? !/^end$/i.test(command) : /^plan$/i.test(command);
    }
    return plays > 0 && others > 0;
}

// The lines of a block, and the words that are signed.
function linesOf(about, commands) {
    const lines = [`game ${about.game}`, `turn ${about.turn}`, `seat ${about.seat}`];
    commands.forEach((command, i) => lines.push(command + (i + 1 < commands.length ? ";" : "")));
    return lines;
}

async function signedBlock(about, commands, key) {
    const lines = linesOf(about, commands);
    const signature = await signatureOf(key, `23 command v1\n${about.key}\n${lines.join(" ")}`);
    const base64 = toBase64(signature).match(new RegExp(`.{1,${BASE64_LINE}}`, "g"));
    return ["-----BEGIN 23 COMMAND-----", ...lines, "-----BEGIN 23 SIGNATURE-----", ...base64,
            "-----END 23 COMMAND-----"].join("\n");
}

// The text to send. key null: the ticket has to do.
async function answerText(about, commands, key) {
    const said = key ? await signedBlock(about, commands, key) : commands.join("\n");
    return `${said}\n\nticket ${about.ticket}\n`;
}

// Where an answer goes: Reply-To as long as it is the address that the signed table names, with a
// tag or without; else that address. Without a table: Reply-To, or From.
function answerAddress(mail, table) {
    const replyTo = mail && mail.replyTo;
    if (!table) return replyTo || (mail && mail.from);
    const at = table.referee.lastIndexOf("@");
    const [local, domain] = [table.referee.slice(0, at).toLowerCase(), table.referee.slice(at).toLowerCase()];
    const same = replyTo && replyTo.toLowerCase().endsWith(domain) &&
                 [local, local + "+"].some((begin, tagged) => {
                     const own = replyTo.toLowerCase().slice(0, -domain.length);
                     return tagged ? own.startsWith(begin) : own === begin;
                 });
    return same ? replyTo : table.referee;
}

// The link that opens a mail program with the text in it (RFC 6068); null where it got too long.
function answerLink(to, subject, text) {
    const title = /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim();
    const body = text.replace(/\n/g, "\r\n");
    const link = `mailto:${encodeURIComponent(to).replace(/%40/g, "@").replace(/%2B/g, "+")}` +
                 `?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
    return link.length <= LINK_MOST ? link : null;
}
