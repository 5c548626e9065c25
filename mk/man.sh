#!/bin/sh
# SPDX-License-Identifier: MIT
# Fills a manual page in with what the programs say about themselves, so that the two can't differ:
# man.sh PAGE.in BUILD >PAGE. A line `.\" COMMANDS` becomes each command's --help, `.\" SETTINGS` the
# settings of the referee.conf that init writes, `.\" TEXT FILE` that file.
set -eu
page=$1
build=$2
program=$(sed -n 's/^\.Nm \([a-z0-9]*\)$/\1/p' "$page" | head -n 1)

# Text as it is: backslashes, and dots and quotes that begin a line, are no orders to the formatter.
literal() {
    sed -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'
}

commands() {
    "$build/$program" --help | sed -n '/^Commands/,/^Exit/s/^  \([a-z][a-z]*\)  .*/\1/p' |
        while read -r name; do
            printf '.Ss %s\n.Bd -literal\n' "$name"
            "$build/$program" "$name" --help | literal
            printf '.Ed\n'
        done
}

settings() {
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    "$build/referee23" -C "$dir" init --address referee@example.org >/dev/null
    literal <"$dir/referee.conf" | awk '
        /^# (\\-)+/ { sub(/^# (\\-)+ /, ""); title = $0; text = ""; next }
        /^\[/ { if (open) print ".El"; print ".Ss " $0 "\\&\n" title "\n.Bl -tag -width Ds"; open = 1; text = ""; next }
        /^# / { if (open) text = text substr($0, 3) "\n"; next }
        /^#?[a-z\\-]+ = / {
            example = sub(/^#/, "")
            key = $0; sub(/ = .*/, "", key)
            value = $0; sub(/^[^=]*= ?/, "", value)
            if (example) value = "(" value ")"
            printf ".It Ic %s Li = %s\n%s", key, value, prose(text)
            text = ""
        }
        # One sentence a line, and none too long.
        function prose(words,    out, line, n, i, w) {
            n = split(words, w, /[ \n]+/)
            for (i = 1; i <= n; i++) {
                if (line != "" && length(line) + length(w[i]) > 75) { out = out line "\n"; line = "" }
                line = line (line == "" ? "" : " ") w[i]
                if (w[i] ~ /\.$/) { out = out line "\n"; line = "" }
            }
            return out (line == "" ? "" : line "\n")
        }
        END { print ".El" }'
}

while IFS= read -r line; do
    case $line in
    '.\" COMMANDS') commands ;;
    '.\" SETTINGS') settings ;;
    '.\" TEXT templates/'*)
        printf '.Bd -literal\n'
        literal <"${line#*TEXT }"
        printf '\n.Ed\n'
        ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$page"
