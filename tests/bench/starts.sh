#!/bin/sh
# SPDX-License-Identifier: MIT
# What a run costs that has nothing to do, with few games and with very many, beside the least that a
# program can do with an SQLite database; and how long the programs take to start.
#
#   starts.sh BUILD [--json]      RUNNING=100000 FINISHED=1000000 TIMES=30 TMPDIR=…
set -eu
bin=$(realpath "$1")
json=${2:-}
here=$PWD
times=${TIMES:-30}
running=${RUNNING:-100000}
finished=${FINISHED:-1000000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

row() { "$bin/bench/row" ${json:+"$json"} "$@"; }
calc() { awk "BEGIN { printf \"%.4f\", $1 }"; }
often() { "$bin/bench/often" "$times" "$@"; }

prepare() { # folder
    "$bin/referee23" -C "$1" init --address referee@play.example.org >/dev/null
    sed -i "s|^#templates = .*|templates = $here/templates|" "$1/referee.conf"
    "$bin/tests/tools/games" "$1" 10 10
    sqlite3 "$1/referee.db" "UPDATE game SET due_at = 2000000000 + id, turn_at = 1790000000 WHERE state = 'running'"
}

# Rows as those games have them; their lines and records aren't copied, since an idle run has nothing
# to do with these.
multiply() { # folder, state, how many
    sqlite3 "$1/referee.db" "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;
        CREATE TEMP TABLE one AS SELECT * FROM game WHERE state = '$2' LIMIT 1;
        CREATE TEMP TABLE places AS SELECT seat.* FROM seat JOIN one ON seat.game = one.id;
        CREATE TEMP TABLE base AS SELECT max(id) AS id FROM game;
        INSERT INTO game (id, name, state, seats, robots, pace, creator, seed, created_at, started_at, ended_at, turn_at, due_at)
            SELECT base.id + value, name, state, seats, robots, pace, creator, seed, created_at, started_at,
                ended_at + value, turn_at, due_at + value FROM generate_series(1, $3), one, base;
        INSERT INTO seat (game, seat, player, nick, joined_at, robot)
            SELECT base.id + value, seat, player, nick, joined_at, robot
            FROM base CROSS JOIN generate_series(1, $3) CROSS JOIN places"
}

prepare "$tmp/few"
cp -r "$tmp/few" "$tmp/many"
multiply "$tmp/many" running "$running"
multiply "$tmp/many" over "$finished"
"$bin/referee23" -C "$tmp/few" tick
"$bin/referee23" -C "$tmp/many" tick
base=$(often sqlite3 "$tmp/few/referee.db" "select 1")
few=$(often "$bin/referee23" -C "$tmp/few" tick)
many=$(often "$bin/referee23" -C "$tmp/many" tick)
row "idle: a run, 10 running games" "$few" ms "sqlite3 DB 'select 1'" "$(calc "$few / $base")" most-ratio 1.5
row "idle: a run, $running running, $finished finished" "$many" ms "sqlite3 DB 'select 1'" "$(calc "$many / $base")" most-ratio 1.5
row "idle: the same" "$many" ms "10 running games" "$(calc "$many / $few")" most-ratio 1.1

mail=$tmp/mail
printf 'From: anna@example.org\nTo: referee@play.example.org\nMessage-ID: <1@example.org>\n\nstatus\n' >"$mail"
version=$(often "$bin/referee23" --version)
explain=$(often "$bin/referee23" -C "$tmp/few" explain "$mail")
row "start: referee23 --version" "$version" ms "" 0 most 3
row "start: explain of one mail" "$explain" ms "" 0 most 12
