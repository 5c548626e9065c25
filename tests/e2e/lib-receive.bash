#!/bin/bash
# SPDX-License-Identifier: MIT
# A referee that receives from a mail server, for stories: to be loaded by .bats files beside
# lib-dovecot.bash. Each story has a directory ($d) and, as $user, a mailbox of its own; mails go to
# the Maildir mail/out. Every mail of mail_text comes from somebody else and is answered once, so the
# answers tell what was acted on, and how often.

receive_setup() {
    bin=$(realpath "${BUILD:-build}")
    d=$BATS_TEST_TMPDIR/ref
    user=u$BATS_TEST_NUMBER
    t=$BATS_TEST_TMPDIR
    make_referee
}

make_referee() {
    "$bin/referee23" -C "$d" init --address referee@example.org >/dev/null
    echo "$dovecot_password" >"$d/password"
    chmod 600 "$d/password"
}

# receive_from KIND URL [SETTING...]: the whole of referee.conf; settings are lines of [receive].
receive_from() {
    local kind=$1 url=$2
    shift 2
    cat >"$d/referee.conf" <<END
[referee]
address = referee@example.org
templates = $PWD/templates
[limits]
strangers-answers-a-day = 100000
mails-an-hour = 100000
message-bytes = 64K
[receive]
kind = $kind
url = $url
user = $user
password-file = password
ca-file = $dovecot_ca
timeout = ${receive_timeout:-10}
END
    [ $# -eq 0 ] || printf '%s\n' "$@" >>"$d/referee.conf"
}

# referee23 on the directory of this story; what it says is in $output (both channels).
r() {
    run "$bin/referee23" -C "$d" "$@"
}

# The exit status that is wanted, and words that must be said.
expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

# A run that has nothing to say.
quiet_tick() {
    r tick
    expect 0 ""
    [ -z "$output" ] || { echo "said: $output"; return 1; }
}

# A mail of the player N, with the words in the rest as its text.
mail_text() {
    local n=$1
    shift
    printf 'From: Player %s <p%s@example.org>\nTo: referee@example.org\nSubject: hello\n' "$n" "$n"
    printf 'Message-ID: <m%s@example.org>\nDate: Mon, 30 Nov 2026 02:00:00 +0000\n' "$n"
    printf 'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n' "${*:-help}"
}

# Delivers the mails of players FROM to TO.
put_mails() {
    local i
    for i in $(seq "$1" "$2"); do
        mail_text "$i" | dovecot_put "$user"
    done
}

# Whom the referee has answered, a line each, sorted.
answered() {
    cat "$d"/mail/out/new/* 2>/dev/null | sed -n 's/^To: .*\(p[0-9]*\)@example.org.*/\1/p' | sort -V
}

# The players FROM to TO, each answered once, and nobody else.
expect_answered() {
    local wanted found
    wanted=$(seq -f 'p%g' "$1" "$2" | sort -V)
    found=$(answered)
    [ "$found" = "$wanted" ] || { echo "answered: $found"; return 1; }
}

# expect_folders INBOX DONE: how many mails are where on the server.
expect_folders() {
    local found
    found="INBOX $(dovecot_count "$user"), Done $(dovecot_count "$user" Done)"
    [ "$found" = "INBOX $1, Done $2" ] || { echo "$found"; return 1; }
}

# Rows of the ledger that hold for this condition.
ledger() {
    sqlite3 "$d/referee.db" "SELECT count(*) FROM inbound WHERE ${1:-1}"
}

# start_tool NAME ARGS...: a program of tests/tools with a directory of its own ($t/NAME), which ends
# with the story; its port is in $tool_port.
start_tool() {
    local name=$1 i
    shift
    mkdir -p "$t/$name"
    "$bin/tests/tools/$name" "$t/$name" "$@" 3>&- &
    for i in $(seq 200); do
        [ -s "$t/$name/port" ] && break
        sleep 0.02
    done
    # shellcheck disable=SC2034 # used by those who load this
    tool_port=$(cat "$t/$name/port")
}
