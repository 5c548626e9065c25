// SPDX-License-Identifier: MIT
// What the hub asks `openpgp`, and what it answers: the contract between the two.
//
// `openpgp` knows OpenPGP (RFC 4880), so that the hub doesn't need to: it looks at keys, checks
// signatures and encrypts, with GnuPG, through GPGME. It runs as a child of the hub, for one
// question: a frame with a JSON object on its standard input, one on its standard output. It knows
// no game, no player, no address and no secret, keeps nothing, and asks nobody else: the one key of
// the question is the only one in a keyring of its own, which is gone afterwards; no agent, no key
// server, no network. What reads strangers' bytes is shut in (openpgp_walls.h), and is killed with
// all that it started after OPENPGP_SECONDS.
//
// "ask"       what is to be done:
//
//   "key"     look at a public key. "key": it, armored, or base64 of its bytes; "old": base64 of
//             what is known of the same key so far, or null: both are put together.
//             Answer: "fingerprint" of the primary key, 40 hex digits, upper case; "public": base64
//             of the key, with of its signatures only those that it needs, at most OPENPGP_KEY_MAX
//             characters; "encrypts": whether mail can be encrypted to it. These are "" and false
//             where there is a fault other than "expired" and "revoked".
//   "verify"  check a signature by this very key. "key": base64; and either "data", base64 of the
//             signed bytes, with "signature", armored; or "clear", a clear-signed text.
//             Answer: "text": of a clear-signed text what is signed; else "".
//   "encrypt" a mail to this key, without a signature (RFC 3156, 4). "key": base64; "mail": as
//             `post` takes it (mail/post.h). Answer: "armor": its text, HTML and attachments.
//
// "now"       UNIX seconds: what time it is, for whatever expires. In every question.
//
// Every answer has "fault", null or one of:
//
//   of a key  "broken" (none that can be read, or not one alone), "secret" (a secret key: it should
//             have stayed where it was), "long", "other" (not the key that "old" is), "weak" (RSA
//             below 2048 bits, DSA, or held together by SHA-1), "mute" (nothing in it can sign),
//             "expired", "revoked"
//   of a signature  "wrong" (altered, or by another key), "weak", "past" (the signature has
//             expired), "expired", "revoked" (the key)
//   of encrypting  "expired", "revoked", "mute" (nothing in the key can be encrypted to), "weak",
//             "broken"
//   of anything  "absent": there is no GnuPG here
//
// When the machine fails, it answers {"trouble": a line in English}.
//
// --self-test tries from inside the walls what they forbid, and whether GnuPG can work there. A
// line for each; it ends with 0 only when all is as it should be.
#ifndef MAIL_OPENPGP_H
#define MAIL_OPENPGP_H

enum {
    OPENPGP_FRAME_MAX = 16 * 1024 * 1024, // bytes of a question, and of an answer
    OPENPGP_KEY_MAX = 24 * 1024,          // characters of base64, of a key as it is kept
    OPENPGP_GIVEN_MAX = 128 * 1024,       // characters of a key as it is given
    OPENPGP_FINGERPRINT = 40,
    OPENPGP_SECONDS = 20
};

#endif
