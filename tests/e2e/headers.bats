#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Headers of the mails in three languages, with accents and much of everything, as a decoder of
# somebody else reads them (Python's email): what was put in comes out, and no line is too long.

setup() {
    command -v python3 >/dev/null || skip "python3 isn't there"
    r=$(realpath "${BUILD:-build}")/referee23
    cd "$BATS_TEST_TMPDIR" || return 1
    title='Überraschungsspiel für Éloïse am Straßenfest, Größe, œuvre'
}

letter() { # FROM BODY [TO]
    n=$((n + 1))
    printf 'From: %s\nTo: %s\nMessage-ID: <%s@example.org>\nContent-Type: text/plain; charset=utf-8\n\n%s\n' \
        "$1" "${3:-referee@club.example}" "$n" "$2" >"c/mail/in/new/$n"
}

answer() { # FROM BODY: to the newest mail that FROM got
    letter "$1" "$2

$(grep -h '^ticket ' "$(grep -l "^Delivered-To: $1" c/mail/out/new/* | sort | tail -n 1)" | tail -n 1)"
}

@test "subjects and names with accents, long ones, in each language" {
    "$r" -C c init --address referee@club.example --name 'Der Zürcher Klub für Übermütige, « à la Française »'
    n=0
    now=1
    for words in 'en new language yes decline' 'fr nouveau langue oui refuser' 'de neu sprache ja ablehnen'; do
        # shellcheck disable=SC2086 # they are words
        set -- $words
        letter "$1@example.org" "$2 robots=1 nick=player$1 name=$title"
        "$r" -C c --now "2026-12-0${now}T08:00:00Z" tick
        answer "$1@example.org" "$4"
        "$r" -C c --now "2026-12-0${now}T08:05:00Z" tick
        answer "$1@example.org" "$3 $1"
        letter "$1@example.org" "$2 nick=player$1 name=$title"
        "$r" -C c --now "2026-12-0${now}T08:10:00Z" tick
        now=$((now + 1))
    done
    python3 - "$title" c/mail/out/new/* <<'PY'
import email, email.policy, sys
from email.header import decode_header, make_header
title, files = sys.argv[1], sys.argv[2:]
titled = accents = 0
for name in files:
    raw = open(name, 'rb').read()
    head = raw.split(b'\n\n', 1)[0].split(b'\r\n\r\n', 1)[0]
    for line in head.splitlines():
        assert len(line) <= 998, line
        assert all(b < 128 for b in line), (name, line)
        if b'=?' in line:
            assert len(line) <= 76, (name, len(line), line)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert not mail.defects, (name, mail.defects)
    for key in ('Subject', 'From', 'To', 'Reply-To'):
        values = mail.get_all(key)
        assert values and len(values) == 1, (name, key)
        assert not values[0].defects, (name, key, values[0].defects)
        assert '=?' not in values[0] and '\ufffd' not in values[0], (name, values[0])
    # The newer decoder of names puts a blank between encoded words (Python issue 35547); this doesn't.
    decoded = str(make_header(decode_header(email.message_from_bytes(raw)['From'])))
    assert decoded.startswith('Der Zürcher Klub für Übermütige, « à la Française » <'), decoded
    assert mail['From'].addresses[0].addr_spec == 'referee@club.example'
    accents += 1
    if title in mail['Subject']:
        titled += 1
    else:
        assert 'Game' not in mail['Subject'] and 'Partie' not in mail['Subject'], mail['Subject']
assert titled >= 3 and accents >= 9, (titled, accents)
PY
}
