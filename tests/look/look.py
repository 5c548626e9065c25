#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# Looks at the golden HTML mails in Chromium, as phones and desktops show them.
#
#   look.py [--write]               checks them; --write: what is seen becomes what is expected
#   look.py --pair FOLDER LANGUAGE MAIL...   pictures for the documentation, each in light and in dark
#   look.py --replay PAGE#N FILE    one of a page of the archive: its replay, at the Nth position
#
# What doesn't depend on pixels is checked of the kinds of mail in every language: nothing scrolls
# sideways, what is to be tapped is big enough, and all words stand out from their ground, in light
# and in dark. Some mails are compared with how they looked (tests/look/*.png), with a tolerance for
# another Chromium. Fonts are forced, so that they are the same everywhere.
import base64
import io
import os
import re
import sys
import tempfile

from PIL import Image, ImageChops
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "..", "golden")
FONT = "<style>*{font-family:'DejaVu Sans'!important}</style></head>"
LANGUAGES = ("en", "fr", "de")
SCHEMES = ("light", "dark")
KINDS = ("ask", "confirm", "deal", "game-over", "help", "invitation", "lobby", "press",
         "refused-below", "reminder", "settings", "stranger", "table", "turn-forced", "turn-more",
         "unclear-words")
SHOWN = (("en", "turn-more"), ("de", "deal"), ("fr", "game-over"), ("en", "invitation"))
WIDTHS = (320, 360, 800)
SHOWN_WIDTHS = (360, 800)
TAP = 40         # pixels, the least of a side
CONTRAST = 4.5   # WCAG 2.1, 1.4.3
SHRINK = 4       # pictures are compared at a quarter of their size,
APART = 40       # a point of them is another one where it differs by so much of 255,
POINTS = 0.006   # and so many may be others

CHECK = r"""
const faults = [];
const wide = document.documentElement.scrollWidth;
if (wide > window.innerWidth) faults.push('scrolls sideways: ' + wide + ' pixels');
let taps = 0, words = 0;
for (const link of document.querySelectorAll('a')) {
  const box = link.getBoundingClientRect();
  taps++;
  if (box.height < TAP || box.width < TAP)
    faults.push('hard to tap, ' + Math.round(box.width) + 'x' + Math.round(box.height) + ': ' +
                link.textContent);
}
const parse = (text) => text.match(/[\d.]+/g).map(Number);
const light = (rgb) => {
  const [r, g, b] = rgb.slice(0, 3).map((c) => {
    c /= 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const color = parse(getComputedStyle(e).backgroundColor);
    if (color.length < 4 || color[3] === 1) return color;
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (!node.textContent.trim()) continue;
  words++;
  const element = node.parentElement;
  const a = light(parse(getComputedStyle(element).color)), b = light(ground(element));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < CONTRAST)
    faults.push('contrast ' + ratio.toFixed(2) + ': ' + node.textContent.trim());
}
for (const image of document.images)
  if (!image.complete || image.naturalWidth === 0) faults.push('a picture is missing');
return [faults, taps, words];
""".replace("TAP", str(TAP)).replace("CONTRAST", str(CONTRAST))


def picture(path):
    """The one that the mail brings along."""
    with open(path.replace(".html", ".png"), "rb") as file:
        return "data:image/png;base64," + base64.b64encode(file.read()).decode()


class Looker:
    def __init__(self):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-lcd-text", "--font-render-hinting=none",
                     "--force-color-profile=srgb"):
            options.add_argument(word)
        self.folder = tempfile.TemporaryDirectory()
        options.add_argument("--user-data-dir=" + os.path.join(self.folder.name, "profile"))
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)

    def close(self):
        self.driver.quit()
        self.folder.cleanup()

    def open(self, path):
        with open(path, encoding="utf-8") as file:
            html = file.read()
        html = re.sub(r'src="cid:[^"]*"', lambda _: f'src="{picture(path)}"', html)
        page = os.path.join(self.folder.name, "mail.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(html.replace("</head>", FONT, 1))
        self.driver.get("file://" + page)

    def width(self, width, height=800):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def check(self):
        return self.driver.execute_script(CHECK)

    def shot(self, width, most=None):
        self.width(width)
        height = self.driver.execute_script("return document.documentElement.scrollHeight")
        self.width(width, min(height, most or height))
        return Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")


def differs(seen, wanted):
    """Why two pictures are not the same; None: they are."""
    if seen.width != wanted.width or abs(seen.height - wanted.height) > 0.02 * wanted.height:
        return f"it is {seen.size} and was {wanted.size}"
    size = (wanted.width // SHRINK, wanted.height // SHRINK)
    apart = ImageChops.difference(seen.resize(size, Image.BOX), wanted.resize(size, Image.BOX))
    counts = apart.convert("L").histogram()
    share = sum(counts[APART:]) / (size[0] * size[1])
    return f"{share:.2%} of it look different" if share > POINTS else None


def save(image, path):
    image.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)


def widths(language, scheme):
    """Colours are the same at all widths, and in all languages; the narrowest is the hardest."""
    if language == LANGUAGES[0]:
        return WIDTHS if scheme == SCHEMES[0] else WIDTHS[:1]
    return WIDTHS[:1] if scheme == SCHEMES[0] else ()


def pair(looker, language, mail, path):
    """A phone's screen and a half of it, in light and in dark."""
    looker.open(os.path.join(GOLDEN, language, mail + ".html"))
    sides = []
    for scheme in SCHEMES:
        looker.scheme(scheme)
        sides.append(looker.shot(360, 1000))
    both = Image.new("RGB", (sum(side.width for side in sides), sides[0].height))
    for i, side in enumerate(sides):
        both.paste(side, (i * side.width, 0))
    save(both, path)


def replay(looker, page, path):
    looker.width(800, 1000)
    looker.driver.get("file://" + os.path.abspath(page))
    WebDriverWait(looker.driver, 30).until(lambda driver: driver.execute_script(
        "return document.getElementById('replay').dataset.ready"))
    shot = looker.driver.find_element("id", "replay").screenshot_as_png
    save(Image.open(io.BytesIO(shot)).convert("RGB"), path)


def look(looker, write):
    faults, pages, taps, words, pictures = [], 0, 0, 0, 0
    folder = None  # of the pictures that are other ones now
    for language in LANGUAGES:
        for kind in KINDS:
            looker.open(os.path.join(GOLDEN, language, kind + ".html"))
            pages += 1
            for scheme in SCHEMES:
                looker.scheme(scheme)
                for width in widths(language, scheme):
                    looker.width(width)
                    found, n_taps, n_words = looker.check()
                    taps, words = taps + n_taps, words + n_words
                    faults += [f"{language}/{kind} at {width}, {scheme}: {f}" for f in found]
                for width in SHOWN_WIDTHS if (language, kind) in SHOWN else ():
                    name = f"{language}-{kind}-{width}-{scheme}.png"
                    path, seen = os.path.join(HERE, name), looker.shot(width)
                    pictures += 1
                    if write:
                        save(seen, path)
                        continue
                    why = differs(seen, Image.open(path).convert("RGB"))
                    if why:
                        folder = folder or tempfile.mkdtemp(prefix="look-")
                        now = os.path.join(folder, name)
                        seen.save(now)
                        faults.append(f"{name}: {why}; now it is {now}. If it should be so: "
                                      "make look, and look at it")
    for fault in faults:
        print(fault)
    print(f"{pages} mails, {taps} taps, {words} words, {pictures} pictures, {len(faults)} faults")
    enough = pages == len(LANGUAGES) * len(KINDS) and taps > 400 and words > 3000 and pictures == 16
    return 0 if enough and not faults else 1


def main(*words):
    looker = Looker()
    try:
        if words and words[0] == "--pair":
            for mail in words[3:]:
                pair(looker, words[2], mail, os.path.join(words[1], mail + ".png"))
            return 0
        if words and words[0] == "--replay":
            replay(looker, *words[1:])
            return 0
        return look(looker, "--write" in words)
    finally:
        looker.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
