// SPDX-License-Identifier: MIT
// What `read` says about a mail: the contract between the reading program and the hub.
//
// `read` runs in a sandbox as a child of the hub. Its standard input brings frames (base/frame.h),
// each one raw mail; for each it writes one frame with one JSON object in a parcel (base/parcel.h),
// in the same order, and it ends when its input does. It states facts and decides nothing: it knows
// no game, no command, no player, no ticket, no key and no address of the referee's own. spec:
// mail.md, gates 1-4 and 7.
//
// The object. Every key is always there. Every string is valid UTF-8 without NUL. A "reason" is a
// short English sentence without a full stop, made of this program's words, never of the mail's.
//
//   "size"     null, or the reason why gate 1 holds the mail. Then nothing below was read: every
//              other key has its empty value (null, false, "", []), "sender" included.
//   "too_big"  the mail is above the limit in bytes: only the headers were read; no text, no html,
//              no attached, no trouble. (Of such a mail the hub sends one byte more than the limit,
//              or READ_HEADER_BYTES and one, whichever is more; a longer frame is an error.)
//   "loop"     null, or a reason: X-23-Referee is there, or more than 30 Received. (Whether an
//              address or a Message-ID is the referee's own, the hub sees for itself.)
//   "automatic" null, or the reason why gate 3 drops the mail.
//   "bounce"   null; or of a delivery report that failed "permanent" or "temporary". "to" says
//              where it came to. It counts for no more than that: anybody can write one.
//   "sender"   {"address", "name", "hold", "absent"}
//     "address" null, or the one address of the one From, canonical: the local part as it was
//              written (NFC), the domain in its ASCII form in lower case.
//     "name"   its display name, decoded, one line, no controls, at most 200 bytes; "" when none.
//     "hold"   null, or the reason why gate 4 holds the mail; then "address" is null.
//     "absent" there is no From, or an empty one (gate 4 drops the mail); "address" is null.
//   "froms"    the addresses of From, Sender, Resent-From, Resent-Sender and Return-Path, canonical
//              but for a local part of any shape; what can't be read is left out. At most 40.
//   "return_path" null when there is none, "" when it is empty, else its address, canonical.
//   "message_id" null, or `<...>`: printable ASCII, at most 250 bytes. The first of several.
//   "ids"      those of References, then of In-Reply-To, each `<...>` as above, in the order of the
//              mail and each once, where it stood last: the newest is last. Of more than 200 the
//              newest.
//   "to"       addresses of To, Cc, Bcc, Delivered-To, X-Delivered-To, X-Original-To, Envelope-To,
//              X-Envelope-To, X-Forwarded-To, Resent-To and Resent-Cc, canonical as in "froms", in
//              that order of headers, each once. At most 100.
//   "subject"  decoded for showing; one line, no controls, at most 998 bytes; "" when none.
//   "text"     null, or {"body", "flowed", "delsp", "guessed", "signed"}: the first text/plain part
//              that is no attachment and not inside message/*. There also when blank or empty.
//     "body"   decoded strictly; CR LF became LF. A CR that stands alone is kept as CR, wherever it
//              stands: whether it makes the mail unclear depends on where the new text ends, which
//              only the hub knows. For the same reason a NUL, and a byte that the charset doesn't
//              allow, stand as U+FFFD (in UTF-16 and charsets with escapes they are "trouble"). No
//              BOM at the start. Other controls are kept too.
//     "flowed" format=flowed; "delsp" delsp=yes. Nothing was joined or unstuffed.
//     "guessed" no charset was named, it isn't UTF-8, and windows-1252 was taken: letters outside
//              ASCII are a guess.
//     "signed" the part stands inside the multipart/signed that "openpgp" is about.
//   "html"     null, or {"body"}: lines made of the first text/html part that is no attachment
//              (read whenever there is one: the hub compares). Blocks, <br>, <li>, <tr> end a line;
//              a <p> with a margin has blank lines around it; runs of blanks are one; cells are
//              apart by a blank; U+00A0 is kept; what can't be seen is left out; no controls but LF
//              (one that stood there is U+FFFD). Before what is raised, lowered or turned stands
//              `^`, around what is crossed out `~`.
//              Where a known quote container begins stands one line of just `>`, and nothing of
//              what is inside it. A container that ends (blockquote, gmail_quote) may have lines
//              after it; a mark that never ends (#appendonsend) is the last line. A container of a
//              signature is one line `-- `, a rule (<hr>) one line `---`.
//   "trouble"  null, or the reason why the mail is unclear whatever its words say (gate 7). "text"
//              and "html" may be there none the less; then for showing, never for acting.
//   "html_trouble" null, or why the HTML could not be read although the text could. Then "html" is
//              null, and the text stands alone.
//   "attached" strings: other text/plain parts of at most 16 KiB, attachments mostly, decoded as
//              "text"; and likewise, of at most 64 KiB, files that are a key or a signature by
//              their type (application/pgp-keys) or the end of their name (.pub, .asc, .minisig,
//              .sig). For signed blocks, signatures and keys only. What doesn't decode is left out.
//   "signature" null or "openpgp": a multipart/signed with an OpenPGP signature was seen.
//   "openpgp"  null, or {"data", "armor"}: base64 of the signed bytes (CR LF line ends, RFC 3156),
//              and the armored signature, ASCII. At most 256 KiB and 16 KiB.
//
// Options: --bytes N (the limit above, default 2 MiB), --self-test (tries from inside the sandbox
// what it forbids, prints a line for each, ends with 0 only when all was refused).
#ifndef MAIL_READ_H
#define MAIL_READ_H

enum {
    READ_LIMIT = 2 * 1024 * 1024,         // bytes of a mail, unless --bytes says otherwise
    READ_HEADER_BYTES = 64 * 1024 + 4096, // that are enough of any mail to read its header
};

#endif
