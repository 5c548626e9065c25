#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs with apt what the build and the tests need and the machine lacks; says so first, and does
# nothing when all is there. Arguments are packages that are wanted besides. The mail servers are for
# the tests, which start their own: what is installed here is kept from starting by itself.
set -eu
packages="gcc make pkg-config libc6-dev libglib2.0-dev libjansson-dev libsodium-dev libsqlite3-dev
libgmime-3.0-dev libxml2-dev libcairo2-dev libseccomp-dev libgpgme-dev gnupg libcurl4-openssl-dev
libcmocka-dev libical-dev zlib1g-dev bats sqlite3 openssl mandoc
bsdextrautils dovecot-imapd dovecot-pop3d curl tzdata minisign openssh-client age $*"

has() {
    dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

# Debian has one mail server at a time. Where it is another than Postfix, it stays, and the stories
# that want Postfix are left out.
other_mta() {
    dpkg-query -W -f '${db:Status-Status} ${Provides}\n' | grep -q '^installed .*mail-transport-agent'
}
has postfix || other_mta || packages="$packages postfix"

missing=
for p in $packages; do
    has "$p" || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
echo "missing, to be installed with apt-get:$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "run as root, or install them yourself" >&2; exit 1; }
    sudo=sudo
fi

# Debian starts a server when it is installed, unless this says no. A policy that is there stays.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    trap '$sudo rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' | $sudo tee $policy >/dev/null
    $sudo chmod 755 $policy
fi
# Nor is it to start with the machine, unless somebody here had it before.
units=
case " $missing " in *" postfix "*) units=" postfix.service" ;; esac
has dovecot-core || units="$units dovecot.service dovecot.socket"
if [ -n "$units" ] && command -v systemctl >/dev/null; then
    # shellcheck disable=SC2086 # a list of words
    $sudo systemctl --quiet mask $units >/dev/null 2>&1 || true
fi

$sudo apt-get update -qq
case " $missing " in
*" postfix "*) echo "postfix postfix/main_mailer_type select No configuration" | $sudo debconf-set-selections ;;
esac
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
