"""The Watch page: what it shows, its pieces of steps, and a collapse and a search played in a browser."""

import re

import pytest
from playwright.sync_api import expect

from board_catalogue.engine import Grid
from board_catalogue.engine.teaching.making import collapse
from board_catalogue.engine.teaching.search import RULE_FUNCTIONS, Search

NO_SOLUTION = "method=search&rule=row-major&seed=9&clues=28"  # the search takes 505 steps


def pieces_of(client, address):
    """All pieces of a run, each named by the one before."""
    pieces = []
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        pieces.append(answer.json())
        address = pieces[-1]["next"]
    return pieces


def steps_address(text):
    return re.search(r'data-steps="([^"]+)"', text)[1].replace("&amp;", "&")


# --- In this process ----------------------------------------------------------------------------------------------


@pytest.mark.daily("blocks=2x3&seed=2&index=3")
@pytest.mark.parametrize("query", ["size=9&seed=1", "blocks=2x3&seed=2&index=3"])
def test_a_collapse_is_played_to_the_board_of_its_seed(client, query):
    page = client.get(f"/watch?{query}").text
    wanted = dict(each.split("=") for each in query.split("&"))
    size, blocks = wanted.get("size"), wanted.get("blocks")
    made = list(
        collapse(size and int(size), blocks=blocks, seed=int(wanted["seed"]), index=int(wanted.get("index", 0)))
    )
    pieces = pieces_of(client, steps_address(page))
    assert pieces[-1]["end"] == {"board": made[-1].grid.line(), "invalid": 0}
    assert f"index={int(wanted.get('index', 0)) + 1}" in page


@pytest.mark.slow_cases("fewest")
@pytest.mark.parametrize("rule", RULE_FUNCTIONS)
def test_a_search_is_played_to_its_end(client, rule):
    page = client.get(f"/watch?method=search&seed=11&clues=25&rule={rule}").text
    puzzle = Grid.parse(re.search(r'data-clues="([^"]+)"', page)[1])
    assert puzzle.locked_count == 25 and "with 25 random clues" in page
    search = Search(puzzle, rule=RULE_FUNCTIONS[rule])
    ending = search.run()
    pieces = pieces_of(client, steps_address(page))
    assert pieces[-1]["end"] == {"ending": ending, "board": search.grid.line(), "invalid": 0}
    assert sum(len(piece["steps"]) for piece in pieces) == search.metrics.steps


def test_a_pasted_puzzle_of_any_shape_is_searched(client):
    page = client.get("/watch", params={"method": "search", "blocks": "2x3", "puzzle": "12...." + "." * 30}).text
    assert "A puzzle with 2 clues" in page and 'data-blocks="2x3"' in page
    assert "Next board" not in page
    assert pieces_of(client, steps_address(page))[-1]["end"]["ending"] == "solved"


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("method=guess", "not one of collapse, search"),
        ("method=search&rule=best", "not one of row-major, fewest"),
        ("size=26", "whole number in 1 .. 25"),
        ("size=7", "size 7 has no usual blocks"),
        ("seed=9999999999999999999", "not a whole number"),
        ("method=search&puzzle=hello", "board"),
    ],
)
def test_what_cannot_be_watched_is_said(client, query, why):
    answer = client.get(f"/watch?{query}")
    assert answer.status_code == 400
    assert why in answer.json()["error"]


@pytest.mark.slow
def test_what_cannot_be_watched_is_said_beside_its_field_and_input_is_kept(browser, server):
    with browser.new_page() as page:  # whose console names the answer that failed
        page.goto(f"{server}/watch?method=search&seed=3")
        page.get_by_label("Or a puzzle").fill("12x")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("#error")).to_contain_text("3 cells are not a board")
        expect(page.get_by_label("Or a puzzle")).to_have_value("12x")
        page.get_by_label("Or a puzzle").fill("")
        page.get_by_label("Size").fill("7")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_label("Size")).to_have_accessible_description(re.compile("choose the blocks"))
        expect(page.get_by_label("Size")).to_have_value("7")


def test_a_piece_that_no_search_comes_to_is_refused(client):
    answer = client.get("/api/watch/search", params={"puzzle": "." * 16, "after": "...1" + "." * 12})
    assert answer.status_code == 400 and "comes to that grid" in answer.json()["error"]


# --- In a browser -------------------------------------------------------------------------------------------------


def result(page, text):
    page.locator("#result").get_by_text(text).wait_for()


@pytest.mark.slow
def test_a_collapse_step_by_step_and_enter_for_the_next_board(page, server):
    page.goto(f"{server}/watch?size=4&seed=1")
    step, settled = page.get_by_role("button", name="Step", exact=True), page.locator("#board .filled")
    expect(settled).to_have_count(0)
    for taken in range(1, 4):
        step.click()
        page.locator("#step").get_by_text(f"{taken} of 16 cells settled").wait_for()
        expect(settled).to_have_count(taken)
    page.get_by_role("button", name="Restart").click()
    expect(settled).to_have_count(0)
    page.locator("#delay").fill("0")
    page.get_by_role("button", name="Play").click()
    result(page, "Hurray! No cell breaks a rule")
    expect(settled).to_have_count(16)

    page.keyboard.press("Enter")
    page.locator("#caption").get_by_text("Board 1 of seed 1").wait_for()
    result(page, "Hurray! No cell breaks a rule")
    assert page.url.endswith("index=1")
    line = "".join(page.locator("#board [role=gridcell]").all_inner_texts())
    assert line == list(collapse(4, seed=1, index=1))[-1].grid.line()


@pytest.mark.slow
def test_a_search_is_paused_and_continued_by_keys(page, server):
    page.goto(f"{server}/watch?{NO_SOLUTION}")
    page.locator("#delay").fill("60")
    page.locator("#board [role=gridcell]").first.focus()
    page.keyboard.press("s")
    page.locator("#step").get_by_text("step 1, depth 1, backtracks 0").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Play").wait_for()
    page.keyboard.press("-")
    assert page.locator("#delay").input_value() == "120"
    page.get_by_role("button", name="To the end").click()
    result(page, "No solution!")
    expect(page.locator("#board .filled")).to_have_count(0)


@pytest.mark.slow
def test_no_animation_for_those_who_ask_for_none(browser, server):
    with browser.new_page(reduced_motion="reduce") as page:
        page.goto(f"{server}/watch?size=4&seed=1")
        page.get_by_role("button", name="Step", exact=True).click()
        page.locator("#step").get_by_text("1 of 16 cells settled").wait_for()
        assert not page.get_by_role("button", name="Play").is_visible()
        page.locator("#board [role=gridcell]").first.focus()
        page.keyboard.press(" ")  # plays nothing
        expect(page.locator("#board .filled")).to_have_count(1)
        page.keyboard.press("Enter")
        result(page, "Hurray! No cell breaks a rule")


def hold_the_next_board(page, server, delay):
    """Ask for the board after the first, and return a list with the request that waits for it."""
    page.goto(f"{server}/watch?size=4&seed=1")
    held = []
    page.route("**/watch?*", lambda route: held.append(route))
    page.locator("#delay").fill(delay)
    page.locator("#player").focus()
    with page.expect_request("**/watch?*"):
        page.keyboard.press("Enter")
    return held


@pytest.mark.slow
def test_one_board_comes_at_a_time(page, server):
    held = hold_the_next_board(page, server, delay="0")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="To the end").click()  # the board before is played on
    result(page, "Hurray! No cell breaks a rule")
    assert len(held) == 1
    held[0].continue_()
    page.locator("#caption").get_by_text("Board 1 of seed 1").wait_for()
    result(page, "Hurray! No cell breaks a rule")
    page.unroute("**/watch?*")
    page.keyboard.press("Enter")
    page.locator("#caption").get_by_text("Board 2 of seed 1").wait_for()


@pytest.mark.slow
def test_a_next_board_ends_the_run_of_the_one_before(page, server):
    page.clock.install()
    held = hold_the_next_board(page, server, delay="5000")
    page.keyboard.press(" ")  # plays the board before
    page.locator("#step").get_by_text("1 of 16 cells settled").wait_for()
    page.locator("#delay").fill("0")
    page.locator("#player").focus()
    held[0].continue_()
    result(page, "Hurray! No cell breaks a rule")
    page.locator("#step").evaluate("""step => {
        window.said = [];
        new MutationObserver(() => said.push(step.textContent)).observe(step, {childList: true});
    }""")
    page.clock.fast_forward(6000)
    assert page.evaluate("said") == []


@pytest.mark.slow
def test_a_failure_is_said_and_tried_again(browser, server):
    with browser.new_page() as page:  # whose console names the answers that failed
        busy = {"status": 503, "json": {"error": "the server works on other requests"}}
        page.route("**/api/watch/**", lambda route: route.fulfill(**busy))
        page.goto(f"{server}/watch?size=4&seed=1")
        page.locator("#delay").fill("0")
        page.get_by_role("button", name="Play").click()
        result(page, "the server works on other requests")
        page.unroute("**/api/watch/**")
        page.get_by_role("button", name="Play").click()
        result(page, "Hurray! No cell breaks a rule")
        page.route("**/watch?*", lambda route: route.fulfill(**busy))
        page.keyboard.press("Enter")
        result(page, "the server works on other requests")
        page.unroute("**/watch?*")
        page.route("**/watch?*", lambda route: route.abort())
        page.keyboard.press("Enter")
        result(page, "The server does not answer.")
        page.unroute("**/watch?*")
        page.keyboard.press("Enter")
        page.locator("#caption").get_by_text("Board 1 of seed 1").wait_for()


@pytest.mark.slow_cases("1280-720")
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (360, 640)])
def test_the_controls_are_in_sight(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/watch?seed=1")
    for name in ("Play", "Step", "Restart"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
