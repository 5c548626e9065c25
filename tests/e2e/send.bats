#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Mail through a real submission server: each way to connect, everything that an operator can have said
# wrong, refusals, mails that come back, and a whole game.

load lib-dovecot
load lib-postfix
load lib-receive

setup_file() {
    postfix_can || return 0
    postfix_start referee anna bruno p1 p2 p3 p4 p5
    export dovecot dovecot_ca dovecot_imap dovecot_imaps dovecot_pop3 dovecot_pop3s
    export postfix postfix_submission postfix_smtps postfix_mx
}

teardown_file() {
    ! postfix_can || postfix_stop
}

setup() {
    postfix_can || skip "Postfix is started by root only, and has to be there"
    receive_setup
    : >"$postfix/log"
    find "$dovecot/mail" -type f -path '*/new/*' -delete
    find "$dovecot/mail" -type f -path '*/cur/*' -delete
}

# Settings and tables that one story changed don't reach the next.
teardown() {
    [ -z "${changed:-}" ] || {
        postfix_tables_again
        postfix_main >"$postfix/main.cf"
        postfix_master >"$postfix/master.cf"
        postfix_say
    }
}

postfix_tables_again() {
    rm -f "$postfix"/boxes "$postfix"/logins
    postfix_tables referee anna bruno p1 p2 p3 p4 p5
}

# Other settings of the server, for this story.
with_settings() {
    changed=1
    postfix_say "$@"
}

submission() { echo "smtp://localhost:$postfix_submission"; }
smtps() { echo "smtps://localhost:$postfix_smtps"; }
mx() { echo "smtp://localhost:$postfix_mx"; }

# send_to URL [SETTING...]: the whole of referee.conf; settings are lines of [send]. Mail comes by
# Maildir.
send_to() {
    local url=$1
    shift
    cat >"$d/referee.conf" <<END
[referee]
address = referee@example.org
templates = $PWD/templates
[mail]
subaddress = yes
[limits]
strangers-answers-a-day = 100000
${receive_lines:-}
[send]
kind = smtp
url = $url
ca-file = $dovecot_ca
timeout = ${send_timeout:-10}
END
    [ $# -eq 0 ] || printf '%s\n' "$@" >>"$d/referee.conf"
}

login() {
    printf 'user = %s\npassword-file = password\n' "${1:-referee}"
}

# Mails of the players FROM to TO, which will each be answered once.
ask() {
    local i
    for i in $(seq "$1" "$2"); do
        mail_text "$i" >"$d/mail/in/new/$(date +%s.%N).$i"
    done
}

# Each of the players FROM to TO has just one mail.
expect_delivered() {
    local i
    postfix_settle
    for i in $(seq "$1" "$2"); do
        [ "$(dovecot_count "p$i")" -eq 1 ] || { echo "p$i has $(dovecot_count "p$i")"; return 1; }
    done
}

# Rows of the outbox that hold for this condition.
outbox() {
    sqlite3 "$d/referee.db" "SELECT count(*) FROM outbound WHERE ${1:-1}"
}

# Nothing in Postfix's log fits the pattern.
log_lacks() {
    ! grep -q "$1" "$postfix/log"
}

# ---- ways to connect ---------------------------------------------------------------------------

@test "STARTTLS and a login, one connection for all mails" {
    send_to "$(submission)" "$(login)"
    ask 1 4
    quiet_tick
    expect_delivered 1 4
    [ "$(outbox "state = 'sent' AND detail LIKE '250 2.0.0 Ok: queued as %'")" -eq 4 ]
    grep -q 'ehlo=2 starttls=1 auth=1 mail=4 rcpt=4 data=4 quit=1' "$postfix/log"
    [ "$(grep -c 'sasl_username=referee' "$postfix/log")" -eq 4 ]
    grep -hq '^Return-Path: <referee+b\.1\.[0-9a-z]*@example.org>' "$dovecot"/mail/p1/new/*
}

@test "TLS from the first byte" {
    send_to "$(smtps)" "$(login)"
    ask 1 3
    quiet_tick
    expect_delivered 1 3
    grep -q 'ehlo=1 auth=1 mail=3 rcpt=3 data=3 quit=1' "$postfix/log"
}

@test "in the clear and without a login, when that is asked for" {
    send_to "$(mx)" "tls = no"
    ask 1 2
    quiet_tick
    expect_delivered 1 2
    log_lacks TLS
}

@test "nothing to send connects to nobody" {
    send_to "$(submission)" "$(login)"
    quiet_tick
    log_lacks 'connect from'
}

# ---- what an operator can have said wrong ------------------------------------------------------

# The run says why, has read the mails, and keeps the answers; the right settings send them.
mended_by() {
    r tick
    expect 75 "referee23: sending mail: "
    expect 75 "$1"
    [ "${#lines[@]}" -eq 1 ]
    shift
    [ "$(ledger "outcome = 'act'")" -eq 3 ]
    [ "$(outbox "state = 'ready'")" -eq 3 ]
    [ "$(outbox "tries > 0")" -eq 1 ]
    "$@"
    # The one that had its try waits for a minute.
    r --now "$(date -ud '2 minutes' +%Y-%m-%dT%H:%M:%SZ)" tick
    expect 0 ""
    expect_delivered 1 3
}

right() {
    send_to "$(submission)" "$(login)"
}

@test "a wrong password" {
    ask 1 3
    echo wrong >"$d/password"
    right
    mended_by "authentication failed" eval 'echo secret >"$d/password"'
}

@test "nobody logs in where everybody has to" {
    ask 1 3
    send_to "$(submission)"
    mended_by "Client host rejected: Access denied" right
}

@test "a server that is not there" {
    ask 1 3
    send_to "smtp://localhost:1" "$(login)"
    mended_by "Couldn't connect to server" right
}

@test "a certificate that nobody known has signed" {
    ask 1 3
    send_to "$(submission)" "$(login)"
    sed -i "s|^ca-file.*|ca-file = $dovecot/tls/other.pem|" "$d/referee.conf"
    mended_by "certificate" right
}

@test "a certificate that has ended, and one of another host" {
    local name
    for name in expired elsewhere; do
        install -m 600 "$dovecot/tls/$name.key" "$postfix"
        with_settings "smtpd_tls_cert_file=$dovecot/tls/$name.pem" "smtpd_tls_key_file=$postfix/$name.key"
        right
        r doctor
        expect 1 "bad sending: $(submission): SSL"
    done
    ask 1 3
    mended_by "SSL" with_settings "smtpd_tls_cert_file=$dovecot/tls/localhost.pem" \
        "smtpd_tls_key_file=$postfix/localhost.key"
}

@test "a server that offers no TLS is told nothing" {
    ask 1 3
    send_to "$(mx)" "$(login)"
    r tick
    expect 75 "STARTTLS"
    log_lacks 'disconnect.*\(auth\|mail\)='
    r --now "$(date -ud '3 minutes' +%Y-%m-%dT%H:%M:%SZ)" tick
    expect 75 "STARTTLS"
    log_lacks 'disconnect.*\(auth\|mail\)='
    [ "$(outbox "state = 'ready'")" -eq 3 ]
}

@test "an address that is somebody else's: nothing is lost, and nobody is marked" {
    ask 1 3
    send_to "$(submission)" "$(login anna)"
    mended_by "Sender address rejected: not owned by user anna" right
    [ "$(outbox "state = 'failed'")" -eq 0 ]
}

# ---- doctor ------------------------------------------------------------------------------------

# Doctor says these words, whatever else it finds.
finds() {
    r doctor "${@:2}"
    expect "$status" "$1"
}

@test "doctor logs in, counts the days, and finds out about tags" {
    receive_lines="[receive]
kind = imap
url = imaps://localhost:$dovecot_imaps
ca-file = $dovecot_ca
user = referee
password-file = password"
    right
    finds "ok  sending: $(submission) lets referee in; its certificate is good for 19 days more"
    finds "ok  tags: whether they come through was never tried"
    finds "ok  tags: a mail to referee+doctor." --send
    finds "to a tag hasn't come yet"
    postfix_settle
    quiet_tick
    [ "$(ledger "outcome = 'drop' AND gate = 'loop'")" -eq 1 ]
    finds "to a tag came"
    # A server that keeps no tags.
    with_settings recipient_delimiter=
    finds "was not taken: 550 5.1.1" --send
    echo wrong >"$d/password"
    finds "bad sending: "
    [[ "$output" == *"authentication failed"* ]]
}

# ---- refusals, and mails that come back --------------------------------------------------------

# Makes a player of pN: asks, confirms.
make_player() {
    local reply body
    printf 'From: p%s@example.org\nTo: referee@example.org\nMessage-ID: <n%s@p>\n\nnew nick=p%s robots=2\n' \
        "$1" "$1" "$1" >"$d/mail/in/new/1.$1"
    quiet_tick
    postfix_settle
    body=$(tr -d '\r' <"$(find "$dovecot/mail/p$1/new" -type f)")
    reply=$(sed -n 's/^Reply-To: //p' <<<"$body")
    printf 'From: p%s@example.org\nTo: %s\nMessage-ID: <y%s@p>\n\nyes\n' "$1" "$reply" "$1" \
        >"$d/mail/in/new/2.$1"
    quiet_tick
    postfix_settle
    [ "$(sqlite3 "$d/referee.db" "SELECT count(*) FROM player WHERE nick = 'p$1'")" -eq 1 ]
}

# What p1 asks for at this time is answered to its mailbox.
asks_at() {
    printf 'From: p1@example.org\nTo: referee@example.org\nMessage-ID: <%s@p>\n\nhelp\n' "$RANDOM$RANDOM" \
        >"$d/mail/in/new/3.$RANDOM$RANDOM"
    r --now "$1" tick
    expect 0 ""
}

@test "an address that is gone: the mail fails, the player is marked, the operator is told" {
    right
    make_player 1
    changed=1
    sed -i '/^p1@/d' "$postfix/boxes"
    postfix_say
    asks_at "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    [ "$(outbox "state = 'failed' AND detail LIKE '550 5.1.1 <p1@example.org>: %User unknown%'")" -eq 1 ]
    r mail list
    expect 0 "p1 was refused a mail at "
    r player list
    expect 0 "p1@example.org  refused"
    r tick
    expect 0 ""
    [ "$(outbox "state = 'ready'")" -eq 0 ]
}

# Mail to p1 is accepted and comes back to the address that the mail had; the reports are handed to
# the referee as they came.
take_reports() {
    local report
    postfix_settle
    for report in "$dovecot"/mail/referee/new/*; do
        [ -f "$report" ] || continue
        [ -z "${1:-}" ] || cp "$report" "$1"
        mv "$report" "$d/mail/in/new/"
    done
}

@test "reports of a real server count, forged ones do not, and a mail heals" {
    right
    make_player 1
    changed=1
    echo "p1@example.org gone:" >>"$postfix/transport"
    postfix_say
    local day=2030-01-0 at
    # What comes back was about mails that p1 never asked for: announcements of the operator.
    for at in 1T10 1T11 2T10; do
        r --now "$day${at}:00:00Z" announce "Mind the gap."
        expect 0 ""
        r --now "$day${at}:00:30Z" tick
        take_reports "$t/report"
        r --now "$day${at}:01:00Z" tick
    done
    [ "$(ledger "gate = 'automatic' AND reason LIKE 'Mail out-% to p1 came back for good%'")" -eq 3 ]
    r player show p1
    expect 0 "no mail goes there since 2030-01-02T10:01:00Z"
    [ "$(outbox "state IN ('noted', 'ready')")" -ge 0 ]
    # The mark is lifted by a mail from there, and what waited goes out.
    rm -f "$postfix/transport"
    postfix_tables_again
    postfix_say
    asks_at 2030-01-02T11:00:00Z
    r player show p1
    [[ "$output" != *"no mail goes there"* ]]
    expect_delivered_since p1
    # A forged one: the same report, for another mail.
    sed -i 's/referee+b\.[0-9]*\./referee+b.1./; s/^Message-Id:.*/Message-Id: <forged@example.org>/I' "$t/report"
    cp "$t/report" "$d/mail/in/new/9.forged"
    r --now 2030-01-02T12:00:00Z tick
    expect 0 ""
    [ "$(sqlite3 "$d/referee.db" "SELECT count(*) FROM bounce")" -eq 0 ]
    [ "$(ledger "gate = 'automatic' AND reason NOT LIKE 'Mail out-%'")" -eq 1 ]
}

expect_delivered_since() {
    postfix_settle
    [ "$(dovecot_count "$1")" -ge 2 ]
}

# ---- smtp-sink ---------------------------------------------------------------------------------

# A server of Postfix's that answers as told, on $sink; its mails are in $t/sink.
start_sink() {
    stop_sink
    sink=$(free_ports 1)
    mkdir -p "$t/sink"
    chown nobody "$t/sink"
    chmod 755 "$BATS_TEST_TMPDIR"
    (cd "$t/sink" && exec smtp-sink -u nobody -d '%s.' "$@" "127.0.0.1:$sink" 10) 3>&- &
    sink_pid=$!
    postfix_wait "$sink" || true
}

stop_sink() {
    [ -z "${sink_pid:-}" ] || kill "$sink_pid" 2>/dev/null || true
    sink_pid=
}

@test "smtp-sink: refusals and lost connections at every step" {
    local how step status n=0
    for how in r f q Q; do
        for step in CONNECT EHLO MAIL RCPT DATA . ; do
            n=$((n + 1))
            rm -rf "$d" "$t/sink"
            make_referee
            ask 1 3
            start_sink "-$how" "$step"
            send_to "smtp://localhost:$sink" "tls = no"
            r tick
            echo "$how $step: $status $output"
            case $how$step in
            [rf]EHLO) # there is still HELO
                expect 0 ""
                [ "$(outbox "state = 'sent'")" -eq 3 ]
                continue
                ;;
            fRCPT | fDATA | f.) # never
                expect 0 ""
                [ "$(outbox "state = 'failed'")" -eq 3 ]
                continue
                ;;
            rRCPT | rDATA | r. | rMAIL) expect 0 "" ;; # not now, each of them
            *) expect 75 "sending mail: " ;;           # nobody's mail would fare better
            esac
            [ "$(outbox "state = 'ready'")" -eq 3 ]
            start_sink
            send_to "smtp://localhost:$sink" "tls = no"
            r --now "$(date -ud '20 minutes' +%Y-%m-%dT%H:%M:%SZ)" tick
            expect 0 ""
            [ "$(outbox "state = 'sent'")" -eq 3 ]
            [ "$(cat "$t"/sink/* | grep -c '^Message-ID: ')" -ge 3 ]
            [ "$(cat "$t"/sink/* | grep '^Message-ID: ' | sort -u | wc -l)" -eq 3 ]
        done
    done
    stop_sink
    [ "$n" -eq 24 ]
}

# ---- contrib -----------------------------------------------------------------------------------

@test "Postfix hands mails over by the pipe of contrib" {
    # Where any user may read them.
    mkdir "$t/bin"
    cp -rL "$bin/referee23" "$bin/libexec" "$PWD/templates" "$t/bin"
    with_settings referee23_destination_recipient_limit=1
    sed -n '/^referee23 /,/deliver$/p' contrib/postfix-pipe.cf |
        sed "s|/usr/local/bin/|$t/bin/|; s|/var/lib/referee23|$d|; s|user=referee23|user=nobody|" >>"$postfix/master.cf"
    echo "referee@example.org referee23:" >>"$postfix/transport"
    postfix_say
    receive_lines=$'[receive]\nkind = none'
    right
    sed -i "s|^templates.*|templates = $t/bin/templates|" "$d/referee.conf"
    # The user of the pipe owns the directory, and may get there, as far as this is ours to allow.
    chown -R nobody:nogroup "$d"
    chmod 711 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/test "$t" 2>/dev/null || true
    mail_text 1 | postfix_hand_in p1@example.org referee@example.org
    mail_text 2 | postfix_hand_in p2@example.org referee+some.tag@example.org
    postfix_settle
    [ "$(sqlite3 "$d/referee.db" "SELECT count(*) FROM inbound WHERE source = 'deliver'")" -eq 2 ]
    run setpriv --reuid=nobody --regid=nogroup --clear-groups -- "$t/bin/referee23" -C "$d" tick
    expect 0 ""
    expect_delivered 1 2
    # Another user's file: the mail stays in Postfix's queue.
    chmod 000 "$d/referee.db"
    chown root "$d/referee.db"
    mail_text 3 | postfix_hand_in p3@example.org referee@example.org
    sleep 1
    grep -q 'to=<referee@example.org>.*status=deferred' "$postfix/log"
    chown nobody "$d/referee.db"
    chmod 600 "$d/referee.db"
    postfix -c "$postfix" flush
    postfix_settle
    [ "$(sqlite3 "$d/referee.db" "SELECT count(*) FROM inbound WHERE source = 'deliver'")" -eq 3 ]
}

# ---- two at once -------------------------------------------------------------------------------

@test "two ticks at once: each mail once" {
    right
    ask 1 5
    "$bin/referee23" -C "$d" tick 3>&- &
    local first=$!
    "$bin/referee23" -C "$d" tick
    wait "$first"
    quiet_tick
    expect_delivered 1 5
}

# ---- a whole game ------------------------------------------------------------------------------

@test "a whole game of three through both servers" {
    BUILD=$bin run mk/demo-real.sh --keep "$t/demo"
    expect 0 "$t/demo/game-1.record: ok"
    [[ "$output" == *"    winner "* ]]
    # One of each mail at every reader's, and nothing left to be sent or held.
    [ "$(sqlite3 "$t/demo/referee.db" "SELECT count(*) FROM outbound WHERE state NOT IN ('sent', 'replaced')")" -eq 0 ]
    [ "$(sqlite3 "$t/demo/referee.db" "SELECT count(*) FROM inbound WHERE outcome NOT IN ('act', 'ask')")" -eq 0 ]
    local sent found
    sent=$(sqlite3 "$t/demo/referee.db" "SELECT count(*) FROM outbound WHERE state = 'sent'")
    found=$(cat "$t"/demo/players/*/cur/* | grep -c '^Message-ID: ')
    [ "$sent" -gt 100 ]
    [ "$found" -eq "$sent" ]
    [ "$(cat "$t"/demo/players/*/cur/* | grep '^Message-ID: ' | sort -u | wc -l)" -eq "$sent" ]
}
