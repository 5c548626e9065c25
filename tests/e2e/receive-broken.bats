#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Mail from a server while everything breaks: connections cut at every command, before it and behind
# it; the referee killed at every durable step; servers that hang, talk without end, or lie. Each
# story ends with every mail acted on once, and none left behind.

load lib-dovecot
load lib-receive

setup_file() {
    dovecot_start
    export dovecot dovecot_ca dovecot_imap dovecot_imaps dovecot_pop3 dovecot_pop3s
}

teardown_file() {
    dovecot_stop
}

setup() {
    receive_setup
}

teardown() {
    [ -z "${changed:-}" ] || dovecot_restart
}

# ---- connections that are cut ------------------------------------------------------------------

# Cuts the wire at each line of a run, one run after the other, each time with a new mail; then lets
# one through. LINES is how many lines a run has at least.
cut_everywhere() {
    local rule=$1 lines=$2 i n=0
    for i in $(seq 40); do
        n=$((n + 1))
        put_mails $n $n
        echo "$rule $i" >"$t/cutter/rule"
        : >"$t/cutter/log"
        r tick
        # From the leave on, nothing that is cut off matters.
        [ "$status" -ne 0 ] || break
        expect 75 "the next run tries again"
    done
    echo "$rule: $i runs"
    [ "$i" -ge "$lines" ] && [ "$i" -lt 40 ]
    rm "$t/cutter/rule"
    quiet_tick
    expect_answered 1 $n
    [ "$(ledger "gate = 'duplicate'")" -eq 0 ]
    cut_mails=$n
}

@test "IMAP, moving: cut before each command" {
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no"
    cut_everywhere before 6
    expect_folders 0 $cut_mails
}

@test "IMAP, moving: cut behind each command" {
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no"
    cut_everywhere after 6
    expect_folders 0 $cut_mails
}

@test "IMAP, deleting: cut before each command" {
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no" "keep = delete"
    cut_everywhere before 7
    expect_folders 0 0
}

@test "IMAP without MOVE: cut behind each command" {
    changed=1
    dovecot_restart 'imap_capability = IMAP4rev1'
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no"
    cut_everywhere after 8
    # Copied and not yet deleted: what was cut right there is in the folder twice, and acted once.
    [ "$(dovecot_count "$user")" -eq 0 ]
    [ "$(dovecot_count "$user" Done)" -ge $cut_mails ]
}

@test "IMAP, keeping: cut behind each command" {
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no" "keep = keep"
    cut_everywhere after 6
    expect_folders $cut_mails 0
}

@test "POP3: cut before each command" {
    start_tool cutter "$dovecot_pop3"
    receive_from pop3 "pop3://localhost:$tool_port" "tls = no"
    cut_everywhere before 8
    expect_folders 0 0
}

@test "POP3: cut behind each command" {
    start_tool cutter "$dovecot_pop3"
    receive_from pop3 "pop3://localhost:$tool_port" "tls = no"
    cut_everywhere after 8
    expect_folders 0 0
}

# ---- the referee is killed ---------------------------------------------------------------------

# Kills a run, or the program that receives for it, at each durable step in turn; each time the next
# run ends well, and another changes nothing.
kill_everywhere() {
    local i n=0 steps=0 before
    for i in $(seq 100); do
        n=$((n + 2))
        put_mails $((n - 1)) $n
        REFEREE23_FAULT=$i run "$bin/referee23" -C "$d" tick
        [ "$status" -ne 0 ] || break
        steps=$((steps + 1))
        quiet_tick
        expect_answered 1 $n
        before=$(ledger)
        quiet_tick
        [ "$(ledger)" -eq "$before" ]
    done
    echo "$steps steps"
    [ $steps -gt 10 ] && [ $steps -lt 100 ]
    expect_answered 1 $n
    [ "$(ledger)" -eq $n ]
    killed_mails=$n
}

@test "killed at each step: IMAP, moving" {
    receive_from imap "imaps://localhost:$dovecot_imaps"
    kill_everywhere
    expect_folders 0 $killed_mails
}

@test "killed at each step: IMAP, keeping" {
    receive_from imap "imaps://localhost:$dovecot_imaps" "keep = keep"
    kill_everywhere
    expect_folders $killed_mails 0
}

@test "killed at each step: POP3" {
    receive_from pop3 "pop3s://localhost:$dovecot_pop3s"
    kill_everywhere
    expect_folders 0 0
}

@test "every durable step is one that can be stopped at" {
    receive_from imap "imaps://localhost:$dovecot_imaps"
    put_mails 1 1
    REFEREE23_FAULT_LOG=$t/steps quiet_tick
    for step in fetch:create-before fetch:create-after fetch:done-before fetch:done-after \
        collect:done-before collect:done-after store:commit-before store:commit-after; do
        grep -qx "$step" "$t/steps" || { echo "no $step"; return 1; }
    done
    receive_from pop3 "pop3s://localhost:$dovecot_pop3s"
    REFEREE23_FAULT_LOG=$t/steps quiet_tick
    grep -qx fetch:quit-before "$t/steps" && grep -qx fetch:quit-after "$t/steps"
}

# ---- bad servers -------------------------------------------------------------------------------

# script KIND [LINE...]: what the server is to say; it begins with the login where KIND says so.
script() {
    case $1 in
    imap) printf '%s\n' 'say * OK ready' 'hear CAPABILITY' 'say * CAPABILITY IMAP4rev1' 'say %t OK' \
        'hear LOGIN' 'say %t OK' 'hear CAPABILITY' 'say * CAPABILITY IMAP4rev1 MOVE' 'say %t OK' ;;
    chosen)
        script imap
        printf '%s\n' 'hear SELECT "INBOX"' 'say * 1 EXISTS' 'say * OK [UIDVALIDITY 7]' 'say %t OK'
        ;;
    listed)
        script chosen
        printf '%s\n' 'hear UID FETCH' 'say * 1 FETCH (UID 5 RFC822.SIZE 2147483648)' 'say %t OK' \
            'hear UID FETCH'
        ;;
    pop3) printf '%s\n' 'say +OK ready' 'hear CAPA' 'say +OK' 'say USER' 'say .' 'hear USER' 'say +OK' \
        'hear PASS' 'say +OK' ;;
    popped)
        script pop3
        printf '%s\n' 'hear STAT' 'say +OK 1 1' 'hear UIDL' 'say +OK' 'say 1 a' 'say .' 'hear LIST' \
            'say +OK' 'say 1 2147483648' 'say .'
        ;;
    nothing) ;;
    esac
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@"
}

# bad_server KIND STATUS WORDS SCRIPT...: a run that meets it ends soon, with one line; nothing is
# taken in, and the child is gone.
bad_server() {
    local kind=$1 wanted=$2 words=$3 from
    shift 3
    script "$@" >"$t/scripted/script"
    receive_from "$kind" "$kind://localhost:$tool_port" "tls = no"
    from=$SECONDS
    r tick
    expect "$wanted" "$words"
    [ "${#lines[@]}" -eq 1 ] || { echo "$output"; return 1; }
    [ $((SECONDS - from)) -le 20 ]
    [ "$(ledger)" -eq 0 ]
    ! pgrep -P $$ -f libexec/fetch || return 1
    met=$((met + 1))
}

@test "IMAP servers that hang, say too much, or lie" {
    receive_timeout=1 met=0
    start_tool scripted
    bad_server imap 75 "next run tries again" nothing drop
    bad_server imap 75 "next run tries again" nothing hang
    bad_server imap 75 "next run tries again" nothing 'say * BYE too many'
    bad_server imap 75 "next run tries again" nothing 'endless * OK x'
    bad_server imap 75 "next run tries again" nothing 'endless * OK x\r\n'
    bad_server imap 75 "next run tries again" nothing 'drip * OK x'
    bad_server imap 75 "next run tries again" nothing 'say * OK ready' 'hear CAPABILITY' hang
    bad_server imap 75 "next run tries again" nothing 'say * OK ready' 'hear CAPABILITY' 'endless * x\r\n'
    bad_server imap 75 "[UNAVAILABLE] not now" nothing 'say * OK ready' 'hear CAPABILITY' \
        'say * CAPABILITY IMAP4rev1' 'say %t OK' 'hear LOGIN' 'say %t NO [UNAVAILABLE] not now'
    bad_server imap 78 "refused (you?)" nothing 'say * OK ready' 'hear CAPABILITY' \
        'say * CAPABILITY IMAP4rev1' 'say %t OK' 'hear LOGIN' 'say %t NO you?'
    bad_server imap 75 "next run tries again" imap
    bad_server imap 75 "said nothing for 1 seconds" imap 'hear SELECT' hang
    bad_server imap 75 "an endless line" imap 'hear SELECT' 'endless * x'
    bad_server imap 75 "is too slow" imap 'hear SELECT' 'endless * 1 EXISTS\r\n'
    bad_server imap 75 "an endless line" chosen 'hear UID FETCH' 'endless * 1 FETCH (X '
    bad_server imap 75 "announces 2147483648 bytes" listed 'say * 1 FETCH (UID 5 BODY[]<0> {2147483648}' \
        'endless x'
    bad_server imap 75 "said nothing" listed 'say * 1 FETCH (UID 5 BODY[]<0> {65537}' 'fill 100 x' hang
    bad_server imap 75 "makes no sense" listed 'say * 1 FETCH (UID 5 BODY[]<0> {5}' 'bytes From:)and more' \
        'say )' 'say %t OK' drop
    bad_server imap 75 "closed the connection" listed 'say * 1 FETCH (UID 5 BODY[]<0> {5}' 'bytes From: UID 5)' \
        drop
    [ "$met" -eq 19 ]
}

@test "a sized mail of 2 GB costs no more than what is wanted of it" {
    receive_timeout=1
    start_tool scripted
    script listed 'say * 1 FETCH (UID 5 BODY[]<0> {65537}' 'bytes From: p1@example.org\r\n\r\n' \
        'fill 65513 x' 'say )' 'say %t OK' 'hear UID MOVE 5 "Done"' 'say %t OK' 'hear LOGOUT' 'say %t OK' \
        >"$t/scripted/script"
    receive_from imap "imap://localhost:$tool_port" "tls = no"
    quiet_tick
    expect_answered 1 1
    [ "$(ledger "gate = 'size'")" -eq 1 ]
    ! grep '^?' "$t/scripted/log"
}

@test "POP3 servers that hang, say too much, or lie" {
    receive_timeout=1 met=0
    start_tool scripted
    bad_server pop3 75 "next run tries again" nothing drop
    bad_server pop3 75 "next run tries again" nothing hang
    bad_server pop3 75 "next run tries again" nothing 'endless +OK'
    bad_server pop3 75 "next run tries again" nothing 'say +OK ready' 'hear CAPA' 'endless x\r\n'
    bad_server pop3 75 "[IN-USE] somebody" nothing 'say +OK ready' 'hear CAPA' 'say +OK' 'say USER' 'say .' \
        'hear USER' 'say +OK' 'hear PASS' 'say -ERR [IN-USE] somebody else is in'
    bad_server pop3 75 "next run tries again" pop3
    bad_server pop3 75 "an endless line" pop3 'hear STAT' 'endless +OK 1 '
    bad_server pop3 75 "an endless line" pop3 'hear STAT' 'say +OK 1 1' 'hear UIDL' 'say +OK' 'endless 1'
    bad_server pop3 75 "makes no sense" pop3 'hear STAT' 'say +OK 1 1' 'hear UIDL' 'say +OK' 'endless 1 a\r\n'
    bad_server pop3 78 "no lasting names (UIDL)" pop3 'hear STAT' 'say +OK 1 1' 'hear UIDL' 'say -ERR what'
    bad_server pop3 75 "closed the connection" popped 'hear TOP' 'say -ERR' 'hear RETR' 'say +OK' \
        'fill 2000000 xxxxxxxxxx' drop
    bad_server pop3 75 "said nothing" popped 'hear TOP' 'say +OK' 'say From: x' hang
    bad_server pop3 75 "closed the connection" popped 'hear TOP' 'say +OK' 'say From: x' 'say ..' drop
    [ "$met" -eq 13 ]
}

@test "a mail that the server can't give keeps no other waiting" {
    receive_timeout=1
    start_tool scripted
    script popped 'hear TOP' 'say -ERR what' 'hear RETR 1' 'say -ERR a disk is broken' 'hear QUIT' 'say +OK' \
        >"$t/scripted/script"
    receive_from pop3 "pop3://localhost:$tool_port" "tls = no"
    r --now 2030-01-01T00:00:00Z tick
    expect 75 "1 of its mails can't be had from it (a disk is broken)"
    # The others were heard: the clock goes on.
    [ "$(sqlite3 "$d/referee.db" "SELECT value FROM setting WHERE name = 'last_tick_at'")" = 1893456000 ]
    ! grep '^?' "$t/scripted/log"
}

@test "a server that takes no leave: what was taken in stays, and is said again" {
    # shellcheck disable=SC2034 # for receive_from
    receive_timeout=1
    start_tool scripted
    script pop3 'hear STAT' 'say +OK 1 1' 'hear UIDL' 'say +OK' 'say 1 a' 'say .' 'hear LIST' 'say +OK' \
        'say 1 10' 'say .' >"$t/listed"
    (cat "$t/listed" && printf '%s\n' 'hear RETR' 'say +OK' 'say From: p1@example.org' 'say ' 'say help' \
        'say .' 'hear DELE 1' 'say +OK' 'hear QUIT' 'say -ERR some are left') >"$t/scripted/script"
    receive_from pop3 "pop3://localhost:$tool_port" "tls = no"
    r tick
    expect 75 "some are left"
    expect_answered 1 1
    (cat "$t/listed" && printf '%s\n' 'hear DELE 1' 'say +OK' 'hear QUIT' 'say +OK') >"$t/scripted/script"
    quiet_tick
    expect_answered 1 1
    ! grep '^?' "$t/scripted/log"
}
