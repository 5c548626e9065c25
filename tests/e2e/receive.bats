#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Mail from a real server: each way to connect, each thing that can become of a mail that is done,
# and everything that an operator can have said wrong.

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

# Settings that one story changed don't reach the next.
teardown() {
    [ -z "${shm:-}" ] || rm -rf "$shm"
    [ -z "${changed:-}" ] || dovecot_restart
}

# A server with other settings, for this story.
with_settings() {
    changed=1
    dovecot_restart "$@"
}

imaps() { echo "imaps://localhost:$dovecot_imaps"; }
imap() { echo "imap://localhost:$dovecot_imap"; }
pop3s() { echo "pop3s://localhost:$dovecot_pop3s"; }
pop3() { echo "pop3://localhost:$dovecot_pop3"; }

# ---- ways to connect ---------------------------------------------------------------------------

# Three mails, a run, a run with nothing to do, one more mail, a run.
whole_visit() {
    put_mails 1 3
    quiet_tick
    expect_answered 1 3
    quiet_tick
    expect_answered 1 3
    put_mails 4 4
    quiet_tick
    expect_answered 1 4
    [ "$(ledger)" -eq 4 ]
    [ "$(ledger "state = 'done' AND outcome = 'act' AND body IS NULL")" -eq 4 ]
}

@test "IMAP in TLS" {
    receive_from imap "$(imaps)"
    whole_visit
    expect_folders 0 4
}

@test "IMAP with STARTTLS" {
    receive_from imap "$(imap)"
    whole_visit
    expect_folders 0 4
    grep "imap-login: .*user=<$user>" "$dovecot/log" | grep -q TLS
    ! grep "imap-login: .*user=<$user>" "$dovecot/log" | grep -qv TLS
}

@test "IMAP in the clear, when that is asked for" {
    receive_from imap "$(imap)" "tls = no"
    whole_visit
    expect_folders 0 4
    ! grep "imap-login: .*user=<$user>" "$dovecot/log" | grep -q TLS
}

@test "POP3 in TLS" {
    receive_from pop3 "$(pop3s)"
    whole_visit
    expect_folders 0 0
}

@test "POP3 with STARTTLS" {
    receive_from pop3 "$(pop3)"
    whole_visit
    expect_folders 0 0
    grep "pop3-login: .*user=<$user>" "$dovecot/log" | grep -q TLS
    ! grep "pop3-login: .*user=<$user>" "$dovecot/log" | grep -qv TLS
}

@test "POP3 in the clear, when that is asked for" {
    receive_from pop3 "$(pop3)" "tls = no"
    whole_visit
    expect_folders 0 0
}

@test "the password comes from systemd" {
    mkdir "$t/credentials"
    mv "$d/password" "$t/credentials/mailbox"
    chmod 440 "$t/credentials/mailbox"
    receive_from imap "$(imaps)"
    sed -i 's/^password-file.*/password-file = credential:mailbox/' "$d/referee.conf"
    put_mails 1 1
    r tick
    expect 78 "mailbox: No such file"
    CREDENTIALS_DIRECTORY=$t/credentials r tick
    expect 0 ""
    expect_answered 1 1
}

@test "servers that want the password in another way" {
    for way in login cram-md5; do
        with_settings "auth_mechanisms = $way"
        for url in "imap $(imaps)" "imap $(imap)" "pop3 $(pop3s)"; do
            # shellcheck disable=SC2086 # two words
            receive_from $url
            quiet_tick
        done
    done
    receive_from imap "$(imap)" "tls = no"
    quiet_tick
    [ "$(grep "user=<$user>" "$dovecot/log" | grep -c method=LOGIN)" -eq 3 ]
    [ "$(grep "user=<$user>" "$dovecot/log" | grep -c method=CRAM-MD5)" -eq 4 ]
    # A wrong one is said once.
    echo xyzzy >"$d/password"
    receive_from imap "$(imaps)"
    r tick
    expect 78 "user and password are refused"
    [ "$(grep "user=<$user>" "$dovecot/log" | grep -c "auth failed, 1 attempts")" -eq 1 ]
}

# ---- who is believed ---------------------------------------------------------------------------

# Nothing was taken, nothing was tried with the password, and the next run, with the right settings,
# takes all.
refused_before_login() {
    expect_answered 1 0
    ! grep -q "user=<$user>" "$dovecot/log"
}

@test "a wrong password" {
    put_mails 1 1
    echo xyzzy >"$d/password"
    for url in "imap $(imaps)" "pop3 $(pop3s)" "imap $(imap)"; do
        # shellcheck disable=SC2086 # two words
        receive_from $url
        r tick
        expect 78 "user and password are refused"
        [[ "$output" == *"password-file"* && "$output" != *xyzzy* ]]
        [ "${#lines[@]}" -eq 1 ]
    done
    chmod 644 "$d/password"
    r tick
    expect 78 "others may read this password"
    chmod 600 "$d/password"
    echo "$dovecot_password" >"$d/password"
    receive_from imap "$(imaps)"
    quiet_tick
    expect_answered 1 1
}

@test "a certificate of an authority that isn't known" {
    put_mails 1 1
    for url in "imap $(imaps)" "imap $(imap)" "pop3 $(pop3s)" "pop3 $(pop3)"; do
        for ca in "ca-file = $dovecot/tls/other.pem" ""; do
            # shellcheck disable=SC2086 # two words
            receive_from $url
            sed -i "s|^ca-file = .*|$ca|" "$d/referee.conf"
            r tick
            expect 78 "it isn't proven to be this server"
            [[ "$output" == *"ca-file"* ]]
            [ "${#lines[@]}" -eq 1 ]
            refused_before_login
        done
    done
    receive_from imap "$(imaps)"
    sed -i "s|^ca-file = .*|ca-file = /nowhere.pem|" "$d/referee.conf"
    r tick
    expect 78 "/nowhere.pem"
    refused_before_login
    receive_from imap "$(imaps)"
    quiet_tick
    expect_answered 1 1
}

@test "a certificate that has expired, and one of another host" {
    put_mails 1 1
    with_settings "$(dovecot_certificate expired)"
    receive_from imap "$(imaps)"
    r tick
    expect 78 "expired"
    refused_before_login
    with_settings "$(dovecot_certificate elsewhere)"
    receive_from pop3 "$(pop3)"
    r tick
    expect 78 "it isn't proven to be this server"
    refused_before_login
    dovecot_restart
    quiet_tick
    expect_answered 1 1
}

@test "a server without STARTTLS isn't told the password" {
    put_mails 1 1
    with_settings "ssl = no"
    for url in "imap $(imap)" "pop3 $(pop3)"; do
        # shellcheck disable=SC2086 # two words
        receive_from $url
        r tick
        expect 78 "the server doesn't encrypt (STARTTLS)"
        refused_before_login
    done
    receive_from imap "$(imap)" "tls = no"
    quiet_tick
    expect_answered 1 1
}

# ---- folders, and what becomes of mails --------------------------------------------------------

@test "a folder that isn't there" {
    receive_from imap "$(imaps)" "folder = Nowhere"
    r tick
    expect 78 "there is no folder Nowhere"
    [[ "$output" == *"see folder"* ]]
}

@test "another folder, and a name for done mails that needs care" {
    dovecot_admin mailbox create -u "$user" 'Jeux/été & "23"'
    receive_from imap "$(imaps)" 'folder = Jeux/été & "23"' 'done-folder = Jeux/日本 \\ done'
    mail_text 1 | dovecot_admin save -u "$user" -m 'Jeux/été & "23"'
    mail_text 2 | dovecot_put "$user"
    quiet_tick
    expect_answered 1 1
    expect_folders 1 0
    [ "$(dovecot_admin mailbox status -u "$user" messages 'Jeux/日本 \ done')" = 'Jeux/日本 \ done messages=1' ]
    # It was made known to mail programs too.
    dovecot_admin mailbox list -s -u "$user" | grep -q '日本'
}

@test "a folder for done mails that can't be made: all is taken in once, and said each time" {
    receive_from imap "$(imaps)" 'done-folder = a//b'
    put_mails 1 3
    r tick
    expect 78 "mails can't be moved to a//b"
    expect_answered 1 3
    put_mails 4 4
    r tick
    expect 78 "mails can't be moved to a//b"
    expect_answered 1 4
    expect_folders 4 0
    receive_from imap "$(imaps)"
    quiet_tick
    expect_answered 1 4
    expect_folders 0 4
}

@test "done mails are deleted" {
    receive_from imap "$(imaps)" "keep = delete"
    put_mails 1 3
    quiet_tick
    expect_answered 1 3
    expect_folders 0 0
}

@test "done mails are kept" {
    receive_from imap "$(imaps)" "keep = keep"
    put_mails 1 3
    quiet_tick
    expect_answered 1 3
    expect_folders 3 0
    # Marked as seen, for whoever looks into the mailbox; but that isn't what the referee goes by.
    [ "$(find "$dovecot/mail/$user/cur" -name '*:2,S' | wc -l)" -eq 3 ]
    dovecot_admin flags remove -u "$user" '\Seen' mailbox INBOX uid 2
    mail_text 4 | dovecot_put "$user"
    dovecot_admin flags add -u "$user" '\Seen' mailbox INBOX uid 4
    quiet_tick
    expect_answered 1 4
    quiet_tick
    expect_answered 1 4
}

@test "done mails are kept with POP3" {
    receive_from pop3 "$(pop3s)" "keep = keep"
    put_mails 1 3
    quiet_tick
    quiet_tick
    put_mails 4 5
    quiet_tick
    expect_answered 1 5
    expect_folders 5 0
    # Later they are to go: nothing acts again.
    receive_from pop3 "$(pop3s)"
    quiet_tick
    expect_answered 1 5
    expect_folders 0 0
}

@test "a server that can neither move nor expunge by UID" {
    with_settings 'imap_capability = IMAP4rev1 LITERAL+'
    put_mails 1 3
    receive_from imap "$(imaps)"
    quiet_tick
    expect_answered 1 3
    expect_folders 0 3
    put_mails 4 5
    receive_from imap "$(imaps)" "keep = delete"
    quiet_tick
    expect_answered 1 5
    expect_folders 0 3
}

@test "from one way of receiving to another: nothing acts twice" {
    receive_from imap "$(imaps)" "keep = keep"
    put_mails 1 3
    quiet_tick
    receive_from pop3 "$(pop3s)" "keep = keep"
    put_mails 4 4
    quiet_tick
    receive_from imap "$(imap)" "keep = keep"
    quiet_tick
    expect_answered 1 4
    [ "$(ledger "gate = 'duplicate'")" -ge 3 ]
    receive_from imap "$(imaps)"
    quiet_tick
    expect_answered 1 4
    expect_folders 0 4
}

# ---- names that change -------------------------------------------------------------------------

new_names() {
    dovecot_admin mailbox update -u "$user" --uid-validity "$1" INBOX
}

@test "UIDVALIDITY changes: nothing twice, nothing missed" {
    receive_from imap "$(imaps)" "keep = keep"
    put_mails 1 3
    # Without a Message-ID only its bytes tell that it came before.
    mail_text 4 | grep -v ^Message-ID | dovecot_put "$user"
    quiet_tick
    expect_answered 1 4
    new_names 77
    put_mails 5 6
    quiet_tick
    expect_answered 1 6
    [ "$(ledger "source_id LIKE '%UIDVALIDITY=77/%'")" -eq 6 ]
    quiet_tick
    expect_answered 1 6
    [ "$(ledger)" -eq 10 ]
    # And with the very same names for other mails.
    rm -r "$dovecot/mail/$user"
    put_mails 7 9
    new_names 78
    quiet_tick
    expect_answered 1 9
}

@test "UIDVALIDITY changes between taking in and moving" {
    receive_from imap "$(imaps)" 'done-folder = a//b'
    put_mails 1 2
    mail_text 3 | grep -v ^Message-ID | dovecot_put "$user"
    r tick
    expect 78 "can't be moved"
    new_names 99
    receive_from imap "$(imaps)"
    put_mails 4 4
    quiet_tick
    expect_answered 1 4
    expect_folders 0 4
}

@test "two equal mails in one mailbox are two" {
    receive_from imap "$(imaps)"
    for _ in 1 2; do
        mail_text 1 status | grep -v ^Message-ID | dovecot_put "$user"
    done
    quiet_tick
    [ "$(ledger)" -eq 2 ]
    [ "$(ledger "gate = 'duplicate'")" -eq 0 ]
    expect_folders 0 2
}

# ---- many mails, big mails, odd mails ----------------------------------------------------------

@test "thousands of kept mails cost a run no more than its new ones" {
    many=5000
    # A disk that has to be waited for at each of them would make this a long story.
    if [ -w /dev/shm ]; then
        shm=$(mktemp -d /dev/shm/receive.XXXXXX)
        mv "$d" "$shm/ref"
        d=$shm/ref
    fi
    maildir=$(dovecot_maildir "$user")
    dovecot_as mkdir -p "$maildir/tmp" "$maildir/new" "$maildir/cur"
    # shellcheck disable=SC2016 # for the shell inside
    dovecot_as sh -c 'for i in $(seq "$2"); do
        printf "From: news%s@example.org\nAuto-Submitted: auto-generated\nSubject: n\n\nnews %s\n" \
            "$i" "$i" >"$1/new/1.M$i.test"
    done' sh "$maildir" $many
    start_tool cutter "$dovecot_imap"
    receive_from imap "imap://localhost:$tool_port" "tls = no" "keep = keep"
    quiet_tick
    [ "$(ledger "outcome = 'drop' AND gate = 'automatic'")" -eq $many ]
    quiet_tick
    read -r lines bytes <<<"$(tail -n 1 "$t/cutter/log")"
    echo "idle: $lines lines, $bytes bytes"
    # The login takes two, then CAPABILITY, SELECT, LOGOUT.
    [ "$lines" -le 5 ] && [ "$bytes" -le 2500 ]
    put_mails 1 1
    quiet_tick
    expect_answered 1 1
    read -r lines bytes <<<"$(tail -n 1 "$t/cutter/log")"
    echo "one new mail: $lines lines, $bytes bytes"
    [ "$lines" -le 8 ] && [ "$bytes" -le 4000 ]
    [ "$(dovecot_count "$user")" -eq $((many + 1)) ]
}

# Held for the operator, who sees it byte for byte.
hostile_mail() {
    printf 'From: eve@example.org, mallory@example.org\n%s\n\n' "Subject: two senders"
    printf 'A004 OK FETCH completed\n)\nf4 OK done\n* BYE\n.\n..\n.x\n{99}\n* 1 EXPUNGE\n'
    printf '+OK\n-ERR\n\\)\n\001\377\n no end of line'
}

@test "a mail full of the server's words comes through byte for byte" {
    hostile_mail >"$t/mail"
    n=0
    for url in "imap $(imaps)" "pop3 $(pop3s)"; do
        # shellcheck disable=SC2086 # two words
        receive_from $url
        dovecot_put "$user" <"$t/mail"
        mail_text $((n + 1)) | dovecot_put "$user"
        quiet_tick
        n=$((n + 1))
        expect_answered 1 $n
        [ "$(ledger "outcome = 'hold'")" -eq $n ]
        id=$(sqlite3 "$d/referee.db" "SELECT max(id) FROM inbound WHERE outcome = 'hold'")
        "$bin/referee23" -C "$d" mail show "in-$id" --raw >"$t/raw"
        # Servers say CR LF; POP3 has to end the last line too.
        tr -d '\r' <"$t/raw" | head -c "$(stat -c %s "$t/mail")" | cmp - "$t/mail"
    done
}

@test "a mail that is too big is told so, and goes like others" {
    for url in "imap $(imaps)" "pop3 $(pop3s)"; do
        # shellcheck disable=SC2086 # two words
        receive_from $url
        (mail_text 1 && yes 'a photo of the cat, in words' | head -c 3000000) | dovecot_put "$user"
        quiet_tick
        expect_answered 1 1
        [ "$(ledger "gate = 'size' AND outcome = 'ask'")" -eq 1 ]
        expect_folders 0 1
        rm -rf "$d"
        make_referee
    done
}

# ---- around it ---------------------------------------------------------------------------------

@test "a dry run counts what is new, and takes nothing" {
    receive_from imap "$(imaps)" "keep = keep"
    put_mails 1 3
    r tick --dry-run
    expect 0 "mails to take in: 3"
    expect_answered 1 0
    quiet_tick
    put_mails 4 4
    r tick --dry-run
    expect 0 "mails to take in: 1"
}

@test "a server that is down: the rest goes on, the clock stands" {
    receive_from imap "imaps://localhost:$dovecot_imaps"
    quiet_tick
    last=$(sqlite3 "$d/referee.db" "SELECT value FROM setting WHERE name = 'last_tick_at'")
    receive_from imap "imaps://localhost:$(free_ports 1)"
    mail_text 1 >"$t/mail"
    "$bin/referee23" -C "$d" --now 2030-01-01T00:00:00Z deliver <"$t/mail"
    expect_answered 1 1
    r --now 2030-01-01T00:00:10Z tick
    expect 75 "Couldn't connect"
    [[ "$output" == *"nothing is lost, the next run tries again"* ]]
    [ "${#lines[@]}" -eq 1 ]
    [ "$(sqlite3 "$d/referee.db" "SELECT value FROM setting WHERE name = 'last_tick_at'")" = "$last" ]
}

@test "a run with a Maildir starts no fetch" {
    mkdir -p "$t/copy/libexec"
    cp "$bin/referee23" "$t/copy/"
    cp "$bin/libexec/read" "$bin/libexec/post" "$t/copy/libexec/"
    printf '#!/bin/sh\ntouch "%s"\n' "$t/started" >"$t/copy/libexec/fetch"
    chmod +x "$t/copy/libexec/fetch"
    printf '[referee]\naddress = r@example.org\ntemplates = %s\n' "$PWD/templates" >"$d/referee.conf"
    run "$t/copy/referee23" -C "$d" tick
    expect 0 ""
    [ ! -e "$t/started" ]
    receive_from imap "$(imaps)"
    run "$t/copy/referee23" -C "$d" tick
    expect 75 "fetch"
    [ -e "$t/started" ]
}

# ---- doctor ------------------------------------------------------------------------------------

# What doctor says of receiving is good; what else it looks at isn't told here.
doctor() {
    r doctor
    [[ "$output" != *"bad receiving"* ]] || { echo "$output"; return 1; }
}

says() {
    [[ "$output" == *"$1"* ]] || { echo "'$1' isn't said: $output"; return 1; }
}

@test "doctor logs in, and changes nothing" {
    put_mails 1 2
    receive_from imap "$(imaps)"
    doctor
    says "ok  receiving: logged in at $(imaps) as $user; mails in INBOX: 2"
    says "ok  receiving: the certificate of $(imaps) is good for 19 more days"
    says "ok  receiving: Done will be made there"
    expect_folders 2 0
    quiet_tick
    doctor
    says "ok  receiving: handled mails go to Done"
    receive_from imap "$(imap)" "tls = no" "keep = keep"
    doctor
    says "isn't encrypted, as tls = no says"
    [[ "$output" != *"Done"* ]]
    put_mails 3 3
    receive_from pop3 "$(pop3)"
    doctor
    says "ok  receiving: logged in at $(pop3) as $user; mails in the mailbox: 1"
    says "is good for 19 more days"
    expect_folders 1 2
}

@test "doctor says what is wrong with the server" {
    receive_from imap "imaps://localhost:$(free_ports 1)"
    r doctor
    expect 1 "bad receiving: [receive] imaps://localhost:"
    receive_from imap "$(imaps)" "folder = Nowhere"
    r doctor
    expect 1 "bad receiving: [receive] $(imaps): there is no folder Nowhere"
    echo xyzzy >"$d/password"
    receive_from pop3 "$(pop3s)"
    r doctor
    expect 1 "user and password are refused"
    [[ "$output" != *xyzzy* ]]
    echo "$dovecot_password" >"$d/password"
    with_settings "$(dovecot_certificate soon)"
    r doctor
    expect 1 "bad receiving: the certificate of $(pop3s) is good for 2 more days; see that it is renewed"
}
