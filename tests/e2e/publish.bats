#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The published site as files: what is written and what stays, whole or not at all, and nothing that
# isn't for everybody.

setup_file() {
    export bin made
    bin=$(realpath "${BUILD:-build}")
    made=$BATS_FILE_TMPDIR/ref
    "$bin/referee23" -C "$made" init --address referee@example.org >/dev/null
    here=$(printf '%s' "$PWD" | sed 's/[&|\\]/\\&/g') # as sed takes it
    sed -i "s|^#templates = .*|templates = $here/templates|" "$made/referee.conf"
    "$bin/tests/tools/games" "$made" 12 2
    "$bin/referee23" -C "$made" publish "$BATS_FILE_TMPDIR/whole" >/dev/null
}

setup() {
    d=$BATS_TEST_TMPDIR/ref
    site=$BATS_TEST_TMPDIR/site
    cp -r "$made" "$d"
}

publish() {
    run "$bin/referee23" -C "$d" publish "$site"
}

expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

# What has to fail: with a ! alone it may do what it likes.
no() {
    if "$@"; then return 1; fi
}

# All files with the time and place at which they were written.
files() {
    find "$site" -type f ! -name .published -printf '%P %T@ %i\n' | sort
}

db() {
    sqlite3 "$d/referee.db" "$1"
}

@test "nothing is written again while nothing changes" {
    publish
    expect 0 "12 games"
    before=$(files)
    publish
    expect 0 "nothing has changed"
    [ "$(files)" = "$before" ]
    rm "$site/en/games/1.html" # what somebody took away comes back, and nothing else is touched
    publish
    expect 0 "1 of them written"
    [ "$(files | grep -v ^en/games/1.html)" = "$(grep -v ^en/games/1.html <<<"$before")" ]
}

@test "very many games and players are no page that is too long" {
    d=$BATS_TEST_TMPDIR/many
    "$bin/referee23" -C "$d" init --address referee@example.org >/dev/null
    cp "$made/referee.conf" "$d/referee.conf"
    "$bin/tests/tools/games" "$d" 1000 120 2400
    over=$(db "SELECT count(*) FROM game WHERE ended_at IS NOT NULL")
    running=$(db "SELECT count(*) FROM game WHERE state = 'running'")
    [ "$over" -ge 1000 ] && [ "$running" -gt 100 ]
    publish
    expect 0 "$over games"
    [ "$(grep -c '<tr><td' "$site/en/standings.html")" -eq 1000 ]
    grep -q 'And [1-9][0-9]* more\.' "$site/en/standings.html"
    [ "$(sed -n '/class="running"/,/<\/ul>/p' "$site/en/index.html" | grep -c '<li>')" -eq 100 ]
    grep -q "And $((running - 100)) more\." "$site/en/index.html"
    # Each game stands in one month, and nowhere twice.
    [ "$(cat "$site"/en/months/*.html | grep -o 'href="../games/[0-9]*.html"' | sort | uniq -c |
        awk '$1 == 1' | wc -l)" -eq "$over" ]
}

@test "the files of all records are whole, and made again only when there is another one" {
    publish
    "$bin/referee23" -C "$d" export - | cmp - "$site/records.txt"
    rm "$site/records.txt"
    publish
    expect 0 "1 of them written"
    "$bin/referee23" -C "$d" export - | cmp - "$site/records.txt"
    id=$(db "SELECT max(game) FROM record")
    db "DELETE FROM record WHERE game = $id"
    publish
    "$bin/referee23" -C "$d" export - | cmp - "$site/records.txt"
    [ "$(wc -l <"$site/records.jsonl")" -eq 11 ]
}

@test "a game that goes on changes its own pages and the lists that name it" {
    publish
    files >"$BATS_TEST_TMPDIR/before"
    id=$(db "SELECT max(id) FROM game WHERE state = 'running'")
    n=$(db "SELECT max(seq) FROM event WHERE game = $id")
    who=$(db "SELECT nick FROM seat WHERE game = $id AND seat = 0")
    db "INSERT INTO event VALUES ($id, $n + 1, 'seat-change $who 2027-01-01T00:00:00Z somebody-new', NULL)"
    publish
    expect 0 "12 games"
    files >"$BATS_TEST_TMPDIR/after"
    changed=$(comm -13 "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after" | cut -d' ' -f1)
    [ "$(grep -c "games/$id.html" <<<"$changed")" -eq 3 ]
    [ "$(grep -vc "games/$id.html\|/index.html" <<<"$changed")" -eq 0 ]
}

@test "who becomes private loses the page, and the place in every list" {
    publish
    [ -f "$site/en/players/@bruno.html" ]
    db "UPDATE player SET private = 1 WHERE nick = 'bruno'"
    publish
    expect 0 "3 removed"
    [ ! -e "$site/en/players/@bruno.html" ]
    run grep -rlw bruno "$site"/{games.js,*/index.html,*/standings.html,*/feed.xml,*/players,*/months}
    [ -z "$output" ]
}

@test "a folder of something else is left alone" {
    mkdir "$site"
    echo mine >"$site/index.html"
    publish
    expect 1 "has other files in it"
    [ "$(cat "$site/index.html")" = mine ]
    [ "$(ls -A "$site")" = index.html ]
}

@test "two at once: the second says so, and tries again later" {
    publish
    run flock "$site" "$bin/referee23" -C "$d" publish "$site"
    expect 75 "somebody else"
}

@test "by itself it goes where referee.conf says, once that is public" {
    run "$bin/referee23" -C "$d" publish
    expect 2 "publish wants a folder"
    sed -i "s|^#site = .*|site = $site|" "$d/referee.conf"
    run "$bin/referee23" -C "$d" publish
    expect 1 "public = no"
    [ ! -e "$site" ]
    sed -i "s|^public = no|public = yes|" "$d/referee.conf"
    run "$bin/referee23" -C "$d" publish
    expect 0 "12 games"
    run grep -L noindex "$site"/index.html
    [ -n "$output" ]
}

@test "stopped anywhere, the next run ends where one ends that nothing happened to" {
    steps=$BATS_TEST_TMPDIR/steps
    REFEREE23_FAULT_LOG=$steps "$bin/referee23" -C "$d" publish "$BATS_TEST_TMPDIR/counted" >/dev/null
    total=$(grep -c . "$steps")
    [ "$total" -ge 5 ]
    for n in $(seq "$total"); do
        rm -rf "$site"
        run env REFEREE23_FAULT="$n" "$bin/referee23" -C "$d" publish "$site"
        [ "$status" -eq 100 ]
        publish
        expect 0 "12 games"
        diff -r -x .published "$BATS_FILE_TMPDIR/whole" "$site"
        [ ! -e "$site/.new" ]
        publish
        expect 0 "nothing has changed"
    done
}

@test "stopped between two sites, what is there is the old page or the new one" {
    "$bin/referee23" -C "$d" publish "$site" >/dev/null
    cp -r "$site" "$BATS_TEST_TMPDIR/old"
    sed -i "s|^title = .*|title = Another name|; s|^#title = .*|title = Another name|" "$d/referee.conf"
    "$bin/referee23" -C "$d" publish "$BATS_TEST_TMPDIR/new" >/dev/null
    for n in 1 2 3 4 5; do
        rm -rf "$site"
        cp -r "$BATS_TEST_TMPDIR/old" "$site"
        run env REFEREE23_FAULT="$n" "$bin/referee23" -C "$d" publish "$site"
        [ "$status" -eq 100 ]
        while read -r f; do
            cmp -s "$site/$f" "$BATS_TEST_TMPDIR/old/$f" || cmp "$site/$f" "$BATS_TEST_TMPDIR/new/$f"
        done < <(cd "$site" && find . -type f ! -name '.published*' ! -path './.new/*')
        publish
        diff -r -x .published "$BATS_TEST_TMPDIR/new" "$site"
    done
}

@test "records are as they were signed, alone and all together" {
    publish
    n=$(find "$site/records" -type f | wc -l)
    [ "$n" -eq 12 ]
    run "$bin/referee23" verify "$site"/records/*.record
    [ "$status" -eq 0 ]
    for i in $(seq 12); do cat "$site/records/$i.record"; done | cmp - "$site/records.txt"
    [ "$(wc -l <"$site/records.jsonl")" -eq 12 ]
    python3 - "$site" <<'PY'
import json, sys, xml.dom.minidom
site = sys.argv[1]
for line in open(site + "/records.jsonl", encoding="utf-8"):
    game = json.loads(line)
    assert game["record"] == open("%s/records/%d.record" % (site, game["game"]), encoding="utf-8").read()
    assert len(game["seats"]) >= 2
for language in ("en", "fr", "de"):
    feed = xml.dom.minidom.parse("%s/%s/feed.xml" % (site, language))
    assert len(feed.getElementsByTagName("entry")) == 12
PY
}

@test "games of other referees are named by key and number, and count for nobody here" {
    publish
    cp -r "$site" "$BATS_TEST_TMPDIR/before"
    cat tests/vectors/*.record >"$BATS_TEST_TMPDIR/others"
    "$bin/referee23" -C "$d" import "$BATS_TEST_TMPDIR/others" >/dev/null
    publish
    expect 0 "12 games and 34 of other referees"
    n=0
    for f in tests/vectors/*.record; do
        key=$(sed -n 's/^key //p' "$f")
        name=$key-$(sed -n '2s/^game \([0-9]*\) .*/\1/p' "$f")
        cmp "$f" "$site/records/$name.record"
        for l in en fr de; do
            grep -q "<code>$key</code>" "$site/$l/games/$name.html"
            grep -q "href=\"../games/$name.html\"" "$site/$l/referees/$key.html"
            grep -q "href=\"referees/$key.html\"" "$site/$l/index.html"
            no grep -q 'href="../players/' "$site/$l/games/$name.html"
        done
        grep -q "\"$key\"\],$" "$site/games.js"
        n=$((n + 1))
    done
    [ "$n" -eq 34 ]
    for f in en/standings.html en/players en/feed.xml en/games/1.html; do
        diff -r "$BATS_TEST_TMPDIR/before/$f" "$site/$f"
    done
    "$bin/referee23" -C "$d" export - | cmp - "$site/records.txt"
    [ "$(wc -l <"$site/records.jsonl")" -eq 46 ]
    before=$(files)
    publish
    expect 0 "34 of other referees, nothing has changed"
    [ "$(files)" = "$before" ]
}

@test "whoever sat at a table is named: in lists, in the search, on a page of their own" {
    publish
    python3 - "$site" <<'PY'
import json, os, re, sys
site = sys.argv[1]
with open(site + "/games.js", encoding="utf-8") as file:
    rows = {row[0]: row for row in json.loads(re.sub(r",\s*\]$", "]", file.read().split("= ", 1)[1].rstrip().rstrip(";")))}
hidden = "jonas"
looked = others = 0
for name in os.listdir(site + "/records"):
    number = int(name.split(".")[0])
    sat = {}
    with open(site + "/records/" + name, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[0] == "seat":
                sat[words[1]] = [words[1]]
            elif words[0] == "seat-change":
                seat = next(s for s in sat if sat[s][-1] == words[1])
                sat[seat].append(words[3])
    for seat, names in sat.items():
        later = list(dict.fromkeys(n for n in names if n != seat))
        shown = ["" if n == hidden else n for n in later]
        row = next(r for r in rows[number][4] if r[0] == ("" if seat == hidden else seat))
        assert row[3:] == ([shown] if later else []), (number, row, later)
        with open("%s/en/games/%d.html" % (site, number), encoding="utf-8") as file:
            page = file.read()
        for n in later:
            looked += 1
            assert "began here, and has the result" in page, number
            if n.startswith("robot-") or n == hidden:
                continue
            others += 1
            with open("%s/en/players/@%s.html" % (site, n.lower()), encoding="utf-8") as file:
                assert 'href="../games/%d.html"' % number in file.read(), (number, n)
assert looked > 4 and others > 1, (looked, others)
PY
}

@test "of a running game no card is told that isn't on the table" {
    publish
    for id in $(db "SELECT id FROM game WHERE state = 'running'"); do
        [ -f "$site/en/games/$id.html" ]
        [ ! -e "$site/records/$id.record" ]
        no grep -q '<pre id="record"' "$site/en/games/$id.html"
        no grep -qE 'puts three cards aside.*class="card"' "$site/en/games/$id.html"
    done
}
