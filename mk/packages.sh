#!/bin/sh
# SPDX-License-Identifier: MIT
# The life of the Debian packages on this machine, from installing to purging: packages.sh DIR, where the
# packages are. It leaves nothing of them behind, and begins only where nothing of them is.
set -eu
packages=$1
data=/var/lib/referee23

die() { echo "packages: $*" >&2; exit 1; }
say() { echo "packages: $*"; }
as_referee() { runuser -u referee23 -- "$@"; }

[ "$(id -u)" -eq 0 ] || die "packages are installed by root only"
[ ! -e $data ] || die "$data exists: this is for a machine that may be thrown away"
command -v referee23 >/dev/null && die "a referee23 is installed already"

set -- "$packages"/referee23_*.deb "$packages"/player23_*.deb
[ -f "$1" ] || die "there are no packages in $packages: make deb"
export DEBIAN_FRONTEND=noninteractive
apt-get install -qq -y --no-install-recommends "$(realpath "$1")" "$(realpath "$2")" >/dev/null

say "a new referee"
[ "$(stat -c '%U %a' $data)" = "referee23 700" ] || die "$data isn't its user's alone"
as_referee referee23 init --address referee@example.org >/dev/null
as_referee referee23 doctor || die "doctor finds fault with a new referee"
printf 'From: anna@example.org\nMessage-ID: <1@example.org>\nReturn-Path: <anna@example.org>\n\nhelp\n' |
    as_referee referee23 deliver
as_referee referee23 tick
[ "$(find $data/mail/out/new -type f | wc -l)" -eq 1 ] || die "no answer to a first mail"
player23 show "$(find $data/mail/out/new -type f)" | grep -q . || die "player23 shows no mail"
for page in referee23.8 player23.1 referee.conf.5 23-record.5 23-mail.7; do
    [ -f "/usr/share/man/man${page##*.}/$page.gz" ] || die "no page $page"
done

# The units are what contrib/ says, in the package's places.
grep -q '^ExecStart=/usr/bin/referee23' /lib/systemd/system/referee23.service || die "no service"
[ -L /etc/systemd/system/timers.target.wants/referee23.timer ] || die "the timer isn't enabled"

say "a database of version 1, and the same package once more, as an upgrade"
rm -f $data/referee.db*
install -o referee23 -g referee23 -m 600 tests/old/version-1.db $data/referee.db
for key in ticket:a database:b referee:c; do
    printf '%064d\n' 0 | tr 0 "${key#*:}" >"$data/keys/${key%:*}.key"
done
apt-get install -qq -y --reinstall --no-install-recommends "$(realpath "$1")" >/dev/null
as_referee referee23 tick
as_referee referee23 clock accept >/dev/null || true # its last run was long ago, or is to come
as_referee referee23 tick
[ -f $data/referee.db.v1-backup ] || die "nothing was brought forward"
as_referee referee23 record 1 >$data/old.record
as_referee referee23 verify $data/old.record || die "an old record doesn't hold"
as_referee referee23 doctor | grep -v '^ok' && die "doctor finds fault after the upgrade"

say "removed: the games stay; purged: they don't"
apt-get remove -qq -y referee23 player23 >/dev/null
[ -f $data/referee.db ] || die "removing took the games away"
[ ! -e /usr/bin/referee23 ] || die "the program is left"
apt-get purge -qq -y referee23 player23 >/dev/null
[ ! -e $data ] || die "purging left the games"
left=$(dpkg -l referee23 player23 2>/dev/null | grep -c '^[ri]' || true)
[ "$left" -eq 0 ] || die "the package manager still knows them"
say "all is well"
