#!/bin/bash
# SPDX-License-Identifier: MIT
# Plays the demo through real mail servers: a Postfix and a Dovecot of its own, with TLS and logins, on
# free ports of loopback. The referee sends by SMTP and reads by IMAP, and so do its players.
#
#   demo-real.sh [OPTION...]   options of referee23 demo; BUILD says where it was built
#
# It calls itself as the postman of referee23 demo: demo-real.sh collect NICK MAILDIR, submit NICK FILE.
# shellcheck disable=SC2154 # set by what is loaded
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
export BUILD

# ---- the players' mail programs ----------------------------------------------------------------

as() {
    curl -sS --noproxy '*' --ssl-reqd --cacert "$POSTMAN_CA" --user "$1:$POSTMAN_PASSWORD" "${@:2}"
}

# NICK's next mail, if there is one: nobody deletes any, so their numbers have no gaps. A body is only
# ever asked for by its URL: what another command brings, curl takes for protocol.
collect() {
    local uid
    uid=$(($(cat "$2/last" 2>/dev/null || echo 0) + 1))
    as "$1" "imaps://localhost:$POSTMAN_IMAPS/INBOX;UID=$uid" 2>"$2/tmp/why" >"$2/tmp/$uid" || {
        grep -q '(78)' "$2/tmp/why" && return # no such mail yet
        cat "$2/tmp/why" >&2
        return 1
    }
    tr -d '\r' <"$2/tmp/$uid" >"$2/tmp/mail"
    mv "$2/tmp/mail" "$2/new/$(printf %06d $uid).imap"
    rm "$2/tmp/$uid"
    echo "$uid" >"$2/last"
}

header() {
    sed -n "/^\$/q; s/^$1: .*<\([^<>]*\)>.*/\1/p; t; s/^$1: *//p" "$2" | head -n 1
}

submit() {
    as "$1" --mail-from "$(header From "$2")" --mail-rcpt "$(header To "$2")" --crlf --upload-file "$2" \
        "smtp://localhost:$POSTMAN_SUBMISSION/$1.example.org" >/dev/null
}

case ${1:-} in
collect | submit)
    "$@"
    exit
    ;;
esac

# ---- the demo ----------------------------------------------------------------------------------

# shellcheck source=/dev/null
. tests/e2e/lib-dovecot.bash
# shellcheck source=/dev/null
. tests/e2e/lib-postfix.bash

if ! postfix_can; then
    echo "Postfix is started by root only, and has to be there: run this as root" >&2
    exit 1
fi
trap postfix_stop EXIT
postfix_start referee@23.example.org anna@wellington.example.org bruno@lyon.example.net \
    clara@quito.example.com dora@nairobi.example.org
settings=$postfix/settings
install -m 600 /dev/null "$postfix/password"
echo "$dovecot_password" >"$postfix/password"
cat >"$settings" <<END
[receive]
kind=imap
url=imaps://localhost:$dovecot_imaps
ca-file=$dovecot_ca
user=referee
password-file=$postfix/password
[send]
kind=smtp
url=smtp://localhost:$postfix_submission
ca-file=$dovecot_ca
user=referee
password-file=$postfix/password
[mail]
subaddress=yes
END
export POSTMAN_CA=$dovecot_ca POSTMAN_PASSWORD=$dovecot_password
export POSTMAN_IMAPS=$dovecot_imaps POSTMAN_SUBMISSION=$postfix_submission
"$BUILD/referee23" demo --settings "$settings" --postman "$PWD/mk/demo-real.sh" "$@"
