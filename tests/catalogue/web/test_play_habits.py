"""The habits of a hand on the page of play: modes by keys, colours, lines, drags, digits first, links."""

import re
from urllib.parse import urlencode

import pytest
from page_in_browser import COUNTS_ANSWERS
from playwright.sync_api import expect

from board_catalogue import engine
from board_catalogue.engine import Grid, Use, Variant
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.path import path_of
from board_catalogue.engine.rules.formats import constraint_text

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "3..1......4..2.."


def cell(page, row, column):
    return page.locator("#board [role=gridcell]").nth(
        (row - 1) * int(page.locator("#board").get_attribute("data-size")) + column - 1
    )


def middle(page, row, column):
    box = cell(page, row, column).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def dragged(page, *places, steps=1):
    """Drag over the middles of cells; one step jumps from one to the next, as a fast hand does."""
    page.mouse.move(*middle(page, *places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*middle(page, *place), steps=steps)
    page.mouse.up()


@pytest.fixture
def nine(page, server):
    page.goto(f"{server}/play?puzzle={PUZZLE}")
    return page


@pytest.mark.slow
def test_modes_by_letters_colours_and_lines_with_undo(nine):
    cell(nine, 1, 3).click()
    for letter, mode in (("x", "corner"), ("c", "centre"), ("v", "colour"), ("b", "lines"), ("z", "values")):
        nine.keyboard.press(letter)
        expect(nine.locator(f"[data-mode={mode}]")).to_have_attribute("aria-pressed", "true")
    nine.keyboard.press("x")
    nine.keyboard.press("2")
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, corner marks 2")
    nine.keyboard.press("v")
    nine.keyboard.press("4")
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, corner marks 2, colour 4")
    expect(cell(nine, 1, 3)).to_have_attribute("data-colour", "4")
    cell(nine, 1, 1).click()
    nine.keyboard.press("7")
    expect(cell(nine, 1, 1)).to_have_accessible_name("row 1 column 1, clue 5, colour 7")
    nine.keyboard.press("b")
    dragged(nine, (4, 2), (4, 4), (6, 6), steps=6)
    assert nine.locator(".pen path").get_attribute("d").count("M") == 4
    nine.reload()
    assert nine.locator(".pen path").get_attribute("d").count("M") == 4
    for _ in range(3):
        nine.keyboard.press("Control+z")
    expect(nine.locator(".pen")).to_have_count(0)
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, corner marks 2")


def test_a_fast_drag_skips_nothing(nine):
    dragged(nine, (1, 1), (1, 9), (9, 9))
    expect(nine.locator('[aria-selected="true"]')).to_have_count(17)


@pytest.mark.slow
def test_candidates_once_all_equal_and_all_of_a_digit(nine):
    nine.get_by_role("button", name="Fill in candidates").click()
    grid = Grid.parse(PUZZLE)
    for row, column in ((1, 3), (5, 5), (9, 1)):
        digits = " ".join(map(str, grid.candidates(row - 1, column - 1)))
        expect(cell(nine, row, column)).to_have_accessible_name(f"row {row} column {column}, centre marks {digits}")
    cell(nine, 1, 1).click()
    marked = nine.locator(".has-mark").count()
    fives = sum(5 in grid.candidates(row, column) for row, column, value, _ in grid if not value)
    assert marked == fives > 0
    expect(nine.locator(".same")).to_have_count(PUZZLE.count("5"))
    assert nine.evaluate("[...CSS.highlights.get('mark')].every((range) => range.toString() === '5')")
    cell(nine, 1, 1).dblclick()
    expect(nine.locator('[aria-selected="true"]')).to_have_count(PUZZLE.count("5"))
    nine.get_by_role("button", name="Undo").click()
    expect(nine.locator(".centre")).to_have_count(0)


def choose_theme(page, name):
    """Press the button of every page until it has a theme: it goes round all of them."""
    button = page.locator("#theme")
    while button.get_attribute("title") != f"Theme: {name}":
        button.click()


@pytest.mark.slow
def test_settings_are_kept_digits_first_and_no_conflicts_told(nine, server):
    nine.get_by_text("Settings").click()
    nine.get_by_label("Digit first, then cells").check()
    nine.get_by_label("Show conflicts").uncheck()
    nine.get_by_label("Show the clock").uncheck()
    choose_theme(nine, "dark")
    expect(nine.locator("#clock")).to_be_hidden()
    dark = nine.evaluate("getComputedStyle(document.body).backgroundColor")
    nine.get_by_role("button", name="3", exact=True).click()
    for place in ((1, 3), (1, 4)):
        cell(nine, *place).click()
        expect(cell(nine, *place)).to_have_text("3")
    expect(nine.locator(".conflict")).to_have_count(0)
    nine.goto(f"{server}/play?puzzle={SMALL}")
    assert nine.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    nine.get_by_text("Settings").click()
    expect(nine.get_by_label("Digit first, then cells")).to_be_checked()
    choose_theme(nine, "light")
    assert nine.evaluate("getComputedStyle(document.body).backgroundColor") != dark


@pytest.mark.slow
def test_a_link_shares_a_position(nine, browser):
    cell(nine, 1, 3).click()
    nine.keyboard.press("4")
    cell(nine, 1, 4).click()
    for keys in ("Control+2", "Control+6", "Shift+3"):
        nine.keyboard.press(keys)
    nine.keyboard.press("b")
    dragged(nine, (4, 2), (4, 4), (6, 6), steps=6)
    nine.context.grant_permissions(["clipboard-read", "clipboard-write"])
    nine.get_by_role("button", name="Copy link").click()
    expect(nine.get_by_role("button", name="Copied")).to_be_visible()
    link = nine.evaluate("navigator.clipboard.readText()")
    assert re.search(r"#.*&lines=[\d%C-]+$", link)
    with browser.new_page() as other:
        other.goto(link.replace("lines=", "lines=9-8,0-80,8-9,x,"))  # none of which joins neighbours
        assert other.locator(".pen path").get_attribute("d").count("M") == 4
        expect(cell(other, 1, 3)).to_have_text("4")
        expect(cell(other, 1, 4)).to_have_accessible_name("row 1 column 4, corner marks 3 and centre marks 2 6")
        other.get_by_role("button", name="Undo").click()
        expect(cell(other, 1, 3)).to_have_text("")
        expect(other.locator(".pen")).to_have_count(0)


@pytest.mark.slow
def test_a_shared_position_is_taken_over_once(nine, server):
    address = f"{server}/play?puzzle={PUZZLE}"
    nine.goto("about:blank")
    nine.goto(f"{address}#values={PUZZLE.replace('.', '4', 1)}")
    expect(cell(nine, 1, 3)).to_have_text("4")
    cell(nine, 1, 4).click()
    nine.keyboard.press("6")
    nine.reload()
    expect(cell(nine, 1, 3)).to_have_text("4")
    expect(cell(nine, 1, 4)).to_have_text("6")
    nine.goto(f"{address}#values={PUZZLE.replace('.', '1', 1)}")  # another one, which loads no page
    expect(cell(nine, 1, 3)).to_have_text("1")
    expect(cell(nine, 1, 4)).to_have_text("")
    nine.get_by_role("button", name="Undo").click()
    expect(cell(nine, 1, 4)).to_have_text("6")


def test_ctrl_0_is_for_the_browser(nine):
    cell(nine, 1, 3).click()
    nine.keyboard.press("4")
    used = "(cell) => !cell.dispatchEvent(new KeyboardEvent('keydown', {KEY, bubbles: true, cancelable: true}))"
    for control in ("ctrlKey", "metaKey"):
        assert not cell(nine, 1, 3).evaluate(used.replace("KEY", f"key: '0', {control}: true"))
    expect(cell(nine, 1, 3)).to_have_text("4")
    assert cell(nine, 1, 3).evaluate(used.replace("KEY", "key: '0'"))
    expect(cell(nine, 1, 3)).to_have_text("")


@pytest.mark.slow
def test_a_question_that_fails_late_leaves_the_newer_answer(browser, server):
    """About a puzzle with rules, which only the server knows."""
    cage = Variant.of(4, Use("cage", (1, 2), 6)).with_givens([int(each) for each in SMALL.replace(".", "0")])
    with browser.new_page() as page:  # whose console names the answer that failed
        page.add_init_script(COUNTS_ANSWERS)
        page.goto(f"{server}/play?{urlencode({'puzzle': constraint_text.write(cage)})}")
        held = []
        page.route("**/api/path", lambda route: held.append(route))
        with page.expect_request("**/api/path"):
            page.get_by_role("button", name="Path", exact=True).click()
        page.get_by_role("button", name="Where").click()
        hint = page.locator("#hints .explained")
        expect(hint).to_contain_text("Look at")
        held[0].fulfill(status=503, json={"error": "this takes longer than 60 seconds"})
        page.wait_for_function("() => answers === 2")
        expect(hint).to_contain_text("Look at")


@pytest.mark.slow
def test_all_steps_the_path_from_here_and_the_style(nine):
    steps = path_of(PUZZLE_ARRAY, "3x3", Style.eye)
    nine.get_by_role("button", name="Path", exact=True).click()
    hint = nine.locator("#hints .explained")
    expect(hint.get_by_role("heading")).to_have_text(f"The path from here, {len(steps)} steps")
    hint.get_by_role("button").nth(2).click()
    expect(hint).to_contain_text(steps[2].sentence)
    expect(nine.locator("#board .filled")).to_have_count(2)
    nine.get_by_role("button", name="Back to the list").click()
    expect(hint.get_by_role("button")).to_have_count(len(steps))
    hint.get_by_role("button").nth(2).click()
    nine.get_by_role("button", name="Take these 3 steps").click()
    expect(nine.locator("#board .filled")).to_have_count(3)
    nine.keyboard.press("Control+z")
    expect(nine.locator("#board .filled")).to_have_count(0)
    nine.get_by_role("button", name="All steps").click()
    expect(hint.get_by_role("heading")).to_have_text("Possible now")
    hint.locator("summary").first.click()
    if not hint.get_by_role("button").first.is_visible():
        hint.locator("summary").first.click()
    hint.get_by_role("button").first.click()
    expect(nine.locator(".overlay")).to_have_count(1)
    expect(nine.locator("#board .candidates")).to_have_count(0)  # a single takes none
    nine.get_by_label("Style").select_option("rating")
    nine.get_by_role("button", name="All of it").click()
    first = engine.steps(PUZZLE_ARRAY)[0]
    expect(hint.get_by_role("heading")).to_contain_text(f"rated {first.rating / 10}")
    nine.reload()
    expect(nine.get_by_label("Style")).to_have_value("rating")


PUZZLE_ARRAY = Grid.parse(PUZZLE).to_numpy().ravel()


@pytest.mark.slow
def test_on_a_phone_a_hint_lies_beside_the_board(page, server):
    page.goto(f"{server}/play?puzzle={PUZZLE}")
    for size in ((360, 740), (740, 360)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.evaluate("scrollTo(0, 0)")
        head = page.locator(".play .heading")
        assert head.bounding_box()["height"] < 60
        page.keyboard.press("?")
        expect(page.locator("#hints.open")).to_be_in_viewport()
        page.locator("#board").evaluate("board => board.scrollIntoView({block: 'nearest'})")
        board, sheet = page.locator("#board").bounding_box(), page.locator("#hints").bounding_box()
        beside = sheet["x"] >= board["x"] + board["width"] or sheet["y"] >= board["y"] + 0.8 * board["height"]
        assert beside
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Close the hint").click()
        expect(page.locator("#hints.open")).to_have_count(0)


@pytest.mark.slow
def test_on_a_phone_the_head_is_whole_and_a_menu_names_the_pages(page, server):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server}/play?day=2026-11-22")
    assert page.locator(".play .heading").bounding_box()["height"] < 65
    for part in ("#name", "#about"):
        assert page.locator(part).evaluate("part => part.scrollWidth <= part.clientWidth")
    for path in ("/play", "/techniques", "/experiment", "/api"):
        page.goto(server + path)
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("header [aria-current]")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_candidates_are_large_enough(page, server):
    board = engine.Grid(engine.carve(engine.generate(1, size=16, seed=1), seed=1)[0]).line()
    for puzzle in (PUZZLE, board):
        page.goto(f"{server}/play?puzzle={puzzle}")
        page.get_by_label("Automatic candidates").check()
        share = """mark => parseFloat(getComputedStyle(mark).fontSize) / mark.parentElement.offsetWidth"""
        assert page.locator(".candidates").first.evaluate(share) >= 0.22


@pytest.mark.slow
def test_a_puzzle_is_entered_by_clicking(page, server):
    page.goto(f"{server}/play")
    page.get_by_text("Enter it by clicking").click()
    for place, symbol in enumerate(PUZZLE[:12]):
        if symbol != ".":
            cell(page, place // 9 + 1, place % 9 + 1).click()
            page.keyboard.press(symbol)
    page.get_by_role("button", name="7", exact=True).click()
    expect(page.get_by_label("Type or paste")).to_have_value("53..7....7" + "." * 71)
    rows = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    page.get_by_label("Type or paste").fill(rows)
    cell(page, 1, 3).click()
    page.keyboard.press("4")
    expect(page.get_by_label("Type or paste")).to_have_value(PUZZLE.replace(".", "4", 1))
    page.get_by_label("Type or paste").fill(PUZZLE)
    page.locator("form[method=post]").get_by_role("button", name="Play it").click()
    assert page.locator("#board").get_attribute("data-clues") == PUZZLE


@pytest.mark.slow
def test_the_puzzle_at_hand_stays_playable_without_the_server(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server}/play?puzzle={SMALL}")
    # wait_for_function takes a promise for true: the page itself waits until the cache has all that it is made of.
    page.evaluate("""async () => {
        const cache = await caches.open("board-catalogue");
        const own = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/static/"));
        for (const { name } of [{ name: location.href }, ...own]) {
            while (!(await cache.match(name))) await new Promise((again) => setTimeout(again, 50));
        }
    }""")
    context.set_offline(True)
    page.reload()
    page.keyboard.press("2")
    expect(cell(page, 1, 2)).to_have_text("2")
    page.keyboard.press("?")
    expect(page.locator("#hints .explained")).to_contain_text("The server does not answer")
    page.reload()
    expect(cell(page, 1, 2)).to_have_text("2")
    context.close()
