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

# Puts the settings of a block in the place of those that are there; before.conf is as it was.
settings() {
    cp club/referee.conf before.conf
    block "$1" | sed 's/mail\.example\.org/127.0.0.1:1/' >these.conf
    [ -s these.conf ]
    # The groups that are shown replace the file's.
    awk 'FNR == NR { if (/^\[/) shown[$0] = 1; next } /^\[/ { hide = $0 in shown } !hide' \
        these.conf before.conf >club/referee.conf
    cat these.conf >>club/referee.conf
}

# What has to fail: with a ! alone it may do what it likes.
no() {
    if "$@"; then return 1; fi
}

# For the doctor to look at; then as before.
with_settings() {
    settings "$1"
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
    echo join | answer_newest bruno
    echo 'join nick=clara' | answer_newest clara
    referee23 -C club tick
    referee23 -C club game list | grep -q running
}

@test "day by day" {
    follow '^referee23 -C club game list'
    for name in last_run_timestamp_seconds games_overdue mails_unsent_oldest_timestamp_seconds; do
        grep -q "referee23_$name" "$GUIDE"
        referee23 -C club stats --prometheus here.prom
        grep -q "^referee23_$name " here.prom
    done
}

@test "what is over stays, and is shown" {
    for words in 'new robots=1' resign yes; do # a robot plays on
        echo "$words" | answer_newest anna
        referee23 -C club tick
    done
    referee23 demo --keep played >/dev/null
    cp played/game-1.record others.records
    follow '^referee23 -C club export'
    follow '^referee23 -C club publish'
    [ -f site/en/games/2.html ]
    grep -q noindex site/en/index.html
    own=$(referee23 -C club doctor | sed -n "s/^ok  keys: the referee's public key is //p")
    other=$(sed -n 's/^key //p' others.records)
    grep -q "under another referee" "site/en/games/$other-1.html"
    for key in "$own" "$other"; do
        referee23 standings --from site/records.txt --key "$key" | grep -q .
    done
    no grep -rqE '[a-z]+@[a-z]+\.(org|example)' site
}

@test "published by itself, for everybody" {
    settings '^site = /var/www/23'
    sed -i "s|/var/www/23|$BATS_FILE_TMPDIR/www|; s/^public = yes/public = no/" club/referee.conf
    run referee23 -C club publish
    [ "$status" -eq 1 ] && [ ! -e www ]
    sed -i 's/^public = no/public = yes/' club/referee.conf
    block 'club publish >' | sed "s/^[*/5 ]*//; s|/path/to/club|club|g" >every-five-minutes
    run sh every-five-minutes
    [ "$status" -eq 0 ] && [ -z "$output" ]
    no grep -q noindex www/en/index.html
    grep -q "Card evenings in Berlin" www/en/index.html
    # as somebody else's web server finds it
    [ -z "$(find www -type d ! -perm -o=rx)$(find www -type f ! -name '.*' ! -perm -o=r)" ]
    [ -f "www/en/players/@anna.html" ]
    echo "private yes" | answer_newest anna
    referee23 -C club tick
    sh every-five-minutes
    [ ! -e "www/en/players/@anna.html" ]
    no grep -lw anna www/games.js www/en/index.html www/en/standings.html www/en/feed.xml
    grep -qw anna www/records.txt
    cp before.conf club/referee.conf
}

@test "a backup, and back" {
    follow '^referee23 -C club backup club-today'
    follow '^rm -f club/referee.db'
    referee23 -C club player list | grep -q anna
}

@test "another machine, another version" {
    follow '^cp -a club'
    [ "$(referee23 -C club game list)" = "$(referee23 -C club-on-another-machine game list)" ]
    follow '^referee23 -C club backup club-before'
    [ -f club-before.db ]
}

@test "the journal, and what its lines mean" {
    n=$(journal_rows | wc -l)
    [ "$n" -gt 10 ]
    [ "$(sed -n '/^| event | with/,/^$/{ /^| `/p; }' "$GUIDE")" = "$(journal_rows)" ]
    settings '^to = journal.log'
    echo games | mail_from anna
    referee23 -C club tick
    cp before.conf club/referee.conf
    # The lines that the guide shows are of this kind.
    for event in mail sent run; do
        grep -qE "^time=[0-9TZ:-]{20} event=$event " club/journal.log
        grep -qE "^time=[0-9TZ:-]{20} event=$event " "$GUIDE"
    done
}

@test "the doctor is asked first, and all that it looks at is in the guide" {
    n=0
    for what in $(referee23 -C club doctor --json | sed -n 's/.*"what": "\(.*\)".*/\1/p' | sort -u); do
        n=$((n + 1))
        grep -q "^| .*\`$what\`.* | " "$GUIDE" || { echo "nothing of $what"; return 1; }
    done
    [ "$n" -ge 14 ]
}

@test "when the clock has jumped, the doctor sees it" {
    cp -a club kept
    referee23 -C club --now 2031-01-01T12:00:00Z tick
    run referee23 -C club --now 2031-01-01T12:00:00Z doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad clock: "*"referee23 clock accept"* ]]
    run referee23 -C club --now 2031-01-01T12:00:00Z clock
    [ "$status" -eq 1 ]
    follow '^referee23 -C club clock accept' \
        's/club/club --now 2031-01-01T12:05:00Z/; s/clock$/clock || true/'
    referee23 -C club --now 2031-01-01T12:10:00Z tick
    referee23 -C club --now 2031-01-01T12:10:00Z clock
    rm -r club
    mv kept club
}

@test "when the disk is full, the doctor sees it" {
    unshare --mount --map-root-user true 2>/dev/null || skip "no file system can be mounted here"
    mkdir small
    # shellcheck disable=SC2016 # said in there
    run unshare --mount --map-root-user sh -c '
        mount -t tmpfs -o size=2m none small && cp -a club small/ &&
        { cat /dev/zero >small/rest || true; } 2>/dev/null
        referee23 -C small/club doctor'
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad disk: 0 MB are free for "* ]]
}

@test "when a key is missing, the doctor sees it" {
    mv club/keys/database.key elsewhere
    run referee23 -C club doctor
    mv elsewhere club/keys/database.key
    [ "$status" -ne 0 ]
    [[ "$output" == *"bad permissions: "*"keys/database.key"* ]]
}

@test "when a machine floods the referee, the doctor sees it" {
    cp -a club flooded
    for i in $(seq 250); do
        printf 'From: robot@example.org\nAuto-Submitted: auto-replied\nMessage-ID: <r%s@example.org>\n\nx\n' \
            "$i" >"flooded/mail/in/new/$i"
    done
    referee23 -C flooded tick
    run referee23 -C flooded doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad mails: "*" were dropped: a machine writes to you"* ]]
    [ "$(referee23 -C flooded mail list --all | grep -c automatic)" -ge 250 ]
    follow '^referee23 -C club mail list --all'
}

@test "when a mail is held" {
    printf 'From: anna@example.org\nFrom: bruno@example.org\n\nhello\n' >club/mail/in/new/two
    referee23 -C club tick
    held=$(referee23 -C club mail list | sed -n 's/^\(in-[0-9]*\) .*/\1/p')
    [ -n "$held" ]
    follow '^referee23 -C club mail retry' "s/in-7\([^.]\|$\)/$held\1/"
    grep -q '^From: bruno' in-7.eml
    referee23 -C club tick
    referee23 -C club mail list | grep "^$held .*hold"
    follow '^referee23 -C club mail drop' "s/in-7/$held/"
    [ -z "$(referee23 -C club mail list | grep "^$held ")" ]
}

@test "when a player can't play on, has lost the key, or misbehaves" {
    echo 'nick dora' | mail_from dora
    referee23 -C club tick
    echo yes | answer_newest dora
    referee23 -C club tick
    follow '^referee23 -C club player drop-key' 's/$/ || true/' # there is none
    follow '^referee23 -C club player mute'
    follow '^referee23 -C club announce'
    follow '^referee23 -C club game extend' 's/ 14 / 1 /; s/example\.net/example.org/'
    follow '^referee23 -C club game show' 's/14/1/'
    referee23 -C club game show 1 | grep -q 'operator .* seat .* dora'
    follow '^referee23 -C club game cancel' 's/14/1/'
    follow '^referee23 -C club player forget'
    referee23 -C club tick
    referee23 -C club player list | grep -q '^bruno .*forgotten'
}

@test "every block for a shell was followed" {
    [ "$(wc -l <"$BATS_FILE_TMPDIR/followed")" -gt 40 ]
    [ -z "$(not_followed)" ] || { not_followed; return 1; }
}

@test "every command and setting that is named is there" {
    n=0
    for words in $(grep -v '^| `' "$GUIDE" | grep -oE '(`|-C club )(player|game|mail) [a-z-]*' | sed 's/`//; s/-C club //' | tr ' ' ':' | sort -u); do
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
