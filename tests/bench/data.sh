#!/bin/sh
# SPDX-License-Identifier: MIT
# What a referee with very many games does: it is filled with real ones (each record made by the rules,
# and signed), then each command is run and watched. The folder is taken away at the end.
#
#   data.sh BUILD [--json]      FINISHED=1000000 RUNNING=100000 PLAYERS=20000 PUBLISH=yes|no TMPDIR=…
#
# A million takes some 7 GB below TMPDIR, and `publish` 90 more: of more than 100,000 games nothing is published
# unless PUBLISH=yes says so.
set -eu
bin=$(realpath "$1")
json=${2:-}
here=$PWD
finished=${FINISHED:-1000000}
running=${RUNNING:-100000}
publish=$([ "$finished" -le 100000 ] && echo yes || echo no)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
d=$tmp/ref

row() { "$bin/bench/row" ${json:+"$json"} "$@"; }
calc() { awk "BEGIN { printf \"%.4f\", $1 }"; }
# A command by the clock, in processor time, and at its peak of memory.
watched() { # name, command…
    name=$1
    shift
    "$bin/bench/watch" "$tmp/took" "$@" >"$tmp/said" 2>&1 || [ "$name" = doctor ] || {
        cat "$tmp/said" >&2
        exit 1
    }
    read -r wall cpu peak _ <"$tmp/took"
    row "data: $name" "$wall" s "" 0
    row "data: $name, processor" "$cpu" s "" 0
    row "data: $name, memory" "$(calc "$peak / 1024")" MiB "" 0
}

"$bin/referee23" -C "$d" init --address referee@play.example.org >/dev/null
sed -i "s|^#templates = .*|templates = $here/templates|" "$d/referee.conf"
watched "$finished finished and $running running games made" \
    "$bin/tests/tools/games" "$d" "$finished" "$running" "${PLAYERS:-20000}"
row "data: the database" "$(calc "$(stat -c %s "$d/referee.db") / 1048576")" MiB "" 0
watched tick "$bin/referee23" -C "$d" tick
watched standings "$bin/referee23" -C "$d" standings
watched doctor "$bin/referee23" -C "$d" doctor
watched backup "$bin/referee23" -C "$d" backup "$tmp/copy"
watched export "$bin/referee23" -C "$d" export "$tmp/all.record"
watched verify "$bin/referee23" verify "$tmp/all.record"
rm -f "$tmp/all.record"
[ "${PUBLISH:-$publish}" = no ] || watched publish "$bin/referee23" -C "$d" publish "$tmp/site"
