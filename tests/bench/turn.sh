#!/bin/sh
# SPDX-License-Identifier: MIT
# A turn: one tick over a Maildir of replies, each of which moves a game and is told to three players;
# beside a floor (floor.c) and the same built of npm libraries (PEER, a folder with peer.mjs and its
# node_modules), in turns on the same disk. And how much memory that takes, with ten times as many.
#
#   turn.sh BUILD [--json]      MAILS=2000 MORE=20000 PEER=DIR TMPDIR=…
set -eu
bin=$(realpath "$1")
json=${2:-}
here=$PWD
mails=${MAILS:-2000}
more=${MORE:-$((10 * mails))}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

row() { "$bin/bench/row" ${json:+"$json"} "$@"; }
calc() { awk "BEGIN { printf \"%.4f\", $1 }"; }
field() { cut -d' ' -f"$1" "$tmp/took"; }
peak() { sed -n "s/.* $1=\([0-9]*\).*/\1/p" "$tmp/took"; }
seconds=1796025600
at() { date -u -d "@$((seconds + $1))" +%Y-%m-%dT%H:%M:%SZ; }

# A referee with so many games, each with a reply waiting: made once, copied for each run.
prepare() { # folder, games
    "$bin/referee23" -C "$1" init --address referee@play.example.org >/dev/null
    sed -i "s|^#templates = .*|templates = $here/templates|; s|^mails-an-hour.*|mails-an-hour = 100000|
        s|^subaddress.*|subaddress = yes|" "$1/referee.conf"
    "$bin/bench/turns" make "$1" "$2"
    "$bin/referee23" -C "$1" --now "$(at 3600)" tick
    [ "$("$bin/bench/turns" reply "$1")" -eq "$2" ]
}

# A place for the next run. None is deleted while others are measured: for some seconds ext4 goes through
# all that was freed, for each file that it makes.
runs=0
another() {
    runs=$((runs + 1))
    run=$tmp/run-$runs
}

ours() { # folder, batch: leaves its figures in took
    another
    cp -r "$1" "$run"
    sed -i "s|^batch = .*|batch = $2|" "$run/referee.conf"
    sync
    "$bin/bench/watch" "$tmp/took" "$bin/referee23" -C "$run" --now "$(at 7800)" tick
    sent=$(find "$run/mail/out/new" -type f | wc -l)
    left=$(find "$run/mail/in/new" -type f | wc -l)
    if [ "$left" -ne 0 ] || [ "$sent" -eq 0 ]; then
        echo "turn: not all was done" >&2
        exit 1
    fi
}

floor() { # batch
    another
    mkdir -p "$run/out/new" "$run/out/tmp"
    cp -r "$tmp/few/mail/in" "$run/in"
    sync
    "$bin/bench/watch" "$tmp/took" "$bin/bench/floor" "$run/in" "$run/out" "$run/db" 3 "$1" >/dev/null
}

peer() { # batch
    another
    cp -r "$tmp/peer" "$run"
    sync
    "$bin/bench/watch" "$tmp/took" node "$PEER/peer.mjs" run "$run" --batch "$1" >/dev/null
}

prepare "$tmp/few" "$mails"
with_peer=
if [ -n "${PEER:-}" ] && [ -d "$PEER/node_modules" ] && command -v node >/dev/null; then
    with_peer=yes
    node "$PEER/peer.mjs" make "$tmp/peer" --games "$mails" >/dev/null
fi
for batch in 1 100; do
    name="turn: mails acted on, $batch a transaction"
    ours "$tmp/few" "$batch"
    wall=$(field 1) cpu=$(field 2) hub=$(peak referee23) reader=$(peak read) poster=$(peak post)
    rate=$(calc "$mails / $wall")
    floor "$batch"
    row "$name" "$rate" mails/s "parse, a row, three files" "$(calc "$(field 1) / $wall")" least-ratio 0.5
    cpu_floor=$(field 2)
    row "turn: processor time, $batch a transaction" "$(calc "$cpu * 1000 / $mails")" ms/mail \
        "parse, a row, three files" "$(calc "$cpu / $cpu_floor")"
    if [ "$with_peer" ]; then
        must=10
        [ "$batch" = 1 ] || must=20
        peer "$batch"
        row "$name" "$rate" mails/s "npm libraries ($(calc "$mails / $(field 1)" | cut -c1-6)/s)" \
            "$(calc "$(field 1) / $wall")" least-ratio "$must"
        row "turn: processor time, $batch a transaction" "$(calc "$cpu * 1000 / $mails")" ms/mail \
            "npm libraries ($(calc "$(field 2) * 1000 / $mails" | cut -c1-5) ms)" "$(calc "$(field 2) / $cpu")" least-ratio 20
    else
        row --missing "$name" "npm libraries: not installed (PEER=DIR, docs/speed.md)"
    fi
done
if [ "$more" -gt 0 ]; then
    prepare "$tmp/many" "$more"
    ours "$tmp/many" 100
    much=$(peak referee23)
    row "memory: hub, $more mails" "$(calc "$much / 1024")" MiB "with $mails" "$(calc "$much / $hub")" most 16
    row "memory: read" "$(calc "$(peak read) / 1024")" MiB "with $mails" "$(calc "$(peak read) / $reader")" most 32
    row "memory: post" "$(calc "$(peak post) / 1024")" MiB "with $mails" "$(calc "$(peak post) / $poster")"
fi
row "memory: hub, $mails mails" "$(calc "$hub / 1024")" MiB "" 0 most 16
