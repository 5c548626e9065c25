#!/bin/sh
# SPDX-License-Identifier: MIT
# Test programs and stories for run.sh, one after the other: runs each, says at once and in one piece how
# it went, and leaves the three numbers (passed, failed, skipped) in $TEST_LOG/NAME.count, what it
# printed in $TEST_LOG/NAME.
set -u
# bats and cmocka; the latter says "not ok" of what it skips.
skip='^(not )?ok [0-9]+ (.* )?# (SKIP|skip)'

say() {
    if [ "$bad" -gt 0 ]; then
        echo "--- $name"
        # What isn't fine, and of each no more than one likes to read.
        awk '/^(not )?ok / { n = 0 } !/^ok / && n++ < 40' "$log" | tail -n 400
    fi
    omission=
    if [ "$omitted" -gt 0 ]; then
        echo "--- $name can't try here"
        grep -a -E -B 1 "$skip" "$log" | grep -a -E "^#|$skip"
        omission=", $omitted skipped"
    fi
    echo "$name: $ok passed, $bad failed$omission ($seconds s)"
}

run() {
    t=$1
    name=$(basename "$t")
    log=$TEST_LOG/$name
    began=$(date +%s)
    case $t in
    *.bats) bats --tap "$t" >"$log" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$t" >"$log" 2>&1 ;;
    esac
    status=$?
    seconds=$(($(date +%s) - began))

    # Whatever bytes a test prints, they are text (-a).
    omitted=$(grep -a -cE "$skip" "$log")
    ok=$(grep -a -vE "$skip" "$log" | grep -a -c '^ok ')
    bad=$(grep -a -vE "$skip" "$log" | grep -a -c '^not ok ')
    told=$((ok + bad + omitted))
    announced=$(awk '/^1\.\.[0-9]+$/ { n += substr($0, 4) } END { print n + 0 }' "$log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] || [ $told -eq 0 ] || [ $told -lt "$announced" ]; then
        bad=$((bad + 1))
        echo "not ok - $name ended with status $status after $told of $announced tests" >>"$log"
    fi

    # In one write, since others speak at the same time.
    said=$(say)
    printf '%s\n' "$said"
    echo "$ok $bad $omitted" >"$log.count"
}

for test in "$@"; do
    run "$test"
done
