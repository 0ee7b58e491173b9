"""The page where a puzzle is played, in a browser."""

import re

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.engine import Grid
from board_catalogue.engine.paths.drawing import SHAPES
from board_catalogue.engine.paths.sentences import technique_in_words, weight_of, where_to_look

PUZZLE = "3..1......4..2.."
HARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def cell(page, row, column):
    return page.locator("#board [role=gridcell]").nth(
        (row - 1) * int(page.locator("#board").get_attribute("data-size")) + column - 1
    )


def name_of(row, column, words):
    return f"row {row} column {column}, {words}"


@pytest.fixture
def small(page, server):
    """A page that plays a 4x4 puzzle; its first empty cell, r1c2, is chosen."""
    page.goto(f"{server}/play?puzzle={PUZZLE}")
    return page


def test_a_puzzle_is_played_to_its_end_by_keys_kept_paused_and_begun_again(small):
    solution = Grid(engine.solve(Grid.parse(PUZZLE))).line()
    small.keyboard.press("Control+Home")
    for row in range(4):
        for column in range(4):
            if PUZZLE[4 * row + column] == ".":
                small.keyboard.press(solution[4 * row + column])
            small.keyboard.press("ArrowRight")
        small.keyboard.press("ArrowDown")
    expect(small.get_by_role("status")).to_have_text(re.compile(r"Solved in \d+:\d\d\."))
    small.reload()
    expect(small.get_by_role("status")).to_have_text(re.compile("Solved in"))
    small.get_by_role("button", name="Pause").click()
    expect(small.locator("#veil")).to_be_visible()
    small.keyboard.press("Backspace")
    small.locator("#veil").get_by_role("button", name="Continue").click()
    expect(small.locator("#veil")).to_be_hidden()
    expect(small.get_by_role("status")).to_have_text(re.compile("Solved in"))
    small.get_by_role("button", name="Start again").click()
    expect(small.get_by_role("status")).to_have_text("")
    expect(small.locator(".filled")).to_have_count(0)


@pytest.mark.slow
def test_letters_are_digits_above_9(page, server):
    board = engine.Grid(engine.generate(1, size=16, seed=3)[0]).line()
    empty = board.index("C")
    page.goto(f"{server}/play?puzzle={board[:empty]}.{board[empty + 1 :]}")
    page.keyboard.press("c")
    expect(page.get_by_role("status")).to_have_text(re.compile("Solved in"))


@pytest.mark.slow
def test_conflicts_are_named_by_row_column_and_block(small):
    small.keyboard.press("3")
    expect(small.get_by_role("status")).to_have_text("r1c2: 3 is again in row 1 and block 1.")
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "3, again in row 1 and block 1"))
    expect(cell(small, 1, 1)).to_have_accessible_name(name_of(1, 1, "clue 3, again in row 1 and block 1"))
    expect(small.locator(".conflict")).to_have_count(2)
    small.keyboard.press("2")
    expect(small.get_by_role("status")).to_have_text("r1c2: 2 is again in column 2.")
    small.keyboard.press("Backspace")
    expect(small.get_by_role("status")).to_have_text("")
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "empty"))


@pytest.mark.slow
def test_marks_by_keys_by_mode_and_by_pad(small):
    for keys in ("Shift+2", "Shift+3", "Control+4"):
        small.keyboard.press(keys)
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "corner marks 2 3 and centre marks 4"))
    small.keyboard.press("Shift+3")
    small.keyboard.press("Space")
    expect(small.get_by_role("button", name="Corner")).to_have_attribute("aria-pressed", "true")
    small.keyboard.press("4")
    small.get_by_role("button", name="Centre").click()
    small.get_by_role("button", name="2", exact=True).click()
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "corner marks 2 4 and centre marks 2 4"))
    small.get_by_role("button", name="Erase").click()
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "empty"))


@pytest.mark.slow
def test_several_cells_are_chosen_by_shift_and_by_dragging(small):
    small.keyboard.press("ArrowDown")
    small.keyboard.press("Shift+ArrowRight")
    small.keyboard.press("Shift+ArrowRight")
    small.keyboard.press("Control+3")
    expect(small.locator(".centre")).to_have_count(3)
    start, end = cell(small, 2, 1).bounding_box(), cell(small, 4, 1).bounding_box()
    small.mouse.move(start["x"] + 9, start["y"] + 9)
    small.mouse.down()
    small.mouse.move(end["x"] + 9, end["y"] + 9, steps=8)
    small.mouse.up()
    expect(small.locator('[aria-selected="true"]')).to_have_count(3)
    small.keyboard.press("Shift+1")
    expect(small.locator(".corner")).to_have_count(3)
    small.keyboard.press("Escape")
    expect(small.locator('[aria-selected="true"]')).to_have_count(1)


@pytest.mark.slow
def test_undo_and_redo_go_through_digits_marks_and_what_a_digit_took_away(small):
    small.keyboard.press("Shift+2")
    small.keyboard.press("ArrowRight")
    small.keyboard.press("Control+2")
    small.keyboard.press("2")
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "empty"))
    expect(cell(small, 1, 3)).to_have_accessible_name(name_of(1, 3, "2"))
    small.keyboard.press("Control+z")
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "corner marks 2"))
    expect(cell(small, 1, 3)).to_have_accessible_name(name_of(1, 3, "centre marks 2"))
    for _ in range(2):
        small.keyboard.press("Control+z")
    expect(small.get_by_role("button", name="Undo")).to_be_disabled()
    assert cell(small, 1, 2).text_content() == cell(small, 1, 3).text_content() == ""
    for keys in ("Control+y", "Control+Shift+z", "Control+y"):
        small.keyboard.press(keys)
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "empty"))
    expect(cell(small, 1, 3)).to_have_accessible_name(name_of(1, 3, "2"))
    expect(small.get_by_role("button", name="Redo")).to_be_disabled()


@pytest.mark.slow
def test_the_browser_keeps_each_puzzle(small, server):
    small.keyboard.press("4")
    small.keyboard.press("ArrowRight")
    small.keyboard.press("Shift+3")
    small.get_by_label("Automatic candidates").check()
    small.goto(f"{server}/play?puzzle={HARD}")
    expect(small.locator(".filled")).to_have_count(0)
    small.goto(f"{server}/play")
    small.locator("#kept").get_by_role("link", name="Your puzzle").click()
    expect(cell(small, 1, 2)).to_have_accessible_name(name_of(1, 2, "4"))
    expect(small.get_by_label("Automatic candidates")).to_be_checked()
    small.get_by_label("Automatic candidates").uncheck()
    expect(cell(small, 1, 3)).to_have_accessible_name(name_of(1, 3, "corner marks 3"))
    small.get_by_role("button", name="Undo").click()
    expect(cell(small, 1, 3)).to_have_accessible_name(name_of(1, 3, "empty"))


@pytest.mark.slow
def test_automatic_candidates_follow_the_board(small):
    small.get_by_label("Automatic candidates").check()
    expect(cell(small, 2, 1)).to_have_accessible_name(name_of(2, 1, "candidates 1 2 4"))
    cell(small, 1, 2).click()
    small.keyboard.press("4")
    expect(cell(small, 2, 1)).to_have_accessible_name(name_of(2, 1, "candidates 1 2"))
    cell(small, 2, 1).click()
    small.keyboard.press("Control+1")
    expect(cell(small, 2, 1)).to_have_accessible_name(name_of(2, 1, "candidates 2"))
    small.keyboard.press("Control+1")
    expect(cell(small, 2, 1)).to_have_accessible_name(name_of(2, 1, "candidates 1 2"))


@pytest.mark.slow
def test_hints_at_three_depths_and_a_step_taken(page, server):
    page.goto(f"{server}/play?puzzle={HARD}")
    step = engine.next_step(HARD, HARD, style="eye")
    hint = page.locator("#hints .explained")
    page.keyboard.press("?")
    expect(hint).to_have_text(where_to_look(step))
    expect(page.locator("#board .look")).to_have_count(9 if step.units else 1)
    page.get_by_role("button", name="Technique").click()
    expect(hint.get_by_role("heading")).to_have_text(f"{technique_in_words(step.technique)}, {weight_of(step)}")
    assert step.sentence not in hint.text_content()
    page.get_by_role("button", name="All of it").click()
    expect(hint).to_contain_text(step.sentence)
    placed = next(shape for shape in SHAPES.values() if "placed" in shape)
    assert page.locator(".overlay .placed").count() == 1 and "circle" in placed
    expect(page.locator(".legend")).to_contain_text("placed")
    page.get_by_role("button", name="Take this step").click()
    where, digit = step.placement
    expect(cell(page, where // 9 + 1, where % 9 + 1)).to_have_text(str(digit))
    assert not page.locator(".overlay").count() and not page.locator("#board .look").count()
    expect(hint).to_be_empty()


@pytest.mark.slow
def test_a_click_before_the_scripts_run_is_kept_until_then(browser, server):
    waiting = []
    with browser.new_context(service_workers="block") as context:
        page = context.new_page()
        page.route("**/static/*play.js", lambda route: waiting.append(route))
        page.goto(f"{server}/play?board=3", wait_until="commit")
        page.get_by_label("Automatic candidates").click()
        page.get_by_role("button", name="All steps").click()
        expect(page.get_by_label("Automatic candidates")).not_to_be_checked()
        expect(page.locator("#hints .explained")).to_have_text("")
        for route in waiting:
            route.continue_()
        expect(page.get_by_label("Automatic candidates")).to_be_checked()
        expect(page.locator("#hints .explained")).to_contain_text("Possible now")


def test_what_is_wrong_is_named_without_the_right_digit(small):
    small.keyboard.press("3")
    small.keyboard.press("ArrowRight")
    small.keyboard.press("Control+3")
    wrong = ["r1c2 is not 3.", "r1c3: the right digit is not among your marks."]
    small.get_by_role("button", name="Check").click()
    expect(small.locator("#hints .explained p")).to_have_text(wrong)
    expect(small.locator("#board .wrong")).to_have_count(2)
    small.get_by_role("button", name="Where").click()
    expect(small.locator("#hints .explained p")).to_have_text(wrong)
    small.keyboard.press("Control+z")
    small.keyboard.press("Control+z")
    small.get_by_role("button", name="Check").click()
    expect(small.locator("#hints .explained")).to_have_text("Nothing is wrong so far.")


@pytest.mark.slow
def test_two_tabs_play_one_game(small, server):
    other = small.context.new_page()
    other.goto(f"{server}/play?puzzle={PUZZLE}")
    small.keyboard.press("2")
    expect(cell(other, 1, 2)).to_have_text("2")
    other.keyboard.press("ArrowRight")
    other.keyboard.press("4")
    expect(cell(small, 1, 3)).to_have_text("4")
    small.keyboard.press("Control+z")
    expect(cell(other, 1, 3)).to_have_text("")


def wait_for_kept(page, **values):
    """Wait until a tab sees digits that another tab kept; the browser passes them on a moment later.

    `wait_for_kept(page, r1c2=2)`
    """
    indices = {4 * (int(name[1]) - 1) + int(name[3]) - 1: value for name, value in values.items()}
    page.wait_for_function(
        "(wanted) => Object.values(localStorage).some((text) => {"
        "  const { values } = JSON.parse(text);"
        "  return values && Object.entries(wanted).every(([index, value]) => values[index] === value);"
        "})",
        arg={str(index): value for index, value in indices.items()},
    )


@pytest.mark.slow
def test_a_forgotten_tab_takes_no_move_back(small, server):
    forgotten = small.context.new_page()
    forgotten.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    forgotten.goto(f"{server}/play?puzzle={PUZZLE}")
    small.bring_to_front()
    for keys in ("2", "ArrowRight", "4"):
        small.keyboard.press(keys)
    wait_for_kept(forgotten, r1c2=2, r1c3=4)
    forgotten.evaluate("dispatchEvent(new Event('pagehide'))")
    small.reload()
    expect(cell(small, 1, 2)).to_have_text("2")
    expect(cell(small, 1, 3)).to_have_text("4")


@pytest.mark.slow
def test_a_move_of_a_frozen_tab_comes_after_those_of_the_others(small, server):
    frozen = small.context.new_page()
    frozen.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    frozen.goto(f"{server}/play?puzzle={PUZZLE}")
    small.keyboard.press("2")
    wait_for_kept(frozen, r1c2=2)
    frozen.keyboard.press("ArrowRight")
    frozen.keyboard.press("4")
    expect(cell(frozen, 1, 2)).to_have_text("2")
    expect(cell(frozen, 1, 3)).to_have_text("4")


@pytest.mark.slow
def test_a_numeric_pad_without_numlock_moves_and_writes_nothing(small):
    press = "(cell, [key, code]) => cell.dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true}))"
    cell(small, 1, 2).evaluate(press, ["ArrowDown", "Numpad2"])
    expect(small.locator(".filled")).to_have_count(0)
    expect(cell(small, 2, 2)).to_be_focused()
    cell(small, 2, 2).evaluate(press, ["4", "Numpad4"])
    expect(cell(small, 2, 2)).to_have_text("4")


@pytest.mark.slow
def test_keys_go_to_the_board_after_a_click_beside_it(small):
    small.keyboard.press("2")
    small.get_by_role("button", name="Undo").click()
    small.keyboard.press("ArrowRight")
    small.keyboard.press("4")
    expect(cell(small, 1, 3)).to_have_text("4")
    small.locator("footer, main").first.click(position={"x": 2, "y": 2})
    small.keyboard.press("ArrowDown")
    expect(cell(small, 2, 3)).to_be_focused()


def test_print_has_neither_pad_nor_panels(small):
    small.emulate_media(media="print")
    for hidden in (".aside", ".pad", "#hints", "#pause"):
        expect(small.locator(hidden)).to_be_hidden()
    expect(small.locator("#board")).to_be_visible()


@pytest.mark.slow
def test_the_clock_stays_in_sight(page, server):
    for size in ((1280, 800), (360, 740)):
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.goto(f"{server}/play?puzzle={HARD}")
        page.locator("#hints .explained").evaluate("text => { text.style.height = '3000px'; }")
        page.evaluate("scrollTo(0, 1500)")
        expect(page.locator("#clock")).to_be_in_viewport()


@pytest.mark.slow
def test_the_head_has_the_level_and_the_board_says_the_rest(page, server, rated):
    with catalogue.open(rated) as found:
        puzzle = found[3]
    scored = engine.score(puzzle.grid)
    level = engine.LEVELS[scored["level"]]
    page.goto(f"{server}/play?board=3")
    expect(page.locator("#about")).to_have_text(level)
    page.goto(f"{server}/boards/3")
    facts = page.locator(".facts")
    expect(facts).to_contain_text(f"{level}, with a score of {scored['score']:,}")
    expect(facts).to_contain_text(f"rated {puzzle.rating}, {puzzle.grade}")


@pytest.mark.slow
def test_solved_puzzles_have_their_time_and_hints(small, server):
    small.keyboard.press("?")
    expect(small.locator("#hints .explained")).to_contain_text("Look at")
    solution = Grid(engine.solve(Grid.parse(PUZZLE))).line()
    for place, digit in enumerate(solution):
        if PUZZLE[place] == ".":
            cell(small, place // 4 + 1, place % 4 + 1).click()
            small.keyboard.press(digit)
    expect(small.locator("#status")).to_have_text(re.compile(r"Solved in \d+:\d\d, with 1 hint\."))
    small.goto(f"{server}/play")
    solved = small.locator("#solved")
    expect(solved.get_by_role("listitem")).to_have_text(re.compile(r"^Your puzzle no level, 4x4, 0:\d\d, with 1 hint$"))
    expect(solved.get_by_role("row").last).to_have_text(re.compile(r"^no level, 4x4\s*1\s*1$"))
    expect(small.locator("#kept")).to_be_hidden()


@pytest.mark.slow
def test_a_page_that_is_shown_again_lists_what_was_played_since(page, server):
    page.goto(f"{server}/play")
    expect(page.locator("#kept")).to_be_hidden()
    other = page.context.new_page()
    other.goto(f"{server}/play?puzzle={PUZZLE}")
    other.keyboard.press("2")
    wait_for_kept(page, r1c2=2)
    for _ in range(2):  # what a browser does that has kept the page as it was
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        expect(page.locator("#kept").get_by_role("listitem")).to_have_count(1)


def test_plain_puzzles_are_thought_about_in_the_tab(page, server):
    """Hints, all steps, the path and mistakes without a question to the server, and the engine only then."""
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server)))
    page.goto(f"{server}/play?puzzle={HARD}")
    page.locator("#board .selected").wait_for()
    assert not [address for address in asked if "engine" in address]
    hints = page.locator("#hints .explained")
    for button, text in (
        ('[data-depth="all"]', engine.next_step(HARD, HARD, style="eye").sentence),
        ("#path", "The path from here"),
        ("#check", "Nothing is wrong so far."),
        ("#all-steps", "Possible now"),
    ):
        page.locator(button).click()
        expect(hints).to_contain_text(text)
    assert "/static/engine.js" in asked and not [address for address in asked if address.startswith("/api")]
