#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs with apt what the build and the tests need and the machine lacks; says so first, and does
# nothing when all is there. Arguments are packages that are wanted besides.
set -eu
packages="gcc make pkg-config libc6-dev libglib2.0-dev libjansson-dev libsodium-dev libsqlite3-dev
libgmime-3.0-dev libxml2-dev libseccomp-dev libcurl4-openssl-dev libcmocka-dev bats sqlite3 $*"
missing=
for p in $packages; do
    dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
echo "missing, to be installed with apt-get:$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "run as root, or install them yourself" >&2; exit 1; }
    sudo=sudo
fi
$sudo apt-get update -qq
# shellcheck disable=SC2086 # a list of words
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
