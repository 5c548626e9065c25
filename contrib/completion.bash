# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Completion for bash: the commands and options that the programs themselves tell of.
# To change: nothing. `make install` puts it where bash-completion looks.

_23_by_mail_words() {
    # What stands at the beginning of an indented line of --help: a command, a verb or an option.
    "$@" --help 2>/dev/null </dev/null | sed -n 's/^  \(--\{0,1\}[A-Za-z-]*\|[a-z][a-z-]*\)\([ =,].*\)\{0,1\}$/\1/p'
}

_23_by_mail() {
    local program=$1 word=$2 i command='' verb=''
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -C | --now) ((i++)) ;;
        -*) ;;
        *)
            if [ -z "$command" ]; then
                command=${COMP_WORDS[i]}
            elif [ -z "$verb" ]; then
                verb=${COMP_WORDS[i]}
            fi
            ;;
        esac
    done
    COMPREPLY=()
    if [ "${COMP_WORDS[COMP_CWORD - 1]}" = -C ]; then
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
    elif [ -z "$command" ] || [ -z "$verb" ]; then
        # shellcheck disable=SC2086 # no command is no word
        mapfile -t COMPREPLY < <(compgen -W "$(_23_by_mail_words "$program" $command)" -- "$word")
    fi
    [ ${#COMPREPLY[@]} -gt 0 ] || [ -z "$command" ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -o filenames -F _23_by_mail referee23 player23
