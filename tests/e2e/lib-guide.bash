# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Following a text in docs/ as somebody would who types what stands there.

# The code block of $GUIDE in which a line matches.
block() {
    awk -v wanted="$1" '
        /^```/ { if (inside && found) { printf "%s", text; exit } inside = !inside; text = ""; found = 0; next }
        inside { text = text $0 "\n"; if ($0 ~ wanted) found = 1 }' "$GUIDE"
}

# follow LINE [SED]: types the block in which a line matches; SED puts in what is another thing here.
follow() {
    text=$(block "$1")
    [ -n "$text" ]
    printf '%s\n' "$text" >>"$BATS_FILE_TMPDIR/followed"
    eval "$(printf '%s\n' "$text" | sed "${2:-}")"
}

# What stands in the guide for a shell and wasn't followed so far: the first lines of those blocks.
not_followed() {
    awk '
        FNR == NR { seen[$0] = 1; next }
        /^```sh$/ { inside = 1; next }
        /^```/ { inside = 0 }
        inside && !($0 in seen) && NF { print }' "$BATS_FILE_TMPDIR/followed" "$GUIDE"
}

# The programs as they were built, found by name.
guide_path() {
    local root
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    case ${BUILD:-build} in
    /*) export PATH="$BUILD:$PATH" ;;
    *) export PATH="$root/${BUILD:-build}:$PATH" ;;
    esac
    export GUIDE="$root/docs/$1"
}

# The rows of the table of what lines of the journal mean, from what the program says of them.
journal_rows() {
    referee23 tick --help | awk '
        function put() { if (name) printf "| `%s` | `%s` | %s |\n", name, keys, means }
        /^  event=/ {
            put()
            name = substr($1, 7, length($1) - 7)
            keys = substr($0, index($0, ": ") + 2)
            means = ""
            next
        }
        name && /^    / { sub(/^ +/, ""); means = means (means == "" ? "" : " ") $0 }
        END { put() }'
}
