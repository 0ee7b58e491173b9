"""The page in a whole browser: milliseconds until a board is drawn and can be played, and bytes before that.

`pytest tests/benchmarks/test_page.py` prints a table. Each time is that of a new window with nothing in its cache, from
the click to the frame after the page's modules have run: server, transfer, layout and painting together. The first
line is a page without a board or a module: what the browser and the machine take for any page. "Main thread" is
the processor time of the thread that parses, runs, styles and lays out, which a busy machine changes least.
"""

import statistics
import subprocess
import sys

import pytest
from page_in_browser import browser_path, started_browser
from tabulate import tabulate

import catalogue

pytestmark = pytest.mark.benchmark

ROUNDS = 15
MOST_BYTES = 100_000
PAGES = {
    "no board: not found": (9, "/nothing"),
    "board, 9x9": (9, "/boards/12"),
    "play, 9x9": (9, "/play?board=12"),
    "board, 25x25": (25, "/boards/1"),
    "play, 25x25": (25, "/play?board=1"),
}

MARK = """
addEventListener("DOMContentLoaded", () =>
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn"))));
"""
MEASURED = """async () => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
  while (!at("drawn") || !at("first-contentful-paint")) await new Promise((resolve) => setTimeout(resolve, 5));
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource");
  return {
    server: page.responseStart - page.requestStart,
    painted: at("first-contentful-paint"),
    drawn: Math.max(at("first-contentful-paint"), at("drawn")),
    bytes: [page, ...files].reduce((sum, each) => sum + each.transferSize, 0),
  };
}"""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory):
    """The addresses of servers, each a process of its own, by the size of their boards."""
    servers, found = [], {}
    for size, boards in ((9, 100), (25, 2)):
        home = tmp_path_factory.mktemp("page") / str(size)
        with catalogue.open(home) as new:
            new.fill(boards, size=size, seed=1, rate="full" if size == 9 else "none")
        command = [sys.executable, "-P", "-m", "catalogue", "serve", "--port", "0", "--home", str(home)]
        servers.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        found[size] = servers[-1].stdout.readline().split()[1].rstrip("/")
    yield found
    for server in servers:
        server.terminate()
        server.wait()


@pytest.fixture(scope="module")
def browser():
    if browser_path() is None:
        pytest.skip("no browser to measure with")
    with started_browser() as browser:
        yield browser


def once(browser, address):
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(MARK)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    found = page.evaluate(MEASURED)
    metrics = session.send("Performance.getMetrics")["metrics"]
    found["thread"] = 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
    context.close()
    return found


def test_a_board_is_drawn(browser, addresses, capsys):
    lines = []
    once(browser, addresses[9] + "/boards/12")  # starts the browser's other processes
    for name, (size, path) in PAGES.items():
        runs = [once(browser, addresses[size] + path) for _ in range(ROUNDS)]
        assert max(run["bytes"] for run in runs) <= MOST_BYTES
        medians = [statistics.median(run[what] for run in runs) for what in ("server", "painted", "drawn", "thread")]
        drawn = sorted(run["drawn"] for run in runs)
        lines.append([name, *medians, f"{drawn[1]:.0f} to {drawn[-2]:.0f}", runs[0]["bytes"]])
    headers = [
        "median of 15, ms",
        "server",
        "painted",
        "drawn",
        "main thread",
        "all but the first and last of drawn",
        "bytes",
    ]
    with capsys.disabled():
        print("\n" + tabulate(lines, headers, tablefmt="github", floatfmt=".0f", intfmt=","))
