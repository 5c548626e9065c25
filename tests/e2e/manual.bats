#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The manual pages: clean, whole, and of one mind with the programs; the players' guide: of one mind
# with the mails.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    export BUILD=${BUILD:-build}
    export TREE="$BATS_FILE_TMPDIR/man"
    local page
    for page in "$BUILD"/man/*.[1-8]; do
        mkdir -p "$TREE/man${page##*.}"
        cp "$page" "$TREE/man${page##*.}"
    done
    # What other packages bring.
    for page in cron.8 mutt.1; do
        mkdir -p "$TREE/man${page##*.}"
        printf '.Dd January 1, 2026\n.Dt %s %s\n.Os\n.Sh NAME\n.Nm %s\n.Nd of another package\n' \
            "${page%.*}" "${page##*.}" "${page%.*}" >"$TREE/man${page##*.}/$page"
    done
    makewhatis "$TREE"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
}

text_of() {
    mandoc -T utf8 "$BUILD/man/$1" | col -bx
}

@test "mandoc finds nothing" {
    local n=0 page
    for page in "$BUILD"/man/*.[1-8]; do
        n=$((n + 1))
        run env MANPATH="$TREE" mandoc -T lint -W style "$page"
        [ "$output" = "" ] || { echo "$output"; return 1; }
    done
    [ "$n" -eq 5 ]
}

@test "every command and every option of the programs is in their page" {
    local program page name word n=0
    for page in referee23.8 player23.1; do
        program=${page%.*}
        text_of "$page" >"$BATS_TEST_TMPDIR/page"
        for name in $("$BUILD/$program" --help | sed -n '/^Commands/,/^$/d; s/^  \([a-z][a-z]*\)  .*/\1/p'); do
            grep -qx "   $name" "$BATS_TEST_TMPDIR/page" || { echo "$page lacks $name"; return 1; }
            for word in $("$BUILD/$program" "$name" --help | grep -o -e '--[a-z-]*'); do
                n=$((n + 1))
                grep -qF -e "$word" "$BATS_TEST_TMPDIR/page" ||
                    { echo "$page lacks $name $word"; return 1; }
            done
        done
    done
    [ "$n" -gt 40 ]
}

@test "every setting is in referee.conf(5)" {
    local key n=0
    "$BUILD/referee23" -C "$BATS_TEST_TMPDIR/d" init --address referee@example.org
    text_of referee.conf.5 >"$BATS_TEST_TMPDIR/page"
    for key in $(sed -n 's/^#\{0,1\}\([a-z-]*\) = .*/\1/p' "$BATS_TEST_TMPDIR/d/referee.conf"); do
        n=$((n + 1))
        grep -q "^     $key = " "$BATS_TEST_TMPDIR/page" || { echo "no $key"; return 1; }
    done
    [ "$n" -gt 30 ]
}

@test "every kind of line of a record is in 23-record(5)" {
    local word n=0
    text_of 23-record.5 >"$BATS_TEST_TMPDIR/page"
    for word in $(cut -d' ' -f1 tests/vectors/*.record | sort -u | grep -v '^23$'); do
        n=$((n + 1))
        grep -q "^     $word " "$BATS_TEST_TMPDIR/page" || { echo "no $word"; return 1; }
    done
    [ "$n" -gt 14 ]
}

@test "the players' guide says what the referee mails, in three languages" {
    local language page n=0 name
    for language in en fr de; do
        page=docs/playing.$language.md
        [ $language != en ] || page=docs/playing.md
        sh mk/playing.sh "$page.in" $language >"$BATS_TEST_TMPDIR/page"
        diff "$BATS_TEST_TMPDIR/page" "$page" || { echo "make guide, and read what it changes"; return 1; }
        for name in $(grep -o '](#[a-z-]*)' "$page" | tr -d ']()#' | sort -u); do
            n=$((n + 1))
            grep -q "<a id=\"$name\">" "$page" || { echo "$page: #$name leads nowhere"; return 1; }
        done
        for name in $(sed -n 's/.*src="\([^"]*\)".*/\1/p' "$page"); do
            n=$((n + 1))
            [ -f "docs/$name" ] || { echo "$page: no $name"; return 1; }
        done
        run sh mk/playing.sh <(grep -v 'GUIDE say' "$page.in") $language
        [ "$status" -eq 1 ]
        [[ "$output" == *"nothing calls for the section say"* ]]
    done
    [ "$n" -gt 60 ]
}

# complete WORD ...: what bash would offer for the last word, on one line.
offers() {
    bash -c '. contrib/completion.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _23_by_mail "$1" "${COMP_WORDS[COMP_CWORD]}" x
        echo "${COMPREPLY[*]}"' bash "$@"
}

@test "bash completes commands, verbs, options and files" {
    [ "$(offers "$BUILD/referee23" ver)" = verify ]
    [ "$(offers "$BUILD/referee23" -C "$BATS_TEST_TMPDIR" game ex)" = extend ]
    [ "$(offers "$BUILD/referee23" tick --)" = "--dry-run" ]
    [ "$(offers "$BUILD/player23" key)" = keygen ]
    [ "$(offers "$BUILD/referee23" verify READ)" = README.md ]
    [ "$(offers "$BUILD/referee23" nonsense xyz)" = "" ]
}
