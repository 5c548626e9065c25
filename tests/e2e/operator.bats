#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The operator's first hour: making a referee, asking for help, doing it wrong, and everything that
# doctor should notice, broken in turn.

setup() {
    bin=$(realpath "${BUILD:-build}")
    d=$BATS_TEST_TMPDIR/ref
}

# referee23 on the directory of this test; what it says is in $output (both channels).
r() {
    run "$bin/referee23" -C "$d" "$@"
}

# The exit status that is wanted, and words that must be said.
expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

make_referee() {
    "$bin/referee23" -C "$d" init --address referee@example.org >/dev/null
    # Where this checkout keeps its templates: the programs may have been built elsewhere.
    here=$(printf '%s' "$PWD" | sed 's/[&|\\]/\\&/g') # as sed takes it
    sed -i "s|^#templates = .*|templates = $here/templates|" "$d/referee.conf"
}

# ---- before a command --------------------------------------------------------------------------

@test "version and help" {
    run "$bin/referee23" --version
    expect 0 "referee23 0."
    run "$bin/referee23" --help
    expect 0 "Commands (each has a --help of its own)"
}

@test "each command has help, and says what is wrong in one line" {
    n=0
    for c in $("$bin/referee23" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'); do
        run "$bin/referee23" -C "$d" "$c" --help
        expect 0 "$c"
        [ "${#lines[@]}" -ge 2 ]
        run "$bin/referee23" -C "$d" "$c" --no-such-option
        expect 2 "referee23: "
        [ "${#lines[@]}" -eq 1 ]
        n=$((n + 1))
    done
    [ "$n" -ge 12 ]
}

@test "wrong usage ends with 2" {
    run "$bin/referee23"
    expect 2 "which command?"
    r intt
    expect 2 "did you mean init?"
    r --nwo x stats
    expect 2 "Unknown option --nwo"
    for t in tomorrow 2026-11-30 2026-02-30T00:00:00Z 2026-11-30T08:12:44 "2026-11-30T08:12:44Z "; do
        r --now "$t" stats
        expect 2 "--now wants a time in UTC"
    done
    r init
    expect 2 "--address ADDRESS is missing"
    r init --address a@b c
    expect 2 "what is c?"
    [ ! -e "$d" ]
}

@test "a wrong word can't write to the terminal" {
    r $'\e[31mred'
    expect 2 'there is no command \x1b[31mred'
    r init --address $'a@b\n[send]'
    expect 2 "without control characters"
    [ ! -e "$d" ]
}

@test "the directory comes from -C, else from the environment" {
    make_referee
    REFEREE23_DIR=$d run "$bin/referee23" game list
    expect 0 "no games"
    REFEREE23_DIR=$d run "$bin/referee23" -C "$d.other" game list
    expect 78 "$d.other/referee.conf isn't there"
}

@test "an answer that can't be written is no answer" {
    make_referee
    run sh -c '"$1" -C "$2" stats >/dev/full' - "$bin/referee23" "$d"
    expect 1 "the answer can't be written"
    run sh -c '"$1" --help | true' - "$bin/referee23"
    expect 0 ""
}

# ---- init --------------------------------------------------------------------------------------

@test "init makes all of it, for its owner alone" {
    umask 000
    r init --address Referee@EXAMPLE.org --name "Zoë's table" --host mail.example.org
    expect 0 "is ready for Referee@example.org"
    [ "$(stat -c %a "$d" "$d/keys" "$d/mail/in/new" "$d/mail/out/tmp" | sort -u)" = 700 ]
    [ "$(stat -c %a "$d"/keys/* "$d/referee.db" "$d/referee.conf" | sort -u)" = 600 ]
    [ "$(ls "$d/keys" | tr '\n' ' ')" = "database.key referee.key ticket.key " ]
    grep -qx "name = Zoë's table" "$d/referee.conf"
    [ -z "$(find "$d" -name '*.new-*')" ]
}

@test "init never overwrites" {
    make_referee
    find "$d" -type f -exec md5sum {} + | sort >"$BATS_TEST_TMPDIR/before"
    r init --address other@example.org
    expect 1 "is a referee already"
    find "$d" -type f -exec md5sum {} + | sort | diff "$BATS_TEST_TMPDIR/before" -
}

@test "init finishes what was begun" {
    make_referee
    md5sum "$d/referee.conf" "$d/keys/ticket.key" >"$BATS_TEST_TMPDIR/before"
    rm -r "$d/referee.db" "$d/keys/database.key" "$d/mail/out"
    r init --address other@example.org
    expect 0 "is ready for referee@example.org"
    [[ "$output" == *"kept  keys/ticket.key"* && "$output" == *"made  keys/database.key"* ]]
    md5sum -c --quiet "$BATS_TEST_TMPDIR/before"
    r doctor
    [[ "$output" == *"ok  database"* ]]
}

@test "init makes no new key for an old database" {
    make_referee
    rm "$d/keys/database.key"
    r init --address referee@example.org
    expect 78 "put them back from your backup"
    [ ! -e "$d/keys/database.key" ]
}

@test "init can be stopped at each durable step and finishes when it is called again" {
    log=$BATS_TEST_TMPDIR/steps
    REFEREE23_FAULT_LOG=$log "$bin/referee23" -C "$d" init --address r@example.org >/dev/null
    n=$(wc -l <"$log")
    [ "$n" -gt 10 ]
    for i in $(seq "$n"); do
        e=$BATS_TEST_TMPDIR/stopped-$i
        run env REFEREE23_FAULT="$i" "$bin/referee23" -C "$e" init --address r@example.org
        [ "$status" -eq 100 ]
        run "$bin/referee23" -C "$e" init --address r@example.org
        # 0: finished; 1: the step was behind the last thing to make
        finished=$status
        [ "$status" -eq 0 ] || [ "$status" -eq 1 ]
        run "$bin/referee23" -C "$e" stats
        expect 0 "players"
        if [ "$finished" -eq 0 ]; then [ -z "$(find "$e" -name '*.new-*')" ]; fi
        rm -r "$e"
    done
}

@test "a place that can't be written to" {
    echo >"$BATS_TEST_TMPDIR/file"
    run "$bin/referee23" -C "$BATS_TEST_TMPDIR/file" init --address r@example.org
    expect 78 "is in the way"
    run "$bin/referee23" -C "$BATS_TEST_TMPDIR/file/ref" init --address r@example.org
    expect 78 "is in the way"
    if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
        chmod 755 "$BATS_TEST_TMPDIR"
        cp "$bin/referee23" "$BATS_TEST_TMPDIR/referee23"
        chmod 755 "$BATS_TEST_TMPDIR/referee23"
        open=$(mktemp -d /tmp/operator-XXXXXX)
        chmod 755 "$open"
        mv "$BATS_TEST_TMPDIR/referee23" "$open/"
        run setpriv --reuid=65534 --regid=65534 --clear-groups "$open/referee23" \
            -C "$open/ref" init --address r@example.org
        rm -r "$open"
    else
        mkdir "$BATS_TEST_TMPDIR/locked"
        chmod 500 "$BATS_TEST_TMPDIR/locked"
        run "$bin/referee23" -C "$BATS_TEST_TMPDIR/locked/ref" init --address r@example.org
    fi
    expect 78 "can't be made: Permission denied"
}

# ---- exit codes --------------------------------------------------------------------------------

@test "an unknown setting is named with the nearest known one" {
    make_referee
    sed -i 's/^pace = /pcae = /' "$d/referee.conf"
    r stats
    expect 78 "[play] has no setting pcae; did you mean pace?"
    [[ "$output" == *"referee.conf:"[0-9]* ]]
    [ "${#lines[@]}" -eq 1 ]
}

@test "a locked database: try again later" {
    make_referee
    mkfifo "$BATS_TEST_TMPDIR/go"
    sqlite3 "$d/referee.db" >"$BATS_TEST_TMPDIR/said" <"$BATS_TEST_TMPDIR/go" 3>&- &
    holder=$!
    exec 9>"$BATS_TEST_TMPDIR/go"
    printf 'BEGIN EXCLUSIVE;\nSELECT 1;\n' >&9
    for _ in $(seq 100); do
        [ -s "$BATS_TEST_TMPDIR/said" ] && break
        sleep 0.1
    done
    r player block somebody@example.org
    exec 9>&-
    wait "$holder" || true
    expect 75 "referee23: "
    r player block somebody@example.org
    expect 0 "blocked"
}

@test "a newer database, none, and something else" {
    make_referee
    sqlite3 "$d/referee.db" 'PRAGMA user_version = 9999'
    r stats
    expect 78 "referee23: "
    rm "$d"/referee.db*
    r stats
    expect 78 "referee.db"
    echo "not a database, but long enough to be looked at as one" >"$d/referee.db"
    chmod 600 "$d/referee.db"
    r stats
    expect 78 "referee.db"
}

@test "keys: missing, open to others, of another referee" {
    make_referee
    for k in ticket database referee; do
        mv "$d/keys/$k.key" "$BATS_TEST_TMPDIR/"
        r stats
        expect 78 "$k.key"
        mv "$BATS_TEST_TMPDIR/$k.key" "$d/keys/"
        chmod 640 "$d/keys/$k.key"
        r stats
        expect 78 "$k.key"
        chmod 600 "$d/keys/$k.key"
    done
    "$bin/referee23" -C "$d.other" init --address r@example.org >/dev/null
    cp "$d.other/keys/database.key" "$d/keys/"
    r stats
    expect 78 "key"
}

# ---- doctor ------------------------------------------------------------------------------------

@test "doctor: all is well" {
    make_referee
    r doctor
    expect 0 "ok  configuration"
    [[ "$output" != *"bad "* ]]
    for what in permissions keys database clock mails receiving sending templates read post; do
        [[ "$output" == *"ok  $what: "* ]] || { echo "nothing of $what: $output"; return 1; }
    done
    run "$bin/referee23" -C "$d" doctor --json
    expect 0 '"what": "templates"'
}

# Breaks one thing, sees that doctor says so and nothing else changes its mind, mends it.
broken() { # WORDS STATUS
    r doctor
    expect "${2:-1}" "$1"
    [[ "$output" == *"bad "* ]]
}

@test "doctor: the configuration" {
    make_referee
    echo '[play]' >>"$d/referee.conf"
    echo 'pace = 48h' >>"$d/referee.conf"
    broken "bad configuration: " 78
    rm "$d/referee.conf"
    broken "make it with referee23 init" 78
}

@test "doctor: permissions" {
    make_referee
    n=0
    for f in keys referee.db referee.conf . mail; do
        old=$(stat -c %a "$d/$f")
        chmod go+rw "$d/$f"
        broken "bad permissions: "
        chmod "$old" "$d/$f"
        n=$((n + 1))
    done
    [ "$n" -eq 5 ]
    if [ "$(id -u)" -eq 0 ]; then
        chown 65534 "$d/referee.db"
        broken "chown it"
        chown 0 "$d/referee.db"
    fi
    r doctor
    expect 0 "ok  permissions"
}

@test "doctor: keys" {
    make_referee
    chmod 644 "$d/keys/ticket.key"
    broken "bad keys: " 78
    chmod 600 "$d/keys/ticket.key"
    echo abc >"$d/keys/referee.key"
    broken "64 hex digits are wanted" 78
}

@test "doctor: a damaged database" {
    make_referee
    sqlite3 "$d/referee.db" 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
    tr '\0' '\377' </dev/zero | dd of="$d/referee.db" bs=4096 seek=2 count=1 conv=notrunc iflag=fullblock \
        status=none
    broken "bad database: "
    sqlite3 "$d.two" 'CREATE TABLE t (x)'
    cp "$d.two" "$d/referee.db"
    broken "bad database: "
}

@test "doctor: the clock" {
    make_referee
    sqlite3 "$d/referee.db" "INSERT INTO setting VALUES ('last_tick_at', strftime('%s', '2026-12-01'))"
    run "$bin/referee23" -C "$d" --now 2026-12-01T00:01:00Z doctor
    expect 0 "ok  clock: last run 2026-12-01T00:00:00Z"
    run "$bin/referee23" -C "$d" --now 2026-11-30T00:00:00Z doctor
    expect 1 "bad clock: "
    run "$bin/referee23" -C "$d" --now 2026-12-01T03:00:00Z doctor
    expect 1 "no run since 2026-12-01T00:00:00Z"
    run "$bin/referee23" -C "$d" --now 2026-12-21T00:00:00Z clock
    expect 1 "more than ten days ahead"
}

@test "doctor: Maildirs" {
    make_referee
    rmdir "$d/mail/in/new"
    broken "bad receiving: $d/mail/in/new"
    mkdir "$d/mail/in/new"
    rmdir "$d/mail/out/tmp"
    broken "bad sending: $d/mail/out/tmp"
}

@test "doctor: templates" {
    make_referee
    mkdir "$d/words"
    cp -r templates/en "$d/words/en"
    mkdir "$BATS_TEST_TMPDIR/rehearsals"
    export TMPDIR=$BATS_TEST_TMPDIR/rehearsals
    cp -r templates/layout templates/site templates/page "$d/words/"
    cp -r templates/en "$d/words/fr" # what it says doesn't matter here
    sed -i "s|^templates = .*|templates = words|" "$d/referee.conf"
    r doctor
    expect 0 "in each of 2 languages, from $d/words"
    mv "$d/words/fr/answer.txt" "$BATS_TEST_TMPDIR/"
    broken "en has the file answer.txt and fr lacks it"
    mv "$BATS_TEST_TMPDIR/answer.txt" "$d/words/fr/"
    sed -i '/^pile-none=/d' "$d/words/fr/phrases.ini"
    echo 'pile-some=x' >>"$d/words/fr/phrases.ini"
    broken "en has the phrase pile-none and fr lacks it"
    [[ "$output" == *"fr has the phrase pile-some and en lacks it"* ]]
    cp "$d/words/en/phrases.ini" "$d/words/fr/"
    for t in answer.txt state.txt history.txt invitation.txt help.txt stranger.txt ask.txt; do
        echo '{{nobody_says_this}}' >>"$d/words/fr/$t"
        broken "bad mails in fr: $t, line "
        cp "$d/words/en/$t" "$d/words/fr/"
    done
    for t in state.html letter.html card.html; do
        echo '{{nobody_says_this}}' >>"$d/words/layout/$t"
        broken "bad mails in en: "
        [[ "$output" == *"nobody_says_this"* ]]
        cp "templates/layout/$t" "$d/words/layout/"
    done
    [ -z "$(ls "$TMPDIR")" ]
    echo '{{#open}}' >>"$d/words/fr/answer.txt"
    broken "bad templates: "
    [[ "$output" == *"answer.txt"* ]]
    cp "$d/words/en/answer.txt" "$d/words/fr/"
    echo '{{#open}}' >>"$d/words/layout/foot.html"
    broken "bad templates: foot.html"
    for t in front game games later month person player ranks referee standings feed door; do
        echo '{{nobody_says_this}}' >>"$d/words/site/layout/$t.html"
        broken "bad pages: "
        [[ "$output" == *"nobody_says_this"* ]]
        cp "templates/site/layout/$t.html" "$d/words/site/layout/"
    done
    sed -i 's/^month=/mnth=/' "$d/words/site/fr/phrases.ini"
    broken "site/en has the phrase month and site/fr lacks it"
    cp templates/site/fr/phrases.ini "$d/words/site/fr/"
    sed -i 's/^skip=/sikp=/' "$d/words/page/fr/phrases.ini"
    broken "page/en has the phrase skip and page/fr lacks it"
    cp templates/page/fr/phrases.ini "$d/words/page/fr/"
    mv "$d/words/site/fr" "$BATS_TEST_TMPDIR/"
    broken "bad templates: $d/words/site/fr isn't there"
    mv "$BATS_TEST_TMPDIR/fr" "$d/words/site/"
    [ -z "$(ls "$TMPDIR")" ]
    rm -r "$d/words/layout"
    broken "bad templates: $d/words/layout"
    cp -r templates/layout "$d/words/layout"
    sed -i 's/^language = .*/language = de/' "$d/referee.conf"
    broken "bad templates: [referee] language = de has no folder in $d/words; choose one of en, fr"
    rm -r "$d/words/en"
    broken "bad templates: $d/words/en"
}

@test "doctor: programs and passwords" {
    make_referee
    copy=$BATS_TEST_TMPDIR/copy
    mkdir -p "$copy/libexec"
    cp "$bin/referee23" "$copy/"
    run "$copy/referee23" -C "$d" doctor
    expect 1 "bad read: "
    [[ "$output" == *"bad post: "* ]]
    cp "$bin/libexec/post" "$copy/libexec/post"
    printf '#!/bin/sh\nexit 1\n' >"$copy/libexec/read"
    chmod +x "$copy/libexec/read"
    run "$copy/referee23" -C "$d" doctor
    expect 1 "bad read: "
    [[ "$output" == *"ok  post: "* ]]
    # Both sides talk to servers, with a password each.
    sed -i '/^\[receive\]/,/^\[send\]/{s/^kind = .*/kind = imap/;s/^#url = .*/url = imaps:\/\/localhost:1/
        s/^#user = .*/user = u/;s/^#password-file = .*/password-file = pass/}' "$d/referee.conf"
    broken "bad permissions: $d/pass" 78
    touch "$d/pass"
    chmod 600 "$d/pass"
    broken "it is empty" 78
    echo xyzzy >"$d/pass"
    chmod 644 "$d/pass"
    broken "bad permissions: $d/pass: others may read" 78
    chmod 600 "$d/pass"
    sed -i '/^\[send\]/,/^\[play\]/{s/^kind = .*/kind = smtp/;s/^#url = .*/url = smtps:\/\/localhost:1/
        s/^#user = .*/user = u/;s/^#password-file = .*/password-file = pass.out/}' "$d/referee.conf"
    broken "bad post: $d/pass.out" 78
    [[ "$output" == *"ok  permissions: "* && "$output" != *xyzzy* ]]
}

# ---- backup ------------------------------------------------------------------------------------

@test "a backup restores" {
    make_referee
    r player block somebody@example.org
    expect 0 "blocked"
    r backup "$BATS_TEST_TMPDIR/copy.db"
    expect 0 "written"
    [ "$(stat -c %a "$BATS_TEST_TMPDIR/copy.db")" = 600 ]
    r backup "$BATS_TEST_TMPDIR/copy.db"
    expect 1 "is there already"
    r backup "$BATS_TEST_TMPDIR/no/such/folder.db"
    [ "$status" -ne 0 ]
    rm "$d"/referee.db*
    cp "$BATS_TEST_TMPDIR/copy.db" "$d/referee.db"
    [ "$(sqlite3 "$d/referee.db" 'SELECT address FROM blocked')" = somebody@example.org ]
    r doctor
    [[ "$output" == *"ok  database"* && "$output" == *"ok  permissions"* ]]
}

# ---- in numbers ----------------------------------------------------------------------------------

@test "Prometheus gets the same numbers as --json" {
    make_referee
    printf 'From: anna@example.org\nMessage-ID: <1@example.org>\nReturn-Path: <anna@example.org>\n\nhelp\n' |
        "$bin/referee23" -C "$d" deliver
    r stats --prometheus "$BATS_TEST_TMPDIR/referee"
    expect 2 "end in .prom"
    r stats --prometheus "$BATS_TEST_TMPDIR/no/referee.prom"
    [ "$status" -ne 0 ]
    to="$BATS_TEST_TMPDIR/referee.prom"
    r stats --prometheus "$to"
    expect 0 ""
    [ "$(stat -c %a "$to")" = 644 ]
    # Each line is a comment of the format, or a number with a name; each name is told of before.
    [ "$(grep -cvE '^# (HELP referee23_[a-z_]+ [A-Z].*\.|TYPE referee23_[a-z_]+ gauge)$|^referee23_[a-z_]+(\{[a-z]+="[a-z]+"\})? [0-9]+$' "$to")" -eq 0 ]
    [ "$(grep -c '^# TYPE' "$to")" -eq "$(grep -o '^referee23_[a-z_]*' "$to" | uniq | wc -l)" ]
    grep -qx 'referee23_mails_received{outcome="act"} 1' "$to"
    grep -qx 'referee23_games{state="running"} 0' "$to"
    r stats --json
    expect 0 '"act": 1'
}

# ---- what dies ---------------------------------------------------------------------------------

@test "what dies leaves no memory behind, nor does what it starts" {
    limits=$BATS_TEST_TMPDIR/limits
    printf '#!/bin/sh\ncat >/dev/null\nulimit -c >>%s\n' "$limits" >"$BATS_TEST_TMPDIR/sendmail"
    chmod 700 "$BATS_TEST_TMPDIR/sendmail"
    make_referee
    sed -i "/^\[send\]/,\${s|^kind = .*|kind = sendmail|;s|^command = .*|command = $BATS_TEST_TMPDIR/sendmail|}" "$d/referee.conf"
    printf 'Return-Path: <anna@example.org>\nFrom: anna@example.org\nMessage-ID: <1@example.org>\n\nhelp\n' \
        >"$d/mail/in/new/1"
    ulimit -S -c "$(ulimit -H -c)"
    r tick
    expect 0 ""
    [ "$(sort -u "$limits")" = 0 ]
}
