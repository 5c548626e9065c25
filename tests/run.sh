#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test program and story named on the command line, each of which speaks TAP, shows what
# failed or was skipped, and ends with the count. Fails when anything failed, when a program died, or
# when one counted nothing or less than it had announced.
# Stories (*.bats) and browsers (*.py) start servers on ports that were free a moment ago: they run one
# after the other, and the programs beside them, on what cores are left (JOBS: how many in all).
set -u
export BUILD="${BUILD:-build}"
export TEST_LOG="$BUILD/test-logs"
one=$(dirname "$0")/run-one.sh
jobs=${JOBS:-$(nproc)}
rm -rf "$TEST_LOG"
mkdir -p "$TEST_LOG"

stories=
programs=
for t in "$@"; do
    case $t in
    *.bats | *.py) stories="$stories $t" ;;
    *) programs="$programs $t" ;;
    esac
done

# shellcheck disable=SC2086 # names of ours, without blanks
{
    if [ "$jobs" -gt 1 ]; then
        echo $stories | xargs -r -n 1 sh "$one" &
        echo $programs | xargs -r -n 1 -P $((jobs - 1)) sh "$one"
        wait
    else
        echo $programs $stories | xargs -r -n 1 sh "$one"
    fi
}

# Each has left how many passed, failed and were skipped; one that hasn't is a failure.
passed=0
failed=0
skipped=0
for t in "$@"; do
    if ! read -r ok bad omitted <"$TEST_LOG/$(basename "$t").count"; then
        echo "not ok - $(basename "$t") left no count"
        ok=0 bad=1 omitted=0
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + omitted))
done
[ "$skipped" -eq 0 ] || echo "$skipped skipped: what can't be tried here, named above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
