"""Every page fits: in four languages, at seven sizes from a small phone to a desk, light and dark.

At each of these no page scrolls sideways, no text is cut, no control lies over or under another one or is too small
for a finger, axe-core finds nothing, and each link to another language is clicked. So do the pages of a site of plain
files. A page is opened once in a language, and takes one size after another.
"""

import re
from urllib.parse import urlsplit

import pytest
from page_in_browser import AXE, COLOURS, STANDARD, found_by_axe
from starlette.routing import Route

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.web.serving import ROUTES
from board_catalogue.engine.words import LANGUAGES

SIZES = [(1440, 900), (720, 450), (667, 375), (640, 360), (568, 320), (375, 667), (320, 568)]
PAGES = {
    "puzzles": "/puzzles?min_clues=22&limit=6",
    "wrong filter": "/puzzles?min_rating=hard",
    "board": "/boards/12",
    "class": "/class/12",
    "choose": "/play",
    "wrong puzzle": "/play?puzzle=12",
    "play": "/play?board=12",
    "hint": "/play?board=12#hint",
    "end": "/play?board=12#end",
    "set": "/set",
    "techniques": "/techniques",
    "technique": "/techniques/skyscraper",
    "exercise": "/practise/pointing",
    "make": "/make",
    "watch": "/watch?size=9&seed=1",
    "experiment": "/experiment",
    "api": "/api",
    "no page": "/nowhere",
}
WRONG = {"wrong filter": 400, "wrong puzzle": 400, "no page": 404}
"""The status of pages that say what is wrong."""
FILES = {
    "first": "index.html",
    "play": "play.html?board=3",
    "puzzles": "puzzles/1.html",
    "set": "set.html",
    "techniques": "techniques.html",
    "technique": "techniques/skyscraper.html",
    "exercise": "practise.html?technique=pointing&exercise=1",
    "typed": f"play.html?puzzle={'.' * 81}",  # with a warning
}
"""The pages of a site of plain files."""
NO_PAGES = re.compile(r"^/(api/|static/|enter|worker|manifest|favicon)|/puzzles/|/class$|/\{form\}|\.(json|csv|svg)$")

FAULTS = """(phone) => {
  const faults = [];
  const say = (what, element, more = "") =>
    faults.push(`${what}: ${element.outerHTML.slice(0, 100)} ${element.textContent.trim().slice(0, 40)} ${more}`);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const spoken = (element) => element.closest(".spoken, .skip, svg, [aria-hidden='true']");
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const around = (element) => (element ? [element, ...around(element.parentElement)] : []);

  // --- Sideways, and text that is cut ---
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    const isWide = (each) => each.getBoundingClientRect().right > width + 0.5;
    const wide = [...document.body.querySelectorAll("*")].find(isWide);
    say("scrolls sideways", wide ?? document.body, `${document.documentElement.scrollWidth} > ${width}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [node, parent] = [texts.currentNode, texts.currentNode.parentElement];
    if (!node.data.trim() || !shown(parent) || spoken(parent) || parent.closest("script, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    const spare = 0.3 * parseFloat(style(parent).fontSize); // the box of a letter is higher than the letter
    for (const box of around(parent)) {
      const { overflowX, overflowY, display, clipPath } = style(box);
      if (clipPath !== "none") break; // for screen readers alone
      if (/auto|scroll/.test(overflowX + overflowY)) break; // one can scroll there
      if (display === "inline" || box === document.body) continue;
      const edge = box.getBoundingClientRect();
      const isAcross = ({ left, right }) => left < edge.left - 1 || right > edge.right + 1;
      const isDown = ({ top, bottom }) => top < edge.top - spare || bottom > edge.bottom + spare;
      if ((overflowX !== "visible" && boxes.some(isAcross)) || (overflowY !== "visible" && boxes.some(isDown))) {
        say("cut", parent);
        break;
      }
    }
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("select, input:not([type])")) {
    if (!shown(field)) continue;
    const { font, paddingLeft, paddingRight } = style(field);
    pen.font = font;
    const words = field.selectedOptions ? (field.selectedOptions[0]?.text ?? "") : field.value || field.placeholder;
    const arrow = field.selectedOptions ? 16 : 0;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    if (pen.measureText(words).width > room + 1) say("cut in a field", field, words);
  }

  // --- Controls: their size, and others over them ---
  const works = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const isThere = (each) => shown(each) && !each.closest(".spoken, .skip");
  const controls = [...document.querySelectorAll(works)].filter(isThere);
  const target = (each) => each.closest("label") ?? each.labels?.[0] ?? each;
  for (const each of controls) {
    const box = (/checkbox|radio/.test(each.type) ? target(each) : each).getBoundingClientRect();
    const isAlone = each.parentElement.textContent.trim() === each.textContent.trim();
    if ((isAlone || style(each).display !== "inline") && (box.width < 23.9 || box.height < 23.9))
      say("small", each, `${box.width} x ${box.height}`);
    const isForThumbs = phone && each.matches(".modes button, .pad button");
    if (isForThumbs && (box.width < 43.9 || box.height < 43.9)) say("small for a thumb", each, `${box.width}`);
  }
  for (const each of controls) {
    each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = [...each.getClientRects()].sort((a, b) => b.width - a.width)[0];
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const isApart = over && !each.contains(over) && !over.contains(each) && target(each) !== target(over);
    if (isApart && !over.closest("#ending"))
      say("under another", each, `under ${over.outerHTML.slice(0, 80)}`);
  }
  scrollTo(0, 0);
  const placed = controls.map((each) => [...each.getClientRects()]);
  const layer = controls.map((each) => around(each).find((one) => /fixed|sticky/.test(style(one).position)));
  const scrolls = (one) => style(one).overflowY !== "visible" && one !== document.body;
  const ports = controls.map((each) => around(each.parentElement).find(scrolls));
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  controls.forEach((one, first) => {
    for (let second = first + 1; second < controls.length; second++) {
      const other = controls[second];
      if (layer[first] !== layer[second] || ports[first] !== ports[second] || one.contains(other)) continue;
      if (placed[first].some((box) => placed[second].some((its) => meet(box, its))))
        say("meets", one, `and ${other.outerHTML.slice(0, 100)}`);
    }
  });
  return faults;
}"""


CATCH = """() => {
  window.caught = [];
  addEventListener("click", (event) => {
    const link = event.target.closest("footer a[hreflang]");
    if (!link) return;
    event.preventDefault();
    caught.push([link.hreflang, link.href]);
  }, { capture: true });
}"""
"""Keeps where a click on a link to a language leads, and stays on the page."""

UNFOLD = "(isOpen) => document.querySelectorAll('details').forEach((each) => { each.open = isOpen; })"
LANGUAGE = """async (href) => {
  const answer = await fetch(href, { headers: { accept: "text/html" } });
  return [answer.status, (await answer.text()).match(/<html lang="(..)/)[1]];
}"""
NO_COLOURS = {**STANDARD, "rules": {**STANDARD["rules"], "color-contrast": {"enabled": False}}}
BESIDE_SECTIONS = {"exclude": ["main > section:nth-of-type(n + 4)"]}
"""Of the page of the API, whose sections are all alike: axe needs ten seconds for all of them."""


def view(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def is_phone(size):
    return size[0] < 1000


def open_from(page, address, language, status):
    """Open a page in another language, and click the link to this one."""
    before = LANGUAGES[LANGUAGES.index(language) - 1]
    path, _, state = address.partition("#")
    assert page.goto(f"{path}{'&' if '?' in path else '?'}lang={before}").status == status
    assert page.evaluate("document.documentElement.lang") == before
    with page.expect_navigation() as went:
        page.locator(f"footer a[hreflang={language}]").click()
    assert went.value.status in (status, 304)
    assert page.evaluate("document.documentElement.lang") == language
    if state == "hint":
        page.locator("#hints [data-depth=all]").click()
        page.locator("#hints.open .explained p").first.wait_for()
    if state == "end":
        clues = page.get_attribute("#board", "data-clues")
        page.locator("#board [role=gridcell]").first.click()
        for cell, digit in enumerate(engine.Grid(engine.solve(engine.Grid.parse(clues))).line()):
            page.keyboard.press(digit)
            page.keyboard.press("ArrowRight" if cell % 9 < 8 else "ArrowDown")
            if cell % 9 == 8:
                page.keyboard.press("Home")
        page.locator("#ending").wait_for()


def faults_of(page):
    """What is wrong with the page that is open, at each size, light and folded, and dark and unfolded."""
    page.evaluate(AXE)
    for size in SIZES:
        view(page, size)
        at_an_end = size in (SIZES[0], SIZES[-1])  # where all is shown that there is, so that its colours are judged
        for scheme, rules in (
            ("light", STANDARD if at_an_end else NO_COLOURS),
            ("dark", COLOURS if at_an_end else None),
        ):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(UNFOLD, scheme == "dark")
            faults = page.evaluate(FAULTS, is_phone(size)) + (
                found_by_axe(page, rules, BESIDE_SECTIONS) if rules else []
            )
            yield from (f"{size} {scheme} {fault}" for fault in faults)
        for link in page.locator("footer a[hreflang]").all():
            if not page.locator("#ending").is_visible():  # it lies over the page until it is closed
                link.click()


def walk(browser, address, language, status=200):
    found = []
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: found.append(str(error)))
        open_from(page, address, language, status)
        page.evaluate(CATCH)
        found += faults_of(page)
        caught = page.evaluate("caught")
        assert [other for other, _ in caught] == [*LANGUAGES] * (0 if address.endswith("#end") else len(SIZES))
        for other, href in sorted({*map(tuple, caught)}):
            assert urlsplit(href).path == urlsplit(address).path
            assert page.evaluate(LANGUAGE, href) == [status, other]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits(browser, server, name, language):
    walk(browser, server + PAGES[name], language, WRONG.get(name, 200))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_an_empty_catalogue_fits(browser, serving, tmp_path, language):
    with serving(tmp_path / "none") as address:
        walk(browser, f"{address}/", language)


@pytest.fixture(scope="module", params=LANGUAGES)
def site(request, rated, tmp_path_factory):
    """A site of plain files, in a folder with the name of its language."""
    folder = tmp_path_factory.mktemp("site") / request.param
    with catalogue.open(rated) as opened:
        opened.site(folder, limit=20, language=request.param)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_page_of_plain_files_fits(browser, site, name):
    found = []
    with browser.new_context(locale=site.name, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: found.append(str(error)))
        page.goto(f"{site.as_uri()}/{FILES[name]}")
        page.locator("main h1").first.wait_for()  # some pages are filled by their scripts
        assert page.evaluate("document.documentElement.lang") == site.name
        found += faults_of(page)
    assert found == []


def test_play_fits_the_smallest_phone(page, server):
    view(page, SIZES[-1])
    open_from(page, server + PAGES["play"], "de", 200)
    assert page.evaluate(FAULTS, True) == []
    page.context.clear_cookies()


def test_every_page_is_among_those_that_are_tried():
    """By the addresses of the server: all but those that give files, parts of pages, or data for programs."""
    tried = ["/"] + [urlsplit(address).path for address in PAGES.values()]
    for route in ROUTES:
        if isinstance(route, Route) and "GET" in route.methods and not NO_PAGES.search(route.path):
            assert any(route.path_regex.match(path) for path in tried), route.path
