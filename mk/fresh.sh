#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a bare Debian 12, clones what is committed here into it, and does there what the README says,
# as root; then once more as an ordinary user, with what `make dist` packed instead of a clone. It
# knows no mirror: Debian comes from where the machine's apt gets it.
#
#   fresh.sh CACHE [TARGET...]   CACHE: a directory for the bare root and the packages, for next time
#                                TARGET: what to make (else: the commands that the README begins with)
#   FRESH=DIR   the new root is DIR, which may not exist yet (here: a directory of its own, removed)
#   KEEP=1      the root stays, to be looked at with chroot
set -eu
suite=bookworm
project=23-by-mail

say() { echo "fresh: $*"; }
die() { echo "fresh: $*" >&2; exit 1; }

# ---- inside the namespace: nothing that is mounted or started here outlives it -------------------

in_root() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" DEBIAN_FRONTEND=noninteractive \
        chroot --userspec="$user" --groups= "$root" /bin/sh -euc "$1" </dev/null
}

mounts() {
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs -o mode=755 dev "$root/dev"
    for d in null zero full random urandom tty; do
        touch "$root/dev/$d"
        mount --bind "/dev/$d" "$root/dev/$d"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
    mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    for d in 0:stdin 1:stdout 2:stderr; do
        ln -s "fd/${d%:*}" "$root/dev/${d#*:}"
    done
    mount --bind "$cache/packages" "$root/var/cache/apt/archives"
}

# One make, its log kept; the end of it shown, so that one sees what a reader would see.
try() {
    say "$1, in $home/$project, $3"
    log=$root/tmp/$2-$3.log
    status=0
    in_root "cd $home/$project && $1" >"$log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        cp "$log" "$cache/failed.log"
        grep -a '^not ok' "$log" | sed 's/^/    /'
    fi
    tail -n 15 "$log" | sed 's/^/    /'
    [ "$status" -eq 0 ] || die "$1 ended with status $status; all it said is in $cache/failed.log"
    [ "$2" != test ] || tail -n 1 "$log" | grep -qxE '[1-9][0-9]* passed, 0 failed' ||
        die "the last line of $1 isn't N passed, 0 failed"
}

inside() {
    mounts
    home=/root user=0:0
    say "a reader's git and make"
    in_root "apt-get update -qq && apt-get install -qq --no-install-recommends git make >/dev/null" \
        2>/dev/null || die "git and make can't be installed there"
    for target in $targets; do
        try "make $target" "$target" root
    done
    try "make packages" packages root
    # Nothing is missing any more, so this needs no rights. The packages were made of the tarball.
    in_root "useradd -m reader && cd /home/reader && mkdir $project &&
             tar -xf /root/$project/build/$project-*.tar.gz -C $project --strip-components=1 &&
             chown -R reader: $project"
    home=/home/reader
    # shellcheck disable=SC2016 # said in there
    user=$(in_root 'echo "$(id -u reader):$(id -g reader)"')
    for target in $targets; do
        try "make $target" "$target" reader
    done
}

if [ "${1:-}" = --inside ]; then
    root=$2 cache=$3
    shift 3
    targets=$*
    inside
    exit
fi

# ---- outside: the bare root ------------------------------------------------------------------------

[ $# -ge 1 ] || die "usage: fresh.sh CACHE [TARGET...]"
[ "$(id -u)" -eq 0 ] || die "a root for chroot is made by root only: run it as root"
for tool in debootstrap unshare git; do
    command -v $tool >/dev/null || die "$tool is missing: apt-get install $tool"
done
mkdir -p "$1/packages/partial"
cache=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")/.." && pwd)
targets=${*:-$(awk '/^```/ { if (n++) exit } n && $1 == "make" { print $2 }' "$here/README.md" | xargs)}
[ -n "$targets" ] || die "the README begins with no make command"

# Where this machine's apt gets Debian 12, as lines for sources.list.
# shellcheck disable=SC2016 # apt's own words
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | grep " ${suite}[^ ]* main\$" | sort -u)
mirror=$(echo "$sources" | awk -v s=$suite '$3 == s { print $2; exit }')
[ -n "$mirror" ] || die "this machine's apt knows no source of Debian 12 ($suite): run apt-get update"
http_proxy=${http_proxy:-$(apt-config shell p Acquire::http::Proxy | sed "s/^p='\(.*\)'\$/\1/")}
https_proxy=${https_proxy:-$(apt-config shell p Acquire::https::Proxy | sed "s/^p='\(.*\)'\$/\1/")}
export http_proxy https_proxy

made=
if [ -n "${FRESH:-}" ]; then
    [ ! -e "$FRESH" ] || die "$FRESH exists"
    mkdir -p "$FRESH"
    root=$(cd "$FRESH" && pwd)
else
    made=$(mktemp -d "${TMPDIR:-/tmp}/fresh.XXXXXX")
    root=$made/root
    mkdir "$root"
fi

finish() {
    status=$?
    trap - EXIT HUP INT TERM
    if [ -n "${KEEP:-}" ]; then
        say "kept: $root"
    else
        rm -rf --one-file-system "$root" ${made:+"$made"}
    fi
    exit $status
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

base=$cache/$suite.tar
if [ -z "$(find "$base" -mtime -30 2>/dev/null)" ]; then
    say "a bare Debian 12"
    case $mirror in https:*) include=--include=ca-certificates ;; *) include= ;; esac
    debootstrap --variant=minbase $include $suite "$root" "$mirror" >"$cache/debootstrap.log" 2>&1 ||
        { tail -n 20 "$cache/debootstrap.log" >&2; die "debootstrap failed"; }
    tar -C "$root" -cf "$base.new" .
    mv "$base.new" "$base"
else
    say "a bare Debian 12, of $(date -r "$base" +%F)"
    tar -C "$root" -xf "$base"
fi
echo "$sources" >"$root/etc/apt/sources.list"
apt-config dump | grep '^Acquire::Check-' >"$root/etc/apt/apt.conf.d/90machine" || true
cp /etc/resolv.conf /etc/hosts "$root/etc/"
for c in /usr/local/share/ca-certificates/*.crt; do
    [ ! -f "$c" ] || { mkdir -p "$root/usr/local/share/ca-certificates" &&
        cp "$c" "$root/usr/local/share/ca-certificates/"; }
done
[ ! -x "$root/usr/sbin/update-ca-certificates" ] ||
    chroot "$root" update-ca-certificates >/dev/null 2>&1

git clone -q --no-hardlinks "$here" "$root/root/$project"
say "commit $(git -C "$root/root/$project" rev-parse --short HEAD)"

# shellcheck disable=SC2086 # a list of words
unshare --mount --pid --fork --kill-child --propagation private \
    sh "$0" --inside "$root" "$cache" $targets
say "all is well on a bare Debian 12"
