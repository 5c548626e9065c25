#!/bin/sh
# SPDX-License-Identifier: MIT
# Posting over SMTP, into Postfix's smtp-sink on a free port. Without it, says so.
#   posting.sh BUILD [--json]
set -eu
bin=$1
json=${2:-}
PATH=$PATH:/usr/sbin
if ! command -v smtp-sink >/dev/null; then
    "$bin/bench/row" ${json:+"$json"} --missing "posting: into smtp-sink, one connection" "smtp-sink (package postfix) isn't there"
    exit 0
fi
port=$("$bin/tests/tools/ports" 1)
if [ "$(id -u)" -eq 0 ]; then
    smtp-sink -u nobody "127.0.0.1:$port" 100 &
else
    smtp-sink "127.0.0.1:$port" 100 &
fi
sink=$!
trap 'kill $sink' EXIT
sleep 0.5
"$bin/bench/posting" ${json:+"$json"} "$bin/libexec/post" "127.0.0.1:$port"
