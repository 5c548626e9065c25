#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# "Check this game" in a browser, on a game at which four people sign with four programs (mk/keys.sh):
# what the page checks of the evidence, what it says that it didn't, and evidence that was tampered
# with, by a stranger and by a referee who can seal and sign anew.
#
# Speaks TAP. BUILD says where the programs are; run from the root of the repository.
import base64
import hashlib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing of a test stays in the tree
# pylint: disable=wrong-import-position
from browser import BUILD, LANGUAGES, REFEREE, Browser, run, speak

TITLE = "23 evidence v1\n"
BELOW = ("text ", "sign ", "as ")  # what isn't in the chain


class Game(Browser):
    """A game of four who sign, cancelled after twelve moves and discards, and published."""

    def __init__(self, folder):
        keys = folder + "/keys"
        subprocess.run(["bash", "mk/keys.sh", "--short", "--keep", keys], check=True, capture_output=True,
                       env={**os.environ, "BUILD": BUILD})
        subprocess.run(["gpgconf", "--homedir", keys + "/gnupg", "--kill", "all"], check=False)
        run(REFEREE, "-C", keys + "/club", "publish", folder + "/site")
        self.folder = folder
        self.record = self.read(keys + "/game-1.record")
        self.evidence = self.read(keys + "/game-1.evidence")
        self.seed = bytes.fromhex(re.search(r"^seed (\w+)$", self.record, re.M).group(1))
        self.secret = bytes.fromhex(self.read(keys + "/club/keys/referee.key").strip())
        super().__init__(folder, folder + "/site")

    @staticmethod
    def read(path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def check(self, evidence, record=None):
        """What the page finds: the line of the evidence that is wrong, or 0; and what it says."""
        return self.later(
            "const found = await checkAndShow(asBytes(arguments[0]));"
            "const fault = found.evidence && found.evidence.fault;"
            "return [fault ? fault.line : 0, document.getElementById('checked').innerText];",
            (self.record if record is None else record) + evidence)

    def check_alike(self, evidence, record=None):
        """The same, and `referee23 verify` names the same line."""
        paths = [self.folder + "/tried.evidence", self.folder + "/tried.record"]
        for path, text in zip(paths, (evidence, record or self.record)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([REFEREE, "verify", "--json", "--evidence", *paths], capture_output=True, check=False)
        verdict = json.loads(done.stdout.splitlines()[-1])
        at, said = self.check(evidence, record)
        assert at == verdict.get("line", 0), (at, said, verdict)
        return at, said

    def signed(self, message):
        """The referee's signature."""
        key, text = self.folder + "/referee.der", self.folder + "/message"
        for path, content in ((key, bytes.fromhex("302e020100300506032b657004220420") + self.secret),
                              (text, message)):
            with open(path, "wb") as file:
                file.write(content)
        return base64.b64encode(run("openssl", "pkeyutl", "-sign", "-inkey", key, "-keyform", "DER",
                                    "-rawin", "-in", text)).decode()

    def by_referee(self, lines):
        """These lines of evidence, sealed, chained and signed anew, as whoever has the seed and the key can."""
        chain = bytes(32)
        out = []
        for number, line in enumerate(lines):
            if line.startswith(("chain ", "signature ")):
                continue
            below = lines[number + 1:number + 3]
            if line.startswith(("proof ", "key ")) and below[0].startswith("text "):
                before = line.rsplit(" ", 1)[0]
                text = TITLE + "\n".join([before, *below]) + "\n"
                line = before + " " + hashlib.blake2b(text.encode(), key=self.seed, digest_size=32).hexdigest()
            if not line.startswith(BELOW):
                chain = hashlib.blake2b(chain + line.encode() + b"\n", digest_size=32).digest()
            out.append(line)
        out += ["chain " + chain.hex(), "signature " + self.signed(TITLE.encode() + chain)]
        return "\n".join(out) + "\n"

    def lines(self):
        return self.evidence.splitlines()

    def find(self, start, number=0):
        """The index of the line, counted from 0, that begins so."""
        return [i for i, line in enumerate(self.lines()) if line.startswith(start)][number]


def flipped(line, at):
    """The line with another letter of base64 or hexadecimal digit there."""
    return line[:at] + ("0" if line[at] == "1" else "1") + line[at + 1:]


def text_of(line):
    return base64.b64decode(line.split(" ")[1]).decode()


def line_of(word, text):
    return word + " " + base64.b64encode(text.encode()).decode()


# ---- tests ---------------------------------------------------------------------------------------

def test_good(game):
    """the page of a signed game checks its evidence, and says what it left unchecked"""
    game.open("en/games/1.html")
    game.click("check")
    game.wait("return document.querySelector('#checked .evidence .verdict')")
    said = game.text("checked")
    assert "This record is good." in said, said
    assert "holds as far as it was checked here" in said, said
    assert "at that moment: 12" in said, said
    assert "those of the players' keys: 9" in said, said
    assert "OpenPGP, not checked here: 3" in said and "gpg" in said, said
    assert "say just that, for this game, turn and seat: 12" in said, said
    assert "proves which key" not in said, said
    for name in ("anna", "bruno", "clara", "david"):
        assert name in said, said
    assert game.ask("return [...document.querySelectorAll('#checked li.open')].map((e) => e.textContent)"
                    ".some((text) => text.includes('OpenPGP'))")


def test_every_byte(game):
    """one letter changed anywhere in what was signed, or in a signature, is found, and its line named"""
    game.open("en/check.html")
    found = 0
    for number, line in enumerate(game.lines()):
        if not line.startswith(("text ", "sign ")):
            continue
        changed = game.lines()
        changed[number] = flipped(line, 30 + found % 20)
        at, said = game.check_alike("\n".join(changed) + "\n")
        proof = number if line.startswith("text ") else number - 1  # counted from 1
        assert at in (proof, proof + 1) and "The evidence doesn't hold" in said, (number, at, said)
        found += 1
    assert found == 24, found


def test_signatures(game):
    """a signature that the referee forged, or moved, is no signature: of each kind but OpenPGP"""
    game.open("en/check.html")
    for name, kind in (("anna", "player23"), ("bruno", "minisign"), ("clara", "ssh-keygen")):
        proof = [i for i, line in enumerate(game.lines()) if re.match(r"proof \d+ %s " % name, line)]
        first, second = proof[0], proof[1]
        changed = game.lines()
        changed[first + 2] = changed[second + 2]  # that of another text
        at, said = game.check_alike(game.by_referee(changed))
        assert at == first + 3 and "no signature of that text by the key of " + name in said, (kind, at, said)
        changed = game.lines()
        changed[first + 1] = line_of("text", text_of(changed[first + 1]) + "\n")
        at, said = game.check_alike(game.by_referee(changed))
        assert at == first + 3, (kind, at, said)
    bruno = game.find("proof 16 bruno")
    sign = text_of(game.lines()[bruno + 2]).split("\n")
    for number in (1, 2, 3):  # both signatures of minisign's, and the comment between them
        changed = game.lines()
        bad = list(sign)
        bad[number] = flipped(bad[number], 40) if number != 2 else bad[number] + "s"
        changed[bruno + 2] = line_of("sign", "\n".join(bad))
        at, said = game.check_alike(game.by_referee(changed))
        assert at == bruno + 3, (number, at, said)


def test_kinds(game):
    """minisign without a hash and with it, ssh-keygen with either hash: they hold, and not for other bytes"""
    folder = game.folder
    text = b"referee\ngame 1\nGr\xc3\xbc\xc3\x9fe\n"
    with open(folder + "/text", "wb") as file:
        file.write(text)
    run("minisign", "-G", "-W", "-s", folder + "/mini.key", "-p", folder + "/mini.pub")
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder + "/ssh.key")
    mini = game.read(folder + "/mini.pub").splitlines()[1]
    ssh = game.read(folder + "/ssh.key.pub").split()[1]
    tried = [("minisign", mini, "text.minisig", ["minisign", "-S", "-s", folder + "/mini.key", "-m", folder + "/text"] + more)
             for more in (["-l"], [], ["-t", "Überall"])]
    tried += [("ssh", ssh, "text.sig", ["ssh-keygen", "-Y", "sign", "-n", space, "-O", "hashalg=" + hashing,
                                         "-f", folder + "/ssh.key", folder + "/text"])
              for hashing in ("sha256", "sha512") for space in ("23-by-mail", "file")]
    game.open("en/check.html")
    held = 0
    for kind, key, name, command in tried:
        path = folder + "/" + name
        if os.path.exists(path):
            os.remove(path)
        run(*command)
        with open(path, "rb") as file:
            sign = file.read()
        answers = [game.later(
            "const bytes = (b) => Uint8Array.from(atob(b), (c) => c.charCodeAt(0));"
            "return isSignatureOf(arguments[0], arguments[1], bytes(arguments[2]), bytes(arguments[3]));",
            kind, key, base64.b64encode(content).decode(), base64.b64encode(sign).decode())
            for content in (text, text[:-1] + b"!")]
        expected = "file" not in command
        assert answers == [expected, False], (command, answers)
        held += expected
    assert held == 5, held


def test_words(game):
    """what was signed has to say the move; what isn't in plain words is said not to be compared"""
    game.open("en/check.html")
    david = game.find("proof 18 david")  # whose signature nobody checks here
    plain = text_of(game.lines()[david + 1])
    for was, becomes, wrong in (("discard ", "discard 2 ", ""), ("\ndiscard", "\nplay 5\ndiscard", ""),
                                ("discard ", "lege ab ", ""),
                                ("turn 1", "turn 7", "for another turn"), ("turn 1", "turn 0", "for another turn"),
                                ("seat david", "seat anna", "another seat"), ("game 1", "game 2", "another game"),
                                (plain[plain.index("discard"):], "pass\n", "says something else")):
        assert was in plain, was
        changed = game.lines()
        changed[david + 1] = line_of("text", plain.replace(was, becomes, 1))
        at, said = game.check(game.by_referee(changed))
        if wrong:
            assert at == david + 2 and wrong in said, (becomes, at, said)
        else:
            assert at == 0 and "weren't compared" in said and "turn and seat: 11" in said, (becomes, at, said)


def test_missing(game):
    """what isn't proven, proven twice, of another game, or cut off, is found"""
    game.open("de/check.html")
    lines = game.lines()
    proof = game.find("proof ", 4)
    key = game.find("key ", 1)
    other = re.sub(r"^(game \d+ \d{4})-\d\d", lambda m: m.group(1) + "-01", game.evidence, flags=re.M)
    for at, changed in (
            (proof + 1, lines[:proof] + lines[proof + 3:]),                    # left out
            (proof + 4, lines[:proof + 3] + lines[proof:]),                    # twice
            (key + 2, lines[:key + 1] + lines[key:]),                          # a key too many
            (game.find("proof 16 bruno"), lines[:key] + lines[key + 1:])):     # without a key
        found, said = game.check_alike(game.by_referee(changed))
        assert found == at and "Die Belege halten nicht" in said, (at, found, said)
    assert game.check_alike(other)[0] == 2
    assert game.check_alike(game.evidence.replace("\nkey ", "\nkeys ", 1))[0] == 5
    assert game.check_alike(game.evidence[:-3])[0] == len(lines)
    assert game.check_alike("\n".join(lines[:-1]) + "\n")[0] == len(lines)
    assert game.check_alike("\n".join(lines[:-1] + ["signature " + game.signed(b"x")]) + "\n")[0] == len(lines)
    assert game.check_alike(game.evidence + "more\n")[0] == len(lines) + 1
    changed = [re.sub(r"^record ..", "record 00", line) for line in lines]
    assert game.check_alike(game.by_referee(changed))[0] == game.find("record ") + 1
    for bad in (lines[proof] + " ", lines[proof].upper(), "proof 1 \x1b[1m x", "", "proof"):
        at, said = game.check_alike("\n".join(lines[:proof] + [bad] + lines[proof + 1:]) + "\n")
        assert at == proof + 1 and not re.search(r"why-|\{\w+\}|undefined", said), (bad, at, said)


def test_others(game):
    """a plan that gave several moves, keys that changed, a seat that was handed on: as the referee finds it"""
    game.open("en/check.html")
    for name, counts in (("plans", (29, 25, 4, 0)), ("keys", (49, 50, 0, 1)), ("seats", (0, 0, 0, 0))):
        text = game.read("tests/site/signed/%s.txt" % name)
        found = game.later("return (await checkAndShow(asBytes(arguments[0]))).evidence.found", text)
        assert (found["proofs"], found["said"], found["unread"], found["byOperator"]) == counts, (name, found)
        assert ("proves which key" in game.text("checked")) == (counts[2:] == (0, 0)), name
    # what stands below isn't in the chain: other lines for the same plan, or for a move by hand
    text = game.read("tests/site/signed/plans.txt")
    record, _, evidence = text.partition(TITLE)
    lines = (TITLE + evidence).splitlines()
    tried = 0
    for number in [i for i, line in enumerate(lines) if line.startswith("as ")]:
        for other in (1, int(lines[number][3:]) + 1, int(lines[number][3:]) + 2):
            changed = lines[:number] + ["as %d" % other] + lines[number + 1:]
            game.check_alike("\n".join(changed) + "\n", record)
            tried += 1
    assert tried > 5, tried


def test_files(game):
    """both files at once, one that holds both, pasted text; evidence alone, or beside a bad record"""
    game.open("en/check.html")
    keys = game.folder + "/keys/"
    game.driver.find_element("id", "file").send_keys(keys + "game-1.evidence\n" + keys + "game-1.record")
    game.wait("return document.querySelector('#checked .evidence .verdict')")
    assert "as far as it was checked" in game.text("checked")
    game.ask("document.getElementById('checked').replaceChildren();"
             "document.getElementById('paste').value = arguments[0]", game.record + game.evidence.rstrip("\n"))
    game.driver.find_element("css selector", "#file-form button").click()
    game.wait("return document.querySelector('#checked .evidence .verdict')")
    assert "as far as it was checked" in game.text("checked")
    said = game.check(game.evidence, "")[1]
    assert "evidence without its record" in said and "good" not in said, said
    said = game.check(game.evidence, game.record.replace("winner", "loser").replace("cancelled T", "cancelled t"))[1]
    assert "This record is not good" in said and "wasn't checked" in said and "holds" not in said, said
    said = game.check("", game.record)[1]
    assert "This record is good" in said and "vidence" not in said, said


def test_old_browser(game):
    """a browser that can't check signatures says so, and calls none of them good"""
    game.open("en/games/1.html")
    game.ask("crypto.subtle.importKey = () => Promise.reject(new DOMException('no', 'NotSupportedError'))")
    game.click("check")
    game.wait("return document.querySelector('#checked .evidence .verdict')")
    said = game.text("checked")
    assert "this browser can't check: 9" in said and "players' keys" not in said, said
    assert said.count("The signature can't be checked") == 2 and "signature is that" not in said, said
    assert "as far as it was checked" in said, said


def test_languages(game):
    """every language says all of it"""
    for language in LANGUAGES:
        game.open(language + "/games/1.html")
        game.click("check")
        game.wait("return document.querySelector('#checked .evidence .verdict')")
        said = game.text("checked")
        assert not re.search(r"step-|evidence-|\{\w+\}|undefined", said), said
        script = game.ask("return [...document.scripts].map((s) => s.src)")
        assert any(src.endswith("/evidence.js") for src in script), script
        asked = set()
        for name in ("check.js", "evidence.js", "record.js"):
            asked |= set(re.findall(r'(?:refuse|refuseAt)\((?:[\w.+ ]+, )?"([a-z-]+)"', game.read(game.path + "/" + name)))
        missing = game.ask("return arguments[0].filter((name) => !WORDS['why-' + name])", sorted(asked))
        assert len(asked) > 40 and not missing, missing


def test_quiet(game):
    """nothing was complained of, nothing was asked from elsewhere"""
    game.listen()
    assert game.requests > 20, game.requests
    assert not game.complaints, game.complaints[:5]


if __name__ == "__main__":
    speak(globals(), Game)
