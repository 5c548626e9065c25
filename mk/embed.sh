#!/bin/sh
# SPDX-License-Identifier: MIT
# Turns a text file into a C string: embed.sh NAME FILE
set -eu
printf 'static const char %s[] =\n' "$1"
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$/\\n"/' "$2"
printf '    ;\n'
