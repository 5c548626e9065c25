#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs every test program and story named on the command line, each of which speaks TAP, shows what
# failed, and ends with the count. Fails when anything failed, when a program died, or when one
# counted nothing.
set -u
log=${BUILD:-build}/test-logs
rm -rf "$log"
mkdir -p "$log"
passed=0
failed=0
for t in "$@"; do
    name=$(basename "$t")
    case $t in
    *.bats) BUILD=${BUILD:-build} bats --tap "$t" >"$log/$name" 2>&1 ;;
    *) CMOCKA_MESSAGE_OUTPUT=TAP "$t" >"$log/$name" 2>&1 ;;
    esac
    status=$?
    ok=$(grep -c '^ok ' "$log/$name")
    bad=$(grep -c '^not ok ' "$log/$name")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] || [ $((ok + bad)) -eq 0 ]; then
        bad=$((bad + 1))
        echo "not ok - $name ended with status $status after $ok tests" | tee -a "$log/$name"
    fi
    if [ "$bad" -gt 0 ]; then
        echo "--- $name"
        grep -v '^ok ' "$log/$name" | tail -n 60
    fi
    echo "$name: $ok passed, $bad failed"
    passed=$((passed + ok))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
