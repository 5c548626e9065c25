#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The tutorial (docs/tutorial.md), followed by somebody who types what stands there. Only cards are
# other ones each time: where the text says which, this looks at the hand first.

setup_file() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    guide_path tutorial.md
    export HOME="$BATS_FILE_TMPDIR"
    cd "$BATS_FILE_TMPDIR" || return 1
}

setup() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    cd "$BATS_FILE_TMPDIR" || return 1
    eval "$(block '^letter[(]')"
}

hand() { # the cards of somebody's newest mail, a line each
    player23 show --json "$(newest "$1")" | sed 's/.*"hand":\[\([0-9,]*\)\].*/\1/' | tr ',' '\n'
}

kind() {
    sed -n 's/^X-23-Kind: //p' "$(newest "$1")"
}

@test "the operator opens a club, and the doctor is content" {
    follow '^referee23 -C club init'
}

@test "anna opens a game and says yes" {
    follow '^letter anna'
    [ "$(kind anna)" = confirm ]
    follow '^echo yes . answer anna'
    [ "$(kind anna)" = lobby ]
    [ "$(kind bruno)" = invitation ]
}

@test "the others join, and the cards are dealt" {
    follow 'three sunny days'
    for who in anna bruno clara; do
        [ "$(kind $who)" = deal ]
        [ "$(hand $who | wc -l)" -eq 15 ]
    done
    referee23 -C club record 1 --public | grep -x 'seat bruno three sunny days'
}

@test "discards are three cards that are really there" {
    for who in anna bruno clara; do
        echo "discard $(hand $who | tail -n 3 | tr '\n' ' ')" | answer $who
    done
    referee23 -C club tick
    kinds="$(kind anna) $(kind bruno) $(kind clara)"
    [ "$(echo "$kinds" | tr ' ' '\n' | grep -cx turn)" -eq 1 ]
}

@test "a wrong move is refused with the reason, and changes nothing" {
    before=$(referee23 -C club record 1 --public)
    for who in anna bruno clara; do
        [ "$(kind $who)" = turn ] && break
    done
    echo "24" | answer "$who"
    referee23 -C club tick
    [ "$(kind "$who")" = unclear ] || [ "$(kind "$who")" = refused ]
    [ "$(referee23 -C club record 1 --public)" = "$before" ]
}

@test "everybody gives up, robots play on, and the record proves it all" {
    follow 'echo resign'
    follow '^referee23 -C club record 1'
    [ -s game-1.record ]
    run referee23 verify game-1.record
    [ "$status" -eq 0 ]
    # Whoever changes a word of the past is found out.
    sed 's/^seat bruno three sunny days$/seat bruno three rainy days/' game-1.record >changed.record
    run referee23 verify changed.record
    [ "$status" -eq 1 ]
    [[ "$output" == *"changed.record: line "* ]]
}
