#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A player at the terminal: a key, the table of a mail, an answer; and everything that should be
# refused. The mails in tests/player are the referee's, made and checked by test_player_mailfile;
# the signed block is one that test_player_answer has the referee's own reader verify.

bats_require_minimum_version 1.5.0

setup() {
    bin=$(realpath "${BUILD:-build}")
    t=$BATS_TEST_TMPDIR
    export HOME=$t XDG_CONFIG_HOME=$t/config TZ=UTC LC_ALL=C.UTF-8
    mails=$PWD/tests/player
    conf=$t/config/player23
    install -m 600 "$mails/clara.key" "$t/clara.key"
    referee_key=ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c
}

# player23, never at a terminal; what it says is in $output (both channels).
p() {
    run "$bin/player23" "$@" </dev/null
}

# The exit status that is wanted, and words that must be said.
expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

# ---- before a command --------------------------------------------------------------------------

@test "version and help" {
    p --version
    expect 0 "player23 0."
    p --help
    expect 0 "Commands (each has a --help of its own)"
    n=0
    for c in $("$bin/player23" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'); do
        p "$c" --help
        expect 0 "$c"
        p "$c" --nonsense
        expect 2 "player23: $c: "
        [ "${#lines[@]}" -eq 1 ]
        n=$((n + 1))
    done
    [ "$n" -eq 8 ]
}

@test "a command that isn't there" {
    p shwo
    expect 2 "did you mean show?"
    p
    expect 2 "which command?"
}

# ---- keys --------------------------------------------------------------------------------------

@test "keygen makes an encrypted key that signs with its passphrase alone" {
    echo "correct horse" >"$t/pass"
    run --separate-stderr "$bin/player23" keygen "$t/key" --passphrase-file "$t/pass"
    [ "$status" -eq 0 ]
    [[ "$output" =~ ^"key ed25519 "[A-Za-z0-9+/]{43}=$ ]]
    [ "$(stat -c %a "$t/key")" = 600 ]
    grep -q "^public ${output#key ed25519 }$" "$t/key"
    grep -q "^kdf argon2id " "$t/key"
    p play 12 --mail "$mails/turn.eml" --key "$t/key" --passphrase-file "$t/pass"
    expect 0 "-----BEGIN 23 SIGNATURE-----"
    echo "wrong" >"$t/wrong"
    p play 12 --mail "$mails/turn.eml" --key "$t/key" --passphrase-file "$t/wrong"
    expect 1 "the passphrase is wrong"
    [[ "$output" != *SIGNATURE* ]]
}

@test "keygen never overwrites, and knows its own place" {
    p keygen --no-passphrase
    expect 0 "key ed25519 "
    grep -qx "kdf none" "$conf/key"
    [ "$(stat -c %a "$conf")" = 700 ]
    before=$(cat "$conf/key")
    p keygen --no-passphrase
    expect 1 "exists"
    [ "$(cat "$conf/key")" = "$before" ]
    p play 12 --mail "$mails/turn.eml"
    expect 0 "BEGIN 23 COMMAND"
    p play 12 --mail "$mails/turn.eml" --ticket-only
    expect 0 "play 12"
    [[ "$output" != *"BEGIN 23 COMMAND"* ]]
}

@test "keygen wants a passphrase from somewhere" {
    run setsid -w "$bin/player23" keygen "$t/key" </dev/null
    expect 2 "--passphrase-file"
    [ ! -e "$t/key" ]
    : >"$t/empty"
    p keygen "$t/key" --passphrase-file "$t/empty"
    expect 1 "no passphrase"
    p keygen "$t/key" --no-passphrase --passphrase-file "$t/empty"
    expect 2 "with a passphrase or without"
    p keygen "$t/nowhere/key" --no-passphrase
    expect 1 "can't be made"
    echo "by pipe" >"$t/pass"
    run "$bin/player23" keygen "$t/key" --passphrase-fd 0 <"$t/pass"
    expect 0 "key ed25519 "
}

@test "a key that others can read signs nothing" {
    chmod 644 "$t/clara.key"
    p play 12 --mail "$mails/turn.eml" --key "$t/clara.key"
    expect 1 "chmod 600"
    echo "no key" >"$t/none"
    chmod 600 "$t/none"
    p play 12 --mail "$mails/turn.eml" --key "$t/none"
    expect 1 "no key file"
    p play 12 --mail "$mails/turn.eml" --key "$t/nowhere"
    expect 1 "can't be opened"
}

@test "keygen --from writes the same key, with another passphrase or none" {
    echo "first" >"$t/first"
    echo "second" >"$t/second"
    run --separate-stderr "$bin/player23" keygen "$t/a" --passphrase-file "$t/first"
    line=$output
    run --separate-stderr "$bin/player23" keygen "$t/b" --from "$t/a" \
        --from-passphrase-file "$t/first" --no-passphrase
    [ "$output" = "$line" ]
    [[ "$stderr" != *Mail* ]]
    grep -qx "kdf none" "$t/b"
    [ "$(stat -c %a "$t/b")" = 600 ]
    run --separate-stderr "$bin/player23" keygen "$t/c" --from "$t/b" --passphrase-file "$t/second"
    [ "$output" = "$line" ]
    grep -q "^kdf argon2id" "$t/c"
    p keygen "$t/d" --from "$t/c" --from-passphrase-file "$t/first" --no-passphrase
    expect 1 "the passphrase is wrong"
    [ ! -e "$t/d" ]
    p keygen "$t/b" --from "$t/c" --from-passphrase-file "$t/second" --no-passphrase
    expect 1 "exists"
}

# ---- the table ---------------------------------------------------------------------------------

@test "show draws the table of a mail, a pipe and a Maildir" {
    p show "$mails/turn.eml"
    expect 0 "$(cat "$mails/turn.txt")"
    p show "$mails/turn.eml" --plain
    expect 0 "$(cat "$mails/turn-ascii.txt")"
    run "$bin/player23" show <"$mails/turn.eml"
    expect 0 "$(cat "$mails/turn.txt")"
    mkdir -p "$t/Maildir/cur" "$t/Maildir/new" "$t/Maildir/tmp"
    cp "$mails/turn.eml" "$t/Maildir/cur/1:2,S"
    cp "$mails/deal.eml" "$t/Maildir/new/2"
    touch -d 2026-11-30 "$t/Maildir/cur/1:2,S"
    p show "$t/Maildir"
    expect 0 "$(cat "$mails/deal.txt")"
}

@test "show --json prints the checked table" {
    run --separate-stderr "$bin/player23" show --json "$mails/turn.eml"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == '{"v":1,'*'"legal":[["9 bonus",0],'* ]]
}

@test "a table that the referee has not signed is refused" {
    p show "$mails/unsigned.eml"
    expect 1 "is not signed"
    p show "$mails/changed.eml"
    expect 1 "the signature of the table is wrong"
    sed 's/^X-23-Signature: ./X-23-Signature: 0/' "$mails/turn.eml" >"$t/forged.eml"
    p show "$t/forged.eml"
    expect 1 "the signature of the table is wrong"
    p play 12 --mail "$mails/changed.eml" --key "$t/clara.key"
    expect 1 "the signature of the table is wrong"
    [[ "$output" != *"BEGIN 23"* ]]
    [ ! -e "$conf/referees" ]
}

@test "a referee is held to the key of its first mail" {
    p show "$mails/turn.eml"
    expect 0 "is met for the first time"
    grep -qx "referee@play.example.org $referee_key" "$conf/referees"
    p show "$mails/turn.eml"
    expect 0 "your turn"
    [[ "$output" != *"first time"* ]]
    p show "$mails/other-key.eml"
    expect 1 "with another key than before"
    p play 12 --mail "$mails/other-key.eml" --key "$t/clara.key"
    expect 1 "with another key than before"
    echo "nonsense" >>"$conf/referees"
    p show "$mails/turn.eml"
    expect 78 "referees: line 2"
}

@test "or to the key that it is said to have" {
    p show "$mails/turn.eml" --referee "$referee_key"
    expect 0 "your turn"
    [ ! -e "$conf/referees" ]
    p show "$mails/other-key.eml" --referee "$referee_key"
    expect 1 "another key"
    p show "$mails/turn.eml" --referee 1234
    expect 2 "64 hexadecimal digits"
}

@test "of several games, the one that is asked for" {
    mkdir -p "$t/Maildir/cur" "$t/Maildir/new"
    sed '0,/^X-23-Kind/s//X-23-Game: 14\n&/' "$mails/turn.eml" >"$t/Maildir/cur/1:2,S"
    sed '0,/^X-23-Kind/s//X-23-Game: 14\n&/' "$mails/deal.eml" >"$t/Maildir/new/2"
    touch -d 2026-11-30 "$t/Maildir/cur/1:2,S"
    p show "$t/Maildir" --game 14
    expect 0 "$(cat "$mails/deal.txt")"
    p show "$t/Maildir" --game 15
    expect 1 "with a ticket about game 15"
    p show "$mails/turn.eml" --game 15
    expect 1 "not about game 15"
    p show "$mails/turn.eml" --game 14
    expect 0 "your turn"
    p play 12 --mail "$t/Maildir/cur" --game -1
    expect 2 "the number of a game"
}

@test "a table.json alone is drawn, said to be unsigned, and not answered" {
    "$bin/player23" show --json "$mails/turn.eml" >"$t/table.json" 2>"$t/said"
    p show "$t/table.json"
    expect 0 "$(cat "$mails/turn.txt")"
    expect 0 "nothing shows that this is the referee's"
    p show --json "$t/table.json"
    expect 1 "carries no signature"
    p play 12 --mail "$t/table.json" --from clara@example.org
    expect 1 "carries no signature"
    p discard 1 2 3 --mail "$t/table.json" --from clara@example.org
    expect 1 "carries no signature"
}

@test "a hostile table.json is refused, and reaches no terminal" {
    "$bin/player23" show --json "$mails/turn.eml" >"$t/table.json" 2>"$t/said"
    n=0
    while IFS='|' read -r was becomes; do
        n=$((n + 1))
        sed "s|$was|$becomes|" "$t/table.json" >"$t/evil.json"
        ! cmp -s "$t/table.json" "$t/evil.json"
        p show "$t/evil.json"
        expect 1 "its table.json is none: look at"
        [[ "$output" != *$'\033'* && "$output" != *$'\a'* ]]
    done <<'END'
Sunday league|\\u001b[2J\\u0007
"nick":"anna"|"nick":"\\u001b]0;x\\u0007"
"top":12|"top":99
"hand":\[9|"hand":[9,9,9,9,9
"to_move":"clara"|"to_move":"a b"
"turn":37|"turn":-1
"bonus":2|"bonus":123456789012
END
    [ "$n" -eq 7 ]
    { printf '{"v":'; head -c 900000 /dev/zero | tr '\0' '['; } >"$t/deep.json"
    p show "$t/deep.json"
    expect 1 "no JSON"
    { printf '{"v":"'; head -c 1100000 /dev/zero | tr '\0' 'x'; printf '"}'; } >"$t/big.json"
    p show "$t/big.json"
    expect 1 "too big"
    printf '{"v":1,"name":"\033[31m"}' >"$t/raw.json"
    p show "$t/raw.json"
    expect 1 "no JSON"
    [[ "$output" != *$'\033'* ]]
}

@test "a mail without a table is shown as it is, and said to be unsigned" {
    p show "$mails/invitation.eml"
    expect 0 "no signature of the referee"
    expect 0 "Join?"
}

@test "what is no mail of a referee's" {
    p show --json "$mails/invitation.eml"
    expect 1 "no table.json"
    p play 12 --mail "$mails/invitation.eml" --key "$t/clara.key"
    expect 1 "no table.json"
    p show "$t/nowhere"
    expect 1 "can't be opened"
    p show /dev/null
    expect 1 "the mail is empty"
    mkdir -p "$t/Maildir/cur" "$t/Maildir/new"
    p show "$t/Maildir"
    expect 1 "no mail of a referee's"
    head -c 700 "$mails/turn.eml" >"$t/short.eml"
    p show --json "$t/short.eml"
    expect 1 "player23: "
}

# ---- answers -----------------------------------------------------------------------------------

@test "play prints a complete mail with the signed move" {
    run --separate-stderr "$bin/player23" play 12 12 --mail "$mails/turn.eml" \
        --key "$t/clara.key" --yes
    [ "$status" -eq 0 ]
    head=${output%%$'\n\n'*}
    [ "${output#*$'\n\n'}" = "$(cat "$mails/play-12x2.txt")" ]
    grep -qx "From: clara@example.org" <<<"$head"
    grep -qx "To: referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org" <<<"$head"
    grep -qx "Subject: Re: \[23\] Game 14: your turn" <<<"$head"
    grep -qx "In-Reply-To: <14.37.2.k7xqa9m2pd4ht0v3c8we.99@play.example.org>" <<<"$head"
    grep -q "^Message-ID: <[0-9a-f]*.player23@example.org>$" <<<"$head"
    ! grep -qi "^Auto-Submitted" <<<"$head"
}

@test "play with the ticket alone, from the address that is given" {
    p play 9 bonus --mail "$mails/turn.eml" --from anna@home.example
    expect 0 "From: anna@home.example"
    [[ "$output" == *$'\n\nplay 9 bonus\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we' ]]
    p play 9 bonus --mail "$mails/turn.eml" --from nobody
    expect 2 "--from: "
}

@test "an illegal move is told, with the legal ones" {
    p play 9 --mail "$mails/turn.eml" --key "$t/clara.key"
    expect 1 "not now: the pile shows 12 and 9 is below it"
    [[ "$output" == *"12 12 bonus"* ]]
    [[ "$output" != *"BEGIN 23"* ]]
    p play 14 --mail "$mails/turn.eml"
    expect 1 "you have no 14"
    p play 24 --mail "$mails/turn.eml"
    expect 1 "no such card"
    p play pass --mail "$mails/deal.eml"
    expect 1 "three cards aside first"
    p discard 3 17 23 --mail "$mails/turn.eml"
    expect 1 "nothing to put aside"
}

@test "what isn't a move at all" {
    p play --mail "$mails/turn.eml"
    expect 2 "play what?"
    p play resign --mail "$mails/turn.eml"
    expect 2 "a move is"
    p play "$(printf '12\nresign')" --mail "$mails/turn.eml"
    expect 2 "a move is"
    p play 12 --nick clara --mail "$mails/turn.eml"
    expect 2 "--luck goes with join"
}

# A mail of the referee's as turn.eml is, but for what is attached.
covered() { # TYPE NAME
    printf 'From: <referee@play.example.org>\nTo: clara@example.org\nSubject: x\nX-23-Referee: x\nX-23-Game: 14\n'
    printf 'Message-ID: <14.38.2.k7xqa9m2pd4ht0v3c8we.1@play.example.org>\nMIME-Version: 1.0\n'
    printf 'Content-Type: multipart/%s; boundary=b\n\n--b\nContent-Type: text/plain\n\nHello, it is your turn.\n' "$1"
    printf -- '--b\nContent-Type: application/octet-stream; name=%s\n\nage-encryption.org/v1\n--b--\n' "$2"
}

@test "what age, gpg or another key opens is told, and how" {
    covered mixed table.json.age >"$t/age.eml"
    p show "$t/age.eml"
    expect 0 "age -d -i KEY table.json.age | player23 show"
    [[ "$output" == *"Hello, it is your turn."* ]]
    for command in "show --json" "play 12 12 --mail" "discard 1 2 3 --mail"; do
        # shellcheck disable=SC2086 # words
        p $command "$t/age.eml"
        expect 1 "the table is encrypted to your age key"
    done
    covered encrypted encrypted.asc >"$t/pgp.eml"
    for command in show "show --json" "play 12 12 --mail"; do
        # shellcheck disable=SC2086 # words
        p $command "$t/pgp.eml"
        expect 1 "gpg -d MAIL | player23 show"
        [[ "$output" != *"Hello"* ]]
    done
    # the newest mail counts, though another program opens it
    mkdir -p "$t/Maildir/cur" "$t/Maildir/new"
    cp "$mails/turn.eml" "$t/Maildir/cur/1"
    touch -d '1 hour ago' "$t/Maildir/cur/1"
    cp "$t/age.eml" "$t/Maildir/new/2"
    p play 12 12 --mail "$t/Maildir" --game 14
    expect 1 "the table is encrypted to your age key"
    p keygen "$t/other.key" --no-passphrase
    p show "$mails/sealed.eml" --key "$t/other.key"
    expect 1 "sealed to another key than this one"
    [[ "$output" == *"--key FILE"* ]]
}

@test "what age and gpg open is read from a pipe" {
    body=$(sed -n '/name=table.json$/,/^--/p' "$mails/turn.eml" | sed '1,/^$/d; /^$/d; /^--/d')
    base64 -d <<<"$body" >"$t/table.json"
    run --separate-stderr bash -c '"$1" show --plain <"$2"' - "$bin/player23" "$t/table.json"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Game 14"* && "$stderr" == *"carries no signature"* ]]
    sed '1,/^MIME-Version/d' "$mails/turn.eml" >"$t/inside" # as gpg -d prints it
    head -n 1 "$t/inside" | grep -q '^Content-Type: multipart'
    run --separate-stderr bash -c '"$1" show --plain <"$2"' - "$bin/player23" "$t/inside"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Game 14"* && "$stderr" != *"carries no signature"* ]]
}

@test "discard puts the cards in order" {
    p discard 23 3 17 --mail "$mails/deal.eml" --key "$t/clara.key"
    expect 0 "discard 3 17 23"
    p discard 1 2 3 --mail "$mails/deal.eml"
    expect 1 "the 1 may not be discarded"
    p discard 3 17 --mail "$mails/deal.eml"
    expect 2 "three cards"
}

@test "plan sends lines, with the cards that are held" {
    p plan '12 12 if cost <= 0; 21 bonus if top 16..20 if forced; pass' --mail "$mails/turn.eml" \
        --key "$t/clara.key"
    expect 0 $'seat clara\nplan;\n12x2 if cost <= 0;\n21 bonus if top 16..20 if forced;\npass;\nend\n-----BEGIN'
    p plan 12 12 \; leave --mail "$mails/turn.eml"
    expect 0 $'\n\nplan\n12x2\nleave\nend\n\nticket 14.37.2.'
    p plan off --mail "$mails/turn.eml"
    expect 0 $'\n\nplan off\n\nticket'
    p plan '12; 14' --mail "$mails/turn.eml"
    expect 1 "14: you have no 14"
    p plan 12x3 --mail "$mails/turn.eml"
    expect 1 "you have only 2 of 12"
    p plan '12; resign' --mail "$mails/turn.eml"
    expect 2 "a plan is lines like"
    p plan '12 if moon' --mail "$mails/turn.eml"
    expect 2 "a plan is lines like"
    p plan --mail "$mails/turn.eml"
    expect 2 "plan what?"
}

@test "join answers an invitation" {
    p join --nick clara --luck "the cat sat on the keyboard" --mail "$mails/invitation.eml"
    expect 0 "To: referee@play.example.org"
    [[ "$output" == *$'\n\njoin nick=clara\nluck: the cat sat on the keyboard\n\nticket 0.5.0.'* ]]
    p join --mail "$mails/invitation.eml" --key "$t/clara.key" --nick clara
    expect 1 "say --referee HEX, or --ticket-only"
    p join --mail "$mails/invitation.eml" --key "$t/clara.key" --referee "$referee_key"
    expect 2 "say --nick NAME"
    p join 14 --mail "$mails/invitation.eml" --key "$t/clara.key" --referee "$referee_key" \
        --nick clara
    expect 0 $'game 0\nturn 5\nseat clara\njoin 14 nick=clara\n-----BEGIN 23 SIGNATURE-----'
    p join x --mail "$mails/invitation.eml"
    expect 2 "the number of a game"
}

@test "sign signs any command" {
    p sign say Well played --mail "$mails/turn.eml" --key "$t/clara.key"
    expect 0 $'game 14\nturn 37\nseat clara\nsay Well played\n-----BEGIN 23 SIGNATURE-----'
    p sign vacation 2026-12-24 2026-12-31 --mail "$mails/turn.eml" --key "$t/clara.key"
    expect 0 $'seat clara\nvacation 2026-12-24 2026-12-31\n-----BEGIN 23 SIGNATURE-----'
    p sign resign --mail "$mails/turn.eml" --key "$t/clara.key"
    expect 0 $'seat clara\nresign\n-----BEGIN 23 SIGNATURE-----'
    p sign nick cora --mail "$mails/invitation.eml" --key "$t/clara.key" \
        --referee "$referee_key" --nick clara
    expect 0 $'game 0\nturn 5\nseat clara\nnick cora\n-----BEGIN 23 SIGNATURE-----'
    p sign mail daily --mail "$mails/turn.eml" --ticket-only
    expect 0 $'\n\nmail daily\n\nticket 14.37.2.'
    p sign dance --mail "$mails/turn.eml"
    expect 2 "23-mail(7)"
    p sign plan --mail "$mails/turn.eml"
    expect 2 "23-mail(7)"
    p sign
    expect 2 "sign what?"
    p sign nick cora --luck x --mail "$mails/turn.eml"
    expect 2 "--luck goes with join"
}

@test "--sendmail hands it to the program of the settings" {
    mkdir -p "$conf"
    cat >"$t/sendmail" <<END
#!/bin/sh
{ echo "\$@"; cat; } >"$t/sent"
END
    chmod 700 "$t/sendmail"
    printf '[player]\nsendmail = %s -oem\nkey = %s\n' "$t/sendmail" "$t/clara.key" \
        >"$conf/player.conf"
    p play 12 12 --mail "$mails/turn.eml" --sendmail
    expect 0 "sent to referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org"
    [ "$(head -n 1 "$t/sent")" = "-oem -i -f clara@example.org -- \
referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org" ]
    sed -n '/^$/,$p' "$t/sent" | tail -n +2 | cmp - "$mails/play-12x2.txt"
    printf '#!/bin/sh\ncat >/dev/null\nexit 75\n' >"$t/sendmail"
    p play 12 12 --mail "$mails/turn.eml" --sendmail
    expect 75 "try again later"
    printf '#!/bin/sh\ncat >/dev/null\nexit 67\n' >"$t/sendmail"
    p play 12 12 --mail "$mails/turn.eml" --sendmail
    expect 1 "refuses the mail"
}

# A server of tests/tools in $t/server, with these rules.
serve() {
    mkdir -p "$t/server"
    rm -f "$t/server/port"
    "$bin/tests/tools/smtpd" "$t/server" "$@" 3>&- &
    until [ -s "$t/server/port" ]; do sleep 0.05; done
    port=$(cat "$t/server/port")
}

@test "--smtp and --send hand it to a server" {
    serve
    mkdir -p "$conf"
    printf '[player]\nkey = %s\nsmtp = smtp://clara@127.0.0.1:%s\nsmtp-password-file = pass\n' \
        "$t/clara.key" "$port" >"$conf/player.conf"
    echo "open sesame" >"$conf/pass"
    p play 12 12 --mail "$mails/turn.eml" --send
    expect 0 "sent to referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org"
    sent=$(echo "$t"/server/*.eml)
    grep -q "^X-From: .*clara@example.org" "$sent"
    grep -q "^X-To: .*referee+14.37.2.k7xqa9m2pd4ht0v3c8we@play.example.org" "$sent"
    tr -d '\r' <"$sent" | sed -n '/^-----BEGIN 23 COMMAND/,$p' | cmp - "$mails/play-12x2.txt"
    grep -q "^AUTH " "$t/server/log"
    rm "$sent"
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtp://127.0.0.1:$port"
    expect 0 "sent to "
    [ -e "$sent" ] || ls "$t"/server/*.eml
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtp://127.0.0.1:1"
    expect 75 "has not taken the mail"
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtps://127.0.0.1:$port"
    [ "$status" -ne 0 ]
    [[ "$output" == *"has not taken the mail"* ]]
}

@test "a server that refuses, or is no server" {
    serve "rcpt=550 no such user"
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtp://127.0.0.1:$port"
    expect 1 "(it says 550)"
    serve "data=451 not now"
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtp://127.0.0.1:$port"
    expect 75 "(it says 451)"
    serve "auth=535 no"
    p play 12 12 --mail "$mails/turn.eml" --smtp "smtp://clara@127.0.0.1:$port"
    expect 2 "no terminal to ask"
    for url in http://example.org smtp://clara:secret@example.org file:///etc/passwd nonsense \
        smtp://example.org/path "smtp://"; do
        p play 12 12 --mail "$mails/turn.eml" --smtp "$url"
        expect 2 "--smtp: "
    done
    mkdir -p "$conf"
    printf '[player]\nsmtp = smtp://clara:secret@example.org\n' >"$conf/player.conf"
    p play 12 12 --mail "$mails/turn.eml" --send
    expect 78 "a password doesn't belong there"
}

@test "settings that are wrong are named" {
    mkdir -p "$conf"
    printf '[player]\nform = clara@example.org\n' >"$conf/player.conf"
    p show "$mails/turn.eml"
    expect 78 "did you mean from?"
}

# ---- records -----------------------------------------------------------------------------------

@test "verify checks a record as the referee does" {
    p verify tests/vectors/001.record
    expect 0 "001.record: ok"
    p verify tests/vectors/bad/042.record
    expect 1 "line "
    p verify
    expect 2 "player23: verify: which FILE?"
}
