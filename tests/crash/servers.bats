#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Killed at random moments between real servers: mails come from Dovecot by IMAP, answers leave through
# Postfix. Whatever was killed, the referee and all that it had started, the next run ends what was
# begun: each mail acted once and was moved, each answer arrived, with one Message-ID however often.
# For `make crash`; KILLS says how often.

load ../e2e/lib-dovecot
load ../e2e/lib-postfix
load ../e2e/lib-receive

setup_file() {
    postfix_can || return 0
    postfix_start referee p1 p2 p3 p4 p5
    export dovecot dovecot_ca dovecot_imap dovecot_imaps dovecot_pop3 dovecot_pop3s
    export postfix postfix_submission postfix_smtps postfix_mx
}

teardown_file() {
    ! postfix_can || postfix_stop
}

setup() {
    postfix_can || skip "Postfix is started by root only, and has to be there"
    receive_setup
    # shellcheck disable=SC2034 # whose folders expect_folders counts
    user=referee
    cat >"$d/referee.conf" <<END
[referee]
address = referee@example.org
templates = $PWD/templates
[mail]
subaddress = yes
[receive]
kind = imap
url = imaps://localhost:$dovecot_imaps
user = referee
password-file = password
ca-file = $dovecot_ca
[send]
kind = smtp
url = smtp://localhost:$postfix_submission
ca-file = $dovecot_ca
user = referee
password-file = password
END
}

# A time so many rounds and seconds from the beginning; in each round a stranger gets an answer.
when() {
    date -ud "2026-11-30 08:00:00 UTC + $((2 * $1)) days + $2 seconds" +%Y-%m-%dT%H:%M:%SZ
}

# A run that is killed after so many milliseconds, with all that it started.
killed_tick() {
    setsid "$bin/referee23" -C "$d" --now "$1" tick >/dev/null 2>&1 3>&- &
    local pid=$!
    sleep "0.$(printf %03d "$2")"
    kill -9 -- "-$pid" 2>/dev/null && killed=$((killed + 1))
    wait "$pid" 2>/dev/null || true
}

whole_tick() {
    r --now "$1" tick
    expect 0 ""
}

# Each of the five has one mail more than in the last round, counted by Message-ID.
expect_answers() {
    local i found
    postfix_settle
    for i in 1 2 3 4 5; do
        found=$(cat "$dovecot/mail/p$i"/new/* | grep '^Message-ID:' | sort -u | wc -l)
        [ "$found" -eq "$1" ] || {
            echo "p$i has $found mails, not $1"
            sqlite3 "$d/referee.db" "SELECT * FROM inbound ORDER BY id DESC LIMIT 10"
            sqlite3 "$d/referee.db" "SELECT id, address, kind, state, tries, detail, created_at,
                settled_at FROM outbound ORDER BY id DESC LIMIT 10"
            tail -n 60 "$postfix/log"
            return 1
        }
    done
}

@test "killed at any moment, between Dovecot and Postfix" {
    local round i before
    killed=0
    RANDOM=23
    for round in $(seq "${KILLS:-300}"); do
        for i in 1 2 3 4 5; do
            mail_text "$i" help | sed "s/^Message-ID: <m/&$round./" | dovecot_put referee
        done
        killed_tick "$(when "$round" 0)" $((RANDOM % ${KILL_WITHIN:-300}))
        whole_tick "$(when "$round" 0)"
        whole_tick "$(when "$round" 300)" # what was put off, if anything
        expect_answers "$round"
        expect_folders 0 $((5 * round))
        [ "$(ledger)" -eq $((5 * round)) ]
        before=$(sqlite3 "$d/referee.db" .dump | sha256sum)
        whole_tick "$(when "$round" 300)"
        [ "$(sqlite3 "$d/referee.db" .dump | sha256sum)" = "$before" ]
    done
    echo "# $killed runs of $round were killed" >&3
    [ "$killed" -ge $((round / 2)) ]
    [ "$(ledger "outcome <> 'act' AND outcome <> 'ask'")" -eq 0 ]
}
