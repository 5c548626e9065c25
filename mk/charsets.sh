#!/bin/sh
# SPDX-License-Identifier: MIT
# What the bytes from 128 on stand for in charsets of one byte a letter, as the C library knows them: a table
# of 128 numbers of Unicode each, 0 where a byte is none. They are built in, so that `read` needs no file of
# the C library for them: charsets.sh CHARSET…
set -eu
bytes=$(mktemp)
trap 'rm -f "$bytes"' EXIT
for byte in $(seq 128 255); do
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %o "$byte")\n"
done >"$bytes"
for charset in "$@"; do
    name=$(echo "$charset" | tr - _)
    # A line a byte, empty where it is none: iconv says so with its status, too.
    { iconv -c -f "$charset" -t UTF-16BE "$bytes" 2>/dev/null || true; } | od -An -v -tx1 -w2 |
        awk -v name="$name" '
            BEGIN { printf "static const guint16 charset_%s[128] = {", name }
            $1 $2 == "000a" { printf "%s%s,", n++ % 12 ? " " : "\n    ", code ? code : 0; code = ""; next }
            { code = "0x" $1 $2 }
            END { print "\n};"; if (n != 128) { print "charsets.sh: " name " has " n " bytes" >"/dev/stderr"; exit 1 } }'
done
