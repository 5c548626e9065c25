#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Follows a chapter of a guide for programmers: follow.py GUIDE CHAPTER
#
# Makes the changes that stand there to the tree in which it is started, and prints the blocks for a
# shell that stand between them. What a block of code is for, the sentence before it says with its end:
#
#     a new file `FILE`:                     the whole of it
#     at the end of `FILE`:
#     in `FILE`, below `BEGINNING`:          or above, or in place of: the one line that begins so
#     in `FILE`, at the end of the line `BEGINNING`:
#
# `in FILE` may be left out where it is the file of the change before.
import os
import re
import sys

PLACE = re.compile(r"(?:[Ii]n\s+`(?P<file>[^`]+)`,\s+|\b)(?:and\s+)?"
                   r"(?P<how>below|above|in\s+place\s+of|at\s+the\s+end\s+of\s+the\s+line)"
                   r"\s+`(?P<line>[^`]+)`:$")
NEW = re.compile(r"[Aa] new file\s+`([^`]+)`:$")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
END = re.compile(r"[Aa]t the end of\s+`([^`]+)`:$")


def chapter(path, title):
    """What stands before each block of the chapter with this heading, its language, and the block."""
    with open(path, encoding="utf-8") as file:
        parts = BLOCK.split(file.read())
    inside = False
    for prose, language, block in zip(parts[0::3], parts[1::3], parts[2::3]):
        for heading in re.findall(r"^## (.*)$", prose, re.M):
            inside = heading == title
        if inside:
            yield prose.rstrip(), language, block


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def change(path, how, beginning, block):
    lines = read(path)
    places = [i for i, line in enumerate(lines) if line.strip().startswith(beginning)]
    if len(places) != 1:
        sys.exit(f"{path} has {len(places)} lines that begin with {beginning}")
    at = places[0]
    how = " ".join(how.split())
    if how == "below":
        lines[at + 1:at + 1] = block
    elif how == "above":
        lines[at:at] = block
    elif how == "in place of":
        lines[at:at + 1] = block
    else:
        lines[at] += "".join(block)
    write(path, lines)


def main(guide, title):
    path, changes = None, 0
    for said, language, block in chapter(guide, title):
        block = block.rstrip("\n").split("\n") if block.strip("\n") else []
        if language == "sh":
            print("\n".join(block))
            continue
        place, new, end = PLACE.search(said), NEW.search(said), END.search(said)
        changes += 1
        if new:
            if os.path.exists(new.group(1)):
                sys.exit(f"{new.group(1)} is there already")
            write(new.group(1), block)
        elif place:
            path = place.group("file") or path
            change(path, place.group("how"), place.group("line"), block)
        elif end:
            write(end.group(1), read(end.group(1)) + block)
        else:
            sys.exit(f"what is this for?\n{said[-200:]}")
    if changes == 0:
        sys.exit(f"{guide} has no chapter {title}")


if __name__ == "__main__":
    main(*sys.argv[1:])
