"""What a player chooses on the page of play: mistakes at once, colours, snapshots, replay, themes, sounds."""

import json
import re

import pytest
from playwright.sync_api import expect

from board_catalogue.catalogue.pages.rendering import STATIC
from board_catalogue.engine import Grid, solve

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = Grid(solve(Grid.parse(PUZZLE))).line()
KEY = f"board-catalogue/play/3x3/{PUZZLE}"


def cell(page, row, column):
    return page.locator("#board [role=gridcell]").nth(9 * (row - 1) + column - 1)


def press(page, row, column, *keys):
    cell(page, row, column).click()
    for key in keys:
        page.keyboard.press(key)


@pytest.fixture
def nine(page, server):
    page.goto(f"{server}/play?puzzle={PUZZLE}")
    return page


@pytest.mark.slow
def test_mistakes_are_told_at_once_only_if_a_person_wants_it(nine):
    wrong = next(digit for digit in "1247" if digit != SOLUTION[2] and digit != "7")
    press(nine, 1, 3, wrong)
    expect(nine.get_by_role("status").first).to_have_text("")
    expect(nine.locator(".mistake")).to_have_count(0)
    nine.get_by_text("Settings").click()
    nine.get_by_label("Show mistakes at once").check()
    expect(cell(nine, 1, 3)).to_have_accessible_name(f"row 1 column 3, {wrong}, not the digit of the solution")
    expect(nine.locator("#status")).to_have_text(f"r1c3 is not {wrong}.")
    press(nine, 1, 3, SOLUTION[2])
    expect(nine.locator(".mistake")).to_have_count(0)


@pytest.mark.slow
def test_a_cell_has_several_colours_and_a_link_and_old_games_keep_theirs(nine, server):
    nine.keyboard.press("v")
    press(nine, 1, 3, "1", "4", "6")
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, empty, colours 1 4 6")
    assert cell(nine, 1, 3).evaluate("cell => getComputedStyle(cell).backgroundImage").count("rgb") == 6
    nine.keyboard.press("4")
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, empty, colours 1 6")
    kept = json.loads(nine.evaluate("key => localStorage.getItem(key)", KEY))
    colour = [0] * 81
    colour[5] = 9
    old = {name: value for name, value in kept.items() if name not in ("colours", "at", "snapshots")}
    old |= {"colour": colour, "past": [[["colour", 5, 0, 9]]], "future": [], "version": "old"}
    nine.goto(f"{server}/techniques")
    nine.evaluate("([key, old]) => localStorage.setItem(key, JSON.stringify(old))", [KEY, old])
    nine.goto(f"{server}/play?puzzle={PUZZLE}")
    expect(cell(nine, 1, 6)).to_have_accessible_name("row 1 column 6, empty, colour 9")
    nine.get_by_role("button", name="Undo").click()
    expect(cell(nine, 1, 6)).to_have_accessible_name("row 1 column 6, empty")
    nine.goto("about:blank")
    nine.goto(f"{server}/play?puzzle={PUZZLE}#values={PUZZLE}&colour=,,3")
    expect(cell(nine, 1, 3)).to_have_accessible_name("row 1 column 3, empty, colour 3")


@pytest.mark.slow
def test_snapshots_are_kept_by_name_and_undone(nine):
    press(nine, 1, 3, "4")
    nine.get_by_text("Snapshots").click()
    nine.get_by_label("Name of the snapshot").fill("before <b>")
    nine.keyboard.press("Enter")
    press(nine, 1, 4, "6")
    nine.reload()
    nine.get_by_text("Snapshots").click()
    nine.get_by_role("button", name="before <b>", exact=True).click()
    expect(cell(nine, 1, 4)).to_have_text("")
    expect(cell(nine, 1, 3)).to_have_text("4")
    assert json.loads(nine.evaluate("key => localStorage.getItem(key)", KEY))["steps"] == 0  # it is no help
    nine.get_by_role("button", name="Undo").click()
    expect(cell(nine, 1, 4)).to_have_text("6")
    nine.get_by_role("button", name="Forget before <b>").click()
    expect(nine.locator(".snapshots li")).to_have_count(0)


@pytest.mark.slow
def test_a_game_is_shown_again_and_stays_as_it_is(nine):
    press(nine, 1, 3, "4")
    press(nine, 1, 4, "Shift+2")
    press(nine, 1, 6, "8")
    nine.emulate_media(reduced_motion="reduce")
    nine.locator(".aside .replay-game").click()
    said = nine.locator(".replay").get_by_role("status")
    expect(said).to_have_text("The beginning")
    expect(nine.locator("#board .filled")).to_have_count(0)
    nine.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"Move 1 of 3: r1c3: 4, \d+:\d\d"))
    nine.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"Move 2 of 3: marks, \d+:\d\d"))
    nine.keyboard.press("9")  # no move while it is shown
    nine.get_by_role("button", name="Play", exact=True).click()
    expect(said).to_contain_text("Move 3 of 3")
    nine.keyboard.press("Escape")
    expect(nine.locator(".replay")).to_have_count(0)
    expect(nine.locator("#board .filled")).to_have_count(2)
    press(nine, 1, 7, "9")
    expect(nine.locator("#board .filled")).to_have_count(3)


@pytest.mark.slow
def test_high_contrast_and_larger_digits(nine):
    small = cell(nine, 1, 1).evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")
    nine.get_by_text("Settings").click()
    nine.get_by_label("Larger digits").check()
    assert cell(nine, 1, 1).evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") > 1.2 * small
    button = nine.locator("#theme")
    for name, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(0, 0, 0)")):
        while button.get_attribute("title") != f"Theme: {name}, high contrast":
            button.click()
        assert nine.evaluate("getComputedStyle(document.body).backgroundColor") == ground
    nine.reload()
    assert nine.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    assert nine.evaluate("document.documentElement.hasAttribute('data-large')")


@pytest.mark.slow
def test_sounds_are_off_until_they_are_chosen(page, server):
    page.add_init_script("""window.tones = [];
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (when) {
            tones.push(this.frequency.value);
            start.call(this, when);
        };""")
    page.goto(f"{server}/play?puzzle={PUZZLE}")
    press(page, 1, 3, "4")
    page.get_by_text("Settings").click()
    assert page.evaluate("tones") == [] and not page.evaluate("Boolean(catalogue.sounds)")
    page.get_by_label("Sounds").check()
    press(page, 1, 4, "6")
    page.wait_for_function("tones.length === 1")
    press(page, 1, 6, "5")  # again in its row
    page.wait_for_function("tones.length === 3")


def test_what_is_loaded_later_is_kept_for_a_page_without_its_server():
    scripts = "".join(path.read_text() for path in STATIC.glob("*.js"))
    later = set(re.findall(r'\b(?:later|use)\("(\w+)"', scripts))
    named = re.search(r"const LATER = (\[.*?\]);", (STATIC / "offline.js").read_text())[1]
    assert set(json.loads(named)) == later - {"engine", "ruled"}  # large, and kept once used
