"""How fast the page and the API answer on a catalogue of a million puzzles.

`pytest tests/benchmarks/test_web.py` prints tables. It fills the catalogue first, which takes a minute, on the RAM disk
if there is one. `CATALOGUE_HOME=DIR` names an existing catalogue instead.
"""

import os
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import httpx2
import pytest
from page_in_browser import browser_path, served, started_browser
from tabulate import tabulate

from board_catalogue import catalogue, engine

pytestmark = pytest.mark.benchmark

PUZZLES = 1_000_000
RAM_DISK = Path("/dev/shm")
ROUNDS = 25

PAGES = {
    "first page": "/puzzles",
    "page in the middle": "/puzzles?after=500000",
    "24 clues or more": "/puzzles?min_clues=24",
    "20 clues or fewer": "/puzzles?max_clues=20",
    "fiendish": "/puzzles?grade=fiendish",
    "with an X-wing": "/puzzles?technique=x-wing",
    "by rating": "/puzzles?sort=rating",
    "by clues, in the middle": "/puzzles?sort=clues&after=500000",
}


@pytest.fixture(scope="module")
def million(tmp_path_factory):
    if home := os.environ.get("CATALOGUE_HOME"):
        yield Path(home)
        return
    import tempfile

    with tempfile.TemporaryDirectory(dir=RAM_DISK if RAM_DISK.is_dir() else None) as folder:
        with catalogue.open(folder) as made:
            made.fill(PUZZLES, seed=1, rate="fast", files=False)
        yield Path(folder)


@pytest.fixture(scope="module")
def address(million):
    with served(million) as found:
        yield found


def times(ask):
    """The least, the median and the most milliseconds, and those of the processor, the client's among them."""
    ask()
    found, busy = [], process_time()
    for _ in range(ROUNDS):
        start = perf_counter()
        answer = ask()
        found.append((perf_counter() - start) * 1000)
        assert answer.status_code == 200, answer.text
    return [min(found), median(found), max(found), (process_time() - busy) * 1000 / ROUNDS]


def first_time(client, page):
    start = process_time()
    assert client.get(page).status_code == 200
    return (process_time() - start) * 1000


def test_answers(address, capsys):
    puzzles = [engine.Grid(puzzle).line() for puzzle in engine.carve(engine.generate(ROUNDS + 1, seed=3), seed=3)]
    with httpx2.Client(base_url=address, timeout=60) as client:
        first = iter(puzzles)
        rows = {"a hint through the API": times(lambda: client.post("/api/hint", json={"puzzle": next(first)}))}
        rows |= {name: times(lambda page=page: client.get(page)) for name, page in PAGES.items()}
    with capsys.disabled():
        lines = [[name, *found] for name, found in rows.items()]
        print("\n" + tabulate(lines, ["ms", "least", "median", "most", "processor"], "github", floatfmt=".1f"))


def test_counts(address, capsys):
    with httpx2.Client(base_url=address, timeout=60) as client:
        lines = []
        for name, page in PAGES.items():
            figures = [page.replace("/puzzles", f"/puzzles/{part}") for part in ("figures", "techniques")]
            lines.append([name, *map(first_time, [client] * 2, figures), first_time(client, figures[0])])
    with capsys.disabled():
        print("\n" + tabulate(lines, ["processor ms", "histograms", "techniques", "again"], "github", floatfmt=".1f"))


@pytest.mark.skipif(browser_path() is None, reason="no browser")
def test_boards_drawn_in_a_browser(address, capsys):
    drawn = []
    with started_browser() as browser:
        for _ in range(10):
            page = browser.new_page()
            page.goto(f"{address}/puzzles")
            # The paint that has the boards: they come with the page itself.
            drawn.append(
                page.evaluate(
                    "new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))"
                    ".observe({type: 'largest-contentful-paint', buffered: true}))"
                )
            )
            page.close()
    with capsys.disabled():
        print(f"\nfrom the address to the drawn boards: {min(drawn):.0f} ms at least, median {median(drawn):.0f} ms")
