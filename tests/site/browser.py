#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# The published site in a browser (Chromium), on 200 games that nobody played (tests/tools/games.c).
#
# Speaks TAP. BUILD says where the programs are; run from the root of the repository. SHOTS=FOLDER
# also leaves pictures there.
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
REFEREE = BUILD + "/referee23"
VECTORS = "tests/vectors"
GAMES, RUNNING = 200, 5
WIDE, NARROW = 1200, 360
LANGUAGES = ("en", "fr", "de")


def run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout


def states_of(path):
    """What `replay --json` prints, line by line."""
    return run(REFEREE, "replay", "--json", path).decode().splitlines()


class Browser:
    """A browser that looks at pages on the disk, and hears what they ask and complain of."""

    def __init__(self, folder, path):
        self.path = path
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         "--disable-dev-shm-usage", "--user-data-dir=" + folder + "/profile"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(120)
        self.complaints = []
        self.requests = 0

    def close(self):
        self.driver.quit()

    def url(self, page):
        return "file://" + self.path + "/" + page

    def open(self, page, width=WIDE, dark=False):
        """Opens a page of this width, and waits until its scripts have done what they do."""
        cdp = self.driver.execute_cdp_cmd
        cdp("Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
        cdp("Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.driver.get("about:blank")  # so that a # alone is a new page too
        self.driver.get(self.url(page))
        self.ask("return true")
        self.wait("const r = document.getElementById('replay'); return !r || r.dataset.ready")
        self.listen()

    def listen(self):
        """Notes what the browser complained of, and where it asked for something."""
        for entry in self.driver.get_log("browser"):
            self.complaints.append(entry["message"])
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = message["params"]["request"]["url"]
            self.requests += 1
            if not url.startswith((self.url(""), "about:", "chrome:", "data:")):
                self.complaints.append("a request to " + url)

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def later(self, script, *arguments):
        """An expression that is awaited."""
        return self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "(async () => {" + script + "})().then(done, (e) => done('failed: ' + e.stack));",
            *arguments)

    def wait(self, script):
        value = self.later("for (let i = 0; i < 500; i++) { const v = (() => {" + script +
                           "})(); if (v) return v; await new Promise((r) => setTimeout(r, 20)); }"
                           "return null;")
        assert value, "waited in vain for: " + script
        return value

    def press(self, *keys):
        self.driver.switch_to.active_element.send_keys(*keys)

    def click(self, name):
        self.driver.find_element("id", name).click()

    def text(self, name):
        return self.driver.find_element("id", name).text


class Site(Browser):
    """A referee with its games, published."""

    def __init__(self, folder):
        self.club = folder + "/club"
        run(REFEREE, "-C", self.club, "init", "--address", "referee@club.example")
        run(BUILD + "/tests/tools/games", self.club, str(GAMES), str(RUNNING))
        for name in sorted(os.listdir(VECTORS)):
            if name.endswith(".record"):
                run(REFEREE, "-C", self.club, "import", VECTORS + "/" + name)
        run(REFEREE, "-C", self.club, "publish", folder + "/site")
        super().__init__(folder, folder + "/site")

    def games(self):
        """Those of this referee that are over."""
        return sorted(int(f.split(".")[0]) for f in os.listdir(self.path + "/records")
                      if "-" not in f)

    def foreign(self):
        """Those of other referees: KEY-N."""
        return sorted(f.split(".")[0] for f in os.listdir(self.path + "/records") if "-" in f)

    def running(self):
        return sorted(int(f.split(".")[0]) for f in os.listdir(self.path + "/en/games")
                      if "-" not in f and int(f.split(".")[0]) not in self.games())

    def record(self, game):
        return "%s/records/%d.record" % (self.path, game)

    def game_where(self, wanted):
        """A game whose record has these words."""
        for game in self.games():
            with open(self.record(game), encoding="utf-8") as file:
                if wanted in file.read():
                    return game
        raise AssertionError("no game with " + wanted)

    def pages(self):
        """One page of each kind, below a language's folder."""
        longest = max(self.games(), key=lambda g: os.path.getsize(self.record(g)))
        month = sorted(m for m in os.listdir(self.path + "/en/months") if len(m) < 20)[0]
        changed = self.game_where("\nseat-change ")
        foreign = self.foreign()[0]
        key = foreign.split("-")[0]
        return ["index.html", "standings.html", "check.html", "games/%d.html" % longest,
                "games/%d.html" % self.running()[0], "months/" + month, "players/@anna.html",
                "games/%d.html" % changed, "games/%s.html" % foreign, "referees/%s.html" % key]


# What a position shows in the page: the same words as in `replay --json`.
SEEN = """
const seats = [...document.querySelectorAll("#table .place")].map((place) => ({
    name: place.querySelector("header b").textContent,
    hand: [...place.querySelectorAll(".hand .card")].map((c) => Number(c.textContent)),
    penalty: Number(place.querySelector(".penalty span").textContent),
    bonus: Number(place.querySelector(".bonus span").textContent),
    next: place.classList.contains("next"),
}));
const top = document.querySelector("#table .stack .card").textContent;
return {top: Number(top), seats};
"""

# Contrast of a text with what is behind it, as WCAG 2 counts it; the worst of the page.
CONTRAST = """
const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
function behind(e) {
    for (; e; e = e.parentElement) {
        const c = parse(getComputedStyle(e).backgroundColor);
        if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
}
let worst = [99, ""];
for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility() || e.closest(":disabled, .hush, svg, .skip, option")) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 120)];
}
return worst;
"""

# What a reader who doesn't see the page needs; a list of what is missing.
UNNAMED = """
const missing = [];
const name = (e) => (e.getAttribute("aria-label") || e.textContent || "").trim() ||
    [...(e.labels || [])].map((l) => l.textContent.trim()).join("") ||
    (document.getElementById(e.getAttribute("aria-labelledby")) || {}).textContent;
for (const e of document.querySelectorAll("a, button, input, textarea, nav, section, table th, [role]:not([role=status])"))
    if (!name(e)) missing.push("without a name: " + e.outerHTML.slice(0, 100));
for (const [what, n] of [["main", 1], ["h1", 1], ["header.top", 1], ["footer", 1]])
    if (document.querySelectorAll(what).length !== n) missing.push("not one " + what);
const levels = [...document.querySelectorAll("h1, h2, h3")].map((h) => Number(h.tagName[1]));
levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) missing.push("a heading left out"); });
const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
if (new Set(ids).size !== ids.length) missing.push("an id twice");
if (!document.documentElement.lang) missing.push("no language");
return missing;
"""


def games_of(site):
    """What games.js lists."""
    with open(site.path + "/games.js", encoding="utf-8") as file:
        rows = [line.rstrip(",\n") for line in file if line.startswith("[")]
    return [json.loads(row) for row in rows]


# ---- tests ---------------------------------------------------------------------------------------

def test_html(site):
    """every page is HTML without a fault (tidy)"""
    pages = [os.path.join(folder, name) for folder, _, names in os.walk(site.path)
             for name in names if name.endswith(".html")]
    assert len(pages) > 3 * GAMES
    for start in range(0, len(pages), 200):
        tidy = ["tidy", "-q", "-e", "--drop-empty-elements", "no"]
        done = subprocess.run(tidy + pages[start:start + 200], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()[:2000]


def test_positions(site):
    """the replay reaches every position of replay --json, in every game and every vector"""
    site.open("en/games/%d.html" % site.games()[0])
    paths = [site.record(game) for game in site.games()]
    paths += [VECTORS + "/" + f for f in sorted(os.listdir(VECTORS)) if f.endswith(".record")]
    reached = 0
    for path in paths:
        with open(path, "rb") as file:
            record = base64.b64encode(file.read()).decode()
        found = site.later("""
            const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0));
            const positions = await readPositions(bytes);
            return positions.slice(1).map((p) => JSON.stringify(p.state));""", record)
        wanted = states_of(path)
        assert found == wanted, path
        reached += len(found)
    assert reached > 10000, reached


def test_steps(site):
    """every step shows the hands, the tokens, the pile and whose turn it is"""
    for game in site.games()[:3]:
        wanted = [json.loads(line) for line in states_of(site.record(game))]
        site.open("de/games/%d.html" % game)
        for number, state in enumerate(wanted):
            site.ask("document.getElementById('to-next').click()")
            seen = site.ask(SEEN)
            assert seen["top"] == state["top"], (game, number)
            for shown, seat in zip(seen["seats"], state["seats"]):
                assert shown["next"] == (seat["name"] == state["to_move"]), (game, number)
                for key in ("name", "hand", "penalty", "bonus"):
                    assert shown[key] == seat[key], (game, number, key)
            assert site.text("position") == "%d / %d" % (number + 1, len(wanted))
        assert not site.driver.find_element("id", "to-next").is_enabled()


def test_keys(site):
    """arrow keys, Home, End, the slider and links lead to positions"""
    game = site.games()[1]
    last = len(states_of(site.record(game)))
    site.open("en/games/%d.html#17" % game)
    assert site.text("position") == "17 / %d" % last
    top = site.wait("return document.getElementById('replay').getBoundingClientRect().top + 1")
    assert -5 < top < 900, top  # the link shows the position, not the row of that number
    site.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert site.text("position") == "18 / %d" % last
    assert site.driver.current_url.endswith("#18")
    site.press(Keys.END)
    assert site.text("position") == "%d / %d" % (last, last)
    site.press(Keys.HOME, Keys.ARROW_LEFT)
    assert site.text("position") == "0 / %d" % last
    slider = site.driver.find_element("id", "slider")
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert site.text("position") == "2 / %d" % last
    site.click("to-last")
    site.click("to-previous")
    assert site.text("position") == "%d / %d" % (last - 1, last)
    site.ask("location.hash = '#5'")
    site.wait("return document.getElementById('position').textContent.startsWith('5 /')")
    assert site.ask("return document.querySelector('.events tr.here').id") == "5"
    site.ask("location.hash = '#999999'")
    site.wait("return document.getElementById('position').textContent.startsWith('%d /')" % last)


def test_check_good(site):
    """the page checks its own record, and says what it checked"""
    for game in site.games()[:12]:
        site.open("en/games/%d.html" % game)
        site.click("check")
        site.wait("return document.querySelector('#checked .verdict')")
        said = site.text("checked")
        assert "This record is good." in said, said
        assert "signature is that of the key" in said, said
    site.open("fr/games/%d.html" % site.games()[0])
    site.click("check")
    site.wait("return document.querySelector('#checked .verdict')")
    assert "Ce procès-verbal est bon." in site.text("checked")


def test_check_vectors(site):
    """good vectors are good; of bad ones the wrong line is named"""
    site.open("de/check.html")
    check = """
        const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0));
        const {fault} = await checkAndShow(bytes);
        return [fault ? fault.line : 0, document.getElementById('checked').innerText];"""
    counts = {"good": 0, "bad": 0}
    for folder, kind in ((VECTORS, "good"), (VECTORS + "/bad", "bad")):
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".record"):
                continue
            path = folder + "/" + name
            with open(path, "rb") as file:
                line, said = site.later(check, base64.b64encode(file.read()).decode())
            expected = 0
            if kind == "bad":
                with open(path.replace(".record", ".expect"), encoding="ascii") as file:
                    expected = int(file.read().split()[1])
                assert "Zeile %d ist falsch" % expected in said, (path, said)
                assert not re.search(r"why-|\{\w+\}|undefined", said), (path, said)
            assert line == expected, (path, line, said)
            counts[kind] += 1
    assert counts == {"good": 34, "bad": 68}, counts


def test_check_file(site):
    """any record can be checked, from a file or pasted"""
    site.open("en/check.html")
    site.driver.find_element("id", "file").send_keys(os.path.abspath(VECTORS + "/bad/042.record"))
    site.wait("return document.querySelector('#checked .bad .verdict')")
    assert "Line 60 is wrong" in site.text("checked")
    with open(VECTORS + "/005.record", encoding="utf-8") as file:
        site.ask("document.getElementById('paste').value = arguments[0]", file.read().rstrip("\n"))
    site.driver.find_element("css selector", "#file-form button").click()
    site.wait("return document.querySelector('#checked .good .verdict')")


def test_no_signature(site):
    """where the browser can't check signatures the page says so, and checks the rest"""
    site.open("en/games/%d.html" % site.games()[0])
    site.ask("crypto.subtle.importKey = () => "
             "Promise.reject(new DOMException('no', 'NotSupportedError'))")
    site.click("check")
    site.wait("return document.querySelector('#checked .verdict')")
    assert "can't be checked in this browser" in site.text("checked")


def test_search(site):
    """the search finds by player and by date, and nobody who is hidden"""
    site.open("en/index.html")
    count = "return document.querySelectorAll('#results tbody tr').length"
    before = site.ask(count)
    player = site.driver.find_element("css selector", "#search [name=player]")
    player.send_keys("ANNA")
    site.wait("return /games found/.test(document.getElementById('found').textContent)")
    assert 5 < site.ask(count) < GAMES
    assert site.ask("return [...document.querySelectorAll('#results tbody tr')]"
                    ".every((row) => row.textContent.toLowerCase().includes('anna'))")
    href = site.ask("return document.querySelector('#results tbody a').href")
    assert os.path.exists(href.replace("file://", ""))
    player.clear()
    player.send_keys("jonas")
    site.wait("return document.getElementById('found').textContent.startsWith('0 ')")
    player.clear()
    site.wait("return document.getElementById('found').textContent === ''")
    assert site.ask(count) == before
    site.ask("const f = document.querySelector('#search [name=from]'); f.value = '2026-02-01';"
             "f.dispatchEvent(new Event('input', {bubbles: true}))")
    site.wait("return /games found/.test(document.getElementById('found').textContent)")
    dates = site.ask("return [...document.querySelectorAll('#results td.date')]"
                     ".map((d) => d.textContent)")
    assert dates and all(date >= "2026-02-01" for date in dates), dates


def test_foreign(site):
    """a game of another referee is replayed, checked and found like any, and says whose it is"""
    for name in site.foreign()[:6]:
        key, number = name.split("-")
        site.open("en/games/%s.html" % name)
        assert key in site.text("main")
        assert "under another referee" in site.text("main")
        assert site.ask("return document.getElementById('slider').max") == \
            str(len(states_of("%s/records/%s.record" % (site.path, name))))
        assert not site.ask("return [...document.links].some((a) => a.href.includes('/players/'))")
        site.click("check")
        site.wait("return document.querySelector('#checked .verdict')")
        assert "signature is that of the key " + key[:8] in site.text("checked")
        site.open("en/index.html")
        nick = site.ask("return arguments[0].find((row) => row[5] === arguments[1])[4][0][0]",
                        games_of(site), key)
        site.driver.find_element("css selector", "#search [name=player]").send_keys(nick)
        site.wait("return /games found/.test(document.getElementById('found').textContent)")
        href = site.ask("return [...document.querySelectorAll('#results a')].map((a) => a.href)"
                        ".find((a) => a.includes(arguments[0]))", "games/%s-%s" % (key, number))
        assert href and os.path.exists(href.replace("file://", "")), (name, nick)
        assert "referee " + key[:8] in site.text("results").lower()


def test_substitutes(site):
    """whoever took a seat is found by name, and the result stays with whoever began"""
    found = 0
    for row in games_of(site):
        for seat in row[4]:
            later = [nick for nick in (seat[3] if len(seat) > 3 else []) if nick]
            if found == 3 or not later or len(row) > 5:
                continue
            found += 1
            site.open("en/index.html")
            site.driver.find_element("css selector", "#search [name=player]").send_keys(later[-1])
            site.wait("return /games found/.test(document.getElementById('found').textContent)")
            shown = site.ask("return [...document.querySelectorAll('#results tbody tr')]"
                             ".filter((row) => row.querySelector('a').href.endsWith("
                             "'/games/' + arguments[0] + '.html')).map((r) => r.textContent)", row[0])
            assert shown and "%d (began here, and has the result → " % seat[1] in shown[0], shown
            assert later[-1] in shown[0], shown
    assert found == 3


def test_hostile(site):
    """names, luck and words of players are text, and nothing else"""
    site.open("en/games/%d.html" % site.game_where("seat jonas"))
    scripts = site.ask("return document.querySelectorAll('script').length")
    for wanted in ("name </script><script>alert(1)</script>", "name \"><img src=x onerror=alert(2)>",
                   "</pre><script>alert(3)</script>"):
        game = site.game_where(wanted)
        site.open("en/games/%d.html" % game)
        assert site.ask("return document.images.length") == 0
        assert site.ask("return document.querySelectorAll('script').length") == scripts
        with open(site.record(game), "rb") as file:
            assert site.ask("return document.getElementById('record').textContent") == \
                file.read().decode()
    with open(site.path + "/games.js", encoding="utf-8") as file:
        assert "</script><script>" in file.read()  # and the page that reads it stands all the same


def test_hidden(site):
    """who is private has no page, and no list names them; in the record they stay"""
    assert not os.path.exists(site.path + "/en/players/@jonas.html")
    game = site.game_where("seat jonas")
    for page in ("en/index.html", "en/standings.html", "games.js", "en/feed.xml"):
        with open(site.path + "/" + page, encoding="utf-8") as file:
            assert "jonas" not in file.read(), page
    site.open("en/games/%d.html" % game)
    assert not site.ask("return [...document.links].some((a) => a.textContent === 'jonas')")


def test_running(site):
    """of a running game nothing is told but what anybody may see"""
    running = site.running()
    assert RUNNING - 1 <= len(running) <= RUNNING  # one may have been cancelled
    for name in running:
        site.open("en/games/%d.html" % name)
        assert site.ask("return !document.getElementById('record') && "
                        "!document.getElementById('replay')")
        rows = site.ask("return [...document.querySelectorAll('.events tr[id]')]"
                        ".map((row) => row.cells[2].textContent)")
        assert rows, name
        assert all(not re.search(r"\d", row) for row in rows if "aside" in row), rows


def test_plain(site):
    """without script the page tells the game, and shows no button that does nothing"""
    site.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        site.driver.get("about:blank")
        site.driver.get(site.url("en/games/%d.html" % site.games()[0]))
        rows = site.driver.find_elements("css selector", ".events tr[id]")
        assert len(rows) == len(states_of(site.record(site.games()[0])))
        assert not site.driver.find_element("id", "replay").is_displayed()
        assert not site.driver.find_element("id", "check").is_displayed()
        assert site.driver.find_element("id", "chart").is_displayed()
        site.driver.get(site.url("en/index.html"))
        assert not site.driver.find_element("id", "search").is_displayed()
        assert site.driver.find_elements("css selector", "#results a")
    finally:
        site.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_looks(site):
    """at 360 and 1200 pixels, light and dark: nothing sticks out, everything can be read"""
    for page in site.pages():
        for width in (NARROW, WIDE):
            for dark in (False, True):
                site.open("de/" + page, width, dark)
                over = site.ask("return document.documentElement.scrollWidth - innerWidth")
                assert over <= 0, (page, width, over)
                worst, where = site.ask(CONTRAST)
                assert worst >= 4.5, (page, width, dark, worst, where)


def test_roles(site):
    """everything has a name and a place for who listens to the page, in all languages"""
    for page in site.pages():
        for language in LANGUAGES:
            site.open(language + "/" + page)
            missing = site.ask(UNNAMED)
            assert not missing, (language, page, missing)
            assert site.ask("return document.documentElement.lang") == language
            for other in LANGUAGES:
                assert other == language or site.ask(
                    "return document.querySelector('.languages a[hreflang=' + arguments[0] + ']')"
                    ".href", other) == site.url(other + "/" + page)
    site.open("en/" + site.pages()[3])
    assert site.ask("return document.getElementById('caption').ariaLive") == "polite"
    assert site.ask("return document.querySelector('.controls').getAttribute('role')") == "toolbar"


def test_links(site):
    """no link leads nowhere"""
    broken, looked = [], 0
    for language in LANGUAGES:
        for page in site.pages():
            path = "%s/%s/%s" % (site.path, language, page)
            with open(path, encoding="utf-8") as file:
                links = re.findall(r'(?:href|src)="([^"#]+)[^"]*"', file.read())
            for link in set(links):
                looked += 1
                if not os.path.exists(os.path.join(os.path.dirname(path), link)):
                    broken.append((page, link))
    assert looked > 300 and not broken, broken


def test_door(site):
    """the front door leads to the reader's language"""
    site.driver.get(site.url("index.html"))
    site.wait("return location.pathname.endsWith('/en/index.html')")


def test_quiet(site):
    """nothing was complained of, nothing was asked from elsewhere"""
    site.listen()
    assert site.requests > 100, site.requests
    assert not site.complaints, site.complaints[:5]


# ---- pictures ------------------------------------------------------------------------------------

def take_pictures(site, folder):
    os.makedirs(folder, exist_ok=True)
    game = site.game_where("seat anna")
    for name, page, width, dark in (
            ("front", "en/index.html", WIDE, False),
            ("game", "en/games/%d.html#20" % game, WIDE, False),
            ("game-dark", "de/games/%d.html#20" % game, WIDE, True),
            ("game-phone", "fr/games/%d.html#20" % game, NARROW, False)):
        site.open(page, width, dark)
        picture = site.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        with open("%s/%s.png" % (folder, name), "wb") as file:
            file.write(base64.b64decode(picture["data"]))


def speak(names, begin, take=None):
    """Runs the tests among these names in what begin(FOLDER) makes; speaks TAP; exits."""
    tests = [value for name, value in names.items() if name.startswith("test_")]
    wanted = sys.argv[1:]
    tests = [t for t in tests if not wanted or t.__name__[5:] in wanted]
    folder = tempfile.mkdtemp(prefix="site-")
    failed = 0
    print("1..%d" % len(tests))
    site = None
    try:
        site = begin(folder)
        for number, test in enumerate(tests, 1):
            try:
                test(site)
                print("ok %d %s" % (number, test.__doc__), flush=True)
            except Exception as error:  # pylint: disable=broad-except
                failed += 1
                print("not ok %d %s" % (number, test.__doc__))
                for line in ("%s: %s" % (type(error).__name__, error)).splitlines()[:12]:
                    print("# " + line[:600], flush=True)
        if take and os.environ.get("SHOTS"):
            take(site, os.environ["SHOTS"])
    finally:
        if site:
            site.close()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    speak(globals(), Site, take_pictures)
