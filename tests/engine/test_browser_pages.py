"""The engine in a real browser: what it finds there, the examples of its README, and <board-puzzle> in a bare file."""

import functools
import http.server
import re
import threading

import pytest
from browser_families import BROWSER, HERE, NEEDS, SHAPES, differences, families, node, package

from board_catalogue import engine
from board_catalogue.engine.words import LANGUAGES

pytestmark = NEEDS

README = (BROWSER / "README.md").read_text(encoding="utf-8")
SCRIPT, WORKER, COMPONENT, CELL, BOOKMARKLET, RULES = re.findall(r"^```js\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
BLOG = re.search(r"^```html\n(.*?)^```", README, re.MULTILINE | re.DOTALL)[1]
CDN = "https://cdn.jsdelivr.net/npm/board-catalogue/"
PUZZLE = re.search(r'puzzle="([\d.]{81})"', README)[1]
AXE = (HERE.parents[1] / "catalogue/web/data/axe-core/axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a folder with the package and the tests' module."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "package").symlink_to(package())
    (folder / "families.mjs").symlink_to(HERE / "browser_families.mjs")
    (folder / "index.html").write_text(f"<!doctype html><title>A page</title><main><p>Try {PUZZLE} today.</p></main>")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012

        def log_message(self, *_args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser, site):
    with browser.new_page(viewport={"width": 390, "height": 800}) as page:
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(site)
        yield page
        assert errors == []


@pytest.mark.parametrize(("count", "rated_count"), [(20, 2), pytest.param(100_000, 5_000, marks=pytest.mark.slow)])
def test_every_family(page, count, rated_count):
    page.set_default_timeout(0)
    request = {"count": count, "rated": rated_count, "shapes": SHAPES if count > 20 else {}, "languages": LANGUAGES}
    run = """async (request) => {
      const { families } = await import("./families.mjs");
      return families(await import("./package/index.js"), request);
    }"""
    assert not differences(families(count, rated_count, request["shapes"]), page.evaluate(run, request))


# --- The examples -----------------------------------------------------------------------------------------------------


def in_browser(example: str) -> str:
    """An example with the package of the site in place of that of a registry, what it exports as its answer."""
    module = r'const \1 = await import("./package/index.js");'
    text = re.sub(r"^import (.*) from \S+$", module, example, flags=re.MULTILINE)
    return text.replace('import("board-catalogue")', 'import("./package/index.js")').replace(CDN, "./package/")


def test_example_of_node(tmp_path):
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/board-catalogue").symlink_to(package())
    begun = "const said = []; console.log = (...all) => said.push(all.join(' '));"
    lines = node(f"{begun}\n{SCRIPT}\nprocess.stdout.write(JSON.stringify(said));", cwd=tmp_path)
    puzzle = engine.carve(engine.generate(1, seed=7), seed=7)[0]
    rating = engine.rate(puzzle)
    hardest = engine.TECHNIQUES[rating["hardest"]].name
    assert lines[0] == f"{engine.boards.as_lines(puzzle[None])[0]} {rating['rating'] / 10:g} {hardest}"
    assert lines[1:] == [step.say("de") for step in engine.steps(puzzle, style="score")]


def test_example_of_a_worker(page):
    begun = in_browser(WORKER).replace("export ", "") + "\nconst stop = document.createElement('button');"
    assert page.evaluate(f"async () => {{ {begun} return (await makeMany(20, stop)).length }}") == 20 * 81
    ended = "setTimeout(() => stop.click(), 50); return makeMany(10_000_000, stop).catch(({ name }) => name)"
    assert page.evaluate(f"async () => {{ {begun} {ended} }}") == "AbortError"


def test_example_of_rules(page):
    begun = "const said = []; const console = { log: (one) => said.push(one) };"
    found = page.evaluate(f"async () => {{ {begun} {in_browser(RULES)} return said; }}")
    assert found == [10, [{"rule": "cage", "number": 1, "cells": [0, 1, 9]}]]


def test_example_of_a_component(page):
    page.evaluate(f"async () => {{ {in_browser(COMPONENT)} }}")
    page.evaluate("puzzle => document.body.innerHTML = `<next-step lang=fr>${puzzle}</next-step>`", PUZZLE)
    page.wait_for_function("document.body.textContent.length > 90 || !document.body.textContent.includes('....')")
    assert page.text_content("body") == engine.next_step(PUZZLE, PUZZLE).say("fr")


def test_example_of_a_cell(page):
    begun = "let rows; const display = (all) => rows = all;"
    rows = page.evaluate(f"async () => {{ {begun} {in_browser(CELL)} return rows }}")
    levels = engine.score(engine.carve(engine.generate(200, seed=7), seed=7))["level"].tolist()
    assert {row["level"]: row["puzzles"] for row in rows} == {
        engine.LEVELS[each]: levels.count(each) for each in levels
    }


def test_example_of_a_bookmarklet(page):
    begun = "let said; const alert = (text) => said = text;"
    said = page.evaluate(f"async () => {{ {begun} await {in_browser(BOOKMARKLET)} return said }}")
    rating, score = engine.rate(PUZZLE), engine.score(PUZZLE)
    hardest, level = engine.TECHNIQUES[rating["hardest"]].name, engine.LEVELS[score["level"]]
    assert said == f"rated {rating['rating'] / 10:g} ({hardest}), score {score['score']} ({level})"


# --- The element ------------------------------------------------------------------------------------------------------


LISTEN = """() => {
  const kept = ({ type, detail }) => (window[type] = detail);
  for (const name of ["ready", "hint", "change", "solved"]) addEventListener(name, kept);
}"""


def found_by_axe(page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert found["passes"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:160]}" for rule in found["violations"]]


def test_element_in_a_bare_file(browser, tmp_path):
    """By keys alone, with hints, from a file without a server."""
    bare = tmp_path / "blog.html"
    tag = BLOG.replace(CDN, f"{package().as_uri()}/").replace("<board-", "<main><h1>Today</h1><board-", 1) + "</main>"
    bare.write_text(
        f'<!doctype html><html lang="de"><meta charset="utf-8"><title>A blog</title>{tag}', encoding="utf-8"
    )
    solution = engine.boards.as_lines(engine.solve(PUZZLE)[None])[0]
    with browser.new_page(viewport={"width": 320, "height": 700}, color_scheme="dark") as page:
        page.goto(bare.as_uri())
        page.evaluate(LISTEN)
        page.get_by_role("grid", name="Sudoku").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.get_by_role("button", name="Tipp").click()
        page.wait_for_function("window.hint")
        first = engine.next_step(PUZZLE, PUZZLE, style="score")
        assert page.get_by_role("status").text_content() == first.say("de")
        assert page.evaluate("hint.step.technique") == first.technique
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert found_by_axe(page) == []
        page.get_by_role("gridcell", name="r1c1").click()
        page.keyboard.press("5")  # a clue stays
        page.keyboard.press("ArrowRight")
        wrong = "8" if solution[1] != "8" else "9"
        page.keyboard.press(wrong)
        assert page.evaluate("change.values")[:2] == PUZZLE[0] + wrong
        page.get_by_role("button", name="Tipp").click()
        page.wait_for_function("document.querySelector('board-puzzle').shadowRoot.querySelector('.wrong')")
        assert page.get_by_role("status").text_content() == f"r1c2 ist nicht {wrong}."
        page.get_by_role("button", name="Löschen").click()
        page.get_by_role("gridcell", name="r1c1,").click()
        for cell in range(81):
            page.keyboard.press(solution[cell])
            page.keyboard.press("ArrowRight")
            if cell % 9 == 8:
                page.keyboard.press("ArrowDown")
        assert page.evaluate("solved.values") == solution
        assert page.get_by_role("status").text_content() == "Gelöst!"


@pytest.mark.slow
def test_hints_lead_to_the_solution(browser, site):
    """By touch: a hint, its cell, its digit."""
    with browser.new_page(viewport={"width": 390, "height": 800}, has_touch=True) as page:
        page.goto(site)
        page.evaluate(LISTEN)
        page.evaluate("""async () => {
          document.body.innerHTML = "<board-puzzle seed=3></board-puzzle>";
          await import("./package/element.js");
        }""")
        page.wait_for_function("window.ready")
        cells = page.get_by_role("gridcell")
        for _ in range(200):
            page.evaluate("window.hint = null")
            page.get_by_role("button", name="Hint").tap()
            page.wait_for_function("window.hint")
            if placement := page.evaluate("hint.step.placement"):
                cells.nth(placement[0]).tap()
                page.get_by_role("button", name=str(placement[1]), exact=True).tap()
            if page.evaluate("window.solved"):
                break
        puzzle = engine.carve(engine.generate(1, seed=3), seed=3)
        assert page.evaluate("ready.puzzle") == engine.boards.as_lines(puzzle)[0]
        assert page.evaluate("solved.values") == engine.boards.as_lines(engine.solve(puzzle))[0]
