#!/bin/bash
# SPDX-License-Identifier: MIT
# A real Dovecot for stories: IMAP and POP3, each plain (with STARTTLS) and in TLS, on free ports of
# loopback, with a throw-away certificate authority. To be loaded by .bats files. It runs as an
# ordinary user (nobody, where the tests run as root), below a directory of its own.
#
#   dovecot_start [SETTING...]   starts it; lines of dovecot.conf come last and so count. Sets
#                  dovecot (its directory), dovecot_imap dovecot_imaps dovecot_pop3 dovecot_pop3s
#                  (ports), dovecot_ca (the authority's certificate)
#   dovecot_restart [SETTING...] the same server with other settings, mails kept
#   dovecot_stop   ends it and removes all
#   dovecot_put USER [FOLDER] <MAIL    delivers a mail; its file ends in LF line ends, as usual
#   dovecot_count USER [FOLDER]        how many mails are there
#   dovecot_admin ARGS...              doveadm
#
# Everybody's password is "secret". Certificates of dovecot_ca: localhost (127.0.0.1, the one in use),
# expired, soon (to expire in 3 days), elsewhere (for another host); dovecot_certificate NAME gives the
# settings that show one of them.

dovecot_password=secret

# Runs a command as the server's user.
dovecot_as() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups -- "$@"
    else
        "$@"
    fi
}

# N free ports of loopback.
free_ports() {
    "${BUILD:-build}/tests/tools/ports" "$1"
}

# ---- certificates ------------------------------------------------------------------------------

# make_certificate NAME ALTNAMES FROM TO: NAME.pem and NAME.key, signed by ca in the current
# directory. FROM and TO as openssl ca wants them.
make_certificate() {
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -subj "/CN=$1" \
        -out "$1.csr" 2>/dev/null
    printf '[server]\nsubjectAltName=%s\nbasicConstraints=CA:false\n' "$2" >"$1.ext"
    openssl ca -batch -notext -config ca.conf -extfile "$1.ext" -extensions server \
        -startdate "$3" -enddate "$4" -in "$1.csr" -out "$1.pem" 2>/dev/null
}

# make_authority NAME: a certificate authority of that name in the current directory, as ca.conf.
make_authority() {
    printf '[ca]\ndefault_ca=own\n[own]\ndatabase=%s.index\nserial=%s.serial\nnew_certs_dir=.\n%s' \
        "$1" "$1" "certificate=$1.pem
private_key=$1.key
default_md=sha256
policy=any
unique_subject=no
[any]
commonName=supplied
[req]
distinguished_name=name
x509_extensions=authority
[name]
[authority]
basicConstraints=critical,CA:true
keyUsage=critical,keyCertSign
subjectKeyIdentifier=hash
" >"$1.conf"
    : >"$1.index"
    echo 01 >"$1.serial"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config "$1.conf" -days 30 \
        -keyout "$1.key" -subj "/CN=authority $1" -out "$1.pem" 2>/dev/null
}

# In DIR: the authority ca, certificates localhost, expired, soon, elsewhere; and other, an authority
# that has signed nothing.
make_certificates() {
    local names=DNS:localhost,IP:127.0.0.1
    mkdir -p "$1"
    (
        cd "$1" || exit 1
        make_authority ca && make_authority other &&
            make_certificate localhost "$names" "$(date -ud '1 day ago' +%Y%m%d%H%M%SZ)" \
                "$(date -ud '20 days' +%Y%m%d%H%M%SZ)" &&
            make_certificate expired "$names" "$(date -ud '9 days ago' +%Y%m%d%H%M%SZ)" \
                "$(date -ud '2 days ago' +%Y%m%d%H%M%SZ)" &&
            make_certificate soon "$names" "$(date -ud '9 days ago' +%Y%m%d%H%M%SZ)" \
                "$(date -ud '3 days' +%Y%m%d%H%M%SZ)" &&
            make_certificate elsewhere DNS:mail.example.org "$(date -ud '1 day ago' +%Y%m%d%H%M%SZ)" \
                "$(date -ud '20 days' +%Y%m%d%H%M%SZ)"
    )
}

# ---- the server --------------------------------------------------------------------------------

dovecot_configuration() {
    local user group
    user=$(dovecot_as id -un)
    group=$(dovecot_as id -gn)
    cat <<END
protocols = imap pop3
listen = 127.0.0.1
base_dir = $dovecot/run
state_dir = $dovecot/run
log_path = $dovecot/log
default_internal_user = $user
default_internal_group = $group
default_login_user = $user
ssl = yes
ssl_cert = <$dovecot/tls/localhost.pem
ssl_key = <$dovecot/tls/localhost.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:$dovecot/mail/%u
mail_uid = $(dovecot_as id -u)
mail_gid = $(dovecot_as id -g)
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 50
passdb {
  driver = static
  args = password=$dovecot_password
}
userdb {
  driver = static
  args = uid=$(dovecot_as id -u) gid=$(dovecot_as id -g) home=$dovecot/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $dovecot_imap
  }
  inet_listener imaps {
    port = $dovecot_imaps
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = $dovecot_pop3
  }
  inet_listener pop3s {
    port = $dovecot_pop3s
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
END
    printf '%s\n' "$@"
}

dovecot_certificate() {
    echo "ssl_cert = <$dovecot/tls/$1.pem"
    echo "ssl_key = <$dovecot/tls/$1.key"
}

dovecot_pid() {
    cat "$dovecot/run/master.pid" 2>/dev/null
}

dovecot_launch() {
    local i
    dovecot_configuration "$@" >"$dovecot/conf"
    dovecot_as dovecot -c "$dovecot/conf" >"$dovecot/start" 2>&1 3>&- || return 1
    for i in $(seq 100); do
        if (: <>"/dev/tcp/127.0.0.1/$dovecot_imap") 2>/dev/null; then
            return 0
        fi
        sleep 0.05
    done
    return 1
}

# Politely, which it answers at once unless it has just begun, then with all its processes.
dovecot_end() {
    local pid i
    pid=$(dovecot_pid) || return 0
    kill "$pid" 2>/dev/null || return 0
    # Its last act is to take this file away.
    for i in $(seq 20); do
        [ -e "$dovecot/run/master.pid" ] || return 0
        sleep 0.05
    done
    kill -9 -- "-$pid" 2>/dev/null || true
    rm -f "$dovecot/run/master.pid"
}

dovecot_start() {
    local i ports
    dovecot=$(mktemp -d "${TMPDIR:-/tmp}/dovecot.XXXXXX")
    make_certificates "$dovecot/tls" || return 1
    # shellcheck disable=SC2034 # used by those who load this
    dovecot_ca=$dovecot/tls/ca.pem
    mkdir "$dovecot/run" "$dovecot/mail"
    chmod 755 "$dovecot"
    [ "$(id -u)" -ne 0 ] || chown -R nobody:nogroup "$dovecot"
    # Somebody else may take a port before we do.
    # shellcheck disable=SC2034 # a counter
    for i in 1 2 3; do
        ports=$(free_ports 4) || return 1
        # shellcheck disable=SC2034,SC2086 # used by those who load this; a list of words
        read -r dovecot_imap dovecot_imaps dovecot_pop3 dovecot_pop3s <<<$ports
        ! dovecot_launch "$@" || return 0
        dovecot_end
    done
    cat "$dovecot/start" "$dovecot/log" >&2
    return 1
}

dovecot_restart() {
    dovecot_end
    dovecot_launch "$@"
}

dovecot_stop() {
    [ -n "${dovecot:-}" ] || return 0
    dovecot_end
    rm -rf "$dovecot"
    dovecot=
}

# ---- mails -------------------------------------------------------------------------------------

# The Maildir of a user's folder.
dovecot_maildir() {
    local folder=${2:-INBOX}
    if [ "$folder" = INBOX ]; then
        echo "$dovecot/mail/$1"
    else
        echo "$dovecot/mail/$1/.${folder//\//.}"
    fi
}

dovecot_put() {
    local maildir name
    maildir=$(dovecot_maildir "$@")
    dovecot_as mkdir -p "$maildir/tmp" "$maildir/new" "$maildir/cur"
    name=$(date +%s.M%N)P$BASHPID.test
    # shellcheck disable=SC2016 # for the shell inside
    dovecot_as sh -c 'cat >"$1" && mv "$1" "$2"' sh "$maildir/tmp/$name" "$maildir/new/$name"
}

dovecot_count() {
    local maildir
    maildir=$(dovecot_maildir "$@")
    find "$maildir/new" "$maildir/cur" -type f 2>/dev/null | wc -l
}

dovecot_admin() {
    dovecot_as doveadm -c "$dovecot/conf" "$@"
}
