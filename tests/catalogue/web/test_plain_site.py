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

from board_catalogue import catalogue
from board_catalogue.catalogue.storage.whole_files import LIST

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


def stored(site, number):
    """The content of the file of a puzzle."""
    text = (site / f"data/puzzles/{number}.js").read_text()
    packed = re.fullmatch(r'catalogue\.puzzle\("[\d.]+", "(.*)"\);\n', text)[1]
    found = json.loads(zlib.decompress(b64decode(packed)))
    columns = found.pop("steps")
    return found | {"steps": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}


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
        page.on("request", lambda asked: asked.url.startswith((own, "data:")) or strays.append(asked.url))
        yield own
        page.evaluate("localStorage.clear()")  # that of all folders is one
        assert not strays


# --- What the folder has ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_every_link_leads_to_a_file(sites, name):
    found = files(sites / name)
    pages = {each: content.decode() for each, content in found.items() if each.endswith(".html")}
    numbers = [re.fullmatch(r"data/puzzles/(.*)\.js", each)[1] for each in found if each.startswith("data/puzzles/")]
    assert len(numbers) == EVERY[name] and "index.html" in pages
    pages |= {f"puzzle-{number}.html": stored(sites / name, number)["page"] for number in numbers}
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


@pytest.mark.slow
def test_a_plain_puzzle_takes_at_most_20_kilobytes(sites):
    found = files(sites / "plain")
    own = [len(content) for name, content in found.items() if name.startswith(("data/puzzles/", "puzzles/"))]
    assert 5_000 < sum(own) / EVERY["plain"] < 20_000


def test_the_title_is_that_of_the_site(sites):
    found = files(sites / "plain")
    assert b"<title>Play \xc2\xb7 Twelve &amp; more</title>" in found["index.html"]
    assert json.loads(found["manifest.webmanifest"])["name"] == "Twelve & more"
    assert stored(sites / "plain", 0)["title"] == "Play Puzzle 0 · Twelve & more"


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
    clues, solution = page.get_attribute("#board", "data-clues"), stored(sites / name, 0)["solution"]
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
def test_hints_on_the_path_and_beside_it(sites, page, address):
    opened(page, f"{address}/plain", 0)
    known = stored(sites / "plain", 0)
    placed = [step for step in known["steps"] if step["placement"]]
    said, every = page.locator("#hints .explained"), page.locator('[data-depth="all"]')
    page.keyboard.press("?")
    expect(said).to_have_text(known["steps"][0]["where"])
    every.click()
    expect(said).to_contain_text(known["steps"][0]["sentence"])
    page.locator("#take").click()

    cell, digit = placed[-1]["placement"]
    page.locator("#board [role=gridcell]").nth(cell).click()
    page.keyboard.press(str(digit))
    every.click()
    expect(said).to_contain_text("single")  # which the page has found itself
    expect(page.locator("#board .overlay .placed")).to_have_count(1)
    page.locator("#path").click()
    steps = page.locator(".choices-of-steps button")
    expect(steps).to_have_count(len(known["steps"]) - 2)  # all but the first, and the digit that is there

    wrong = digit % 9 + 1
    page.locator("#board [role=gridcell]").nth(cell).click()
    page.keyboard.press(str(wrong))
    every.click()
    name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
    expect(said).to_have_text(f"{name} is not {wrong}.")
    page.keyboard.press("Backspace")
    page.keyboard.press(f"Control+{wrong}")
    page.locator("#check").click()
    expect(said).to_have_text(f"{name}: the right digit is not among your marks.")


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
    assert technique in {step["technique"] for step in stored(sites / "plain", number)["steps"]}


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
    page.get_by_role("link", name="X-wing", exact=True).click()
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
                for (const name of ["data/site.js", "data/puzzles/9.js"]) {
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
    assert '"stuck":"keine Technik' in (german / "data/site.js").read_text()
    opened(page, german.as_uri(), 0)
    page.locator('[data-depth="all"]').click()
    expect(page.locator("#hints .explained")).to_contain_text(stored(german, 0)["steps"][0]["sentence"])
    page.locator("#all-steps").click()
    expect(page.locator("#hints details")).not_to_have_count(0)
    said = page.locator(".choices-of-steps button").all_text_contents()
    assert said and all(re.search(r"(Zeile|Spalte|Block) \d|Kandidat", text) for text in said), said
    page.evaluate("localStorage.clear()")
