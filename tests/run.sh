#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test program and story named on the command line, each of which speaks TAP, shows what
# failed or was skipped, and ends with the count. Fails when anything failed, when a program died, or
# when one counted nothing or less than it had announced.
# So does a test that leaves the folder of temporary files other than it was for everybody else.
# As many run at a time as there are cores (JOBS), but one after the other those that start servers or
# a browser, on ports that were free a moment ago.
set -u
export BUILD="${BUILD:-build}"
export TEST_LOG="$BUILD/test-logs"
one=$(dirname "$0")/run-one.sh
jobs=${JOBS:-$(nproc)}
rm -rf "$TEST_LOG"
mkdir -p "$TEST_LOG"
temporary=${TMPDIR:-/tmp}
rights=$(stat -c '%a %U' "$temporary")

servers=
others=
for t in "$@"; do
    case $t in
    *.py) servers="$servers $t" ;;
    *.bats)
        if grep -qE 'lib-(dovecot|postfix|receive)' "$t"; then
            servers="$servers $t"
        else
            others="$t $others" # long ones, so first
        fi
        ;;
    *) others="$others $t" ;;
    esac
done

# One line of names is done in its order, the lines beside each other.
# shellcheck disable=SC2086 # names of ours, without blanks
printf '%s\n' "$servers" $others | xargs -r -L 1 -P "$jobs" sh "$one"

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
if [ "$(stat -c '%a %U' "$temporary")" != "$rights" ]; then
    echo "not ok - a test has changed the rights of $temporary, which were $rights"
    failed=$((failed + 1))
fi
[ "$skipped" -eq 0 ] || echo "$skipped skipped: what can't be tried here, named above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
