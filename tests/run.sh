#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test program and story named on the command line, each of which speaks TAP, shows what
# failed or was skipped, and ends with the count. Fails when anything failed, when a program died, or
# when one counted nothing or less than it had announced.
set -u
log=${BUILD:-build}/test-logs
rm -rf "$log"
mkdir -p "$log"
passed=0
failed=0
skipped=0
# bats and cmocka; the latter says "not ok" of what it skips.
skip='^(not )?ok [0-9]+ (.* )?# (SKIP|skip)'
for t in "$@"; do
    name=$(basename "$t")
    case $t in
    *.bats) BUILD=${BUILD:-build} bats --tap "$t" >"$log/$name" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$t" >"$log/$name" 2>&1 ;;
    esac
    status=$?
    # Whatever bytes a test prints, they are text (-a).
    omitted=$(grep -a -cE "$skip" "$log/$name")
    ok=$(grep -a -vE "$skip" "$log/$name" | grep -a -c '^ok ')
    bad=$(grep -a -vE "$skip" "$log/$name" | grep -a -c '^not ok ')
    told=$((ok + bad + omitted))
    announced=$(awk '/^1\.\.[0-9]+$/ { n += substr($0, 4) } END { print n + 0 }' "$log/$name")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] || [ $told -eq 0 ] || [ $told -lt "$announced" ]; then
        bad=$((bad + 1))
        echo "not ok - $name ended with status $status after $told of $announced tests" |
            tee -a "$log/$name"
    fi
    if [ "$bad" -gt 0 ]; then
        echo "--- $name"
        # What isn't fine, and of each no more than one likes to read.
        awk '/^(not )?ok / { n = 0 } !/^ok / && n++ < 40' "$log/$name" | tail -n 400
    fi
    if [ "$omitted" -gt 0 ]; then
        echo "--- $name can't try here"
        grep -a -E -B 1 "$skip" "$log/$name" | grep -a -E "^#|$skip"
        omission=", $omitted skipped"
    else
        omission=
    fi
    echo "$name: $ok passed, $bad failed$omission"
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + omitted))
done
[ "$skipped" -eq 0 ] || echo "$skipped skipped: what can't be tried here, named above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
