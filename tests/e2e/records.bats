#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Records from the command line: every vector through the programs themselves, as a stranger with a
# file would check it.

setup() {
    r=$(realpath "${BUILD:-build}")/referee23
    v=tests/vectors
}

@test "every good record verifies, by its own key and by that key given" {
    run "$r" verify $v/*.record
    [ "$status" -eq 0 ]
    [ "$(grep -c ': ok$' <<<"$output")" -eq 34 ]
    n=0
    for f in "$v"/*.record; do
        key=$(sed -n 's/^key //p' "$f")
        [ "$("$r" verify --key "$key" "$f" 2>&1)" = "$f: ok" ]
        n=$((n + 1))
    done
    [ "$n" -eq 34 ]
}

@test "every bad record is rejected, and the right line named" {
    n=0
    for f in "$v"/bad/*.record; do
        run "$r" verify "$f"
        [ "$status" -eq 1 ]
        [[ "$output" == *"$f: $(cat "${f%.record}.expect"): "* ]]
        n=$((n + 1))
    done
    [ "$n" -eq 68 ]
}

@test "every replay is right to the byte, and silent beside it" {
    n=0
    for f in "$v"/*.record; do
        "$r" replay --json "$f" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err"
        cmp "$BATS_TEST_TMPDIR/out" "${f%.record}.states"
        [ ! -s "$BATS_TEST_TMPDIR/err" ]
        n=$((n + 1))
    done
    [ "$n" -eq 34 ]
}

@test "a pipe can be checked too" {
    "$r" verify <(cat $v/001.record) 2>/dev/null
}
