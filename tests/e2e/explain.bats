#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# `referee23 explain` as the operator calls it: without a directory, and with one.

setup() {
    r=$(realpath "${BUILD:-build}")/referee23
    m=tests/mail
    unset REFEREE23_DIR
}

mail() { # TEXT
    printf 'From: Clara <clara@example.org>\nTo: referee@play.example.org\nMessage-ID: <1@example.org>\n\n%s\n' "$1"
}

@test "every mail gets one object, with its keys in order" {
    n=0
    for f in "$m"/*.eml; do
        out=$("$r" explain --json "$f")
        [ "$(wc -l <<<"$out")" -eq 1 ]
        [[ "$out" == '{"outcome":"'*'","gate":"'*'","reason":"'*'","commands":['*'],"tickets":['*'],"signed":"'*'"}' ]]
        n=$((n + 1))
    done
    [ "$n" -ge 300 ]
}

@test "a mail that acts, from a file and from standard input" {
    want='{"outcome":"act","gate":"none","reason":"Its first lines are commands, and nothing below them would be one.","commands":["play 7x2 bonus"],"tickets":["18.62.0.n2pfxw5tf3pe3xw1vnxa"],"signed":"no"}'
    [ "$("$r" explain --json $m/002-top-apple-bonus.eml)" = "$want" ]
    [ "$("$r" explain - --json <$m/002-top-apple-bonus.eml)" = "$want" ]
}

@test "for people: what it does, where it stopped, and why" {
    run "$r" explain $m/002-top-apple-bonus.eml
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "outcome  act: the referee acts on it" ]
    [ "${lines[3]}" = "commands play 7x2 bonus" ]
    run "$r" explain - < <(mail 'pass
pas force')
    [[ "$output" == *"ask: the referee would ask"*"A line begins like a command and isn't one (line 2)."* ]]
}

@test "nothing that a mail says reaches the terminal as it is" {
    run "$r" explain - < <(mail "$(printf 'help \033[2J\ninvite \302\233a')")
    [ "$status" -eq 0 ]
    [[ "$output" != *"$(printf '\033')"* && "$output" != *"$(printf '\302\233')"* ]]
}

@test "wrong usage, and files that aren't there" {
    run "$r" explain
    [ "$status" -eq 2 ]
    run "$r" explain a b
    [ "$status" -eq 2 ]
    run "$r" explain "$BATS_TEST_TMPDIR/none"
    [ "$status" -eq 1 ]
    [[ "$output" == "referee23: explain: "*"can't be read"* ]]
}

@test "with a directory nobody is believed without proof, and strangers are none" {
    d=$BATS_TEST_TMPDIR/d
    "$r" -C "$d" init --address referee@play.example.org >/dev/null
    out=$("$r" -C "$d" explain --json - < <(mail pass))
    [[ "$out" == '{"outcome":"ask","gate":"identity",'*'"commands":[],'* ]]
    out=$(REFEREE23_DIR=$d "$r" explain --json $m/334-own-mail.eml)
    [[ "$out" == '{"outcome":"drop","gate":"loop",'* ]]
    run "$r" -C "$BATS_TEST_TMPDIR/nowhere" explain $m/334-own-mail.eml
    [ "$status" -eq 78 ]
}
