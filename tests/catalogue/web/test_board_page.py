"""The page of a board: in a browser its path and solution, from the server its images, files and links."""

import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.formats import How
from board_catalogue.catalogue.pages.rendering import FIRST, STATIC, classic_script, joined, scripts_of
from board_catalogue.catalogue.puzzles.columns import PUZZLE_METRICS
from board_catalogue.engine.browser.bundling import imported
from board_catalogue.engine.rules.formats import sudokupad


def puzzle_of(home, number):
    with catalogue.open(home) as found:
        return found[number]


def cells_of(page):
    return "".join(page.locator("#board [role=gridcell]").evaluate_all("cells => cells.map(c => c.textContent || '.')"))


@pytest.mark.slow
def test_a_path_is_followed_to_its_end_and_back(page, server, rated):
    puzzle = puzzle_of(rated, 12)
    steps = engine.steps(puzzle.grid, style="eye")
    page.goto(f"{server}/boards/12")
    assert cells_of(page) == puzzle.givens
    page.get_by_role("button", name="Step forward").click()
    expect(page.locator("#place")).to_have_text(f"step 1 of {len(steps)}")
    expect(page.locator(".explained")).to_contain_text(steps[0].sentence)
    expect(page.locator("#board .overlay svg title")).to_have_text(steps[0].sentence)
    cell, digit = steps[0].placement
    expect(page.locator("#board [role=gridcell]").nth(cell)).to_have_accessible_name(
        re.compile(f"the step places {digit}$")
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator(".explained")).to_contain_text(steps[1].sentence)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".explained")).to_contain_text(steps[0].sentence)
    page.get_by_role("button", name="To the solution").click()
    expect(page.locator(".explained")).to_have_text("The puzzle is solved.")
    assert cells_of(page) == puzzle.answer
    page.get_by_text("All steps").click()
    page.locator("#steps button").nth(len(steps) // 2).click()
    expect(page.locator(".explained")).to_contain_text(steps[len(steps) // 2].sentence)
    page.reload()  # the address has the step
    expect(page.locator(".explained")).to_contain_text(steps[len(steps) // 2].sentence)
    page.get_by_role("button", name="To the puzzle").click()
    assert cells_of(page) == puzzle.givens and not page.locator(".overlay").count()


@pytest.mark.slow
def test_a_chain_shows_the_arrows_of_one_branch_alone(page, server, rated):
    with catalogue.open(rated) as found:
        puzzle = found.puzzles(technique="region-chains").first()
    steps = puzzle.steps()
    place = next(place for place, step in enumerate(steps) if len(step.chains) > 1)
    page.goto(f"{server}/boards/{puzzle.name}")
    page.get_by_label("Style").select_option("rating")
    expect(page.locator(".explained")).to_contain_text(steps[0].sentence)
    page.get_by_text("All steps").click()
    page.locator("#steps button").nth(place).click()
    page.get_by_text("Every link of it").click()
    arrows = page.locator(".overlay .link")
    expect(page.locator(".branches > details")).to_have_count(len(steps[place].chains))
    page.locator(".branches > details > summary").first.click()
    expect(page.locator(".overlay .link:not(.faint)")).to_have_count(page.locator(".overlay .branch-1").count())
    assert 0 < page.locator(".overlay .branch-1").count() < arrows.count()
    page.locator(".branches > details > summary").first.click()
    expect(page.locator(".overlay .link.faint")).to_have_count(0)


@pytest.mark.slow
def test_the_solution_comes_on_demand(page, server, rated):
    puzzle = puzzle_of(rated, 3)
    page.goto(f"{server}/boards/3?turns=1&mirrored=1")
    grid = puzzle.grid.transpose().rotate().rotate()
    assert cells_of(page) == grid.line()
    button = page.get_by_role("button", name="Solution", exact=True)
    button.click()
    assert cells_of(page) == puzzle.solution.transpose().rotate().rotate().line()
    button.click()
    assert cells_of(page) == grid.line()
    expect(page.locator("#board [role=gridcell]").first).to_have_accessible_name(
        re.compile("row 1 column 1, (clue|empty)")
    )


@pytest.mark.slow
def test_turning_and_mirroring_reach_every_image(client, rated):
    seen, addresses = set(), ["/boards/3"]
    while addresses:
        text = client.get(addresses.pop()).text
        clues = re.search('data-clues="([^"]*)"', text)[1]
        if clues not in seen:
            seen.add(clues)
            addresses += [
                re.search(f'href="([^"]*)">{name}<', text)[1].replace("&amp;", "&") for name in ("Turn", "Mirror")
            ]
    assert seen == {grid.line() for grid in puzzle_of(rated, 3).grid.symmetries()}
    assert len(seen) == 8
    assert 'href="/play?board=3&amp;turns=1&amp;mirrored=1"' in client.get("/boards/3?turns=1&mirrored=1").text


def test_an_image_with_other_blocks_is_refused(client_of, tmp_path):
    with catalogue.open(tmp_path / "six") as six:
        six.fill(1, size=6, seed=1)
        expected = {grid.line() for grid in six[0].grid.symmetries()}
    client = client_of(tmp_path / "six")
    images = ["", "?turns=2", "?mirrored=1", "?turns=2&mirrored=1"]
    texts = [client.get(f"/boards/0{image}").text for image in images]
    assert {re.search('data-clues="([^"]*)"', text)[1] for text in texts} == expected
    assert 'href="/boards/0?turns=2">Turn<' in texts[0]
    refused = client.get("/boards/0?turns=1")
    assert refused.status_code == 400 and "other blocks" in refused.json()["error"]


@pytest.mark.slow
def test_links_to_applications_have_the_blocks_of_the_board(client_of, tmp_path):
    with catalogue.open(tmp_path) as found:
        found.fill(1, size=6, blocks="3x2", seed=1)
    client = client_of(tmp_path)
    shown = html.unescape(re.search(r'href="(https://sudokupad\.app[^"]*)"', client.get("/boards/0").text)[1])
    for link in (shown, client.get("/puzzles/export?format=link").text):
        assert engine.read_variant(link).regions == engine.Variant.of(6, blocks="3x2").regions


@pytest.mark.parametrize("name", ["grid", "sdk", "opensudoku"])
def test_its_files_are_read_back(client: TestClient, rated, name, tmp_path):
    from board_catalogue.catalogue.formats.opening import records_in

    puzzle = puzzle_of(rated, 3)
    answer = client.get(f"/boards/3/{name}?turns=1")
    assert answer.headers["content-disposition"].startswith('attachment; filename="puzzle-3-turned-90.')
    path = Path(tmp_path / "file")
    path.write_bytes(answer.content)
    with records_in(path, How(format=name)) as (_, records):
        assert [record.puzzle for record in records] == [puzzle.grid.rotate().line()]


def test_the_page_offers_files_links_tags_and_neighbours(client, rated):
    text = client.get("/boards/3").text
    puzzle = puzzle_of(rated, 3)
    assert all(f'href="/boards/3/{name}"' in text for name in ("line", "sdk", "svg", "png", "opensudoku"))
    assert "https://sudokupad.app/fpuzzles" in text
    assert f"sudoku.htm?bd={puzzle.givens.replace('.', '0')}" in text
    assert 'href="/boards/2"' in text and 'href="/boards/4"' in text
    assert f"{puzzle.rating:.1f}, {puzzle.grade}" in text
    for metric in PUZZLE_METRICS.values():
        assert metric.name == "clues" or metric.meaning in html.unescape(text)
    assert client.get("/boards/3/png").content.startswith(b"\x89PNG")
    assert client.get("/boards/3/csv").status_code == 404


def test_a_latin_square_is_not_offered_to_what_knows_blocks_alone(client_of, tmp_path):
    with catalogue.open(tmp_path / "squares") as made:
        made.fill(1, size=9, blocks="none", seed=1)
        variant = engine.Variant.of(9, blocks="none").with_givens(made[0].grid.to_numpy().ravel().tolist())
    text = html.unescape(client_of(tmp_path / "squares").get("/boards/0").text)
    assert sudokupad.write(variant) in text
    assert "sudokuwiki.org" not in text and 'href="/boards/0/opensudoku"' not in text
    assert 'href="/boards/0/sdk"' in text


@pytest.mark.parametrize("address", ["/boards/3.1", "/boards/x", "/boards/3/nothing"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_page_names_its_puzzle_tags_and_origin(client_of, tmp_path):
    board = engine.generate(1, seed=4)[0]
    puzzles = [engine.Grid(engine.carve(board[None], seed=seed)[0]).line() for seed in (1, 2)]
    (tmp_path / "<b>mine.txt").write_text("\n".join(puzzles) + "\n")
    home = tmp_path / "home"
    with catalogue.open(home) as mine:
        mine.import_file(tmp_path / "<b>mine.txt", format="line")
        mine.tag("<i>tag, 1", mine.puzzles())
    text = client_of(home).get("/boards/0.1").text
    assert '<h1 id="name">Puzzle 0.1</h1>' in text and puzzles[1] in text
    assert "&lt;b&gt;mine.txt, line 2" in text and "?tag=%3Ci%3Etag%2C%201" in text
    assert "<b>mine" not in text and "<i>tag" not in text


@pytest.mark.daily("/boards/0")
@pytest.mark.parametrize("address", ["/boards/0", "/play?board=12"])
def test_all_that_a_page_loads_before_its_board_is_below_40_kb(client, client_of, filled_large, address):
    asked = client_of(filled_large) if "0" in address else client
    page = asked.get(address)
    size, wanted, seen = (
        int(page.headers["content-length"]),
        re.findall('(?:href|src)="(/[^"]+[.](?:css|js|png))"', page.text),
        set(),
    )
    while wanted:
        if (file := wanted.pop()) not in seen:
            seen.add(file)
            found = asked.get(file)
            size += int(found.headers["content-length"])
    assert len(seen) == 4 and 20_000 < size < 40_000


def test_files_of_the_page_come_together_and_are_known_again(client):
    names = ("places.js", "phrases.js", "theme.js")
    together = client.get(f"/static/{','.join(names)}")
    assert together.headers["content-type"].startswith("text/javascript")
    assert together.text == "".join(client.get(f"/static/{name}").text for name in names)
    assert "globalThis.catalogue = {};" in together.text
    assert client.get("/static/base.css").headers["content-type"].startswith("text/css")
    assert client.get("/static/icon.png").content == (STATIC / "icon.png").read_bytes()
    known = {"if-none-match": together.headers["etag"]}
    assert client.get(f"/static/{','.join(names)}", headers=known).status_code == 304
    for wrong in (
        "theme.js,theme.js",
        "theme.js,base.css",
        "theme.js,",
        "none.js",
        "",
        "theme.js,../__init__.py",
    ):
        assert client.get(f"/static/{wrong}").status_code == 404, wrong


def test_what_is_left_of_a_script_says_the_same():
    """Nothing but comments and indents goes: no script has a text of several lines that they could be part of."""
    for path in STATIC.glob("*.js"):
        text = re.sub(r"^\s*/\*\*.*?\*/\n", "", classic_script(path.name).decode(), flags=re.MULTILINE | re.DOTALL)
        code = [line.strip() for line in text.splitlines() if not line.strip().startswith("//")]
        assert joined(path.name).decode().splitlines() == [line for line in code if line], path.name
        assert not [line for line in code if line.replace("\\`", "").split(" //")[0].count("`") % 2], path.name


def test_a_script_comes_after_all_that_it_imports():
    for path in STATIC.glob("*.js"):
        before = [*FIRST, *([] if path.name in FIRST else scripts_of(path.name))]
        place = before.index(path.name)
        assert {f"{name}.js" for name in imported(path.read_text())} <= set(before[:place]), path.name
        assert not re.findall(r"^(?:import|export)\b.*", classic_script(path.name).decode(), re.MULTILINE), path.name


@pytest.mark.slow
def test_arrows_step_after_a_click_on_the_board(page, server):
    page.goto(f"{server}/boards/3")
    page.locator("#board [role=gridcell]").nth(40).click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text(re.compile("^step 1 of"), timeout=20_000)


@pytest.mark.slow
def test_the_step_that_is_shown_is_in_sight_in_its_list(page, server):
    page.goto(f"{server}/boards/3")
    page.locator("#last").click()
    page.get_by_text("All steps").click()
    page.locator("#back").click()
    current = page.locator("#steps [aria-current]")
    expect(current).to_be_visible()
    inside = "button => { const list = button.closest('ol'); return button.offsetTop - list.offsetTop >= list.scrollTop"
    inside += " && button.offsetTop - list.offsetTop + button.offsetHeight <= list.scrollTop + list.clientHeight; }"
    assert current.evaluate(inside)


@pytest.mark.slow
def test_thick_lines_show_through_a_ground(page, server):
    page.goto(f"{server}/boards/3")
    ground = '<rect class="ground pivot" width="90" height="90"/>'
    ground = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">{ground}</svg>'
    drawn = """async (svg) => {
        const { Board } = catalogue.grid;
        new Board(document.querySelector("#board")).draw(svg);
    }"""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(drawn, ground)
        place = page.locator("#board [role=gridcell]").nth(2).bounding_box()
        edge = {"x": place["x"] + place["width"] - 2, "y": place["y"] + 4, "width": 2, "height": 8}
        inner = {"x": place["x"] + 3, "y": place["y"] + 3, "width": 2, "height": 8}
        assert page.screenshot(clip=edge) != page.screenshot(clip=inner)


def test_a_turned_board_has_a_name_of_its_own(client):
    names = set()
    for query in ("", "?turns=1", "?mirrored=1", "?turns=1&mirrored=1"):
        page = client.get(f"/play{query.replace('?', '?board=3&') or '?board=3'}").text
        file = client.get(f"/boards/3/svg{query}").headers["content-disposition"]
        names.add((re.search(r"<title>([^<]*)</title>", page)[1], file))
    assert len(names) == 4 and len({name for name, _ in names}) == 4


@pytest.mark.slow
def test_another_step_of_the_same_board_is_followed(page, server):
    page.goto(f"{server}/boards/3#step=2&style=rating")
    place = page.locator("#place")
    expect(place).to_have_text(re.compile("^step 2 of"))
    page.goto(f"{server}/boards/3#step=4&style=rating")  # which loads no page
    expect(place).to_have_text(re.compile("^step 4 of"))
    page.goto(f"{server}/boards/3#step=1&style=score")
    expect(place).to_have_text(re.compile("^step 1 of"))
    expect(page.get_by_label("Style")).to_have_value("score")
    expect(page.locator("#step h3")).to_have_text(re.compile("score"))
