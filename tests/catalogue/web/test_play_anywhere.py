"""Games played to their end by keys alone, by a mouse alone and by fingers alone; and the page on a phone."""

import re

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.engine.boards import as_lines

PHONE = {"width": 375, "height": 667}


@pytest.fixture(scope="module")
def games(serving, tmp_path_factory):
    """The address and the puzzle of each game: 6x6, plain and killer."""
    found = {}
    for name, rules in (("plain", None), ("killer", "killer")):
        home = tmp_path_factory.mktemp("games") / name
        with catalogue.open(home) as opened:
            opened.fill(1, size=6, seed=3, threads=1, **({"rules": rules} if rules else {}))
            found[name] = home, opened[0].givens, opened[0].answer
    return found


@pytest.fixture
def phone(browser):
    """A page on a phone that is touched."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        yield context.new_page()


def cell_of(page, cell):
    return page.locator("#board [role=gridcell]").nth(cell)


def empty_cells(givens, answer):
    return [(cell, digit) for cell, (given, digit) in enumerate(zip(givens, answer, strict=True)) if given == "."]


def by_keys(page, givens, answer):
    """Reach the board by Tab, then play."""
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("Boolean(document.activeElement.closest('[role=grid]'))"):
            break
    page.keyboard.press("Control+Home")
    at = 0
    for cell, digit in empty_cells(givens, answer):
        for _ in range(cell // 6 - at // 6):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Home")
        for _ in range(cell % 6):
            page.keyboard.press("ArrowRight")
        page.keyboard.press(digit)
        at = cell


def by_mouse(page, givens, answer):
    for cell, digit in empty_cells(givens, answer):
        cell_of(page, cell).click()
        page.get_by_role("group", name="Digits").get_by_text(digit, exact=True).click()


def by_touch(page, givens, answer):
    for cell, digit in empty_cells(givens, answer):
        cell_of(page, cell).tap()
        page.get_by_role("group", name="Digits").get_by_text(digit, exact=True).tap()


SLOW = pytest.mark.slow


@pytest.mark.daily("plain-by_touch")
@pytest.mark.parametrize(
    ("kind", "play"),
    [
        ("killer", by_keys),
        ("plain", by_touch),
        pytest.param("killer", by_touch, marks=SLOW),
        pytest.param("killer", by_mouse, marks=SLOW),
        pytest.param("plain", by_keys, marks=SLOW),
        pytest.param("plain", by_mouse, marks=SLOW),
    ],
)
def test_a_game_is_played_to_its_end(page, phone, serving, games, kind, play):
    home, givens, answer = games[kind]
    screen = phone if play is by_touch else page
    with serving(home) as address:
        screen.goto(f"{address}/play?board=0")
        play(screen, givens, answer)
        expect(screen.get_by_role("status")).to_have_text(re.compile("^Solved in "))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "killer"])
def test_a_phone_has_all_buttons_above_the_fold_and_the_board_beside_a_hint(phone, serving, games, kind):
    with serving(games[kind][0]) as address:
        phone.goto(f"{address}/play?board=0")
        for button in (
            "Pause",
            "Undo",
            "Redo",
            "Erase",
            "Where",
            "Technique",
            "All of it",
            "Check",
            "All steps",
            "Path",
        ):
            expect(phone.get_by_role("button", name=button, exact=True)).to_be_in_viewport(ratio=0.95)
        for button in ("All of it", "Path"):
            phone.get_by_role("button", name=button, exact=True).tap()
            heading = phone.locator("#hints .explained h3")
            expect(heading).to_be_in_viewport()
            expect(phone.locator("#board")).to_be_in_viewport(ratio=0.98)
            board, words = phone.locator("#board").bounding_box(), phone.locator("#hints").bounding_box()
            assert words["y"] >= board["y"] + board["height"]
            for each in ("Where", "Path", "Close the hint"):
                phone.get_by_role("button", name=each, exact=True).tap(trial=True)
        phone.locator(".sheet").evaluate("sheet => sheet.scrollTo(0, 10_000)")
        expect(phone.locator("#hints .explained li").last).to_be_in_viewport()
        expect(heading).to_be_in_viewport()


@pytest.mark.slow
def test_a_finger_that_stays_marks_and_two_fingers_zoom(phone, serving, games):
    home, givens, _ = games["plain"]
    cell = givens.index(".")
    with serving(home) as address:
        phone.goto(f"{address}/play?board=0")
        fingers = phone.context.new_cdp_session(phone)

        def touch(kind, *points):
            places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        def middle(place):
            box = place.bounding_box()
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def stay(place):
            touch("touchStart", middle(place))
            phone.wait_for_timeout(700)
            touch("touchEnd")

        cell_of(phone, cell).tap()
        stay(phone.locator("[data-digit='2']"))
        expect(cell_of(phone, cell)).to_have_accessible_name(re.compile("centre marks 2$"))
        stay(cell_of(phone, cell))
        expect(phone.get_by_role("button", name="Centre")).to_have_attribute("aria-pressed", "true")
        phone.locator("[data-digit='3']").tap()
        expect(cell_of(phone, cell)).to_have_accessible_name(re.compile("centre marks 2 3$"))
        x, y = middle(phone.locator("#board"))
        touch("touchStart", (x - 20, y))
        for far in range(20, 120, 10):
            touch("touchMove" if far > 20 else "touchStart", (x - far, y), (x + far, y))
        touch("touchEnd")
        phone.wait_for_function("visualViewport.scale > 1.5")


@pytest.mark.slow
def test_rows_and_columns_are_named_if_one_wants(page, server):
    page.goto(f"{server}/play?board=1")
    page.get_by_text("Settings").click()
    page.get_by_label("Row and column labels").check()
    label = "(cell) => getComputedStyle(cell, '::before').content"
    assert cell_of(page, 3).evaluate(label).startswith('"c" counter(column)')
    assert page.locator("#board [role=row]").nth(2).evaluate(label).startswith('"r" counter(row)')
    page.goto(f"{server}/boards/1")
    expect(page.get_by_label("Row and column labels")).to_be_checked()
    assert cell_of(page, 3).evaluate(label).startswith('"c" counter(column)')


@pytest.mark.slow
def test_nothing_works_while_the_game_is_paused(page, server):
    page.goto(f"{server}/play?board=1")
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("5")
    page.keyboard.press("?")
    page.locator("[data-digit='5']").click(force=True)
    page.get_by_role("button", name="Where").click(force=True)
    page.locator("#veil").get_by_role("button", name="Continue").click()
    expect(page.locator("#board .filled")).to_have_count(0)
    expect(page.locator("#hints .explained")).to_be_empty()


SMALL = ((320, 568), (375, 667), (390, 844), (568, 320), (667, 375), (812, 375), (720, 450))

TOO_SMALL = """[...document.querySelectorAll(".modes button, .pad button")].map(each => each.getBoundingClientRect())
  .filter(({ width, height }) => width < 44 || height < 44).length"""
UNDER_OTHERS = """[...document.querySelectorAll("#game button, .aside button")].filter(each => {
  const box = each.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!each.checkVisibility() || each.closest("details:not([open])") || y < 0 || y > innerHeight) return false;
  return !each.contains(document.elementFromPoint(x, y));
}).map(each => each.id || each.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("size", SMALL)
def test_small_screens_have_large_buttons_a_hint_over_none_and_an_end_in_sight(browser, server, size):
    view = dict(zip(("width", "height"), size, strict=True))
    with browser.new_context(viewport=view, locale="de", reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(f"{server}/play?board=12")
        assert page.evaluate(TOO_SMALL) == 0
        assert page.evaluate(UNDER_OTHERS) == []
        page.locator("[data-depth=all]").click()
        page.locator("#board .overlay").wait_for()
        page.locator("#close-hint").click(trial=True)
        assert page.evaluate(UNDER_OTHERS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.locator("#close-hint").click()
        clues = page.locator("#board").get_attribute("data-clues")
        (solution,) = as_lines(engine.solve([clues.replace(".", "0")]))
        for place, (clue, digit) in enumerate(zip(clues, solution, strict=True)):
            if clue == ".":
                page.locator("#board [role=gridcell]").nth(place).focus()
                page.keyboard.press(digit)
        expect(page.locator("#ending")).to_be_in_viewport(ratio=1)
        page.locator("#close-ending").click()
        expect(page.locator("#ending")).to_be_hidden()
