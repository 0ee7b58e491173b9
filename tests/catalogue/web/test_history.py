"""A browser keeps what was played: marks in lists, draws, times by level, days, the history as a file."""

import json
import re

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue
from board_catalogue.catalogue.pages.contents import game_key
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.verbs.class_results import results_of


@pytest.fixture(scope="module")
def small(tmp_path_factory, filled_by):
    """Eight easy puzzles of 4x4."""
    home = tmp_path_factory.mktemp("small") / "home"
    filled_by(home, size=4, boards=8, rate=Depth.score)
    return home


@pytest.fixture(scope="module")
def site(small, serving):
    with serving(small) as address:
        yield address


@pytest.fixture(scope="module")
def puzzles(small):
    with catalogue.open(small) as found:
        return {each.name: each for each in found}


def enter(page, puzzle, most=None):
    """Enter the digits of the solution, or some of them."""
    cells = page.locator("#board [role=gridcell]")
    empty = [cell for cell, given in enumerate(puzzle.givens) if given == "."][:most]
    for cell in empty:
        cells.nth(cell).click()
        page.keyboard.press(puzzle.answer[cell])


def solve(page, site, puzzle):
    page.goto(f"{site}/play?board={puzzle.name}")
    enter(page, puzzle)
    expect(page.locator("#status")).to_contain_text("Solved in")


def number_in(page):
    return re.search(r"board=([\d.]+)", page.url)[1]


@pytest.mark.slow
def test_what_was_played_is_marked_left_out_of_draws_and_first(page, site, puzzles):
    for name in "01":
        solve(page, site, puzzles[name])
    page.goto(f"{site}/play?board=2")
    enter(page, puzzles["2"], most=2)
    page.goto(f"{site}/puzzles")
    marks = {
        card.get_attribute("data-key"): card.locator(".played").inner_text() for card in page.locator(".card").all()
    }
    said = {name: marks[game_key(each.grid)] for name, each in puzzles.items()}
    assert said["0"].startswith("solved in 0:") and said["2"] == "begun"
    assert not any(said[name] for name in "34567")
    for _ in range(6):
        page.goto(f"{site}/play")
        expect(page.locator(".choose > section").first).to_contain_text("Continue Puzzle 2", use_inner_text=False)
        page.get_by_role("link", name="Easy").click()
        page.wait_for_url("**board=*")
        assert number_in(page) in "34567"
    page.get_by_role("link", name="Next one like this").click()
    page.wait_for_url("**board=*")
    assert number_in(page) in "34567"


@pytest.mark.slow
def test_the_end_shows_times_of_the_level_and_help_counts_apart(page, site, puzzles):
    page.clock.install(time="2026-11-24T10:00:00")
    for name, seconds in (("0", 100), ("1", 50)):
        page.goto(f"{site}/play?board={name}")
        expect(page.locator("#clock")).to_have_text(re.compile("0:0[1-9]"))  # it runs
        page.clock.fast_forward(seconds * 1000)
        enter(page, puzzles[name])
    ending = page.locator("#ending")
    expect(ending).to_be_in_viewport(ratio=1)
    expect(ending).to_contain_text("easy, 4x4")
    facts = dict(zip(ending.locator("dt").all_inner_texts(), ending.locator("dd").all_inner_texts(), strict=True))
    best = facts["Best"]
    assert facts["Help"] == "none" and facts["Time"] == best and best.startswith("0:5")
    assert facts["Average of 2"].startswith("1:1")
    expect(ending.get_by_role("img")).to_have_attribute("aria-label", re.compile("The last 2 times: 1:4.*, 0:5"))
    page.goto(f"{site}/play?board=3")
    page.keyboard.press("?")
    expect(page.locator("#hints .explained")).to_contain_text("Look at")
    enter(page, puzzles["3"])
    expect(page.locator("#status")).to_contain_text(re.compile("with 1 hint"))
    facts = dict(zip(ending.locator("dt").all_inner_texts(), ending.locator("dd").all_inner_texts(), strict=True))
    assert facts["Help"] == "1 hint" and facts["Best"] == best and "With help, average of 1" in facts
    page.goto(f"{site}/play")
    cells = page.locator("#solved tbody tr td").all_inner_texts()
    assert cells[:3] == ["easy, 4x4", "3", best] and cells[5] == "1"


@pytest.mark.slow
def test_start_again_resets_the_clock_and_a_pause_stops_everything(page, site, puzzles):
    page.clock.install(time="2026-11-24T10:00:00")
    page.goto(f"{site}/play?board=4")
    enter(page, puzzles["4"], most=2)
    page.clock.fast_forward(65_000)
    clock = page.locator("#clock")
    expect(clock).to_have_text(re.compile("1:0"))
    page.get_by_role("button", name="Start again").click()
    expect(clock).to_have_text("0:00")
    page.get_by_role("button", name="Undo").click()
    expect(clock).to_have_text(re.compile("1:0"))
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Pause").click()
    page.clock.fast_forward(30_000)
    for key in ("1", "Control+z", "?"):
        page.keyboard.press(key)
    assert page.locator(".play > .aside").evaluate("part => part.inert")
    assert page.locator("#hints .explained").inner_text() == ""
    page.locator("#continue").click()
    expect(clock).to_have_text(re.compile("0:0"))
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    page.reload()
    expect(clock).to_have_text(re.compile("0:0"))


@pytest.mark.slow
def test_days_have_a_calendar_and_a_streak(page, site, puzzles, client_of, small):
    page.clock.install(time="2026-11-24T10:00:00")
    for day in ("2026-11-24", "2026-11-03"):
        page.goto(f"{site}/play?day={day}")
        clues = page.locator("#board").get_attribute("data-clues")
        enter(page, next(each for each in puzzles.values() if each.givens == clues))
    page.goto(f"{site}/play")
    expect(page.locator("#month")).to_have_text("November 2026")
    expect(page.get_by_role("link", name="24: puzzle of 2026-11-24, solved", exact=True)).to_have_class("solved-day")
    expect(page.get_by_role("link", name="3: puzzle of 2026-11-03, solved later")).to_be_visible()
    expect(page.locator("#streak")).to_have_text("1 day in a row")
    assert page.locator("#days tbody a").count() == 24  # none of the days to come
    page.get_by_role("button", name="The month before").click()
    page.get_by_role("link", name="31: puzzle of 2026-10-31", exact=True).click()
    page.wait_for_url("**day=2026-10-31")


@pytest.mark.slow
def test_the_history_is_a_file_and_comes_back(page, site, puzzles, tmp_path):
    solve(page, site, puzzles["0"])
    page.goto(f"{site}/play?board=1")
    enter(page, puzzles["1"], most=2)
    page.goto(f"{site}/play")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "history.json"
    waiting.value.save_as(file)
    data = json.loads(file.read_text())
    assert [each["name"] for each in data["solved"]] == ["Puzzle 0"] and len(data["begun"]) == 1
    (pupil,) = results_of(tmp_path).pupils
    assert (pupil.pupil, pupil.solved, pupil.alone, pupil.begun) == ("history", 1, 1, 1)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget all").click()
    expect(page.locator("#solved")).to_be_hidden()
    page.set_input_files("#import-history", file)
    expect(page.locator("#history-said")).to_have_text("2 puzzles added.")
    expect(page.locator("#solved ol")).to_contain_text("Puzzle 0")
    expect(page.locator("#kept")).to_contain_text("Puzzle 1")
    page.set_input_files("#import-history", file)
    expect(page.locator("#history-said")).to_have_text("0 puzzles added.")
    for name, text in (("words", "hello"), ("elsewhere", json.dumps({"kind": "other"}))):
        (tmp_path / name).write_text(text)
        page.set_input_files("#import-history", tmp_path / name)
        expect(page.locator("#history-said")).to_have_text("Nothing was added: this is no file of a history.")
    entry = data["solved"][0] | {"id": "0" * 16, "address": "https://example.org/"}
    (tmp_path / "away").write_text(json.dumps(data | {"solved": [entry], "begun": {}}))
    page.set_input_files("#import-history", tmp_path / "away")
    expect(page.locator("#history-said")).to_have_text("0 puzzles added.")


@pytest.mark.slow
def test_what_an_earlier_version_kept_still_counts(page, site, puzzles):
    page.goto(f"{site}/play")
    key = f"board-catalogue/play/2x2/{puzzles['5'].givens}"
    old = [{"key": key, "name": "Puzzle 5", "grade": "hard", "elapsed": 61000, "hints": 0}]
    page.evaluate("old => localStorage.setItem('board-catalogue/solved', JSON.stringify(old))", old)
    page.goto(f"{site}/puzzles")
    card = page.locator(f'.card[data-key="{game_key(puzzles["5"].grid)}"]')
    expect(card.locator(".played")).to_have_text("solved in 1:01")


@pytest.mark.slow
def test_a_variant_is_known_again_in_its_list(page, serving, tmp_path):
    with catalogue.open(tmp_path / "home") as made:
        made.fill(2, size=4, rules="killer", seed=1, files=False)
        first = made[0]
    with serving(tmp_path / "home") as address:
        page.goto(f"{address}/play?board=0")
        enter(page, first, most=1)
        page.goto(f"{address}/puzzles")
        expect(page.locator(".played").first).to_have_text("begun")
        expect(page.locator(".card").first).to_contain_text(re.compile(r"killer \(\d+\)"))
