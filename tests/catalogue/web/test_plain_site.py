"""A site of plain files: from a folder and from a host, with nothing loaded from elsewhere, also without the host."""

import functools
import http.server
import json
import re
import threading
import zlib
from base64 import b64decode
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.pages.contents import exercise_values
from board_catalogue.catalogue.storage.whole_files import LIST
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.path import begun
from board_catalogue.engine.paths.people import people_steps
from board_catalogue.engine.paths.sentences import where_to_look
from board_catalogue.engine.rules.formats import constraint_text

EVERY = {"plain": 12, "killer": 2}
"""The sites of the tests, with how many puzzles they have."""


@pytest.fixture(scope="module")
def sites(tmp_path_factory, rated):
    """A folder with a site of plain puzzles, and one of killers of 6x6."""
    folder = tmp_path_factory.mktemp("sites")
    with catalogue.open(rated) as found:
        found.site(folder / "plain", limit=EVERY["plain"], title="Twelve & more")
    with catalogue.open(folder / "home") as found:
        found.fill(EVERY["killer"], seed=1, rules="killer", size=6)
        found.site(folder / "killer")
    return folder


@pytest.fixture
def german(tmp_path, rated):
    """A site of one puzzle in German."""
    with catalogue.open(rated) as found:
        found.site(tmp_path / "german", limit=1, language="de")
    return tmp_path / "german"


def files(site):
    """All files of a site by their names, from the list that it has of them."""
    names = json.loads((site / LIST).read_text())
    return {name: (site / name).read_bytes() for name in names}


def unpacked(site, name, function):
    """What a script of data gives a function of the page."""
    packed = re.fullmatch(rf'catalogue\.{function}\((?:"[\d.]+", )?"(.*)"\);\n', (site / name).read_text())[1]
    return json.loads(zlib.decompress(b64decode(packed)))


def puzzles_of(site):
    """What the site knows of its puzzles: columns of numbers, clues, levels, techniques and others."""
    return unpacked(site, "data/site.js", "site")


def clues_of(site, number):
    """The clues of a plain puzzle."""
    known = puzzles_of(site)
    return known["puzzles"][known["numbers"].index(str(number))]


def page_of(site, number):
    """The title and the page of a puzzle with rules."""
    return unpacked(site, f"data/puzzles/{number}.js", "puzzle")


def killer(site, number):
    """A killer of a site, from what its page has."""
    html = page_of(site, number)["page"]
    rules, clues = re.search(r'class="rules">(.*?)</script>', html)[1], re.search(r'data-clues="(.*?)"', html)[1]
    return constraint_text.read(json.loads(rules)["constraints"]).with_givens(clues)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def hosted(folder):
    """Serve a folder as any web host does; gives its address without a slash at its end."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(params=["folder", pytest.param("host", marks=pytest.mark.slow)])
def address(request, sites, page):
    """The address of the sites, in a folder and on a host; the test fails if a request goes anywhere else."""
    strays = []
    with hosted(sites) as host:
        own = host if request.param == "host" else sites.as_uri()
        page.on("request", lambda asked: asked.url.startswith((own, "data:", "blob:")) or strays.append(asked.url))
        yield own
        page.evaluate("localStorage.clear()")  # that of all folders is one
        assert not strays


# --- What the folder has ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_every_link_leads_to_a_file(sites, name):
    found = files(sites / name)
    pages = {each: content.decode() for each, content in found.items() if each.endswith(".html")}
    numbers = puzzles_of(sites / name)["numbers"]
    with_files = [re.fullmatch(r"data/puzzles/(.*)\.js", each)[1] for each in found if each.startswith("data/puzzles/")]
    assert len(numbers) == EVERY[name] and "index.html" in pages
    assert sorted(with_files) == (sorted(numbers) if name == "killer" else [])
    pages |= {f"puzzle-{number}.html": page_of(sites / name, number)["page"] for number in with_files}
    links = 0
    for page, html in pages.items():
        for link in re.findall(r'\s(?:href|src|action)="([^"]*)"', html):
            if link.startswith(("#", "data:", "?")):
                continue
            links += 1
            path = (sites / name / page).parent / re.sub("[?#].*", "", link)
            assert path.resolve().relative_to(sites / name).as_posix() in found, (page, link)
            number = re.search(r"play\.html\?board=([\d.]+)(?:&|$)", link)
            assert not number or number[1] in numbers, (page, link)
    assert links > 100
    elsewhere = {
        each for html in pages.values() for each in re.findall(r'(?:href|src|url)[=(]"?(?:https?:)?//[^" )]*', html)
    }
    assert not elsewhere


def test_a_site_of_plain_puzzles_is_small(sites):
    """A thousand puzzles add their clues alone, packed 60 KB, so that 2 MB are enough for them."""
    found = files(sites / "plain")
    assert 1_000_000 < sum(map(len, found.values())) < 2_000_000
    clues = puzzles_of(sites / "plain")["puzzles"]
    assert len(json.dumps(puzzles_of(sites / "plain")["numbers"] + clues)) < 150 * EVERY["plain"]


def test_the_title_is_that_of_the_site(sites):
    found = files(sites / "plain")
    assert b"<title>Play \xc2\xb7 Twelve &amp; more</title>" in found["index.html"]
    assert json.loads(found["manifest.webmanifest"])["name"] == "Twelve & more"
    assert page_of(sites / "killer", 0)["title"] == "Play Puzzle 0 · Sudoku"


# --- Play -----------------------------------------------------------------------------------------------------------


def opened(page, address, number):
    page.goto(f"{address}/play.html?board={number}")
    expect(page.locator("#board .selected")).to_have_count(1)  # the player has begun
    return page


@pytest.mark.slow_cases("folder-plain")
@pytest.mark.parametrize("name", EVERY)
def test_a_game_is_played_to_its_end_by_keys(sites, page, address, name):
    opened(page, f"{address}/{name}", 0)
    size = int(page.get_attribute("#board", "data-size"))
    clues = page.get_attribute("#board", "data-clues")
    solved = engine.solve(clues) if name == "plain" else engine.solve(killer(sites / "killer", 0))
    solution = engine.boards.as_lines(solved[None])[0]
    page.locator("#board [role=gridcell]").first.click()
    for cell, (clue, digit) in enumerate(zip(clues, solution, strict=True)):
        if clue == ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
        if cell % size == size - 1:
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Home")
    expect(page.locator("#status")).to_contain_text("Solved in")
    page.reload()
    expect(page.locator("#status")).to_contain_text("Solved in")


@pytest.mark.slow_cases("folder-plain")
@pytest.mark.parametrize("name", EVERY)
def test_the_path_leads_to_the_end(page, address, name):
    opened(page, f"{address}/{name}", 1)
    page.locator("#path").click()
    page.locator(".choices-of-steps button").last.click()
    page.locator("#take").click()
    expect(page.locator("#status")).to_contain_text("Solved in")


@pytest.mark.slow
def test_hints_from_any_position_are_those_of_python(sites, page, address):
    """By eye, and beside the path; mistakes are said."""
    opened(page, f"{address}/plain", 0)
    clues = clues_of(sites / "plain", 0)
    solution = engine.boards.as_lines(engine.solve(clues)[None])[0]
    said, every = page.locator("#hints .explained"), page.locator('[data-depth="all"]')
    page.keyboard.press("?")
    first = engine.next_step(clues, clues, style="eye")
    expect(said).to_have_text(where_to_look(first))
    every.click()
    expect(said).to_contain_text(first.sentence)
    page.locator("#take").click()

    cell = max(place for place, symbol in enumerate(clues) if symbol == ".")
    cell = cell if first.placement[0] != cell else clues.index(".")
    page.locator("#board [role=gridcell]").nth(cell).click()
    page.keyboard.press(solution[cell])
    known = {cell, first.placement[0]}
    values = "".join(solution[at] if at in known else symbol for at, symbol in enumerate(clues))
    every.click()
    expect(said).to_contain_text(engine.next_step(clues, values, style="eye").sentence)
    expect(page.locator("#board .overlay .placed")).to_have_count(1)

    wrong = int(solution[cell]) % 9 + 1
    page.keyboard.press(str(wrong))
    every.click()
    name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
    expect(said).to_have_text(f"{name} is not {wrong}.")
    page.keyboard.press("Backspace")
    page.keyboard.press(f"Control+{wrong}")
    page.locator("#check").click()
    expect(said).to_have_text(f"{name}: the right digit is not among your marks.")


@pytest.mark.slow
def test_hints_under_rules_are_those_of_python(sites, page, address):
    """From any position, beside the path too; mistakes are said, and what digits break."""
    opened(page, f"{address}/killer", 0)
    puzzle = killer(sites / "killer", 0)
    said, every = page.locator("#hints .explained"), page.locator('[data-depth="all"]')
    every.click()
    expect(said).to_contain_text(people_steps(puzzle)[0].sentence)
    solution = engine.solve(puzzle).tolist()
    cell = max(place for place, given in enumerate(puzzle.givens) if not given)
    page.locator("#board [role=gridcell]").nth(cell).click()
    page.keyboard.press(str(solution[cell]))
    values = [solution[cell] if place == cell else given for place, given in enumerate(puzzle.givens)]
    every.click()
    expect(said).to_contain_text(people_steps(puzzle, values)[0].sentence)
    wrong = solution[cell] % 6 + 1
    page.keyboard.press(str(wrong))
    every.click()
    expect(said).to_have_text(f"r{cell // 6 + 1}c{cell % 6 + 1} is not {wrong}.")


HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_a_puzzle_that_is_typed_is_solved_and_weighed(page, address):
    page.goto(f"{address}/plain/index.html")
    page.get_by_label("Type or paste its clues").fill("\n".join(HARD[at : at + 9] for at in range(0, 81, 9)))
    page.get_by_label("Type or paste its clues").locator("xpath=ancestor::form").get_by_role(
        "button", name="Play it"
    ).click()
    expect(page.locator("#name")).to_have_text("Your puzzle")
    page.locator("#path").click()
    scored = engine.score(HARD)
    expect(page.locator("#hints .explained > p")).to_have_text(
        f"The puzzle is {engine.LEVELS[scored['level']]}: its score is {scored['score']}."
    )
    seen = page.locator(".choices-of-steps button")
    expect(seen).to_have_count(
        len(engine.paths.path.path_of(engine.Grid.parse(HARD).to_numpy().ravel(), "3x3", Style.eye))
    )


@pytest.mark.slow
@pytest.mark.parametrize(("size", "blocks"), [(4, ""), (6, "3x2"), (12, "")])
def test_a_typed_puzzle_of_another_size_has_hints(page, address, size, blocks):
    shape = {"size": size, "blocks": blocks or None}
    board = engine.generate(1, seed=5, **shape)
    clues = engine.boards.as_lines(engine.carve(board, seed=5, blocks=blocks or None))[0]
    page.goto(f"{address}/plain/play.html?puzzle={clues}&blocks={blocks}")
    expect(page.locator("#board [role=gridcell]")).to_have_count(size**2)
    page.locator('[data-depth="all"]').click()
    step = engine.next_step(clues, clues, blocks=blocks or None)
    expect(page.locator("#hints .explained")).to_contain_text(step.sentence)
    expect(page.locator(".pad button")).to_have_count(size)


@pytest.mark.slow
def test_a_typed_text_that_is_no_puzzle_is_refused(page, sites):
    plain = (sites / "plain").as_uri()
    page.goto(f"{plain}/play.html?puzzle={'.' * 81}")
    expect(page.locator("#warning")).to_have_text("This puzzle has several solutions.")
    expect(page.locator("#path")).to_be_disabled()
    page.goto(f"{plain}/play.html?puzzle=123")
    expect(page.locator("#main")).to_have_text("This is not a puzzle: it has 3 cells.")


@pytest.mark.slow
def test_new_puzzles_are_made_without_end(page, address):
    page.goto(f"{address}/plain/index.html")
    page.get_by_role("group", name="By level").last.get_by_role("button", name="Hard").click()
    seen = set()
    for _ in range(2):
        page.wait_for_url("**made=hard")
        expect(page.locator("#about")).to_have_text("hard")
        clues = page.get_attribute("#board", "data-clues")
        assert engine.LEVELS[engine.score(clues)["level"]] == "hard" and clues not in seen
        seen.add(clues)
        page.locator(".aside [data-make]").click()
        page.wait_for_function("clues => !location.href.includes(clues)", arg=clues)


@pytest.mark.slow
def test_an_exercise_is_proven_in_the_tab(page, address):
    page.goto(f"{address}/plain/practise.html?technique=x-wing&exercise=2")
    expect(page.locator("#which")).to_have_text("Exercise 2 of X-wing")
    exercise = json.loads(page.locator("#exercise").text_content())
    shown = exercise_values("x-wing", 2)["exercise"]
    assert exercise == shown
    found = check_step_of(exercise, page.get_attribute("#board", "data-clues"))
    cell, digit = found.eliminations[0]
    page.locator("#board [role=gridcell]").nth(cell).click()
    page.keyboard.press(str(digit))
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Right.")
    expect(page.locator("#step")).to_contain_text(found.sentence)
    page.get_by_role("link", name="Next exercise").click()
    expect(page.locator("#which")).to_have_text("Exercise 3 of X-wing")
    expect(page.get_by_role("link", name="Next technique")).to_have_attribute("href", re.compile("techniques/"))


def check_step_of(exercise, clues):
    """The step of an exercise by Python."""
    return engine.next_step(clues, exercise["values"].replace(".", "0"), exercise["candidates"], style="score")


@pytest.mark.slow
def test_a_puzzle_that_the_site_lacks_is_said_so(page, sites):
    page.goto(f"{(sites / 'plain').as_uri()}/play.html?board=900")
    expect(page.locator("#main")).to_have_text("This site has no such puzzle.")


# --- Pages around it ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_puzzle_is_drawn_by_level_and_by_its_hardest_step(sites, page, address):
    page.goto(f"{address}/plain/index.html")
    page.get_by_role("link", name="Easy").click()
    expect(page.locator("#about")).to_have_text("easy")
    page.goto(f"{address}/plain/index.html")
    technique = page.get_by_label("Hardest step").input_value()
    page.get_by_role("button", name="Play one").click()
    expect(page.locator("#board .selected")).to_have_count(1)
    number = re.search(r"board=(\d+)", page.url)[1]
    steps = engine.steps(clues_of(sites / "plain", number), style="score")
    assert technique in {step.technique for step in steps}


@pytest.mark.slow
def test_what_was_played_is_kept_for_all_pages(page, address):
    opened(page, f"{address}/plain", 2)
    page.locator('#board [aria-label$="empty"]').first.click()
    page.keyboard.press("1")
    page.goto(f"{address}/plain/index.html")
    page.goto(f"{address}/plain/puzzles/1.html")
    expect(page.locator(".card .played:visible")).to_have_text(["begun"])
    page.goto(f"{address}/plain/index.html")
    page.locator("#kept").get_by_role("link", name="Puzzle 2").click()
    expect(page.locator("#undo")).to_be_enabled()


@pytest.mark.slow
def test_the_puzzle_of_a_day_is_the_same_again(page, address):
    found = []
    for _ in range(2):
        page.goto(f"{address}/plain/play.html?day=2026-11-24")
        expect(page.locator("#board .selected")).to_have_count(1)
        found.append(page.url)
    assert found[0] == found[1] and "board=" in found[0]


@pytest.mark.slow
def test_a_list_is_played_in_its_order(page, address):
    page.goto(f"{address}/plain/puzzles/1.html")
    expect(page.locator(".card")).to_have_count(EVERY["plain"])
    page.get_by_role("link", name="Play these").click()
    expect(page.locator("#name")).to_have_text("Puzzle 0")
    page.get_by_role("link", name="Next of the list").click()
    expect(page.locator("#name")).to_have_text("Puzzle 1")


@pytest.mark.slow
def test_practice_begins_where_its_technique_applies(page, address):
    """As the links of a lesson lead there; a page that is loaded again goes on from there."""
    page.goto(f"{address}/plain/techniques.html")
    practise = page.get_by_role("link", name=re.compile("^Practise ")).last
    title = practise.get_attribute("aria-label").removeprefix("Practise ")
    practise.click()
    expect(page.locator("#board .selected")).to_have_count(1)
    page.locator('[data-depth="technique"]').click()
    expect(page.locator("#hints .explained h3")).to_contain_text(title)
    page.locator('[data-depth="all"]').click()
    page.locator("#take").click()
    assert "start" not in page.url
    page.reload()
    expect(page.locator("#undo")).to_be_enabled()


@pytest.mark.slow
def test_a_lesson_leads_to_its_example(page, address):
    page.goto(f"{address}/plain/techniques.html")
    page.get_by_role("link", name="X-wing", exact=True).first.click()
    expect(page.locator("#board .overlay .pattern").first).to_be_visible()
    page.locator("#from-here").click()
    expect(page.locator("#name")).to_have_text("An example of X-wing")
    page.locator('[data-depth="technique"]').click()
    expect(page.locator("#hints .explained")).to_contain_text("X-wing")


@pytest.mark.slow
def test_a_link_leads_to_the_same_position(page, address):
    opened(page, f"{address}/plain", 3)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    empty = page.locator('#board [aria-label$="empty"]').first
    empty.click()
    page.keyboard.press("Control+1")
    page.locator("#copy-link").click()
    link = page.wait_for_function("window.copied").json_value()
    page.evaluate("localStorage.clear()")
    page.goto(link)
    expect(page.locator("#name")).to_have_text("Puzzle 3")
    expect(page.locator('#board [aria-label$="centre marks 1"]')).to_have_count(1)


# --- Without the host -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_site_is_an_app_that_needs_no_host(sites, browser):
    """In a window of its own, whose worker no other test meets: it is installed, and then the host goes."""
    with browser.new_context() as window:
        page = window.new_page()
        with hosted(sites) as host:
            page.goto(f"{host}/plain/index.html")
            page.wait_for_function("navigator.serviceWorker.controller")
            # wait_for_function takes a promise for true: the page itself waits.
            page.evaluate("""async () => {
                const isKept = async (name) => {
                    for (const each of await caches.keys()) {
                        const kept = await (await caches.open(each)).keys();
                        if (kept.some(({ url }) => url.endsWith(name))) return true;
                    }
                    return false;
                };
                for (const name of ["data/site.js", "static/engine.js"]) {
                    while (!(await isKept(name))) await new Promise((again) => setTimeout(again, 50));
                }
            }""")
            manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((it) => it.json())")
            assert manifest["start_url"] == "index.html" and manifest["display"] == "standalone"
        page.goto(f"{host}/plain/play.html?board=11")
        expect(page.locator("#name")).to_have_text("Puzzle 11")
        page.locator('[data-depth="all"]').click()
        expect(page.locator("#hints .explained h3")).to_be_visible()
        page.goto(f"{host}/plain/")
        expect(page.get_by_role("link", name="Puzzle of the day")).to_be_visible()
        page.goto(f"{host}/plain/techniques/x-wing.html")
        expect(page.locator("#board .overlay .pattern").first).to_be_visible()


@pytest.mark.slow
def test_a_site_is_in_one_language(german, page):
    start = (german / "index.html").read_text()
    assert '<html lang="de"' in start and "Rätsel des Tages" in start and "Puzzle of the day" not in start
    assert "Wolkenkratzer" in (german / "techniques.html").read_text()
    opened(page, german.as_uri(), 0)
    page.locator('[data-depth="all"]').click()
    expect(page.locator("#hints .explained")).to_contain_text(
        engine.next_step(clues_of(german, 0), clues_of(german, 0), style="eye").say("de")
    )
    page.locator("#all-steps").click()
    expect(page.locator("#hints details")).not_to_have_count(0)
    said = page.locator(".choices-of-steps button").all_text_contents()
    clues = engine.Grid.parse(clues_of(german, 0)).to_numpy().ravel()
    possible = begun(clues, clues, [0] * 81, "3x3", Style.eye).possible()
    assert sorted(said) == sorted(step.say("de") for step in possible)
    page.evaluate("localStorage.clear()")
