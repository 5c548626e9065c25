#!/bin/sh
# SPDX-License-Identifier: MIT
# The pictures in docs/pictures, in a folder for each language: mails from the golden ones, and the
# replay of a game that three programs have just played: pictures.sh BUILD
set -eu
build=$1
look() { /usr/bin/python3 tests/look/look.py "$@"; }

club=$(mktemp -d)
trap 'rm -rf "$club"' EXIT
"$build/referee23" demo --keep "$club/club" >/dev/null
"$build/referee23" -C "$club/club" publish "$club/site" >/dev/null

for language in en fr de; do
    folder=docs/pictures/$language
    mkdir -p "$folder"
    case $language in en) deal=played-deal ;; *) deal=deal ;; esac
    look --pair "$folder" $language invitation $deal played-turn played-over
    look --replay "$club/site/$language/games/1.html#20" "$folder/replay.png"
done
