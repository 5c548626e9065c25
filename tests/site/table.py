#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# The table in the browser (templates/page), as a player uses it: a game by mail, of which one seat
# is played with nothing but that page, by a referee that checks every signature; and mails that
# should be refused. tests/player holds the referee's mails of player23's tests, and a key.
#
# Speaks TAP. BUILD says where the programs are; run from the root of the repository. SHOTS=FOLDER
# also leaves pictures there.
import base64
import email
import glob
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import urllib.parse

sys.dont_write_bytecode = True  # nothing of a test stays in the tree
# pylint: disable=wrong-import-position
from browser import BUILD, CONTRAST, LANGUAGES, NARROW, REFEREE, UNNAMED, WIDE, Browser, run, speak
from selenium.webdriver.common.keys import Keys

MAILS = os.path.abspath("tests/player")
PLAYER = BUILD + "/player23"


class Club:
    """A referee that is written to by hand."""

    def __init__(self, folder):
        self.path = folder
        self.sent = 0
        run(REFEREE, "-C", folder, "init", "--address", "referee@club.example")

    def write(self, who, text, sender=None):
        """A mail with this text, and a run."""
        self.sent += 1
        with open("%s/mail/in/new/%d" % (self.path, self.sent), "w", encoding="utf-8") as file:
            file.write("From: %s\nTo: referee@club.example\nMessage-ID: <%d@example.org>\n"
                       "Content-Type: text/plain; charset=utf-8\n\n%s\n"
                       % (sender or who + "@example.org", self.sent, text))
        run(REFEREE, "-C", self.path, "tick")

    def newest(self, who):
        """The file of the last mail that somebody got."""
        found = None
        for path in sorted(glob.glob(self.path + "/mail/out/new/*")):
            with open(path, encoding="utf-8") as file:
                if "\nDelivered-To: %s@" % who in "\n" + file.read():
                    found = path
        return found

    def answer(self, who, text):
        """An answer to it, by its ticket."""
        with open(self.newest(who), encoding="utf-8") as file:
            ticket = re.search(r"^Message-ID: <([0-9.]*\.[a-z0-9]*)\.", file.read(), re.M).group(1)
        self.write(who, "%s\n\nticket %s" % (text, ticket))

    def key(self):
        """The referee's own, as its answer to the last key of player23's says it."""
        return re.search(r"[0-9a-f]{64}", self.text(self.newest("clara"))).group(0)

    def seats(self):
        """Who sits at the games that wait or run."""
        games = json.loads(run(REFEREE, "-C", self.path, "game", "list", "--json"))
        return str(games)

    def record(self):
        return run(REFEREE, "-C", self.path, "record", "1", "--public").decode()

    def table(self, who):
        """What the newest mail lets somebody know."""
        show = [PLAYER, "show", "--json", self.newest(who)]
        return json.loads(subprocess.run(show, check=True, capture_output=True,
                                         env={"HOME": self.path}).stdout)

    def heard(self, who, words):
        """How many mails told somebody these words."""
        found = 0
        for path in glob.glob(self.path + "/mail/out/new/*"):
            with open(path, "rb") as file:
                mail = email.message_from_binary_file(file)
            found += mail["Delivered-To"].startswith(who + "@") and words in self.text(path)
        return found

    @staticmethod
    def text(path):
        """The plain text of a mail, its lines joined."""
        with open(path, "rb") as file:
            mail = email.message_from_binary_file(file)
        part = next(p for p in mail.walk() if p.get_content_type() == "text/plain")
        return " ".join(part.get_payload(decode=True).decode().split())


class Desk(Browser):
    """The page, published, and a club of two who have been dealt their cards."""

    def __init__(self, folder):
        self.club = Club(folder + "/club")
        run(REFEREE, "-C", self.club.path, "publish", folder + "/site")
        self.folder = folder
        super().__init__(folder, folder + "/site")
        self.club.write("anna", "new nick=anna\ninvite bruno@example.org")
        self.club.answer("anna", "yes")
        self.club.answer("bruno", "join nick=bruno")

    def begin(self, width=WIDE, dark=False, keep=False, language="en"):
        """The page as it is opened; keep: with what the browser kept of it."""
        self.driver.execute_cdp_cmd("Network.setUserAgentOverride",
                                    {"userAgent": "test", "acceptLanguage": language})
        self.open("table.html", width, dark)
        self.ready()
        if not keep:
            self.ask("localStorage.clear()")
            self.open("table.html", width, dark)
            self.ready()

    def ready(self):
        self.wait("return document.documentElement.dataset.ready")

    def take(self, path):
        """Chooses a mail from the disk, and waits for the table, or for what is wrong with it."""
        self.ask("for (const id of ['game', 'answer']) document.getElementById(id).replaceChildren(); clearFault()")
        self.driver.find_element("id", "file").send_keys(path)
        self.wait("return document.querySelector('#game h1, #answer h2, #fault p')")

    def load_key(self, path=MAILS + "/clara.key"):
        self.driver.find_element("id", "key-file").send_keys(path)
        self.wait("return document.querySelector('#key-line, #own-key .wrong')")

    def press_button(self, place, phrase):
        """A button by the name of what is written on it."""
        pressed = self.ask(
            "const b = [...document.querySelectorAll(arguments[0] + ' button')]"
            ".find((e) => e.textContent === fill(arguments[1])); if (b) b.click(); return !!b;",
            place, phrase)
        assert pressed, (place, phrase)

    def answer(self, signed):
        """What the page writes for the choice that was made: the text, checked against its link."""
        self.press_button("#answer", "answer-do-sign" if signed else "answer-do")
        return self.written("#answer")

    def refused(self, signed, words):
        """That nothing is written, and why not."""
        self.press_button("#answer", "answer-do-sign" if signed else "answer-do")
        self.wait("return document.querySelector('#answer .wrong')")
        assert words in self.ask("return document.querySelector('#answer .wrong').textContent"), self.said("answer")

    def written(self, place):
        self.wait("return document.querySelector('%s textarea.block')" % place)
        text = self.ask("return document.querySelector(arguments[0] + ' textarea.block').value", place)
        link = self.ask("return document.querySelector(arguments[0] + ' a.button').href", place)
        to, _, query = link[len("mailto:"):].partition("?")
        values = urllib.parse.parse_qs(query, strict_parsing=True)
        assert values["body"][0].replace("\r\n", "\n") == text, link
        assert re.fullmatch(r"referee(\+[0-9a-z.]+)?@(club.example|play.example.org)",
                            urllib.parse.unquote(to)), to
        return text

    def fill_in(self, phrase, text):
        """A field by what is written above it."""
        found = self.ask(
            "const l = [...document.querySelectorAll('#answer label.field')].find((e) => e.textContent === fill(arguments[0]));"
            "if (l) l.querySelector('input, textarea').value = arguments[1]; return !!l;", phrase, text)
        assert found, (phrase, self.said("answer"))

    def sign_it(self):
        """Ticks the box, unless it is."""
        box = "document.querySelector('#answer [type=checkbox]')"
        if not self.ask("return %s.checked" % box):
            self.ask(box + ".click()")

    def tap(self, *cards):
        """Cards of the hand."""
        for value in cards:
            assert self.ask("const b = [...document.querySelectorAll('.mine button.card')].find((e) =>"
                            " e.textContent === arguments[0] && e.ariaPressed !== 'true' && !e.disabled);"
                            "if (b) b.click(); return !!b;", str(value)), value

    def said(self, name):
        return self.ask("return document.getElementById(arguments[0]).textContent", name)


def highest(hand):
    """The three cards that whoever is late puts aside."""
    return sorted(value for value in hand if value != 1)[-3:]


def expected_block():
    with open(MAILS + "/play-12x2.txt", encoding="utf-8") as file:
        return file.read()


# ---- tests ---------------------------------------------------------------------------------------

def test_same_as_player23(desk):
    """its signed answer is that of player23, byte for byte; the ticket alone does as well"""
    desk.begin()
    desk.take(MAILS + "/turn.eml")
    assert "Game 14, Sunday league" in desk.said("game")
    assert "It is your turn" in desk.said("game")
    desk.tap(12, 12)
    assert desk.answer(False) == "play 12x2\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n"
    desk.load_key()
    assert desk.answer(True) == expected_block()
    desk.press(Keys.TAB)  # by keyboard, too
    desk.ask("document.querySelector('[data-move=\"17 bonus\"]').focus()")
    desk.press(Keys.SPACE)
    assert "17 with a bonus token: free" in desk.said("answer")
    assert "\nplay 17 bonus\n" in desk.answer(True)
    desk.ask("document.querySelector('[data-move=leave]').click()")
    assert "\nleave\n" in desk.answer(True)


def test_moves(desk):
    """it offers the legal moves and no other, and says what they cost"""
    desk.begin()
    desk.take(MAILS + "/turn.eml")
    moves = desk.ask("return [...document.querySelectorAll('[data-move]')].map((e) =>"
                     " [e.dataset.move, e.querySelector('span').textContent])")
    table = run(PLAYER, "show", "--json", "--referee",
                "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c",
                MAILS + "/turn.eml").decode()
    legal = re.findall(r'\["([^"]*)",(\d+)\]', table[table.index('"legal"'):])
    assert len(legal) == 14 and sorted(m for m, _ in moves) == sorted(m for m, _ in legal), moves
    for move, cost in moves:
        n = dict(legal)[move]
        assert cost == {"0": "free", "1": "1 token"}.get(n, n + " tokens"), (move, cost)
    desk.tap(9)
    assert "9 with a bonus token: free" in desk.said("answer")


def test_a_game(desk):
    """a key is made, registered and used: the referee acts on what it signs, from any address"""
    club = desk.club
    desk.begin()
    desk.take(club.newest("anna"))
    assert "You meet this referee for the first time" in desk.said("game")
    desk.press_button("#own-key", "key-make")
    desk.wait("return document.getElementById('key-line')")
    desk.press_button("#own-key", "key-register-do")
    club.write("anna", desk.written("#own-key"))
    club.answer("anna", "yes")
    desk.begin(keep=True)
    desk.take(club.newest("anna"))
    assert "with the same key as before" in desk.said("game")
    hand = desk.ask("return [...document.querySelectorAll('.mine .card')].map((e) => Number(e.textContent))")
    assert len(hand) == 15
    aside = highest(hand)
    desk.tap(*aside)
    desk.sign_it()
    text = desk.answer(True)
    club.write("anna", text.replace("discard", "discard 2"))
    assert "discard anna" not in club.record(), "a changed block acts"
    club.write("anna", text, "anybody@example.net")
    assert "discard anna" in club.record()
    assert club.table("anna")["you"]["discarded"] == aside
    club.answer("bruno", "discard %d %d %d" % tuple(highest(club.table("bruno")["you"]["hand"])))
    if club.table("anna")["to_move"] == "bruno":
        club.answer("bruno", "pass")
    desk.take(club.newest("anna"))
    move = desk.ask("return state.table.legal[0][0]")
    desk.ask("document.querySelector('[data-move=\"' + arguments[0] + '\"]').click()", move)
    words = desk.driver.find_element("css selector", "#answer input[type=text]")
    words.send_keys("Grüße & <b>all</b>")
    desk.press_button("#answer", "answer-do-sign")
    assert "can't hold any of" in desk.said("answer")
    words.clear()
    words.send_keys("Grüße, everybody!")
    text = desk.answer(True)
    club.write("anna", text)
    club.write("anna", text)
    acted = re.findall(r"^move anna \S+ %s$" % move, club.record(), re.M)
    assert len(acted) == 1, club.record()
    assert club.heard("bruno", "Grüße, everybody!") == 1


READ = """
const out = [];
for (const mail of arguments[0].map((m) => readMail(Uint8Array.from(atob(m), (c) => c.charCodeAt(0))))) {
    if (!mail.table) continue;
    const table = readTable(mail.table.bytes);
    for (const language of Object.keys(ALL_WORDS)) {
        choose(language);
        const drawn = drawTable(table, noChoice(), language, () => {});
        const parts = [...drawn.own, ...drawn.around];
        const text = parts.map((e) => e.textContent).join(" ");
        const moves = parts.reduce((n, e) => n + e.querySelectorAll("[data-move]").length, 0);
        out.push([await trustOf(table, mail.table), moves === table.legal.length, table.kind,
                  /\\{\\w+\\}|undefined|null|NaN/.test(text) ? text : ""]);
    }
}
return out;
"""


def test_whole_game(desk):
    """every mail of a whole game is read, believed and drawn, in all languages"""
    played = desk.folder + "/played"
    run(REFEREE, "demo", "--keep", played)
    mails = []
    for path in glob.glob(played + "/mail/out/*/*"):
        with open(path, "rb") as file:
            mails.append(base64.b64encode(file.read()).decode())
    desk.begin()
    found = desk.later(READ, mails)
    assert isinstance(found, list) and len(found) > 300, found
    assert all(trust in ("known", "new") and all_moves and not left
               for trust, all_moves, _, left in found), found[:3]
    assert {"deal", "turn", "table", "game-over"} <= {kind for _, _, kind, _ in found}


def test_keys(desk):
    """its key files are those of player23, both ways; one with a passphrase is told apart"""
    desk.begin()
    desk.take(MAILS + "/turn.eml")
    desk.press_button("#own-key", "key-make")
    desk.wait("return document.getElementById('key-line')")
    path = desk.folder + "/23.key"
    desk.driver.execute_cdp_cmd("Browser.setDownloadBehavior",
                                {"behavior": "allow", "downloadPath": desk.folder})
    desk.press_button("#own-key", "key-save")
    for _ in range(100):
        if os.path.exists(path):
            break
        time.sleep(0.05)
    os.chmod(path, 0o600)
    desk.tap(13)
    desk.ask("document.querySelector('#answer [type=checkbox]').click()")
    theirs = run(PLAYER, "play", "13", "--mail", MAILS + "/turn.eml", "--key", path, "--yes", "--referee",
                 "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c").decode()
    assert theirs.endswith("\n\n" + desk.answer(True)), theirs
    made = desk.folder + "/made.key"
    line = run(PLAYER, "keygen", made, "--no-passphrase").decode().strip()
    desk.load_key(made)
    desk.wait("return document.getElementById('key-line').textContent === %r" % line)
    with open(desk.folder + "/pass", "w", encoding="ascii") as file:
        file.write("open sesame\n")
    locked = desk.folder + "/locked.key"
    run(PLAYER, "keygen", locked, "--passphrase-file", desk.folder + "/pass")
    for path, word in ((locked, "locked with a passphrase"), (MAILS + "/turn.eml", "no key file")):
        desk.load_key(path)
        desk.wait("return document.querySelector('#own-key .wrong')")
        assert word in desk.said("own-key"), path
    with open(made, encoding="ascii") as file:
        text = file.read()
    with open(made, "w", encoding="ascii") as file:
        file.write(text.replace("public ", "public A", 1).replace("=\nkdf", "\nkdf"))
    desk.load_key(made)
    desk.wait("return document.querySelector('#own-key .wrong').textContent.includes('damaged')")
    desk.begin(keep=True)  # the last good one stayed
    assert line in desk.said("own-key")


def test_sealed(desk):
    """a table that is sealed to the key opens with it, and with no other"""
    desk.begin()
    desk.take(MAILS + "/sealed.eml")
    assert "sealed to your key" in desk.said("fault")
    desk.press_button("#own-key", "key-make")
    desk.wait("return document.getElementById('key-line')")
    desk.take(MAILS + "/sealed.eml")
    assert "another key than yours" in desk.said("fault")
    with open(MAILS + "/sealed.eml", encoding="ascii") as file:
        mail = file.read()
    with open(desk.folder + "/age.eml", "w", encoding="ascii") as file:
        file.write(mail.replace("table.json.sealed", "table.json.age"))
    desk.take(desk.folder + "/age.eml")
    assert "open it with “age -d -i KEY”" in desk.said("answer")
    desk.load_key()
    desk.take(MAILS + "/sealed.eml")
    assert "Signed by referee@play.example.org" in desk.said("game")
    desk.tap(12, 12)
    assert desk.answer(True) == expected_block()


def register(desk, who):
    """Somebody who is known to the referee by a name and a key; the path of the key."""
    club, path = desk.club, "%s/%s.key" % (desk.folder, who)
    line = run(PLAYER, "keygen", path, "--no-passphrase").decode().strip()
    for text in ("nick " + who, "yes", line, "yes"):
        if text.startswith("nick"):
            club.write(who, text)
        else:
            club.answer(who, text)
    return path


def test_join(desk):
    """an invitation is answered: by a name and some luck, and by whoever signs, from any address"""
    club = desk.club
    key = register(desk, "clara")
    referee = club.key()
    club.write("david", "new nick=david seats=4 discard=0\ninvite clara erik@example.org")
    club.answer("david", "yes")
    desk.begin()
    desk.take(club.newest("erik"))
    assert "brings no table" in desk.said("answer")
    desk.fill_in("outside-luck", "moon & sun")
    desk.refused(False, "Choose something first")
    desk.ask("document.querySelector('[data-word=decline]').click()")
    assert desk.answer(False).startswith("decline\n\nticket 0.")
    desk.ask("document.querySelector('[data-word=join]').click()")
    desk.fill_in("outside-nick", "erik")
    text = desk.answer(False)
    assert text.startswith("join nick=erik\nluck: moon & sun\n\nticket 0."), text
    club.write("erik", text)
    assert "erik" in club.seats()
    desk.load_key(key)
    desk.take(club.newest("clara"))
    desk.sign_it()
    desk.ask("document.querySelector('[data-word=join]').click()")
    desk.fill_in("outside-luck", "Überall Glück")
    desk.fill_in("outside-nick-signed", "")
    desk.refused(True, "Put in your name")
    desk.fill_in("outside-nick-signed", "clara")
    desk.refused(True, "hasn't met this referee")
    desk.fill_in("outside-key", " ".join(re.findall(".{8}", referee.upper())))
    text = desk.answer(True)
    assert "\nseat clara\njoin;\nluck: Überall Glück\n-----BEGIN 23 SIG" in text, text
    club.write("clara", text, "anybody@example.net")
    assert "clara" in club.seats()
    desk.fill_in("outside-luck", "a > b")
    desk.refused(True, "can't hold any of")


def test_any_words(desk):
    """to a mail without a table any words can be signed; once the referee was met, without its key"""
    club = desk.club
    key = register(desk, "frieda")
    desk.begin()
    desk.load_key(key)
    desk.take(club.newest("bruno"))  # a table, by which the referee is met
    desk.take(club.newest("frieda"))
    desk.sign_it()
    assert "64 digits" not in desk.said("answer")
    desk.fill_in("outside-nick-signed", "frieda")
    desk.fill_in("outside-more", "mail daily\n\n  vacation   2026-12-24 2026-12-26")
    text = desk.answer(True)
    assert "\nseat frieda\nmail daily;\nvacation 2026-12-24 2026-12-26\n" in text, text
    club.write("frieda", text.replace("daily", "weekly"))
    assert not club.heard("frieda", "You are on vacation from")
    club.write("frieda", text, "anybody@example.net")
    assert club.heard("frieda", "You are on vacation from") == 1
    desk.begin(keep=True)
    desk.take(club.newest("frieda"))
    assert desk.ask("return state.signs && document.querySelector('#answer input[type=text]').value") == "frieda"


def test_signed_game(desk):
    """where each move is signed: plans, discards, moves, words and resigning, each in its own answer"""
    club = desk.club
    keys = {who: register(desk, who) for who in ("gerda", "hanna")}
    desk.begin()
    desk.take(club.newest("bruno"))
    for who, words in (("gerda", "new security=signed discard=3 seats=2\ninvite hanna"), ("hanna", "join")):
        desk.load_key(keys[who])
        desk.take(club.newest(who))
        desk.sign_it()
        desk.fill_in("outside-nick-signed", who)
        desk.fill_in("outside-more" if who == "gerda" else "outside-else", words)
        club.write(who, desk.answer(True))
    number = club.table("gerda")["game"]

    def record():
        return run(REFEREE, "-C", club.path, "record", str(number), "--public").decode()

    def open_as(who):
        desk.load_key(keys[who])
        desk.take(club.newest(who))
        desk.sign_it()

    for who in keys:
        open_as(who)
        assert "is published when it is over" in desk.said("answer")
        hand = club.table(who)["you"]["hand"]
        desk.tap(*highest(hand))
        desk.fill_in("answer-say", "Hello")
        desk.refused(True, "is published when it is over")
        desk.fill_in("answer-say", "")
        club.write(who, desk.answer(True))
        assert "\ndiscard %s " % who in record()
    mover = club.table("gerda")["to_move"]
    other = "hanna" if mover == "gerda" else "gerda"
    open_as(other)
    desk.fill_in("answer-more-hint", "plan\npass if cost <= 99\nleave\nend")
    club.write(other, desk.answer(True))
    assert club.table(other)["you"]["plan"] == ["pass if cost <= 99", "leave"], club.table(other)["you"]
    open_as(mover)
    move = desk.ask("return state.table.legal[0][0]")
    desk.ask("document.querySelector('[data-move=\"' + arguments[0] + '\"]').click()", move)
    club.write(mover, desk.answer(True))
    assert re.search(r"^move %s \S+ %s$" % (mover, move), record(), re.M)
    assert re.search(r"^move %s \S+ (pass|leave)$" % other, record(), re.M)
    open_as(mover)
    desk.fill_in("answer-say", "Well planned")
    club.write(mover, desk.answer(True))
    assert club.heard(other, "Well planned") == 1
    open_as(other)
    desk.fill_in("answer-more-hint", "resign")
    club.write(other, desk.answer(True))
    assert club.heard(mover, other + " gave up") == 1


MUTTRC = """set sendmail="%s/sendmail"
set editor=/bin/true abort_unmodified=no record="" folder=%s realname=Anna from=anna@example.org
%s
"""


def mutt(folder, link, settings=""):
    """What mutt hands to sendmail when a desktop gives it the link, and its user sends what it made of it."""
    sent = folder + "/sent"
    if os.path.exists(sent):
        os.remove(sent)
    for name, text in (("sendmail", "#!/bin/sh\ncat >%s.new && mv %s.new %s\n" % (sent, sent, sent)),
                       ("muttrc", MUTTRC % (folder, folder, settings))):
        with open(folder + "/" + name, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(folder + "/" + name, 0o700)
    pid, screen = pty.fork()
    if pid == 0:
        try:
            os.execvpe("mutt", ["mutt", "-F", folder + "/muttrc", link],
                       {**os.environ, "HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8"})
        finally:
            os._exit(127)  # there is none; the test goes on in the other process
    keys = [(b"To: ", b"\r"), (b"Subject: ", b"\r"), (b"y:Send", b"y")]
    seen, end = b"", time.time() + 60
    while time.time() < end and not os.path.exists(sent):
        if select.select([screen], [], [], 0.1)[0]:
            try:
                seen += os.read(screen, 65536)
            except OSError:
                break  # it has ended
        if keys and keys[0][0] in seen:
            os.write(screen, keys.pop(0)[1])
            seen = b""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(screen)
    assert os.path.exists(sent), seen[-300:]
    return sent


def test_mail_program(desk):
    """mutt, given the link, sends just that text to the ticket's address, and the referee takes it"""
    club = desk.club
    key = register(desk, "ida")
    club.write("karl", "new nick=karl discard=0\ninvite ida")
    club.answer("karl", "yes")
    desk.begin()
    desk.take(club.newest("bruno"))
    desk.load_key(key)
    desk.take(club.newest("ida"))
    desk.sign_it()
    desk.ask("document.querySelector('[data-word=join]').click()")
    desk.fill_in("outside-nick-signed", "ida")
    club.write("ida", desk.answer(True))
    tried = 0
    for settings in ("", "set text_flowed=yes", "set signature=muttrc"):
        for said in ("", "Grüße: 50 % + 1 & «ça» – it's 1=1?", "a long word, " * 14 + "and another"):
            desk.take(club.newest("ida"))
            desk.fill_in("answer-say", said)
            if not said:
                desk.fill_in("answer-more-hint", "plan\n2 bonus if cost <= 0\npass\nend")
            text = desk.answer(True)
            link = desk.ask("return document.querySelector('#answer a.button').href")
            sent = mutt(desk.folder, link, settings)
            explained = json.loads(run(REFEREE, "-C", club.path, "explain", "--json", sent))
            assert (explained["outcome"], explained["signed"]) == ("act", "native"), (said, settings, explained)
            with open(sent, "rb") as file:
                mail = email.message_from_binary_file(file)
            assert mail["To"] == desk.ask("return answerAddress(state.mail, state.table)"), mail["To"]
            body = mail.get_payload(decode=True).decode().replace("\r\n", "\n")
            assert body.startswith(text) or "flowed" in mail["Content-Type"], body
            tried += 1
    assert tried == 9
    desk.fill_in("answer-more-hint", "plan\n" + "2 bonus if cost <= 0\n" * 39 + "end")
    desk.press_button("#answer", "answer-do-sign")
    desk.wait("return document.querySelector('#answer textarea.block')")
    assert not desk.ask("return document.querySelector('#answer a.button')")
    assert "too long for a link" in desk.said("answer")


def test_strangers(desk):
    """what the referee hasn't signed is said to be so, and can't be answered when it was changed"""
    desk.begin()
    desk.take(MAILS + "/changed.eml")
    assert "The signature is wrong" in desk.said("game")
    assert not desk.driver.find_element("id", "answer").is_displayed()
    assert desk.ask("return [...document.querySelectorAll('.mine button')].every((e) => e.disabled)")
    desk.take(MAILS + "/unsigned.eml")
    assert "carries no signature" in desk.said("game")
    assert not desk.driver.find_element("id", "answer").is_displayed()
    desk.take(MAILS + "/turn.eml")
    desk.take(MAILS + "/other-key.eml")
    assert "has another key than before" in desk.said("game")
    assert not desk.driver.find_element("id", "answer").is_displayed()
    desk.press_button("#game", "trust-forget")
    assert desk.driver.find_element("id", "answer").is_displayed()
    desk.take(MAILS + "/invitation.eml")
    assert desk.said("fault") == "" and "brings no table" in desk.said("answer")


HOSTILE = (
    ("bad-mail", b"no mail at all"),
    ("bad-mail", b"From: a@example.org\nX: y\n\nA NUL:\0"),
    ("bad-mail", b"From: a@example.org\n" + b"X: y\n" * 300 + b"\nmany headers"),
    ("bad-encrypted", b"From: a@b.org\nTo: c\nContent-Type: multipart/encrypted; boundary=x\n\n--x\n\n--x--\n"),
    ("bad-size", b"From: a@example.org\n\n" + b"x" * (2 * 1024 * 1024)),
    ("bad-json", b'{"v":1,'),
    ("bad-key", b'{"v":1}'),
    ("bad-json", b"{\xff}"),
    ("bad-parts", b"From: a@b.org\nTo: c\nContent-Type: multipart/mixed; boundary=x\n\n"
     + b"--x\nContent-Type: text/plain\n\nhi\n" * 40),
)


def test_hostile(desk):
    """hostile mails are refused in words; what is drawn is text, never HTML"""
    desk.begin()
    for name, content in HOSTILE:
        path = desk.folder + "/hostile"
        with open(path, "wb") as file:
            file.write(content)
        desk.take(path)
        start = desk.ask("return fill(arguments[0]).split('{')[0]", name)
        assert desk.said("fault").startswith(start), (name, desk.said("fault"))
    # Blanks that end no line are looked at once, and no letter of a subject is cut in two.
    long = b"x" * 199 + "\U0001F0CF".encode()
    with open(path, "wb") as file:
        file.write(b"From: a@b.org\nTo: c\nContent-Transfer-Encoding: quoted-printable\nSubject: =?utf-8?q?"
                   + long + b"?=\n\nticket 1.1.1.abcdefghij0123456789\n" + (b" " * 5000 + b"x\n") * 380)
    desk.take(path)
    assert desk.ask("return encodeURIComponent(readSubject('x'.repeat(199) + '\\u{1F0CF}'))")
    with open(MAILS + "/turn.eml", encoding="ascii") as file:
        mail = file.read()
    body = re.search(r"Transfer-Encoding: base64\n\n(.*?)\n\n", mail, re.S).group(1)
    table = base64.b64decode(body).decode()
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    desk.ask("window.alert = () => { throw new Error('alert'); }")
    for was, becomes, fine in (("Sunday league", evil, True),
                               ("Sunday league", "a\\u001b[31mb", False),
                               ("Sunday league", "x" * 2000, False),
                               ('"nick":"anna"', '"nick":"%s"' % evil, False),
                               ('"top":12', '"top":"<b>"', False),
                               ('"top":12', '"top":99', False),
                               ("move anna 2026", "move %s 2026" % evil.replace(" ", "\\u00a0"), True),
                               ('"hand":[9', '"hand":[9' + ",9" * 100000, False)):
        assert was in table
        changed = base64.b64encode(table.replace(was, becomes).encode()).decode()
        path = desk.folder + "/evil.eml"
        with open(path, "w", encoding="ascii") as file:
            file.write(mail.replace(body, changed))
        desk.take(path)
        if fine:
            drawn = desk.said("game") + desk.said("around")
            assert "img src=x" in drawn.replace("\u00a0", " "), drawn
            assert not desk.ask("return document.querySelector('main img, main script')")
        else:
            assert "is none: look at" in desk.said("fault"), (was, desk.said("fault"))


def test_ways_in(desk):
    """a mail can be dropped or pasted; table.json alone will do; each language is there"""
    with open(MAILS + "/turn.eml", encoding="ascii") as file:
        mail = file.read()
    for language, words in (("de-AT,de", "Du bist dran"), ("fr", "C'est ton tour"), ("ja", "It is your turn")):
        desk.begin(language=language)
        desk.ask("const d = new DataTransfer(); d.items.add(new File([arguments[0]], 'a.eml'));"
                 "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true}))", mail)
        desk.wait("return document.querySelector('#game h1')")
        assert words in desk.said("game"), language
    desk.ask("document.querySelector('[data-language=fr]').click()")
    assert "C'est ton tour" in desk.said("game")
    desk.begin(keep=True)
    assert desk.ask("return document.documentElement.lang") == "fr"
    desk.ask("document.getElementById('paste').value = arguments[0].replace(/\\n/g, '\\r\\n');"
             "document.getElementById('paste-do').click()", mail)
    desk.wait("return document.querySelector('#game h1')")
    assert "Signé par" in desk.said("game")
    table = base64.b64decode(re.search(r"base64\n\n(.*?)\n\n", mail, re.S).group(1)).decode()
    desk.ask("document.getElementById('paste').value = arguments[0];"
             "document.getElementById('paste-do').click()", table)
    desk.wait("return document.querySelector('#game').textContent.includes('ne porte pas de signature')")


def test_changes_of_mind(desk):
    """a choice outlives another language, and nothing that was typed goes to another table"""
    desk.begin()
    desk.take(MAILS + "/deal.eml")
    desk.tap(23, 3)
    desk.ask("document.querySelector('[data-language=de]').click()")
    desk.tap(17, 23)  # a fourth isn't taken
    desk.driver.find_element("css selector", "#answer input[type=text]").send_keys("Hallo")
    assert desk.answer(False).startswith("discard 3 17 23\nsay Hallo\n\nticket ")
    desk.ask("[...document.querySelectorAll('.mine [aria-pressed=true]')].pop().click()")
    desk.press_button("#answer", "answer-do")
    desk.wait("return document.querySelector('#answer textarea.block').value.startsWith('say Hallo')")
    desk.take(MAILS + "/turn.eml")
    assert desk.ask("return document.querySelector('#answer input[type=text]').value") == ""
    desk.tap(12, 12)
    desk.tap(13)
    assert desk.answer(False).startswith("play 13\n\nticket ")


def test_without_crypto(desk):
    """a browser that can't sign says so, and answers by the ticket"""
    desk.begin()
    desk.ask("state.canSign = false; showKey()")
    assert "can't sign here" in desk.said("own-key")
    desk.ask("Object.defineProperty(window, 'crypto', {value: {}})")
    desk.take(MAILS + "/turn.eml")
    assert "can't check the referee's signature" in desk.said("game")
    desk.tap(13)
    assert desk.answer(False) == "play 13\n\nticket 14.37.2.k7xqa9m2pd4ht0v3c8we\n"


def test_looks(desk):
    """at 360 and 1200 pixels, light and dark: nothing sticks out, all can be read, and has a name"""
    for number, language in enumerate(LANGUAGES):
        for width in (NARROW, WIDE):
            for dark in (False, True):
                desk.begin(width, dark, language=language)
                desk.press_button("#own-key", "key-make")
                desk.wait("return document.getElementById('key-line')")
                desk.take(MAILS + ("/turn.eml", "/deal.eml", "/changed.eml")[number])
                if number == 0:
                    desk.tap(12)
                    desk.answer(False)
                over = desk.ask("return document.documentElement.scrollWidth - innerWidth")
                assert over <= 0, (language, width, over)
                worst, where = desk.ask(CONTRAST)
                assert worst >= 4.5, (language, width, dark, worst, where)
        desk.ask("document.querySelectorAll('[hidden]').forEach((e) => e.remove())")
        missing = desk.ask(UNNAMED)
        assert not missing, (language, missing)


def test_words(desk):
    """every language says the same things, with the same places, and all that the page asks for"""
    desk.begin()
    words = desk.ask("return ALL_WORDS")
    assert set(words) == set(LANGUAGES)
    for language in LANGUAGES:
        assert set(words[language]) == set(words["en"]), language
        for name, text in words[language].items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", words["en"][name])), \
                (language, name)
    with open(desk.path + "/table.html", encoding="utf-8") as file:
        page = file.read()
    asked = set(re.findall(r'(?:fill|Fault|button|counted)\("([a-z-]+)"', page))
    asked |= set(re.findall(r'data-(?:say|label)="([a-z-]+)"', page))
    known = set(words["en"]) | {name[:-4] for name in words["en"] if name.endswith("-one")}
    assert len(asked) > 60 and asked - known <= {"trust-", "move-", "log-", "outside-"}, asked - known


def test_quiet(desk):
    """it asks nothing of anybody: its own head forbids it"""
    desk.begin()
    assert desk.later("return fetch('https://example.org/').then(() => 'went', () => 'stayed')") == "stayed"
    refused = [c for c in desk.complaints if "example.org" in c]
    desk.listen()
    refused = [c for c in desk.complaints if "example.org" in c]
    assert refused and all("Content Security Policy" in c or "connect-src" in c for c in refused), refused
    others = [c for c in desk.complaints if "example.org" not in c]
    assert desk.requests > 20 and not others, others[:5]


# ---- pictures ------------------------------------------------------------------------------------

def take_pictures(desk, folder):
    os.makedirs(folder, exist_ok=True)
    for name, width, dark, language in (("table", WIDE, False, "en"), ("table-phone", NARROW, True, "en")):
        desk.begin(width, dark, language=language)
        desk.load_key()
        desk.take(MAILS + "/turn.eml")
        desk.take(MAILS + "/turn.eml")
        desk.tap(12, 12)
        desk.answer(True)
        desk.later("await Promise.all(document.getAnimations().map((a) => a.finished))")
        height = desk.ask("return document.documentElement.scrollHeight")
        picture = desk.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 1400), "scale": 1}})
        with open("%s/%s.png" % (folder, name), "wb") as file:
            file.write(base64.b64decode(picture["data"]))


if __name__ == "__main__":
    speak(globals(), Desk, take_pictures)
