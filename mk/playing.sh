#!/bin/sh
# SPDX-License-Identifier: MIT
# The players' guide of a language, from the texts that the referee mails in it: playing.sh PAGE.in LANG
# >PAGE. In a frame like docs/playing.md.in, `<!-- RULES -->` becomes what `rules` brings, `<!-- HELP -->`
# the page that `help` brings, `<!-- MAIL NAME N -->` the Nth paragraph of an expected mail
# (tests/golden), and `<!-- GUIDE WORD ... -->` what `help WORD` says. Every section of the guide must be called for, once.
set -eu
page=$1
words=templates/$2
export LC_ALL=C # bytes; no letter outside ASCII is looked at

awk -v own="$words" -v golden="tests/golden/$2" -v page="$page" '
function die(text) { print "playing.sh: " page ": " text >"/dev/stderr"; failed = 1; exit 1 }

# Which section a word is explained in, by what the headings and the words of commands say.
function learn_headings(file, is_own,    line, at, n, i, w) {
    while ((getline line <file) > 0) {
        if (line !~ /^## /) {
            if (is_own && now != "")
                text[now] = text[now] line "\n"
            continue
        }
        at = index(line, ": ")
        n = split(substr(line, 4, at - 4), w, " ")
        for (i = 1; i <= n; i++)
            if (!(w[i] in section))
                section[w[i]] = w[1]
        if (is_own) {
            now = w[1]
            title[now] = substr(line, at + 2)
            text[now] = ""
        }
    }
    close(file)
}

function learn_words(file,    line, at, n, i, w, key) {
    while ((getline line <file) > 0 && line != "[sentences]") {
        if (line !~ /^[a-z-]+=/)
            continue
        at = index(line, "=")
        key = substr(line, 1, at - 1)
        n = split(substr(line, at + 1), w, " ")
        for (i = 1; i <= n; i++) {
            if (key == "help") help = w[i]
            if (key == "luck") luck[w[i]] = 1
            if (!(w[i] in section) && key in section)
                section[w[i]] = section[key]
        }
    }
    close(file)
}

# [pass force] is code, [help plan] leads to its section.
function brackets(para,    out, at, end, inside) {
    while ((at = index(para, "[")) && (end = index(substr(para, at), "]"))) {
        inside = substr(para, at + 1, end - 2)
        gsub(/\n */, " ", inside)
        gsub(/\302\240/, " ", inside) # no-break spaces, which hold commands together in mails
        out = out substr(para, 1, at - 1) code(inside)
        para = substr(para, at + end)
    }
    return out para
}

function code(command,    word) {
    if (index(command, help " ") != 1)
        return "`" command "`"
    word = substr(command, length(help) + 2)
    sub(/ .*/, "", word)
    if (!(word in section))
        die("nothing explains " word)
    return "[`" command "`](#" section[word] ")"
}

# An example, with its explanation behind the colon; the colon of `luck: TEXT` is its own.
function example(line,    at, wide, command) {
    at = index(line, ": ")
    wide = index(line, "\302\240: ")
    if (wide)
        at = wide
    command = at ? substr(line, 1, at - 1) : line
    if (!at || command in luck)
        return "* `" line "`"
    return "* `" command "`" substr(line, at)
}

# Examples of one mail that nothing explains stand together as they are typed.
function is_mail(line, n,    i) {
    for (i = 1; i <= n; i++)
        if (index(line[i], DOT) != 1 || example(substr(line[i], 4)) !~ /^[*] `[^`]*`$/)
            return 0
    return n > 1
}

# A paragraph of a mail as one of the page: examples are lists.
function paragraph(para,    n, i, line, out) {
    n = split(para, line, "\n") - 1
    if (is_mail(line, n)) {
        gsub("(^|\n)" DOT, "\n", para)
        return "```" para "```\n"
    }
    for (i = 1; i <= n; i++) {
        if (index(line[i], DOT) == 1)
            out = out example(substr(line[i], 4)) "\n"
        else if (i > 1 && line[i] ~ /^[-+*] / && line[i - 1] !~ /^[-+*] |^  |:$/)
            out = out "\\" line[i] "\n" # a dash that came to the front of its line
        else
            out = out line[i] "\n"
    }
    return brackets(out)
}

# A text of many paragraphs, each behind a blank line.
function prose(words,    n, i, line, para, out) {
    n = split(words, line, "\n")
    for (i = 1; i <= n; i++) {
        if (line[i] != "") {
            para = para line[i] "\n"
        } else if (para != "") {
            out = out "\n" paragraph(para)
            para = ""
        }
    }
    return out
}

# A whole file; its first line becomes a heading where a level is given.
function put_file(file, level,    line, n, words) {
    while ((getline line <file) > 0)
        if (n++ == 0 && level) printf "%s %s\n", level, line
        else words = words line "\n"
    if (!n) die(file " is empty, or is not there")
    close(file)
    return words
}

# Word for word: all of a mail but its subject, or its nth paragraph.
function put_mail(file, nth,    words, n, part) {
    words = put_file(file, "")
    sub(/^Subject: [^\n]*\n+/, "", words)
    n = split(words, part, /\n\n+/)
    if (nth > n) die(file " has no paragraph " nth)
    printf "```text\n%s```\n", nth ? part[nth] "\n" : words
}

function put_sections(list,    n, i, w) {
    n = split(list, w, " ")
    for (i = 1; i <= n; i++) {
        if (!(w[i] in title)) die("the guide has no section " w[i])
        if (w[i] in used) die(w[i] " is called for twice")
        used[w[i]] = 1
        printf "%s### <a id=\"%s\"></a>%s\n", (i > 1 ? "\n" : ""), w[i], title[w[i]]
        printf "%s", prose(text[w[i]])
    }
}

BEGIN {
    DOT = "\302\267 " # what examples begin with
    learn_headings(own "/guide.txt", 1)
    learn_headings("templates/en/guide.txt", 0)
    learn_words("templates/en/words.ini")
    learn_words(own "/words.ini")
}
/^<!-- RULES -->$/ { words = put_file(own "/rules.txt", "##"); printf "%s", prose(words "\n"); next }
/^<!-- HELP -->$/ { put_mail(own "/help.txt"); next }
/^<!-- MAIL [a-z-]+ [0-9]+ -->$/ { put_mail(golden "/" $3 ".txt", $4); next }
/^<!-- GUIDE .* -->$/ { sub(/^<!-- GUIDE /, ""); sub(/ -->$/, ""); put_sections($0); next }
{ print }
END {
    if (failed) exit 1
    for (s in title)
        if (!(s in used)) die("nothing calls for the section " s)
}' "$page"
