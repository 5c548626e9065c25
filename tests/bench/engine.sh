#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules beside boardgame.io's engine, which the npm peer (PEER) puts its moves through.
#   engine.sh BUILD [--json]
set -eu
bin=$1
json=${2:-}
name="rules: moves chosen from the legal list and made"
if [ -z "${PEER:-}" ] || [ ! -d "$PEER/node_modules" ] || ! command -v node >/dev/null; then
    "$bin/bench/row" ${json:+"$json"} --missing "$name" "boardgame.io: not installed (PEER=DIR: docs/speed.md)"
    exit 0
fi
took=$(mktemp)
trap 'rm -f "$took"' EXIT
# In processor time, as ours are.
moves=$("$bin/bench/watch" "$took" node "$PEER/peer.mjs" engine --games 400 |
    sed 's/.*"moves":\([0-9]*\).*/\1/')
theirs=$(awk -v moves="$moves" '{ printf "%.0f", moves / $2 }' "$took")
ours=$("$bin/bench/bench_rules" --json | sed -n 's/.*chosen from the legal list.*"value":\([0-9.]*\).*/\1/p')
"$bin/bench/row" ${json:+"$json"} "$name" "$ours" moves/s "boardgame.io ($theirs/s)" \
    "$(awk "BEGIN { printf \"%.1f\", $ours / $theirs }")"
