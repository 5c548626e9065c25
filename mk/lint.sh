#!/bin/sh
# SPDX-License-Identifier: MIT
# What no compiler checks: who may include whom, what is pure, which functions are banned, how long
# things are, how files begin. Prints FILE:LINE: REASON for each fault and fails when there is one.
#
#   lint.sh OBJECTS [ROOT]   OBJECTS: where the objects of the hub's rooms lie, for nm; "" leaves
#                            purity out. ROOT: the tree to look at (here: the current directory)
set -u
objects=$1
cd "${2:-.}" || exit 2
faults=$(mktemp)
trap 'rm -f "$faults"' EXIT

FUNCTION_MAX=60
FILE_MAX=600

sources() {
    find base referee mail picture storage templates player tests -name '*.[ch]' 2>/dev/null | sort
}

# The room of a file: its folder, but for rules, which is a room of its own.
room() {
    case $1 in
    referee/rules/*) echo rules ;;
    *) echo "${1%%/*}" ;;
    esac
}

# ---- includes ----------------------------------------------------------------------------------

# The rooms that each room may include. Tests see all.
allowed() {
    case $1 in
    base) echo base ;;
    rules) echo rules ;;
    mail) echo mail base ;;
    picture) echo picture base ;;
    storage) echo storage base ;;
    templates) echo templates base ;;
    referee) echo referee rules storage templates base ;;
    player) echo player referee rules base ;;
    tests) echo tests base rules mail picture storage templates referee player ;;
    esac
}

includes() {
    for file in $(sources); do
        rooms=" $(allowed "$(room "$file")") "
        grep -n '^ *# *include *"' "$file" | sed 's/^\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2/' |
            while read -r line path; do
                # made from schema.sql, the steps to it, the words of the built-in languages, and by mk/charsets.sh
                case $(room "$file"):$path in
                mail:charsets.h | storage:schema.h | storage:to_version_*.h | referee:words_??.h) continue ;;
                esac
                # what the hub and the mail programs promise each other; no functions in it
                case $(room "$file"):$path in
                referee:mail/read.h | referee:mail/post.h | referee:mail/openpgp.h | referee:picture/chart.h) continue ;;
                esac
                if [ ! -f "$path" ]; then
                    echo "$file:$line: \"$path\" isn't written from the root"
                    continue
                fi
                case $rooms in
                *" $(room "$path") "*) ;;
                *) echo "$file:$line: $(room "$file") may not include $path" ;;
                esac
            done
    done
}

# What a player's program draws in through the hub's headers may not be the database.
player_includes() {
    for file in $(sources | grep '^player/.*\.c$'); do
        # -MG: headers of libraries need not be found for this.
        cc -MM -MG -I. "$file" 2>/dev/null | tr -s ' \\\n' '\n' |
            grep -E '^(storage|templates|mail)/' | sed "s|^|$file:1: draws in |"
    done
}

# Who includes whom, a line each: modules (X.c and X.h are one), or the folders that they lie in.
edges() { # modules or folders
    sources | grep -v '^tests/' | xargs grep -o '^ *# *include *"[^"]*/[^"]*\.h"' /dev/null |
        sed 's|^\(.*\)\.[ch]:.*"\(.*\)\.h"|\1 \2|' |
        if [ "$1" = folders ]; then sed 's|/[^/ ]* | |; s|/[^/]*$||'; else cat; fi |
        awk '$1 != $2' | sort -u
}

# What includes each other in a circle can only be understood at once.
circles() {
    for what in modules folders; do
        edges $what | tsort 2>&1 >/dev/null |
            sed -n "s|^tsort: \([a-z].*/*[a-z0-9_]*\)\$|\1:1: $what that include each other in a circle|p" |
            grep -v 'contains a loop'
    done
}

# ---- purity ------------------------------------------------------------------------------------

# rules/ calls nothing but itself, and what a compiler makes of copying and comparing.
RULES_MAY='^(mem(set|cpy|move|cmp|chr)|str(len|nlen|cmp|ncmp|chr)|__stack_chk_fail|__mem(set|cpy|move)_chk|_GLOBAL_OFFSET_TABLE_|(rules|notation)_[a-z0-9_]+|__(asan|ubsan|sanitizer)_.*)$'

# The hub's judging files touch no database, no file, no clock, no chance, no other process.
PURE='command command_* newtext* play deadline notice* robot* game game_* line words words_* meant wrap clock
amount nearest plain utc plan_text fold scan verdict boundary attribution greeting story openpgp_answer letter_open'
IMPURE='^(sqlite3_.*|database_.*|store_.*|games_.*|players_.*|inbox_.*|outbox_.*|matters_.*|events_.*|records_.*|(f?open|openat|creat|read|write|pread|pwrite|close|unlink|rename|link|mkdir)(64)?|f(read|write|puts|putc|printf|flush|close|gets)|printf|puts|putchar|socket|connect|send|recv|poll|select|time|clock|gettimeofday|clock_gettime|(local|gm)time.*|getenv|secure_getenv|rand|random|rand_r|arc4random.*|randombytes.*|fork|v?fork|exec.*|posix_spawn.*|system|popen|kill|g_get_(real|monotonic)_time|g_date_time_new_now.*|g_file_.*|g_dir_.*|g_random_.*|g_rand_.*|g_getenv|g_spawn_.*|g_print.*|json_load_file.*|json_dump_file.*)$'

undefined() {
    nm -u -P "$1" | sed 's/ .*//; s/@.*//'
}

purity() {
    [ -n "$objects" ] || return
    for source in referee/rules/*.c; do
        undefined "$objects/${source%.c}.o" | grep -vE "$RULES_MAY" |
            sed "s|^|$source:1: rules call nothing, but this calls |"
    done
    looked=0
    for name in $PURE; do
        # shellcheck disable=SC2231 # the name is a pattern
        for source in base/$name.c referee/*/$name.c; do
            [ -f "$source" ] || continue
            looked=$((looked + 1))
            undefined "$objects/${source%.c}.o" | grep -E "$IMPURE" |
                sed "s|^|$source:1: is called pure, but calls |"
        done
    done
    [ "$looked" -ge 5 ] || echo "mk/lint.sh:1: found only $looked pure files of the hub"
}

# ---- secrets -----------------------------------------------------------------------------------

# What compares a secret takes the same time whatever it is compared with.
COMPARES='referee/identity/identity'
HASTY='^(b?memcmp|bcmp|str(n?case)?n?cmp|g_str_equal|g_strcmp0|g_ascii_str.*cmp)$'

comparisons() {
    [ -n "$objects" ] || return
    for source in $COMPARES; do
        undefined "$objects/$source.o" | grep -E "$HASTY" |
            sed "s|^|$source.c:1: compares secrets, but calls |"
        undefined "$objects/$source.o" | grep -qx sodium_memcmp ||
            echo "$source.c:1: compares secrets, but not by sodium_memcmp"
    done
}

# ---- words and sizes ---------------------------------------------------------------------------

BANNED='(v?sprintf|strcpy|strcat|strtok|atoi|v?f?scanf|sscanf|gets|system|popen|localtime|ctime|rand)'

banned() {
    for file in $(sources); do
        grep -nE "(^|[^A-Za-z0-9_])$BANNED *\\(" "$file" | grep -vE '^[0-9]+: *//' |
            sed "s|^\([0-9]*\):.*|$file:\1: a banned function|"
    done
}

openings() {
    for file in $(sources); do
        sed -n 1p "$file" | grep -qx '// SPDX-License-Identifier: MIT' ||
            echo "$file:1: the first line isn't // SPDX-License-Identifier: MIT"
        sed -n 2p "$file" | grep -q '^// [^ ]' || echo "$file:2: no opening comment"
    done
    for file in $(find . -path ./.git -prune -o \( -name '*.sh' -o -name '*.bats' -o -name '*.bash' \
        -o -path ./.ci/run \) \
        -print | sed 's|^\./||' | sort); do
        case $file in build/* | build-*) continue ;; esac
        sed -n 2p "$file" | grep -qx '# SPDX-License-Identifier: MIT' ||
            echo "$file:2: the second line isn't # SPDX-License-Identifier: MIT"
        sed -n 3p "$file" | grep -q '^# [^ ]' || echo "$file:3: no opening comment"
    done
}

# A function begins with a line that is just { and ends with one that is just }, as clang-format
# writes them.
sizes() {
    # shellcheck disable=SC2046 # no file name here has a blank
    awk -v function_max=$FUNCTION_MAX -v file_max=$FILE_MAX '
        FNR == 1 { begin = 0 }
        /^\{$/ { begin = FNR }
        /^\}$/ && begin {
            if (FNR - begin + 1 > function_max)
                print FILENAME ":" begin ": a function of " FNR - begin + 1 " lines"
            begin = 0
        }
        FNR == file_max + 1 { print FILENAME ":" FNR ": a file of more than " file_max " lines" }
    ' $(sources) /dev/null
}

for check in includes player_includes circles purity comparisons banned openings sizes; do
    $check
done >"$faults"
cat "$faults"
[ ! -s "$faults" ]
