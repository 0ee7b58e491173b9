"""Every page is for everyone: axe-core finds nothing, all of it works by keys, and it fits a phone, dark and light."""

import re
from urllib.parse import urlsplit

import pytest
from page_in_browser import AXE, COLOURS, STANDARD, found_by_axe

from board_catalogue import catalogue

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
ON_ITS_SIDE, TABLET = {"width": 740, "height": 360}, {"width": 820, "height": 1180}


def step_forward(page):
    page.get_by_role("button", name="Step forward").click()
    page.locator("#board .overlay").wait_for()


def hint(page):
    page.keyboard.press("?")
    page.get_by_role("button", name="All of it").click()
    page.locator("#board .overlay").wait_for()


def show_step(page):
    page.get_by_role("button", name="Show it").click()
    page.locator("#board .overlay").wait_for()


def open_all(page):
    for summary in page.locator("summary").all():
        summary.click()


def all_steps(page):
    open_all(page)
    page.get_by_role("button", name="All steps").click()
    page.get_by_role("heading", name="Possible now").wait_for()
    if not page.locator(".choices-of-steps").first.is_visible():
        page.locator("#hints .explained summary").first.click()
    page.keyboard.press("v")


def replay(page):
    page.keyboard.press("v")
    page.keyboard.press("3")
    page.keyboard.press("5")
    open_all(page)
    page.get_by_label("Show mistakes at once").check()
    page.get_by_role("button", name="Keep").click()
    page.locator(".aside .replay-game").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()


def arrow_by_arrow(page):
    page.get_by_role("button", name="Arrow by arrow").click()
    page.locator(".overlay .now").wait_for()


def search_to_the_end(page):
    page.get_by_role("button", name="To the end").click()
    page.locator("#result:not(:empty)").wait_for()


def one_step(page):
    page.get_by_role("button", name="Step", exact=True).click()
    page.get_by_text("cells settled").wait_for()


def fill(page):
    page.get_by_text("More options").click()
    page.get_by_label("Boards to add").fill("9")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("heading", name="9 boards added.").wait_for()


def draw_a_cage(page):
    page.get_by_role("button", name="Cage", exact=True).click()
    page.locator("#board [role=gridcell]").first.focus()
    for key in (" ", "ArrowRight", " ", "Enter", "3"):
        page.keyboard.press(key)
    page.locator("#board .rules svg").first.wait_for()
    page.get_by_text("At least 200 solutions").wait_for()


def experiment(page):
    page.get_by_role("button", name="Run").click()
    page.get_by_role("status").get_by_text("Done").wait_for()
    page.get_by_role("img").wait_for()


USUAL = {  # a page, and what is done on it before it is looked at
    "browse": ("/puzzles?limit=6", None),
    "board": ("/boards/12", step_forward),
    "play": ("/play?board=12", hint),
    "set": ("/set", draw_a_cage),
    "techniques": ("/techniques", None),
    "an exercise": ("/practise/pointing", show_step),
    "make": ("/make", fill),
    "watch": ("/watch?size=6&seed=1", one_step),
    "experiment": ("/experiment", None),
    "api": ("/api", None),
}
MORE = {
    "some puzzles": ("/puzzles?min_clues=24&grade=hard", None),
    "no step": ("/boards/12", None),
    "choose a puzzle": ("/play", open_all),
    "a wrong choice": ("/play?board=9999", None),
    "the puzzle of a day": ("/play?day=2026-11-22", hint),
    "wrong filters": ("/puzzles?min_clues=30&max_clues=20", None),
    "a wrong run": ("/watch?size=7", None),
    "a technique": ("/techniques/skyscraper", None),
    "a chain": ("/techniques/aic", arrow_by_arrow),
    "an exercise of the course": ("/practise/x-wing?exercise=2", show_step),
    "a replay": ("/play?board=12", replay),
    "a class": ("/class/12", None),
    "all steps": ("/play?board=12", all_steps),
    "a search": ("/watch?method=search&seed=9&clues=28", search_to_the_end),
    "a large board": ("/watch?size=16&seed=1", one_step),
    "outcomes": ("/experiment?sizes=4&runs=2&seed=1", experiment),
    "an error": ("/nowhere", None),
}
STATES = [
    *(pytest.param(state, id=name) for name, state in USUAL.items()),
    *(pytest.param(state, id=name, marks=pytest.mark.slow) for name, state in MORE.items()),
]


@pytest.fixture(scope="module")
def site(rated, tmp_path_factory, places, serving):
    """The address of a server of a copy of the rated catalogue, to which the page that makes boards adds some."""
    home = tmp_path_factory.mktemp("everyone") / "home"
    places.copy(rated, home)
    with serving(home) as address:
        yield address


# Marks what the focus reaches, and whether it can be seen there.
WATCH_FOCUS = """() => {
  document.activeElement?.blur();
  for (const element of document.querySelectorAll("[data-reached]")) delete element.dataset.reached;
  document.addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    target.dataset.reached = style.outlineStyle !== "none" || style.boxShadow !== "none" ? "seen" : "unseen";
  });
}"""
# What a click can work, but the marks say the focus has not reached, or could not be seen at.
NOT_REACHED = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"))
  .filter((element) => element.getAttribute("tabindex") !== "-1" && element.type !== "hidden")
  .filter((element) => element.type !== "radio" || element.checked)
  .filter((element) => !element.closest("[inert]"))
  .filter((element) => element.dataset.reached !== "seen")
  .map((element) => element.outerHTML.slice(0, 120))"""


def not_reached_by_keys(page):
    """What a click can work, but Tab does not reach, or the focus cannot be seen at."""
    page.evaluate(WATCH_FOCUS)
    stops = page.locator("a[href], button, input, select, textarea, summary, [tabindex='0']").count()
    for _ in range(stops + 5):
        page.keyboard.press("Tab")
    return page.evaluate(NOT_REACHED)


def check_for_everyone(browser, site, address, prepare):
    """One visit for all of it: a visit costs more than what is looked at."""
    hosts = set()
    with browser.new_page(viewport=DESK, color_scheme="light", reduced_motion="reduce") as page:
        page.on("request", lambda asked: asked.url.startswith("blob:") or hosts.add(urlsplit(asked.url).netloc))
        page.goto(site + address)
        if prepare:
            prepare(page)
        page.evaluate(AXE)
        assert found_by_axe(page, STANDARD) == []
        page.emulate_media(color_scheme="dark")
        assert found_by_axe(page, COLOURS) == [], "in the dark"
        for phone in (PHONE, ON_ITS_SIDE):
            page.set_viewport_size(phone)
            assert page.evaluate("document.documentElement.scrollWidth") <= phone["width"], "it scrolls sideways"
            assert found_by_axe(page, STANDARD) == [], "on a phone"
        page.set_viewport_size(DESK)
        assert not_reached_by_keys(page) == []
    assert hosts == {urlsplit(site).netloc}


@pytest.mark.daily("experiment")
@pytest.mark.parametrize("state", STATES)
def test_a_page_is_for_everyone(browser, site, state):
    check_for_everyone(browser, site, *state)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["killer", pytest.param("diagonal", marks=pytest.mark.slow)])
def test_a_puzzle_with_more_rules_is_for_everyone(browser, serving, tmp_path, rules):
    with catalogue.open(tmp_path / "home") as found:
        found.fill(1, rules=rules, size=6, seed=1, threads=1)

    def hint_with_rules(page):
        page.get_by_role("button", name="All of it").click()
        page.locator(".overlay svg").wait_for()

    with serving(tmp_path / "home") as address:
        check_for_everyone(browser, address, "/play?board=0", hint_with_rules)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", [pytest.param(state, id=name) for name, state in (USUAL | MORE).items()])
def test_axe_finds_nothing_at_any_size(browser, site, state, scheme):
    address, prepare = state
    with browser.new_page(viewport=DESK, color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto(site + address)
        if prepare:
            prepare(page)
        page.evaluate(AXE)
        for size in (DESK, TABLET, PHONE, ON_ITS_SIDE):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], "it scrolls sideways"
            assert found_by_axe(page, STANDARD) == [], size


def test_every_page_of_the_navigation_is_looked_at(client):
    navigation = re.search(r'<nav aria-label="Pages"[^>]*>(.*?)</nav>', client.get("/api").text, re.DOTALL)[1]
    looked_at = {urlsplit(address).path for address, _ in USUAL.values()}
    assert set(re.findall('href="(.*?)"', navigation)) <= looked_at
