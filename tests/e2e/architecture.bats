#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The guide for programmers (docs/architecture.md), followed word for word in a copy of the sources,
# one chapter after the other (tests/e2e/follow.py).

setup_file() {
    root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    build=${BUILD:-build}
    export COPY="$BATS_FILE_TMPDIR/copy"
    mkdir "$COPY"
    # With what is compiled, so that only what changes has to be.
    tar -C "$root" --exclude='./build*' --exclude=./.git -cf - . | tar -C "$COPY" -xf -
    case $build in /*) ;; *) build=$root/$build ;; esac
    cp -a "$build" "$COPY/build"
    rm -rf "$COPY/build/templates" "$COPY/build/test-logs"
    # What depends on what was noted with the folder's name, which may be another one (make asan).
    find "$COPY/build" -name '*.d' -exec sed -i "s#\(^\| \)[^ ]*${build##*/}/#\1build/#g" {} +
    export BUILD=build PATH="$COPY/build:$PATH"
    # The compiler and its options, but not which folder and how many at once.
    MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" |
        sed -E 's/(^| )-*j[0-9]*//g; s/--jobserver-[a-z]*=[^ ]*//g; s/BUILD=[^ ]*//g')
    export MAKEFLAGS
}

follow_chapter() {
    cd "$COPY" || return
    python3 "$BATS_TEST_DIRNAME/follow.py" docs/architecture.md "$1" >steps.sh
    [ -s steps.sh ]
    run bash -eu steps.sh
    [ "$status" -eq 0 ] || { echo "$output" | grep -v '^ccache\|^cc \|^gcc ' | tail -n 40; return 1; }
}

@test "a command is added" {
    follow_chapter "A command"
    [[ "$output" == *"test_bravo"* ]]
    # And is like any other: the page of all commands has it, and the manual page.
    grep -q 'clap for the table' build/man/23-mail.7 docs/playing.md
}

@test "a way for mail to come in is added" {
    follow_chapter "A way for mail to come in"
    [[ "$output" == *"ok  receiving: the folder "*"mails to take in: 1"* ]]
    # The shell's way, for another one.
    eval "$(sed -n '/^deliver_all()/,/^}/p' steps.sh)"
    mkdir folder
    printf 'From: bruno@example.org\nMessage-ID: <2@example.org>\n\nhelp\n' >folder/mail
    deliver_all mh-club folder
    [ ! -e folder/mail ]
    grep -q '^Delivered-To: bruno@example.org' mh-club/mail/out/new/*
}

@test "a rule to play by is added" {
    follow_chapter "A rule to play by"
    [[ "$output" == *"test_as_it_always_was"*"tokens.record: ok"*"001.record: ok"* ]]
    # The browser's check knows it, too: see what the site says of such a game.
    grep -q 'tokens=(5)' templates/site/record.js
}

@test "what it says of files is so" {
    cd "$COPY" || return
    n=0
    for name in $(sed -n '/^## One sentence/,/^## A command/p' docs/architecture.md |
        grep -o '`[a-z_./]*\.[ch]`' | tr -d '`' | sort -u); do
        n=$((n + 1))
        [ -f "$name" ] || [ -f "referee/$name" ] || [ -f "tests/unit/$name" ] || [ -f "storage/$name" ] ||
            { echo "no $name"; return 1; }
    done
    [ "$n" -gt 20 ]
}
