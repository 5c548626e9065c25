#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions a move, counted by callgrind: the same on every machine, and not disturbed by others.
#   instructions.sh BENCH_RULES [--json]
# Two runs of different length, so that starting up doesn't count. Says nothing without valgrind.
set -eu
command -v valgrind >/dev/null || exit 0 # the row is left out
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

count() { # games -> "instructions moves"
    valgrind --tool=callgrind --callgrind-out-file="$tmp/out" "$1" --count "$2" >"$tmp/moves" 2>"$tmp/log"
    printf '%s %s\n' "$(sed -n 's/^==[0-9]*== Collected : //p' "$tmp/log")" "$(cat "$tmp/moves")"
}

few=$(count "$1" 500)
many=$(count "$1" 2500)
printf '%s %s\n' "$few" "$many" | awk '{
    n = ($3 - $1) / ($4 - $2)
    printf "%.1f\n", n
}' | while read -r n; do
    "$(dirname "$1")/row" ${2:+"$2"} "rules: a move chosen from the legal list and made" "$n" instructions
done
