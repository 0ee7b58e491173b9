"""Every page fits: in four languages, at seven sizes from a small phone to a desk, light and dark.

At each of these no page scrolls sideways, no text is cut, no control lies over or under another one or is too small
for a finger, and axe-core finds nothing. Every link to another language is clicked.
"""

import re
from urllib.parse import urlsplit

import pytest
from page_in_browser import AXE, COLOURS, STANDARD, found_by_axe
from starlette.routing import Route

from board_catalogue.catalogue.web.serving import ROUTES
from board_catalogue.engine.words import ENGLISH, LANGUAGES

SIZES_ALONE = {"runOnly": {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]}}
SIZES = [(320, 568), (375, 667), (568, 320), (640, 360), (667, 375), (720, 450), (1440, 900)]
PAGES = {
    "puzzles": "/puzzles?min_clues=22&limit=6",
    "board": "/boards/12",
    "class": "/class/12",
    "choose": "/play",
    "play": "/play?board=12",
    "techniques": "/techniques",
    "technique": "/techniques/skyscraper",
    "exercise": "/practise/pointing",
    "make": "/make",
    "watch": "/watch?size=9&seed=1",
    "experiment": "/experiment",
    "api": "/api",
    "no page": "/nowhere",
}
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
    if (over && !each.contains(over) && !over.contains(each) && target(each) !== target(over))
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


def view(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def is_phone(size):
    return size[0] < 1000


def visit(page, address, language):
    """Open a page, which has to be there, in the language; only the page of what is not there says so."""
    answer = page.goto(address)
    assert answer.status == (404 if urlsplit(address).path == "/nowhere" else 200)
    assert page.evaluate("document.documentElement.lang") == language


def check(browser, address, language):
    found = []
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        page = context.new_page()
        page.on("pageerror", lambda error: found.append(str(error)))
        for size in SIZES:
            view(page, size)
            page.emulate_media(color_scheme="light")
            visit(page, address, language)
            page.evaluate(AXE)
            for scheme, rules in (("light", STANDARD), ("dark", COLOURS)):
                page.emulate_media(color_scheme=scheme)
                # Colours and names are the same in every language; sizes are not.
                rules = rules if language == ENGLISH else SIZES_ALONE
                faults = [*page.evaluate(FAULTS, is_phone(size)), *found_by_axe(page, rules)]
                found += [f"{size} {scheme} {fault}" for fault in faults]
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
            found += [f"{size} unfolded {fault}" for fault in page.evaluate(FAULTS, is_phone(size))]
        for size in (SIZES[0], SIZES[-1]):
            view(page, size)
            for other in LANGUAGES:
                visit(page, f"{address}{'&' if '?' in address else '?'}lang={language}", language)
                with page.expect_navigation() as went:
                    page.locator(f"footer a[hreflang={other}]").click()
                assert went.value.status in ((404,) if address.endswith("/nowhere") else (200, 304)), other
                assert page.evaluate("document.documentElement.lang") == other
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits(browser, server, name, language):
    check(browser, server + PAGES[name], language)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_an_empty_catalogue_fits(browser, serving, tmp_path, language):
    with serving(tmp_path / "none") as address:
        check(browser, f"{address}/", language)


def test_play_fits_the_smallest_phone(page, server):
    view(page, SIZES[0])
    visit(page, f"{server}{PAGES['play']}&lang=de", "de")
    assert page.evaluate(FAULTS, True) == []
    page.context.clear_cookies()


def test_every_page_is_among_those_that_are_tried():
    """By the addresses of the server: all but those that give files, parts of pages, or data for programs."""
    tried = ["/"] + [urlsplit(address).path for address in PAGES.values()]
    for route in ROUTES:
        if isinstance(route, Route) and "GET" in route.methods and not NO_PAGES.search(route.path):
            assert any(route.path_regex.match(path) for path in tried), route.path
