#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Signing with minisign and ssh-keygen (docs/keys.md), followed by somebody who types what stands
# there; then a move of each, whatever the cards are.

setup_file() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    guide_path keys.md
    export HOME="$BATS_FILE_TMPDIR"
    cd "$BATS_FILE_TMPDIR" || return 1
}

setup() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    cd "$BATS_FILE_TMPDIR" || return 1
    eval "$(block '^letter[(]')"
    eval "$(block '^signed_anna[(]')"
    eval "$(block '^signed_bruno[(]')"
    eval "$(block '^move[(]')"
    [ ! -e referee ] || referee=$(cat referee)
}

kind() {
    sed -n 's/^X-23-Kind: //p' "$(newest "$1")"
}

record() {
    referee23 -C club record 1 --public
}

heard() { # heard WHO WORD: how many mails told WHO of something said with this word
    grep -l "^Delivered-To: $1@" club/mail/out/new/* | xargs grep -l '^X-23-Kind: press' |
        xargs grep -l -F "$2" | wc -l
}

@test "a game of two" {
    follow '^referee23 -C club init'
    follow '^printf .new nick=anna'
    record | grep -x 'round 1 .*'
}

@test "each registers a key, and sees of which" {
    follow '^minisign -G'
    number=$(sed -n 's/.*minisign public key //p' anna.pub)
    grep -F "Your key $number is registered" "$(newest anna)"
    follow '^referee='
    echo "$referee" >referee
    follow '^ssh-keygen -q -t'
    shown=$(ssh-keygen -l -f bruno.key.pub | cut -d ' ' -f 2)
    player23 show "$(newest bruno)" >/dev/null
    grep -F "$shown" "$(newest bruno)"
}

@test "the referee's key is the one in each table" {
    [ "${#referee}" -eq 64 ]
    player23 show --json "$(newest bruno)" | grep -F "\"key\":\"$referee\""
}

@test "they talk, signed by either program" {
    follow '^move anna'
    [ "$(heard bruno 'seen your cards')" -eq 1 ]
    [ "$(heard anna 'Cats')" -eq 1 ]
}

@test "without a signature nothing happens" {
    before=$(record)
    follow 'It is me, really'
    [ "$(kind bruno)" = refused ]
    grep -F 'a mail signed with it can do' "$(newest bruno)"
    [ "$(record)" = "$before" ]
}

@test "a signed mail acts once, and only as it was signed" {
    move bruno 'say Once'
    signed_bruno >once
    sed 's/^say Once/say Twice/' once | letter bruno
    [ "$(kind bruno)" = refused ]
    letter bruno <once
    letter bruno <once
    [ "$(kind bruno)" = refused ]
    [ "$(heard anna Once)" -eq 1 ]
    [ "$(heard anna Twice)" -eq 0 ]
}

@test "a move of each" {
    moved=0
    for turn in 1 2; do
        for who in anna bruno; do
            [ "$(record | grep -c '^move ')" -eq "$moved" ] || continue
            move "$who" pass
            "signed_$who" | letter "$who"
        done
        moved=$(record | grep -c '^move ')
        [ "$moved" -ge "$turn" ]
    done
}

@test "no key any more" {
    follow 'key off'
    grep -F 'Your key is no longer used' "$(newest anna)"
    echo 'say No key needed' | answer anna
    [ "$(heard bruno 'needed')" -eq 1 ]
}

@test "the helpers find the game behind a mail that is of none" {
    echo rules | letter bruno
    grep -q '^Message-ID: <0\.' "$(newest bruno)"
    [ "$(place bruno | head -n 1)" = 'game 1' ]
    move bruno 'say Still here'
    signed_bruno | letter bruno
    [ "$(heard anna 'Still')" -eq 1 ]
    echo 'nick clara' | letter clara
    [ -z "$(place clara)" ]
}
