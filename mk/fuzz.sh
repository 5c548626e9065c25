#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes one target for so many seconds: fuzz.sh PROGRAM SECONDS. What it learns stays beside the
# program; what kills it is named, to be put into the corpus with what mends it.
set -eu
program=$1
seconds=$2
name=${program##*/fuzz_}
learnt=$program.corpus
mkdir -p "$learnt"
seeds=tests/fuzz/corpus/$name
case $name in
read | newtext) seeds="$seeds tests/mail" ;;
mailfile) seeds="$seeds tests/mail tests/player" ;;
post) seeds="$seeds tests/post" ;;
record) seeds="$seeds tests/vectors tests/vectors/bad" ;;
esac
words=
[ ! -f "tests/fuzz/$name.dict" ] || words="-dict=tests/fuzz/$name.dict"
# shellcheck disable=SC2086 # lists of words
exec "$program" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=4096 \
    -artifact_prefix="$program." -print_final_stats=1 $words "$learnt" $seeds
