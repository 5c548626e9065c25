#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The examples of contrib: each says first what to change, and what can be checked of them holds.

@test "each example says first what to change" {
    n=0
    for f in contrib/*; do
        head -n 4 "$f" | grep -q 'To change' || { echo "$f doesn't say it"; return 1; }
        n=$((n + 1))
    done
    [ "$n" -ge 6 ]
}

@test "the service is shut in" {
    command -v systemd-analyze >/dev/null || skip "systemd-analyze isn't there"
    run systemd-analyze security --offline=true --threshold=20 contrib/referee23.service
    [ "$status" -eq 0 ]
    run systemd-analyze verify contrib/referee23.service contrib/referee23.timer
    # The program isn't installed here; all else is understood.
    [ -z "$(grep -v 'is not executable\|Failed to \(open\|prepare\|create\) ' <<<"$output")" ] || {
        echo "$output"
        return 1
    }
}

# What a run and its programs ask of the kernel, against what the service lets them ask.
@test "the service may do all that a run does" {
    command -v systemd-analyze >/dev/null && command -v strace >/dev/null ||
        skip "systemd-analyze or strace isn't there"
    bin=$(realpath "${BUILD:-build}")
    d=$BATS_TEST_TMPDIR/ref
    "$bin/referee23" -C "$d" init --address referee@example.org >/dev/null
    sed -i "s|^#templates = .*|templates = $PWD/templates|" "$d/referee.conf"
    printf 'From: anna@example.org\nTo: referee@example.org\n\nhelp\n' >"$d/mail/in/new/1"
    strace -f -o "$BATS_TEST_TMPDIR/trace" "$bin/referee23" -C "$d" tick || skip "strace may not work here"
    [ "$(ls "$d/mail/out/new" | wc -l)" -eq 1 ]
    sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$BATS_TEST_TMPDIR/trace" | sort -u >"$BATS_TEST_TMPDIR/used"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/used")" -gt 30 ]
    allowed >"$BATS_TEST_TMPDIR/allowed"
    # SQLite looks after owners where it is root, and root it isn't there.
    run comm -23 <(grep -vx fchown "$BATS_TEST_TMPDIR/used") "$BATS_TEST_TMPDIR/allowed"
    [ -z "$output" ] || { echo "not allowed: $output"; return 1; }
}

# The names of calls in a filter, sets opened.
calls() {
    local word
    for word; do
        # shellcheck disable=SC2046 # a list of words
        case $word in
        @*) calls $(systemd-analyze syscall-filter "$word" | sed -n '2,$s/^ *\([@a-z0-9_-]*\).*/\1/p') ;;
        *) echo "$word" ;;
        esac
    done
}

allowed() {
    local yes no
    yes=$(sed -n 's/^SystemCallFilter=\([^~]\)/\1/p' contrib/referee23.service)
    no=$(sed -n 's/^SystemCallFilter=~//p' contrib/referee23.service)
    comm -23 <(calls $yes | sort -u) <(calls $no | sort -u)
}
