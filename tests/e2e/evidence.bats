#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A game at which everybody signs with another program (mk/keys.sh, in short), and what becomes of
# its evidence: checked, exported, brought to another referee, printed.

bats_require_minimum_version 1.5.0

setup_file() {
    bin=$(realpath "${BUILD:-build}")
    export PATH="$bin:$PATH" dir="$BATS_FILE_TMPDIR/keys"
    BUILD=$bin mk/keys.sh --short --keep "$dir" >"$BATS_FILE_TMPDIR/said"
    gpgconf --homedir "$dir/gnupg" --kill all || true
}

setup() {
    cd "$dir" || return 1
}

expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

@test "four programs sign a game, and check it" {
    cat "$BATS_FILE_TMPDIR/said"
    grep -qx '  game-1.evidence: ok, it proves 12 moves and discards' "$BATS_FILE_TMPDIR/said"
    grep -q '^  forged: line [0-9]*: what stands below was not what is sealed here' "$BATS_FILE_TMPDIR/said"
    [ "$(grep -c "'s first by .*: good" "$BATS_FILE_TMPDIR/said")" -eq 4 ]
    [ "$(grep -c 'answers without a signature: refused' "$BATS_FILE_TMPDIR/said")" -eq 1 ]
}

@test "without gpg's key its signatures are left unchecked, and that is no success" {
    run referee23 verify --evidence game-1.evidence game-1.record
    expect 75 "not checked: 3 signatures of OpenPGP"
    [[ "$output" == *"game-1.evidence: holds as far as it was checked"* && "$output" != *"it proves"* ]]
    run referee23 verify --evidence game-1.evidence --openpgp game-1.record game-1.record
    expect 75 "not checked: 3 signatures of OpenPGP"
    run -0 --separate-stderr referee23 verify --json --evidence game-1.evidence \
        --openpgp david.asc game-1.record
    [ "${lines[1]}" = '{"file":"game-1.evidence","evidence":true,"ok":true,"proofs":12,"unchecked":0,"by_operator":0}' ]
}

@test "player23 checks it as well" {
    run player23 verify --evidence game-1.evidence --openpgp david.asc game-1.record
    expect 0 "game-1.evidence: ok, it proves 12 moves and discards"
}

@test "what is asked wrongly is said" {
    run referee23 verify --evidence game-1.evidence game-1.record game-1.record
    expect 2 "--evidence goes with one FILE"
    run referee23 verify --evidence nothing game-1.record
    expect 75 "nothing: can't be opened"
    run referee23 verify --evidence game-1.record game-1.record
    expect 1 "game-1.record: line 1: "
}

@test "export carries it, import checks and keeps it, and it comes out as it was" {
    rm -rf all other again
    referee23 -C club export all
    cat game-1.record game-1.evidence | cmp - all
    run referee23 verify --openpgp david.asc all
    expect 0 "all: ok, 1 record, 1 with evidence"
    referee23 -C other init --address other@club.example
    run referee23 -C other import all
    expect 0 "1 records new"
    key=$(sed -n 's/^key \([0-9a-f]*\)$/\1/p' game-1.record)
    referee23 -C other record "${key:0:8}/1" --evidence | cmp - game-1.evidence
    referee23 -C other export again
    cmp all again
    run referee23 -C club import all
    expect 0 "1 known already"
}

@test "import leaves out evidence that fails, and names its line" {
    rm -rf bad third
    { cat game-1.record; sed 's/^\(proof [0-9]* anna \)...../\100000/' game-1.evidence; } >bad
    referee23 -C third init --address third@club.example
    run referee23 -C third import bad
    expect 1 "was not what is sealed here"
    run referee23 -C third import game-1.evidence
    expect 1 "evidence without a record that holds before it"
}
