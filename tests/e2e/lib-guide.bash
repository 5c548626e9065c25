# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Following a text in docs/ as somebody would who types what stands there.

# The code block of $GUIDE in which a line matches.
block() {
    awk -v wanted="$1" '
        /^```/ { if (inside && found) { printf "%s", text; exit } inside = !inside; text = ""; found = 0; next }
        inside { text = text $0 "\n"; if ($0 ~ wanted) found = 1 }' "$GUIDE"
}

follow() {
    text=$(block "$1")
    [ -n "$text" ]
    eval "$text"
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
