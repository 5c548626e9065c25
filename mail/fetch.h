// SPDX-License-Identifier: MIT
// What the hub says to `fetch`, and what it answers: the contract between the two.
//
// `fetch` speaks with one mailbox on one IMAP or POP3 server; it runs as a child of the hub. Its
// standard input brings frames (base/frame.h), each one JSON object; for each it writes one frame,
// and it ends with 0 when its input does. It stores nothing and decides nothing about mails: it
// tells the server that a mail is done when it is told so, and only then. RFC 3501 (IMAP), 4315
// (UIDPLUS), 6851 (MOVE), 1939 and 2449 (POP3), 2595 (STARTTLS).
//
// An answer is one JSON object on a line of its own, ended by LF; after the line of "get" the mails
// follow as they came. Its key "status" is "ok", or else nothing that was asked has been done for
// sure, and `fetch` ends with 75:
//
//   "later"        the server can't be reached, hangs up, is silent for too long, or has no time
//   "login"        it refuses user and password
//   "certificate"  it can't prove to be the one that was asked for
//   "folder"       there is no such folder, or mails can't be taken out of it or put into it
//   "protocol"     it answers what makes no sense
//   "refused"      the hub's own words are wrong; then it ends with 78
//
// with "detail": a line of printable text, the server's words in it where it had some.
//
// First frame: where the mails are. All keys must be there, and no others.
//
//   "kind"         "imap" or "pop3"
//   "url"          imaps://HOST[:PORT] or imap://HOST[:PORT]; pop3s:// or pop3:// likewise
//   "tls"          "implicit" for imaps and pop3s; else "starttls", which insists on it, or "none"
//   "ca_file"      whom to believe about certificates, a PEM file; null: whom the system believes.
//                  They are always checked
//   "user", "password"
//   "folder"       imap: the one that is read
//   "done_folder"  imap, "move": where mails go when they are done; made when it isn't there
//   "keep"         what becomes of a mail that is done: "move", "delete", or "keep" (imap: marked
//                  as seen, where the server lets us)
//   "bytes"        how many bytes of a mail are wanted at most
//   "seconds"      how long the server may be silent, 1 to 600. One question as a whole may take
//                  ten times as long
//
// Answer, once logged in and the folder chosen:
//
//   "validity"     imap: its UIDVALIDITY; else 0
//   "days"         whole days that the server's certificate is still good for; null without TLS
//   "total"        how many mails are there
//
// Then, as often as needed:
//
//   {"do": "list", "after": NUMBER}
//     The mails with a number above that, oldest first, FETCH_LIST_MAX at most. A mail's number is
//     its UID (imap), or its place in this connection (pop3). What is there is asked of the server
//     once a connection, for all above the first "after", which therefore is the lowest: what
//     comes in meanwhile is for the next.
//     Answer: "mails": array of {"number", "size": bytes as the server says, "id"}; the id is the
//     server's name for it (pop3: the UIDL; imap: the UID as text). "more": whether there are more.
//
//   {"do": "get", "numbers": [NUMBER…]}
//     1 to FETCH_GET_MAX of those listed, ascending. Reading marks nothing.
//     Answer: "mails": array of {"number", "bytes"}: so many bytes follow, after those of the mails
//     before it, at most what "bytes" of the first frame says and one more: then there was more of
//     it. Where only the head of such a mail came, it is filled up with LF. Or {"number", "gone":
//     true}; or {"number", "unreadable": detail}, where the server has it and can't give it. Fewer
//     than were asked for, from the first on, when they'd be more than FETCH_GET_BYTES; at least
//     one.
//
//   {"do": "done", "numbers": [NUMBER…]}
//     1 to FETCH_DONE_MAX, ascending: does with them what "keep" says. One that is gone is done.
//     With pop3 it holds only after "end".
//
//   {"do": "check"}
//     Answer: "done_folder": true or false, whether it is there; null where none is used.
//
//   {"do": "end"}
//     Takes leave of the server; nothing can be asked after it.
#ifndef MAIL_FETCH_H
#define MAIL_FETCH_H

enum {
    FETCH_FRAME_MAX = 64 * 1024,
    FETCH_LIST_MAX = 2000,
    FETCH_GET_MAX = 200,
    FETCH_DONE_MAX = 2000,
    FETCH_GET_BYTES = 4 * 1024 * 1024,
    FETCH_LINE_MAX = 512 * 1024, // of an answer's line of JSON
    FETCH_PATIENCE = 10          // times "seconds", for one question
};

#endif
