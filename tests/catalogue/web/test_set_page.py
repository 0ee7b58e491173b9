"""The setter's desk: what is drawn on its page is the puzzle that is meant, and the page says what holds of it."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.pages.desk import described_draft, draft_of, tools, variant_of
from board_catalogue.catalogue.verbs.create import CreateRequest, create_with_rules
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.frame import Frame, with_chaos
from board_catalogue.engine.rules.picture import svg_layers
from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.variant import RULES, usual_regions
from board_catalogue.engine.shape import DIGITS
from board_catalogue.engine.words import LANGUAGES

OWN = (
    ".Cage~23~R1C1~R1C2~R2C2.Thermo~R5C5~R6C6~R7C7~R7C8~R7C9.WhiteDot~R9C1~R9C2.LittleKiller~19~R1C4"
    ".XSum~R3~20~.SameValues~2~R1C5~R2C5~R8C8~R8C9.AntiKing.Diagonal~1.~R6C1_4~R2C9_7"
)
"""A puzzle with marks of every shape; of several solutions."""


class Hand:
    """Draws on the page as a person does."""

    def __init__(self, page):
        self.page = page
        self.cells = page.locator("#board [role=gridcell]")

    def take(self, name):
        self.page.locator("#search").fill(name)
        self.page.get_by_role("group", name="Rules").get_by_role("button", name=name, exact=True).click()
        self.page.locator("#search").fill("")

    def drag(self, *cells):
        boxes = [self.cells.nth(cell).bounding_box() for cell in cells]
        for number, box in enumerate(boxes):
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            if not number:
                self.page.mouse.down()
        self.page.mouse.up()

    def by_keys(self, *cells):
        """Strokes by keys, from the cell with the focus."""
        for cell in cells:
            self.cells.nth(cell).focus()
            self.page.keyboard.press(" ")
        self.page.keyboard.press("Enter")

    def draw(self, variant):
        """Draw a puzzle by the controls of the page: its size, regions, marks with their values, and clues."""
        title = {tool["name"]: tool["title"][:1].upper() + tool["title"][1:] for tool in tools()}
        where = {tool["name"]: tool["where"] for tool in tools()}
        page, size = self.page, variant.size
        page.get_by_label("Size").select_option(str(size))
        if variant.regions != usual_regions(size):
            page.get_by_role("button", name="No regions").click()
            page.get_by_role("button", name="Regions", exact=True).click()
            for number, region in enumerate(variant.regions):
                page.locator("#pad button").nth(number).click()
                self.by_keys(*region)
        for use in variant.uses:
            self.take(title[use.rule])
            for cells in use.groups or ([use.cells] if use.cells else []):
                self.by_keys(*(cells[:2] if where[use.rule] in ("outside", "ray") else cells))
            if use.value is not None:
                page.locator("#value").fill(RULES[use.rule].takes.text(use, variant))
                page.keyboard.press("Enter")
        page.get_by_role("button", name="Digits and marks").click()
        for cell, digit in enumerate(variant.givens):
            if digit:
                self.cells.nth(cell).focus()
                page.keyboard.press(DIGITS[digit])

    def draft(self):
        return json.loads(self.page.evaluate("localStorage.getItem('board-catalogue/desk')"))


def in_a_folder(page, home, folder):
    """The hand at the desk of a site without a server."""
    with catalogue.open(home) as opened:
        opened.site(folder / "site", limit=2)
    page.goto((folder / "site/index.html").as_uri())
    page.evaluate("localStorage.clear(), sessionStorage.clear()")  # which all folders share
    page.goto((folder / "site/set.html").as_uri())
    return Hand(page)


def test_a_puzzle_is_drawn(page, server):
    page.goto(f"{server}/set")
    hand = Hand(page)
    for name, draw, cells, value in (
        ("Cage", hand.drag, (0, 1, 10), "23"),
        ("Thermometer", hand.by_keys, (40, 50, 60, 61, 62), ""),
        ("White dot", hand.drag, (72, 73), ""),
        ("Little killer", hand.drag, (3, 11), "19"),
        ("X-sum", hand.by_keys, (18, 19), "20"),
        ("Same digits", hand.drag, (4, 13), ""),
        ("", hand.drag, (70, 71), ""),
    ):
        if name:
            hand.take(name)
        draw(*cells)
        page.keyboard.type(value)
    hand.take("Anti-king")
    hand.take("Diagonal")
    page.locator("#value").fill("/")
    page.get_by_role("button", name="Digits and marks").click()
    for cell, digit in ((45, "4"), (17, "7")):
        hand.cells.nth(cell).click()
        page.keyboard.press(digit)
    assert variant_of(hand.draft()) == constraint_text.read(OWN)
    page.get_by_text("At least 200 solutions").wait_for()
    page.locator("#board .rules.mixed path").first.wait_for()
    candidates = engine.true_candidates(constraint_text.read(OWN))
    label = hand.cells.nth(0).get_attribute("aria-label")
    assert label == "row 1 column 1, candidates " + " ".join(str(d + 1) for d in range(9) if candidates[0] >> d & 1)


def test_a_setter_draws_without_a_server(page, rated, tmp_path):
    hand = in_a_folder(page, rated, tmp_path)
    for name, cells in (("Thermometer", (0, 1, 2)), ("White dot", (3, 4)), ("Little killer", (1, 11))):
        hand.take(name)
        hand.by_keys(*cells)
    page.locator("#value").fill("12")
    page.keyboard.press("Enter")
    uses = Use("thermometer", (0, 1, 2)), Use("white dot", (3, 4)), Use("little killer", tuple(range(1, 72, 10)), 12)
    for layer, drawn in zip(("mixed", "covering"), svg_layers(Variant.of(9, *uses)), strict=True):
        shapes = page.locator(f"#board .rules.{layer} svg > *")
        expect(shapes).to_have_count(len(re.findall("<(?:path|circle|text)", drawn)))
        shown = shapes.evaluate_all("all => all.map((each) => each.getAttribute('d') ?? each.getAttribute('cx'))")
        assert [each for each in shown if each] == re.findall(r' (?:d|cx)="([^"]+)"', drawn)
    expect(page.locator("#rules-text p")).to_have_count(3)


def test_a_value_stays_while_it_is_typed(page, server):
    page.goto(f"{server}/set")
    hand = Hand(page)
    hand.take("Cage")
    hand.drag(0, 1)
    page.locator("#value").fill("17")
    page.evaluate("catalogue.desk.desk.show()")  # as when the truth comes
    assert page.locator("#value").input_value() == "17"
    page.keyboard.press("Enter")
    assert hand.draft()["uses"][0]["value"] == 17


def test_one_solution_is_known_with_what_can_go_and_a_stroke_goes_back(page, server):
    puzzle = page.request.get(f"{server}/boards/3/line").text().split()[0]
    page.goto(f"{server}/set?board=3")
    page.get_by_text("One solution").wait_for()
    page.locator("#show-solution").check()
    shown = "".join(page.locator("#board [role=gridcell]").all_inner_texts())
    assert shown == engine.Grid(engine.solve(engine.Grid.parse(puzzle))).line()
    needless = [] if engine.minimal(engine.Grid.parse(puzzle)) else ["Each of these can go:"]
    page.get_by_text(*needless or ["Nothing can go."]).wait_for()
    hand = Hand(page)
    hand.take("Anti-king")
    page.get_by_text("These contradict each other:").wait_for()
    assert page.locator("#marks .note").inner_text() == "contradicts"
    hand.cells.first.focus()
    page.keyboard.press("Control+z")
    page.get_by_text("One solution").wait_for()
    assert "".join(map(str, hand.draft()["givens"])).replace("0", ".") == puzzle


@pytest.mark.slow
def test_a_mark_is_chosen_moved_copied_and_deleted(page, server):
    page.goto(f"{server}/set")
    hand = Hand(page)
    hand.take("Cage")
    hand.drag(0, 1)
    page.get_by_role("button", name="Digits and marks").click()
    hand.cells.nth(1).click()
    page.keyboard.press("Alt+ArrowDown")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_label("Sum").fill("12")
    page.get_by_label("Sum").press("Enter")
    assert page.locator("#marks button").all_inner_texts() == ["Cage: r2c1 r2c2", "Cage 12: r2c2 r2c3"]
    page.get_by_role("button", name="Reshape").click()
    hand.drag(40, 41, 42)
    page.locator("#marks button").first.click()
    page.get_by_role("button", name="Delete").click()
    assert page.locator("#marks button").all_inner_texts() == ["Cage 12: r5c5 r5c6 r5c7"]


@pytest.mark.slow
def test_marks_follow_a_locked_solution_and_clues_finish_the_puzzle(page, server):
    page.goto(f"{server}/set")
    hand = Hand(page)
    page.get_by_text("At least 200 solutions").wait_for()
    page.get_by_role("button", name="Another solution").click()
    page.get_by_text("This is one of its solutions.").wait_for()
    board = [int(symbol) for symbol in page.locator("#board [role=gridcell]").all_inner_texts()]
    page.get_by_role("button", name="Lock this solution").click()
    hand.take("Cage")
    hand.drag(0, 1, 2)
    page.get_by_text(f"Cage {sum(board[:3])}: r1c1 r1c2 r1c3").first.wait_for()
    page.get_by_label("Symmetry").select_option("Half a turn")
    page.get_by_role("button", name="Finish it").click()
    page.get_by_text("It has one solution now.").wait_for()
    page.get_by_text("Opens with:").wait_for()
    variant = variant_of(hand.draft())
    assert "".join(map(str, board)) == variant.text_of(engine.solve([variant])[0].tolist())
    assert [bool(clue) for clue in variant.givens] == [bool(clue) for clue in reversed(variant.givens)]
    page.get_by_role("button", name="Write them from the marks").click()
    expect(page.get_by_label("Rules in your own words")).to_have_value(re.compile("^Cage: "))
    page.get_by_role("button", name="Test it").click()
    page.locator("#game").wait_for()
    page.go_back()
    page.get_by_text("One solution").wait_for()
    page.get_by_role("button", name="Undo").click()
    assert hand.draft()["words"] == ""


@pytest.mark.slow
def test_on_a_phone_the_rules_are_a_sheet(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/set")
    rules, sheet, opener = (
        page.get_by_role("group", name="Rules"),
        page.get_by_role("dialog"),
        page.locator("#all-tools"),
    )
    expect(rules.get_by_role("button")).to_have_count(10)
    opener.click()
    expect(sheet.get_by_role("button", name="Zipper")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    sheet.get_by_label("Search the rules").fill("sandw")
    sheet.get_by_role("button", name="Sandwich").click()
    expect(sheet).to_be_hidden()
    expect(rules.get_by_role("button", pressed=True)).to_have_text("Sandwich")
    page.locator(".margin button").nth(9).click()
    page.locator("#pad button").nth(7).click()
    assert variant_of(Hand(page).draft()).uses == (Use("sandwich", tuple(range(9)), 7),)
    opener.click()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(sheet).to_be_hidden()


@pytest.mark.slow
def test_clues_are_placed_beside_the_board_and_marks_joined_and_named(page, server):
    page.goto(f"{server}/set")
    hand, places = Hand(page), page.locator(".margin button")
    hand.take("Skyscraper")
    places.nth(2).click()
    page.keyboard.type("3")
    hand.take("Little killer")
    places.nth(10).click()  # at the end of the first row of places: the only diagonal from there
    page.locator("#pad button").nth(2).click()
    page.locator("#pad button").nth(0).click()
    hand.take("Table")
    hand.drag(40, 41)
    page.locator("#value").fill("1-2 2-3")
    page.keyboard.press("Enter")
    page.get_by_label("Name of the mark").fill("steps")
    page.get_by_label("Name of the mark").blur()
    hand.take("Regular expression")
    hand.by_keys(0, 1, 2)
    page.locator("#value").fill("12*3.")
    page.keyboard.press("Enter")
    uses = (
        Use("skyscraper", tuple(range(2, 81, 9)), 3),
        Use("little killer", tuple(range(8, 73, 8)), 20),
        Use("table", (40, 41), (2, 4, *[0] * 7), title="steps"),
        Use("regular expression", (0, 1, 2), "12*3."),
    )
    assert variant_of(hand.draft()).uses == uses
    page.locator("#marks button").nth(2).click()
    page.get_by_role("button", name="Either this or the next mark").click()
    either = Use("or", alternatives=tuple((use,) for use in uses[2:]))
    assert variant_of(hand.draft()).uses == (*uses[:2], either)
    page.get_by_role("button", name="Each by itself").click()
    assert variant_of(hand.draft()).uses == uses
    hand.take("Chaos construction")
    hand.take("Chaos count")
    hand.by_keys(60, 61, 62)
    drawn = variant_of(hand.draft())
    assert drawn.uses[-1] == Use("chaos count", (60,), 0, groups=((141, 142, 143),))
    assert drawn.frame == with_chaos(Frame.square(9)) and not drawn.regions
    assert page.locator("#marks button").last.inner_text() == "Chaos count 0: r7c7 r7c8 r7c9"


@pytest.mark.slow
def test_a_random_start_of_chosen_kinds_becomes_easier_and_harder(page, rated, tmp_path):
    hand = in_a_folder(page, rated, tmp_path)
    kinds, said = page.get_by_role("group", name="What may come and go"), page.locator("#help-status")
    kinds.get_by_role("button", name="White dot").click()
    page.get_by_label("Another kind").select_option("Anti-king")
    expect(kinds.locator("[aria-pressed=true]")).to_have_text(["Clues", "White dot", "Anti-king"])
    page.get_by_role("button", name="Random start").click()
    page.get_by_text("It has one solution now.").wait_for()
    begun = variant_of(hand.draft())
    assert {use.rule for use in begun.uses} == {"white dot", "anti-king"}
    for name in ("Easier", "Harder"):
        page.get_by_text("One solution", exact=True).wait_for()
        page.get_by_role("button", name=name).click()
        expect(said).to_have_text(re.compile("Before: .*Now: |None that was tried"))
        now = variant_of(hand.draft())
        assert engine.solve([now], limit=2)[1].tolist() == [1]
        assert engine.solve([now])[0].tolist() == engine.solve([begun])[0].tolist()
        assert (now == begun) == ("None" in said.inner_text())
        begun = now


@pytest.mark.slow
def test_each_tab_keeps_its_draft_and_marks_follow_where_they_go(page, server):
    page.goto(f"{server}/set?board=3")
    hand, other = Hand(page), page.context.new_page()
    page.get_by_text("One solution").wait_for()
    hand.take("Cage")
    hand.drag(0, 1)
    other.goto(f"{server}/set")
    other.get_by_role("button", name="Empty board").click()
    other.close()
    page.reload()
    expect(page.locator("#marks button")).to_have_text(["Cage: r1c1 r1c2"])
    page.get_by_role("button", name="Lock this solution").click()
    hand.take("Cage")
    hand.drag(9, 10)
    mark = page.locator("#marks button").last
    expect(mark).to_have_text(re.compile(r"Cage \d+: r2c1 r2c2"))
    page.keyboard.press("Alt+ArrowDown")
    expect(mark).to_have_text(re.compile(r"Cage \d+: r3c1 r3c2"))
    page.get_by_text("One solution").wait_for()
    page.get_by_role("button", name="Links and text").click()
    expect(page.locator("#links-out a")).not_to_have_count(0)
    page.get_by_label("Size").select_option("6")
    expect(page.locator("#links-out a")).to_have_count(0)
    expect(page.locator("#help-status")).to_have_text("Marks follow no solution.")
    page.get_by_role("group", name="What may come and go").get_by_role("button", name="Clues").click()
    page.get_by_role("button", name="Random start").click()
    page.get_by_text("Choose what may change: clues, or marks of some kinds.").wait_for()


@pytest.mark.slow
def test_drafts_are_kept_and_files_and_links_are_written(page, server, tmp_path):
    page.goto(f"{server}/set?board=3")
    hand = Hand(page)
    page.get_by_label("Title").fill("Mine")
    page.get_by_label("Title").blur()
    hand.take("Diagonal")
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Mine is kept.").wait_for()
    hand.take("Diagonal")
    page.locator("#drafts button").first.click()
    assert variant_of(hand.draft()).uses == (Use("diagonal"),)
    page.get_by_role("button", name="Undo").click()
    for form, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("PDF", b"%PDF"), ("TXT", "┏".encode()), ("JSON", b"{")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=form, exact=True).click()
        assert Path(saved.value.path()).read_bytes().startswith(start), form
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export all").click()
    page.evaluate("localStorage.removeItem('board-catalogue/drafts')")
    page.locator("#import-drafts").set_input_files(saved.value.path())
    page.get_by_text("1 drafts were read.").wait_for()
    page.get_by_role("button", name="Links and text").click()
    page.get_by_role("link", name="f-puzzles").wait_for()
    page.get_by_label("A puzzle as text, or its link").fill(OWN)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("It is on the board").wait_for()
    assert variant_of(hand.draft()) == constraint_text.read(OWN)


@pytest.mark.slow
def test_a_puzzle_is_saved_with_what_its_setter_says(page, writing_server):
    page.goto(f"{writing_server}/set")
    made = engine.carve(engine.generate(1, seed=99), seed=99)
    page.get_by_label("A puzzle as text, or its link").fill("".join(map(str, made[0].ravel())))
    page.get_by_role("button", name="Open", exact=True).click()
    for name, text in (("Title", "Mine"), ("Author", "Me"), ("Rules in your own words", "No rules"), ("Tags", "new")):
        page.get_by_label(name).fill(text)
        page.get_by_label(name).blur()
    page.get_by_role("button", name="Save to the catalogue").click()
    page.get_by_role("link", name="Puzzle").click()
    said = page.locator(".facts").inner_text()
    assert "Mine" in said and "Me" in said and "new" in said


@pytest.mark.slow
def test_the_desk_needs_no_server(page, rated, tmp_path):
    hand = in_a_folder(page, rated, tmp_path)
    hand.take("Cage")
    hand.drag(0, 1, 10)
    page.keyboard.type("19")
    page.locator("#board .rules.mixed svg").wait_for()
    page.get_by_role("button", name="Finish it").click()
    page.get_by_text("Opens with:").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="SVG", exact=True).click()
    assert "Cells of a cage" in Path(saved.value.path()).read_text()
    page.get_by_role("button", name="Test it").click()
    page.locator("#game .rules.mixed svg").wait_for()
    page.get_by_role("button", name="All of it").click()
    page.locator("#board .overlay").wait_for()
    page.go_back()
    page.get_by_text("One solution").wait_for()
    assert page.locator("#marks button").all_inner_texts() == ["Cage 19: r1c1 r1c2 r2c2"]
    page.get_by_label("Title").fill("Mine")
    page.get_by_label("Title").blur()
    page.get_by_role("button", name="Links", exact=True).click()
    link = page.get_by_role("link", name="SudokuPad").get_attribute("href")
    drawn = variant_of(hand.draft())
    assert (reading_of(link).title, read_variant(link)) == ("Mine", drawn)
    page.get_by_role("button", name="Empty board").click()
    page.get_by_label("A puzzle as text, or its link").fill(link)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("It is on the board").wait_for()
    assert (hand.draft()["title"], variant_of(hand.draft())) == ("Mine", drawn)
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG", exact=True).click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


KINDS = (
    *("killer", "thermo", "arrow", "kropki", "xv", "whispers", "renban", "palindrome", "sandwich", "little killer"),
    *("skyscraper", "x-sum", "numbered room", "diagonal", "windoku", "anti-knight", "anti-king", "non-consecutive"),
    *("jigsaw", "disjoint groups,thermo,kropki"),
)


@pytest.mark.slow
@pytest.mark.parametrize("rules", KINDS)
def test_a_puzzle_that_is_drawn_by_the_controls_goes_to_sudokupad_and_comes_back(page, server, rules):
    (made,) = create_with_rules(CreateRequest(rules=rules, size=6 if rules == "killer" else None, seed=3)).puzzles
    page.goto(f"{server}/set")
    hand = Hand(page)
    hand.draw(made)
    assert variant_of(hand.draft()) == made
    page.get_by_text("One solution").wait_for()
    page.get_by_role("button", name="Links and text").click()
    link = page.get_by_role("link", name="SudokuPad").get_attribute("href")
    solution = engine.solve([made])[0].tolist()
    assert engine.solve([read_variant(link)])[0].tolist() == solution
    page.locator("#show-solution").check()
    assert "".join(page.locator("#board [role=gridcell]").all_inner_texts()) == made.text_of(solution)


# --- Without a browser ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_in_the_table_with_its_words(language):
    table = tools(language)
    assert {tool["name"] for tool in table} == RULES.keys()
    assert all(tool["title"] and tool["words"] and tool["where"] for tool in table)
    assert [tool["tool"] for tool in table[:11]] == ["first"] * 10 + ["more"]
    assert all(tool["kind"] for tool in table if tool["needed"] and tool["tool"] != "none")


def test_a_draft_is_the_puzzle_that_it_was_made_of():
    for text in (OWN, ".Shape~6x6~0-5.Cage~7~R1C1~R1C2", ".Shape~9x9.NoBoxes.Var~X~name~2.Sum~9~VX1~VX2"):
        variant = constraint_text.read(text)
        draft = json.loads(json.dumps(draft_of(variant)))
        assert variant_of(draft) == variant
        assert constraint_text.read(described_draft(draft)["text"]) == variant


def test_a_region_that_lacks_cells_has_no_digit_twice():
    draft = draft_of(Variant.of(4)) | {"regions": "AA.A" + "." * 12}
    assert variant_of(draft) == Variant.of(4, Use("all different", (0, 1, 3)), blocks="none").with_givens("." * 16)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"size": 99}, "a draft has '99' where a whole number in 4 .. 16 is needed"),
        ({"uses": [{"rule": "cages"}]}, "rule 'cages' is not known"),
        ({"uses": [{"rule": "cage", "cells": [81]}]}, "a draft has '81' where a whole number in 0 .. 80 is needed"),
        ({"uses": [3]}, "this is no draft of the desk"),
        ({"regions": "A" * 81}, "the region of r1c1 has 81 cells: 9 are the most"),
        ({"regions": "A"}, "the regions have 1 cells, and the board 81"),
        ({"givens": [True] * 81}, "a draft has 'True' where a whole number in 0 .. 9 is needed"),
    ],
)
def test_what_is_wrong_with_a_draft_is_said(client, wrong, said):
    answer = client.post("/set/described", json=draft_of(Variant.of(9)) | wrong)
    assert (answer.status_code, answer.json()) == (400, {"error": said})


def test_a_text_is_read_as_solve_reads_it(client):
    assert client.post("/set/read", json={"text": OWN}).json() == json.loads(
        json.dumps(draft_of(constraint_text.read(OWN)))
    )
    assert "6x8" in client.post("/set/read", json={"text": ".Shape~6x8"}).json()["error"]


def test_links_carry_title_and_author(client):
    about = {"title": "Größe", "author": "A & B"}
    for variant in (
        Variant.of(9),
        Variant.of(9, Use("thermometer", (0, 1, 2))),
        Variant.of(9, Use("sandwich", tuple(range(9)), 5)),
    ):
        draft = draft_of(variant) | about
        for link in client.post("/set/links", json=draft).json()["links"].values():
            assert client.post("/set/read", json={"text": link}).json() | about == json.loads(json.dumps(draft))
