// SPDX-License-Identifier: MIT
// What the hub says to `post`, and what it answers: the contract between the two.
//
// `post` composes mails and hands them on; it runs as a child of the hub. Its standard input brings
// frames (base/frame.h), each one JSON object in a parcel (base/parcel.h); for each it writes one
// frame of JSON, in the same order, and it ends with 0 when its input does. It knows no game, no
// player, no key and no database, and it decides only whether a mail is well formed and what became
// of it. spec: mail.md, "What the referee sends"; RFC 5322 (headers), 2045-2047 and 2183 (MIME),
// 3834 (automatic answers).
//
// First frame: how to send.
//
//   "transport"  a row of the table in post_transport.c, with its own keys beside it:
//
//     "maildir"  "path": a Maildir that exists. One file a mail, durable before the answer; its
//                name comes from the date, the id and the bytes, so the same mail again replaces
//                its file as long as nobody took it.
//
//     "sendmail" "command": an array of strings, the first an absolute path. Run without a shell,
//                with -i -f ENVELOPE_FROM -- TO added and the mail on its standard input (LF line
//                ends); "seconds": how long it may take, 1 to 240, default 60. Of its exit
//                statuses 0 is "sent", EX_NOUSER "refused", EX_DATAERR "never"; all others speak
//                of this side or of this moment, and are "later".
//
//     "smtp"     "url": smtps://HOST[:PORT] or smtp://HOST[:PORT], a submission server (RFC 6409);
//                "tls": "implicit" for smtps; else "starttls", which insists on it, or "none".
//                "ca_file": whom to believe about certificates, a PEM file; null: whom the system
//                believes. They are always checked. "user", "password": both, or both null: nobody
//                logs in. "seconds": how long one mail may take, connecting too, 1 to 240, default
//                120. One connection serves all mails; it is made when the first comes, and anew
//                when it breaks.
//
//   "batches"    maildir: true when mails come in batches, each ended by {"sync": true}, and
//                of a few hundred at most, since each keeps a file open
//   "host"       the referee's host name; in the names of Maildir files.
//
// Answer: {"status": "ready"}, or {"status": "refused", "detail": …} and the program ends with 78.
//
// Then one frame a mail, at most POST_FRAME_MAX bytes. A key must be there unless it says
// otherwise; keys that are not in this list are refused.
//
//   "id"             integer; comes back in the answer
//   "to", "to_name"  one address and its display name, "" for none
//   "from", "from_name"      likewise
//   "reply_to"       an address, or null
//   "envelope_from"  the address that bounces go to
//   "message_id"     `<…>`. The same mail gives the same bytes, whenever and how often it is
//                    composed: the MIME boundaries come from this id too
//   "in_reply_to"    `<…>`, or null
//   "references"     array of `<…>`, oldest first, at most POST_REFERENCES_MAX
//   "date"           UNIX seconds; shown in UTC
//   "subject"        one line
//   "headers"        array of [NAME, VALUE], at most POST_HEADERS_MAX; NAME is Auto-Submitted,
//                    X-Auto-Response-Suppress, List-Unsubscribe, List-Unsubscribe-Post or X-23-…;
//                    VALUE printable ASCII; each name once
//   "text"           the plain text
//   "html"           the same for readers of HTML, or null
//   "images"         array, at most POST_IMAGES_MAX, of pictures that the HTML shows, or missing.
//                    Objects:
//     "id"           `<…>`, as the HTML names it behind cid: (RFC 2392), without the brackets there
//     "name"         a file name, as below; its ending is .png
//     "base64"       a PNG
//   "calendar"       array, at most POST_EVENTS_MAX, of entries for a calendar, published as
//                    text/calendar (RFC 5545); may be missing:
//     "uid"            of the entry, such as a message id without its brackets
//     "sequence"       0, and more each time that the entry is sent anew
//     "cancelled"      whether it is off
//     "start", "end"   UNIX seconds
//     "summary"        one line
//     "description"    text
//   "encrypted"      an armored OpenPGP message (openpgp.h), sent as OpenPGP/MIME (RFC 3156),
//                    or missing. "text" is empty then, and there is nothing else to be shown.
//   "attachments"    array, at most POST_ATTACHMENTS_MAX, of objects:
//     "type"         such as application/json; text/plain is said to be UTF-8
//     "name"         a file name of [A-Za-z0-9._-], no dot first
//     "text"         its content: what the reader decodes is this, byte for byte
//     "headers"      as above, X-23-… alone; may be missing
//
// Limits: a display name has at most 200 bytes, a subject 500, a header's value 900, an address
// 254, an id 252. Controls are refused in all of them; in "text" and "html" all but LF and tab. An
// address has one @ with a dot-atom before it (letters of any script too) and a host name behind,
// which is sent in its ASCII form; it never begins with a hyphen.
//
// Answer: {"id": …, "status": …, "detail": a line of printable text}. The id is null when the mail
// had none that could be read. The status is one of:
//
//   "sent"     the transport has it for good
//   "later"    not now: try the same mail again
//   "never"    trying again is no use: a value above is wrong, or this transport can't carry it
//   "refused"  likewise: the transport refuses it for its recipient, for good (SMTP's 5xx)
//   "down"     as "later"; and any other mail would fare the same: nothing answers, hangs up, lets
//              us not log in, or has something against us as a sender
//
// "later" and "down" don't say that the mail has not arrived: an answer may have been lost. That is
// why it keeps its id.
//
// A frame {"check": true} sends nothing and asks whether something could be sent: the transport is
// reached, and logged in to. Answer: {"status": "ready" or "down", "detail": …, "expires": UNIX
// seconds at which its certificate ends, null where there is none}.
//
// A frame {"sync": true} ends a batch: what was "sent" since the last one is so for good when the
// answer is {"status": "ready", "detail": ""}; without that answer it may not be, and where this
// program ended before it was asked, it isn't. Without "batches" each mail is safe when its own
// answer comes.
//
// The mail: multipart/mixed of the text (multipart/alternative where there is HTML, which is
// multipart/related with its images: RFC 2387) and the attachments; the text alone where there are
// none. All is ASCII on the wire (but for a local part that isn't), in lines of at most 78 (but for
// what can't be folded); attachments are base64. A file in the Maildir begins with Return-Path and
// Delivered-To, as a delivery agent writes them.
#ifndef MAIL_POST_H
#define MAIL_POST_H

enum {
    POST_FRAME_MAX = 8 * 1024 * 1024,
    POST_ANSWER_MAX = 4096, // bytes of an answer's frame
    POST_REFERENCES_MAX = 20,
    POST_HEADERS_MAX = 20,
    POST_EVENTS_MAX = 4,
    POST_ATTACHMENTS_MAX = 8,
    POST_IMAGES_MAX = 4
};

#endif
