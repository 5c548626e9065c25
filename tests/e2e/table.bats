#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What docs/table.md tells to type, typed: with the mails of tests/player, and a program in place of
# sendmail that keeps what it is given. (The page in the browser is tried by tests/site/table.py.)

bats_require_minimum_version 1.5.0

setup_file() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    guide_path table.md
    export HOME="$BATS_FILE_TMPDIR" TZ=UTC LC_ALL=C.UTF-8 XDG_CONFIG_HOME="$BATS_FILE_TMPDIR/.config"
    MAILS=$(cd "$BATS_TEST_DIRNAME/../player" && pwd)
    export MAILS
    cd "$HOME" || return 1
    mkdir -p Maildir/cur Maildir/new .config/player23
    cp "$MAILS/turn.eml" mail.eml
    cp "$MAILS/deal.eml" Maildir/new/1
    printf '#!/bin/sh\ncat >>sent\n' >sendmail
    chmod +x sendmail
}

setup() {
    . "$BATS_TEST_DIRNAME/lib-guide.bash"
    cd "$HOME" || return 1
}

@test "a key, and settings" {
    follow '^player23 keygen$' 's/keygen/keygen --no-passphrase/' >line
    grep -q '^key ed25519 ' line
    block '^maildir = ' >.config/player23/player.conf
    player23 show mail.eml >shown # it is understood
    sed -i "s|^smtp = .*|sendmail = $HOME/sendmail|" .config/player23/player.conf
    grep -q "^sendmail = $HOME/sendmail" .config/player23/player.conf
}

@test "looking" {
    follow '^player23 show mail.eml' >shown
    [ "$(cat shown)" = "$(cat "$MAILS/turn.txt" "$MAILS/deal.txt")" ]
}

@test "playing" {
    follow '^player23 play 12 12'
    [ "$(grep -c '^-----BEGIN 23 COMMAND-----$' sent)" -eq 4 ]
    grep -qx 'play 12x2' sent
    grep -qx 'discard 3 17 23' sent
    grep -qx '9x2 if cost <= 0;' sent
    grep -qx 'say Well played' sent
}

@test "what mail programs pipe" {
    n=0
    for words in "show" "play 12 --mail - --send" "discard 3 17 23 --mail - --send"; do
        grep -qF "player23 ${words%% *}" <(block '^macro index'; block '^T = ')
        mail=$MAILS/turn.eml
        [ "${words%% *}" != discard ] || mail=$MAILS/deal.eml
        # shellcheck disable=SC2086 # words of ours
        player23 $words <"$mail"
        n=$((n + 1))
    done
    [ "$n" -eq 3 ]
    grep -qF "$(block '^macro index' | sed -n '1s/.*<pipe-message>\(.*\)<enter>.*/\1/p')" \
        "$BATS_TEST_DIRNAME/../../man/player23.1.in"
}

@test "the key of a browser, under a passphrase, and back" {
    player23 keygen 23.key --from .config/player23/key --no-passphrase
    mv .config/player23/key old
    chmod 644 23.key
    echo "open sesame" >pass
    follow '^player23 keygen --from' 's/$/ --passphrase-file pass/; s/^chmod.*pass$/chmod 600 23.key/'
    grep -q '^kdf argon2id' .config/player23/key
    cmp <(grep ^public old) <(grep ^public .config/player23/key)
}

@test "nothing else stands there for a shell" {
    run not_followed
    [ "$output" = "" ]
}
