#!/bin/bash
# SPDX-License-Identifier: MIT
# A real Postfix for stories, on free ports of loopback, that brings mails into the mailboxes of the
# Dovecot of lib-dovecot.bash and asks it for passwords. To be loaded behind that one. Nothing of the
# machine's own Postfix is read or touched.
#
#   postfix_can            whether it can be started here: its master wants root
#   postfix_start ADDRESS...  starts both, with a mailbox for each, which is called like what stands
#                  before its @ (no @: at example.org). Sets postfix (its
#                  directory), postfix_submission (STARTTLS and a login), postfix_smtps (the same in
#                  TLS from the start), postfix_mx (no login, mails for the mailboxes alone), and
#                  what dovecot_start sets
#   postfix_stop           ends both and removes all
#   postfix_settle         waits until every mail is delivered or has come back
#   postfix_say [POSTCONF-LINE...]  other settings, at once
#   postfix_hand_in FROM TO <MAIL   sends a mail, as a mail program would
#
# NAME+ANYTHING comes to NAME. Whoever is logged in sends as himself alone. Mail to gone@example.org
# is accepted, and comes back as undeliverable.

postfix_can() {
    [ "$(id -u)" -eq 0 ] && command -v postfix >/dev/null
}

postfix_tables() {
    local name
    : >"$postfix/domains"
    for name in "$@" gone; do
        [[ $name == *@* ]] || name=$name@example.org
        echo "$name ${name%@*}/" >>"$postfix/boxes"
        echo "$name ${name%@*}" >>"$postfix/logins"
        grep -qx "${name#*@} ok" "$postfix/domains" || echo "${name#*@} ok" >>"$postfix/domains"
    done
    echo "gone@example.org gone:" >"$postfix/transport"
    printf '#!/bin/sh\nexit 67\n' >"$postfix/gone" # EX_NOUSER
    chmod 755 "$postfix/gone"
}

postfix_main() {
    cat <<END
compatibility_level = 3.6
queue_directory = $postfix/queue
data_directory = $postfix/data
command_directory = $(postconf -dh command_directory)
daemon_directory = $(postconf -dh daemon_directory)
maillog_file = $postfix/log
maillog_file_prefixes = $postfix
myhostname = mail.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
recipient_delimiter = +
virtual_mailbox_domains = texthash:$postfix/domains
virtual_mailbox_base = $dovecot/mail
virtual_mailbox_maps = texthash:$postfix/boxes
virtual_uid_maps = static:$(dovecot_as id -u)
virtual_gid_maps = static:$(dovecot_as id -g)
virtual_minimum_uid = 1
transport_maps = texthash:$postfix/transport
smtpd_tls_cert_file = $dovecot/tls/localhost.pem
smtpd_tls_key_file = $postfix/localhost.key
smtpd_sasl_type = dovecot
smtpd_sasl_path = $dovecot/run/auth-postfix
smtpd_sender_login_maps = texthash:$postfix/logins
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_client_connection_rate_limit = 0
minimal_backoff_time = 1s
queue_run_delay = 1s
END
}

postfix_master() {
    local login="-o smtpd_sasl_auth_enable=yes -o smtpd_tls_auth_only=yes"
    login="$login -o smtpd_client_restrictions=permit_sasl_authenticated,reject"
    login="$login -o smtpd_sender_restrictions=reject_sender_login_mismatch"
    cat <<END
$postfix_mx inet n - n - - smtpd
$postfix_submission inet n - n - - smtpd -o smtpd_tls_security_level=encrypt $login
$postfix_smtps inet n - n - - smtpd -o smtpd_tls_wrappermode=yes $login
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
gone unix - n n - - pipe user=nobody argv=$postfix/gone
END
}

# It is there when it greets.
postfix_wait() {
    local port i line
    for port in "$@"; do
        for ((i = 0; i < 200; i++)); do
            line=
            { read -r -t 5 line <>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null
            [ -z "$line" ] || continue 2
            sleep 0.05
        done
        return 1
    done
}

postfix_launch() {
    postfix_main >"$postfix/main.cf"
    postfix_master >"$postfix/master.cf"
    postfix -c "$postfix" start >"$postfix/start" 2>&1 3>&- &&
        postfix_wait "$postfix_submission" "$postfix_mx"
}

postfix_end() {
    [ ! -e "$postfix/main.cf" ] || postfix -c "$postfix" abort >>"$postfix/start" 2>&1 || true
}

postfix_start() {
    local i ports
    dovecot_start 'service auth {' '  unix_listener auth-postfix {' '    mode = 0666' '  }' '}' ||
        return 1
    postfix=$(mktemp -d "${TMPDIR:-/tmp}/postfix.XXXXXX")
    chmod 755 "$postfix"
    mkdir "$postfix/queue" "$postfix/data"
    chown postfix "$postfix/data"
    install -m 600 "$dovecot/tls/localhost.key" "$postfix"
    postfix_tables "$@"
    for i in 1 2 3; do
        ports=$(free_ports 3) || return 1
        # shellcheck disable=SC2086 # a list of words
        read -r postfix_submission postfix_smtps postfix_mx <<<$ports
        ! postfix_launch || return 0
        postfix_end
    done
    cat "$postfix/start" "$postfix/log" >&2
    return 1
}

postfix_stop() {
    if [ -n "${postfix:-}" ]; then
        postfix_end
        rm -rf "$postfix"
        postfix=
    fi
    dovecot_stop
}

postfix_settle() {
    local i
    for ((i = 0; i < 600; i++)); do
        [ -n "$(find "$postfix"/queue/{maildrop,incoming,active,deferred} -type f -print -quit 2>/dev/null)" ] ||
            return 0
        sleep 0.05
    done
    echo "not delivered:" >&2
    tail -n 20 "$postfix/log" >&2
    return 1
}

postfix_say() {
    postconf -c "$postfix" "$@" && postfix -c "$postfix" reload >>"$postfix/start" 2>&1
}

postfix_hand_in() {
    curl -sS --noproxy '*' --ssl-reqd --cacert "$dovecot_ca" --user "${1%@*}:$dovecot_password" \
        --mail-from "$1" --mail-rcpt "$2" --crlf --upload-file - \
        "smtp://localhost:$postfix_submission/${1#*@}"
}
