#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What measures works, with few mails and games: every row comes, in both forms. The figures themselves
# are nobody's business here.

setup() {
    bin=$(realpath "${BUILD:-build}")
    export TMPDIR=$BATS_TEST_TMPDIR
}

rows() { # least
    value='(null|[0-9]+\.[0-9]+)'
    text='(null|"[^"]+")'
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -ge "$1" ]
    for line in "${lines[@]}"; do
        [[ "$line" =~ ^\{\"name\":$text,\"value\":$value,\"unit\":$text,\"against\":$text,\"ratio\":$value,\"must\":$text,\"reached\":(null|true|false)\}$ ]]
    done
}

@test "a turn is measured, beside its floor, and the peer that isn't there is named" {
    PEER='' MAILS=4 MORE=8 run sh tests/bench/turn.sh "$bin" --json
    rows 10
    [[ "$output" == *"npm libraries: not installed"* ]]
    [[ "$output" == *'"name":"memory: hub, 8 mails"'* ]]
}

@test "idle runs and starts are measured" {
    RUNNING=20 FINISHED=50 TIMES=2 run sh tests/bench/starts.sh "$bin" --json
    rows 5
}

@test "data is made, and every command tried on it" {
    FINISHED=30 RUNNING=5 PLAYERS=12 run sh tests/bench/data.sh "$bin" --json
    rows 20
    for name in tick standings doctor backup export verify publish; do
        [[ "$output" == *"\"data: $name\""* ]]
    done
}

@test "a miss is shown, and is no failure" {
    run "$bin/bench/row" "a thing" 3 ms "another" 0.5 least-ratio 10
    [ "$status" -eq 0 ]
    [[ "$output" == *" NO" ]]
    run "$bin/bench/row" --json "a thing" 3 ms "" 0 most 4
    [[ "$output" == *'"must":"at most 4 ms","reached":true}' ]]
}
