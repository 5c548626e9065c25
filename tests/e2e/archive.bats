#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The archive from the command line: records of many games as one file, out of one referee and into
# another; hostile files; the standings that anybody can compute from such a file.

setup() {
    bin=$(realpath "${BUILD:-build}")
    v=tests/vectors
    t=$BATS_TEST_TMPDIR
    d=$t/ref
    make_referee "$d"
    all=$t/all.records
    in_order >"$all"
}

make_referee() {
    "$bin/referee23" -C "$1" init --address referee@example.org >/dev/null
}

# All good vectors by key and number, as export puts them.
in_order() {
    for f in "$v"/*.record; do
        printf '%s %s %s\n' "$(sed -n 's/^key //p' "$f")" "$(sed -n '2s/^game \([0-9]*\) .*/\1/p' "$f")" "$f"
    done | sort -k1,1 -k2,2n | cut -d' ' -f3 | xargs cat
}

r() {
    run "$bin/referee23" -C "$d" "$@"
}

expect() {
    [ "$status" -eq "$1" ] || { echo "status $status, not $1: $output"; return 1; }
    [[ "$output" == *"$2"* ]] || { echo "'$2' isn't said: $output"; return 1; }
}

@test "what goes in comes out, to the byte, and twice is once" {
    r import "$all"
    expect 0 "$all: 34 records new, 0 known already, 0 left out"
    r import "$all"
    expect 0 "$all: 0 records new, 34 known already, 0 left out"
    r export "$t/out"
    expect 0 "$t/out: 34 records"
    cmp "$all" "$t/out"
    "$bin/referee23" -C "$d" export - | cmp - "$all"
    [ "$(stat -c %a "$t/out")" = 600 ]
    r export "$t/out"
    expect 1 "is there already"
    r export --own -
    expect 1 "there is no finished game to export"
    r doctor
    expect 0 "ok"
}

@test "a game is named by its referee's key and its number" {
    r import "$all"
    n=0
    for f in "$v"/*.record; do
        key=$(sed -n 's/^key //p' "$f")
        number=$(sed -n '2s/^game \([0-9]*\) .*/\1/p' "$f")
        "$bin/referee23" -C "$d" record "$key/$number" | cmp - "$f"
        "$bin/referee23" -C "$d" record "${key:0:8}/$number" | cmp - "$f"
        n=$((n + 1))
    done
    [ "$n" -eq 34 ]
    r record "0000/1"
    expect 1 "no game 1 of such a referee was imported"
    for bad in / /1 "xyz/1" "$key/" "$key/0" "$key/x" "${key}0/1" "$key/1/1"; do
        r record "$bad"
        expect 2 "KEY/N"
    done
}

@test "only what is signed by the key that is asked for" {
    key=$(sed -n 's/^key //p' "$v/001.record")
    n=$(grep -c "^key $key" "$all")
    [ "$n" -ge 1 ]
    r import --key "${key^^}" "$all"
    [[ "$output" == *"$n records new, 0 known already, $((34 - n)) left out" ]]
    r import --key "$(printf '0%.0s' {1..64})" "$all"
    expect 1 "$n known already" || expect 1 "0 records new, 0 known already, 34 left out"
    r import --key 12 "$all"
    expect 2 "64 hexadecimal digits"
}

@test "each bad record is left out with its line, and spoils no other" {
    n=0
    for f in "$v"/bad/*.record; do
        [ "$(tail -c1 "$f" | od -An -tx1)" = " 0a" ] || continue # it would eat the next title
        cat "$v/001.record" "$f" "$v/002.record" >"$t/mixed"
        before=$(wc -l <"$v/001.record")
        line=$(sed 's/^line //' "${f%.record}.expect")
        run "$bin/referee23" verify "$t/mixed"
        [ "$status" -eq 1 ]
        [[ "$output" == *"$t/mixed: line $((before + line)): "* ]] || { echo "$f $line: $output"; false; }
        n=$((n + 1))
    done
    [ "$n" -ge 60 ]
    for f in "$v"/bad/*.record; do cat "$f"; echo; done >"$t/bad"
    r import "$t/bad"
    expect 1 "0 records new"
    r export -
    expect 1 "there is no finished game"
}

@test "hostile files" {
    printf '\xef\xbb\xbf' | cat - "$v/001.record" >"$t/bom"
    sed 's/$/\r/' "$v/001.record" >"$t/crlf"
    head -c 2000 "$v/001.record" >"$t/short"
    head -c 100000 /dev/zero >"$t/nul"
    : >"$t/empty"
    head -c 20000000 /dev/zero | tr '\0' x >"$t/long"
    for f in bom crlf short nul empty long; do
        r import "$t/$f"
        expect 1 "$t/$f: line"
        [[ "$output" == *"0 records new, 0 known already, 1 left out" ]]
        cat "$t/$f" <(echo) "$v/001.record" >"$t/both"
        r import "$t/both"
        expect 1 "1 left out"
        [[ "$output" == *" records new"* || "$output" == *"1 known already"* ]]
    done
    r export "$t/out"
    cmp "$t/out" "$v/001.record"
    r import "$t/nowhere"
    [ "$status" -ne 0 ]
    [[ "$output" == *"nowhere: can't be opened"* ]]
}

@test "another record of the same game is left out" {
    key=$(sed -n 's/^key //p' "$v/001.record")
    r import "$v/001.record"
    sqlite3 "$d/referee.db" "UPDATE foreign_record SET size = size + 1,
        text = CAST(sqlar_uncompress(text, size) || ' ' AS BLOB)"
    r import "$v/001.record"
    expect 1 "line 1: another record of this game is here already"
}

@test "standings of another referee, from its file and from what was imported" {
    key=$(sed -n 's/^key //p' "$v/001.record")
    r import "$all"
    r standings --key "$key" --json
    [ "$status" -eq 0 ]
    imported=$output
    r standings --from "$all" --key "${key^^}" --json
    [ "$status" -eq 0 ]
    [ "$output" = "$imported" ]
    [ "$(grep -c '"nick"' <<<"$output")" -ge 2 ]
    r standings
    expect 0 "no game is finished yet"
    r standings --from "$v/bad/030.record"
    expect 1 "bad/030.record: line"
    cat "$v/001.record" "$v/001.record" >"$t/twice"
    r standings --from "$t/twice"
    expect 1 "a second record of this game"
    r standings --from "$t/nowhere"
    expect 75 "can't be opened"
    r standings --key 12
    expect 2 "64 hexadecimal digits"
    (cd "$t" && "$bin/referee23" -C "$t/none" standings --from "$all" --key "$key" >/dev/null)
}

@test "stopped anywhere, it is whole with the next try" {
    n=0
    for i in $(seq 1 40); do
        rm -rf "$d"
        make_referee "$d"
        REFEREE23_FAULT=$i "$bin/referee23" -C "$d" import "$all" >/dev/null 2>&1 && break
        r import "$all"
        expect 0 "0 left out"
        REFEREE23_FAULT=1 "$bin/referee23" -C "$d" export "$t/out" 2>/dev/null || true
        [ ! -e "$t/out" ]
        r export "$t/out"
        cmp "$t/out" "$all"
        rm "$t"/out*
        n=$((n + 1))
    done
    [ "$n" -ge 2 ]
}

@test "memory stays where it is, however many there are" {
    ! grep -q __asan_init "$bin/referee23" || skip "sanitizers map the whole of it"
    for i in 1 2 3 4 5 6; do cat "$all"; done >"$t/many"
    for i in 1 2 3 4 5; do cat "$t/many"; done >"$t/more"
    (ulimit -v 400000 && "$bin/referee23" -C "$d" import "$t/more" >"$t/said")
    grep -q ": 34 records new, 986 known already, 0 left out" "$t/said"
    (ulimit -v 400000 && "$bin/referee23" verify "$t/more" 2>/dev/null | grep -q ": ok, 1020 records")
}
