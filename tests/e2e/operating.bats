#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The operator's guide (docs/operating.md), followed from its first line to its last. Servers that it
# names aren't there: what is shown for them has to be understood, and the doctor to say that they are down.

setup_file() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    guide_path operating.md
    export HOME="$BATS_FILE_TMPDIR"
}

setup() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    cd "$BATS_FILE_TMPDIR" || return 1
}

mail_from() { # mail_from WHO <WORDS
    { printf 'From: %s@example.org\nMessage-ID: <%s@example.org>\n\n' "$1" "$(date +%s%N)"; cat; } \
        >"club/mail/in/new/$(date +%s%N)"
}

answer_newest() { # answer_newest WHO <WORDS
    newest=$(grep -l "^Delivered-To: $1@" club/mail/out/new/* | tail -n 1)
    { cat; grep '^ticket ' "$newest" | tail -n 1; } | mail_from "$1"
}

# In the place of the settings that are there, for the doctor to look at; then as before.
with_settings() {
    cp club/referee.conf before.conf
    block "$1" | sed 's/mail\.example\.org/127.0.0.1:1/' >these.conf
    [ -s these.conf ]
    # The groups that are shown replace the file's.
    awk 'FNR == NR { if (/^\[/) shown[$0] = 1; next } /^\[/ { hide = $0 in shown } !hide' \
        these.conf before.conf >club/referee.conf
    cat these.conf >>club/referee.conf
    run referee23 -C club doctor
    cp before.conf club/referee.conf
}

@test "a new referee, and the doctor is content" {
    follow '^referee23 -C club init'
    [ -f club/keys/referee.key ]
}

@test "the three ways of getting mail are understood" {
    follow '^printf .*mail-password'
    [ "$(stat -c %a club/keys/mail-password)" = 600 ]
    with_settings '^kind = imap'
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad receiving: "* && "$output" == *"bad sending: "* ]]
    [[ "$output" == *"ok  configuration: "* ]]
    with_settings '^kind = none'
    [[ "$output" == *"ok  configuration: "* ]]
    with_settings '^kind = maildir'
    [ "$status" -eq 0 ]
}

@test "tags are tried, and come through a Maildir" {
    follow '^referee23 -C club doctor --send'
    mv club/mail/out/new/* club/mail/in/new/ # as a mail server that knows tags would
    referee23 -C club tick
    run referee23 -C club doctor
    [ "$status" -eq 0 ]
    [[ "$output" == *"ok  tags: "* && "$output" != *"never tried"* ]]
}

@test "the first game" {
    for who in anna bruno; do
        echo "nick $who" | mail_from $who
        referee23 -C club tick
        echo yes | answer_newest $who
    done
    referee23 -C club tick
    follow '^referee23 -C club game new'
    referee23 -C club tick
    grep -q '^X-23-Kind: invitation' club/mail/out/new/*
}

@test "day by day" {
    follow '^referee23 -C club game list'
    for name in last_run_timestamp_seconds games_overdue mails_unsent_oldest_timestamp_seconds; do
        grep -q "referee23_$name" "$GUIDE"
        referee23 -C club stats --prometheus here.prom
        grep -q "^referee23_$name " here.prom
    done
}

@test "a backup, and back" {
    follow '^referee23 -C club backup'
    follow '^rm -f club/referee.db'
    referee23 -C club player list | grep -q anna
}

@test "another machine" {
    follow '^cp -a club'
    [ "$(referee23 -C club game list)" = "$(referee23 -C club-on-another-machine game list)" ]
}

@test "the clock has jumped" {
    referee23 -C club --now 2031-01-01T12:00:00Z tick
    run referee23 -C club --now 2031-01-01T12:00:00Z clock
    [ "$status" -eq 1 ]
    referee23 -C club --now 2031-01-01T12:05:00Z clock accept
    referee23 -C club --now 2031-01-01T12:10:00Z tick
    referee23 -C club --now 2031-01-01T12:10:00Z clock
    grep -q '^referee23 -C club clock accept' "$GUIDE"
}

@test "every command and setting that is named is there" {
    n=0
    for words in $(grep -o '`\(player\|game\|mail\) [a-z-]*' "$GUIDE" | tr -d '`' | tr ' ' ':' | sort -u); do
        referee23 "${words%:*}" --help | grep -q "^  ${words#*:}\( \|$\)" || { echo "$words"; return 1; }
        n=$((n + 1))
    done
    [ "$n" -ge 10 ]
    n=0
    for key in subaddress from templates mails-an-hour strangers-answers-a-day keep; do
        grep -q "$key" "$GUIDE"
        grep -qE "^#?$key = " club/referee.conf
        n=$((n + 1))
    done
    [ "$n" -eq 6 ]
}
