#!/bin/bash
# SPDX-License-Identifier: MIT
# A game by mail at which everybody signs with another program: Anna with player23, Bruno with
# minisign, Clara with ssh-keygen, David with gpg. At the end one record and its evidence prove every
# move, first to our own program, then to theirs.
#
#   keys.sh [--short] [--keep DIR]   BUILD says where it was built. --short: it is cancelled early
set -eu
cd "$(dirname "$0")/.."
PATH=$(realpath "${BUILD:-build}"):$PATH
short='' dir=''
while [ $# -gt 0 ]; do
    case $1 in
    --short) short=yes ;;
    --keep) dir=$2 && shift ;;
    *) echo "keys.sh: unknown: $1" >&2 && exit 2 ;;
    esac
    shift
done
if [ -z "$dir" ]; then
    dir=$(mktemp -d)
    trap 'gpgconf --homedir "$dir/gnupg" --kill all 2>/dev/null || true; rm -rf "$dir"' EXIT
else
    mkdir -p "$dir"
fi
cd "$dir"
export HOME=$PWD XDG_CONFIG_HOME=$PWD/config GNUPGHOME=$PWD/gnupg LC_ALL=C.UTF-8
mkdir -m 700 gnupg
players=(anna bruno clara david)
declare -A program=([anna]=player23 [bruno]=minisign [clara]=ssh-keygen [david]=gpg)

# ---- mails -------------------------------------------------------------------------------------

say() { # what happens, for whoever looks on
    printf '%s\n' "$*"
}

mails=0
drop() { # a whole mail from standard input, to the referee
    mails=$((mails + 1))
    cat >"club/mail/in/new/$mails"
    referee23 -C club tick
}
letter() { # letter WHO <WORDS
    { printf 'From: %s@example.org\nTo: referee@club.example\nMessage-ID: <%s@example.org>\n' \
        "$1" "$mails.$RANDOM"
      printf 'Content-Type: text/plain; charset=utf-8\n\n'; cat; } | drop
}
newest() { # the file of the last mail to somebody
    grep -l "^Delivered-To: $1@" club/mail/out/new/* | tail -n 1
}
ticket() {
    sed -n 's/^Message-ID: <\([0-9.]*\.[a-z0-9]*\)\..*/\1/p' "$(newest "$1")"
}
answer() { # answer WHO <WORDS
    { cat; printf '\nticket %s\n' "$(ticket "$1")"; } | letter "$1"
}
table() { # the newest table.json of somebody
    player23 show --json "$(newest "$1")" 2>>log
}

# ---- signing -----------------------------------------------------------------------------------

referee=$(printf '%064d' 0) # until a mail says it
signed() { # signed WHO GAME TURN COMMAND: what that player's program makes of it, as it is mailed
    if [ "${program[$1]}" = player23 ]; then
        player23 sign --nick "$1" --yes --from "$1@example.org" --referee "$referee" \
            --mail "$(newest "$1")" "$4" 2>>log
        return
    fi
    printf 'referee %s\ngame %s\nturn %s\nseat %s\n%s\n' "$referee" "$2" "$3" "$1" "$4" >move
    case ${program[$1]} in
    minisign) minisign -S -s "$1.key" -t move -m move >>log && cat move move.minisig ;;
    ssh-keygen) rm -f move.sig && ssh-keygen -q -Y sign -n 23-by-mail -f "$1.key" move 2>>log &&
        cat move move.sig ;;
    gpg) gpg --batch --quiet --clear-sign --output - move ;;
    esac
}
send_signed() {
    if [ "${program[$1]}" = player23 ]; then
        signed "$@" | drop
    else
        signed "$@" | letter "$1"
    fi
}

# ---- four people and their keys ----------------------------------------------------------------

referee23 -C club init --address referee@club.example --name 'Our club' >log
say "Four people, and each makes a key with a program of their own:"
player23 keygen --no-passphrase >anna.line 2>>log
minisign -G -W -s bruno.key -p bruno.pub >>log
ssh-keygen -q -t ed25519 -N '' -C clara@home -f clara.key
gpg --batch --quiet --passphrase '' --quick-generate-key 'david <david@example.org>' ed25519 sign never \
    2>>log
gpg --armor --export david >david.asc
key_of() {
    case ${program[$1]} in
    player23) grep -o 'key ed25519 .*' anna.line ;;
    minisign) echo "key minisign $(tail -n 1 "$1.pub")" ;;
    ssh-keygen) echo "key $(cat "$1.key.pub")" ;;
    gpg) printf 'key openpgp\n\n' && cat "$1.asc" ;;
    esac
}
for who in "${players[@]}"; do
    echo "nick $who" | letter "$who"
    echo yes | answer "$who"
    key_of "$who" | answer "$who"
    echo yes | answer "$who"
    grep -q 'is registered' "$(newest "$who")" || { cat "$(newest "$who")" && exit 1; }
    say "  $who: ${program[$who]}"
done
# The four lines that minisign, ssh-keygen and gpg sign begin with the referee's key.
referee=$(sed -n 's/.*referee \([0-9a-f]\{64\}\).*/\1/p' "$(newest bruno)" | head -n 1)

# ---- a game at which a ticket moves nothing ----------------------------------------------------

say "Anna opens a game with security=signed; the others join it, signed:"
send_signed anna 0 0 'new seats=4 security=signed name=Four keys'
send_signed anna 0 0 'invite bruno clara david'
for who in bruno clara david; do
    send_signed "$who" 0 "$(ticket "$who" | cut -d . -f 2)" 'join 1'
done
referee23 -C club record 1 --public | grep '^seat ' | sed 's/^/  /'

turn_of() { # whoever can act, and what: the first legal move, or the three highest cards
    local who text hand
    for who in "${players[@]}"; do
        text=$(table "$who") || continue
        case $text in
        *'"discard":true'*)
            hand=${text#*'"hand":['}
            echo "$who discard $(tr , '\n' <<<"${hand%%]*}" | tail -n 3 | paste -s -d ' ')"
            return ;;
        *'"legal":[['*)
            echo "$who $(sed 's/.*"legal":\[\["\([^"]*\)".*/\1/; s/^[0-9]/play &/' <<<"$text")"
            return ;;
        esac
    done
}
moves=0
while said=$(turn_of) && [ -n "$said" ]; do
    who=${said%% *}
    what=${said#* }
    turn=$(table "$who" | sed 's/.*"turn":\([0-9]*\).*/\1/')
    if [ $moves -eq 0 ]; then
        echo "$what" | answer "$who"
        grep -q '^X-23-Kind: refused' "$(newest "$who")"
        say "  $who answers without a signature: refused"
    fi
    send_signed "$who" 1 "$turn" "$what"
    say "  $who, with ${program[$who]}: $what"
    moves=$((moves + 1))
    if [ -n "$short" ] && [ $moves -eq 12 ]; then
        referee23 -C club game cancel 1 'That is enough to see it' >>log
        referee23 -C club tick
    fi
    [ $moves -lt 400 ]
done

# ---- the proof ---------------------------------------------------------------------------------

referee23 -C club record 1 >game-1.record
referee23 -C club record 1 --evidence >game-1.evidence
say "$moves moves and discards. The record and its evidence, checked by our own program:"
referee23 verify --key "$referee" --evidence game-1.evidence --openpgp david.asc game-1.record |
    sed 's/^/  /'
say "One letter of what was signed is changed:"
sed '0,/^text /s/^text \(.\)/text Q/' game-1.evidence >forged
referee23 verify --key "$referee" --evidence forged --openpgp david.asc game-1.record | tail -n 1 |
    sed 's/^/  /'

# What the n-th proof of somebody holds.
opened() { # opened WHO text|sign
    grep -A 2 "^proof [0-9]* $1 " game-1.evidence | sed -n "s/^$2 //p" | head -n 1 | base64 -d
}
say "And by the programs that made the signatures:"
for who in "${players[@]}"; do
    opened "$who" text >first
    opened "$who" sign >first.sign
    case ${program[$who]} in
    player23)
        { printf '\060\052\060\005\006\003\053\145\160\003\041\000' # an Ed25519 key follows
          sed 's/.*ed25519 //' anna.line | head -n 1 | base64 -d; } >anna.der
        openssl pkeyutl -verify -pubin -keyform DER -inkey anna.der -rawin -in first -sigfile first.sign >>log &&
            say "  anna's first by openssl: good" ;;
    minisign) minisign -V -q -p bruno.pub -m first -x first.sign && say "  bruno's first by minisign: good" ;;
    ssh-keygen)
        echo "clara $(cut -d ' ' -f 1,2 clara.key.pub)" >signers
        ssh-keygen -Y verify -f signers -I clara -n 23-by-mail -s first.sign <first >>log &&
            say "  clara's first by ssh-keygen: good" ;;
    gpg) gpg --batch --quiet --verify first.sign 2>>log && say "  david's first by gpg: good" ;;
    esac
done
