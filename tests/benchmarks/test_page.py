"""The page in a whole browser: milliseconds until a board is drawn and can be played, and bytes before that.

`pytest tests/benchmarks/test_page.py` prints a table. Each time is that of a new window with nothing in its cache, from
the click to the frame after the page's modules have run: server, transfer, layout and painting together. The first
line is a page without a board or a module: what the browser and the machine take for any page. "Main thread" is
the processor time of the thread that parses, runs, styles and lays out, which a busy machine changes least.

Two more tables: in a browser that has visited the page (kept connections, a warm cache), from the key to the hint in
words and from the link to the board that can be played; and the frames of a drag over the board of a phone, whose
processor Chromium slows down by four.
"""

import itertools
import math
import statistics
import subprocess
import sys
import time

import pytest
from page_in_browser import browser_path, started_browser
from tabulate import tabulate

from board_catalogue import catalogue

pytestmark = pytest.mark.benchmark

ROUNDS = 15
MOST_BYTES = 40_000
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


# --- Kept connections ---------------------------------------------------------------------------------------------

HINTED = """() => new Promise((done) => {
  const text = document.querySelector("#hints .explained");
  const start = performance.now();
  new MutationObserver((_, observer) => {
    if (!text.textContent) return;
    observer.disconnect();
    const [asked] = performance.getEntriesByName(new URL("/api/hint", location).href).slice(-1);
    done({ said: performance.now() - start, answered: asked.responseEnd - asked.requestStart });
  }).observe(text, { childList: true });
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
})"""


def hints(page, address):
    """Milliseconds from the key to the words of a hint, and of its request, for each step from the start."""
    page.goto(f"{address}/play?board=12")
    for _ in range(ROUNDS):
        yield page.evaluate(HINTED)
        page.get_by_role("button", name="All of it").click()
        page.get_by_role("button", name="Take this step").click()


def test_hints_and_boards_come_on_kept_connections(browser, addresses, capsys):
    lines = []
    with browser.new_page() as page:
        found = list(hints(page, addresses[9]))[1:]  # the first opens the connection
        for name, what in (("a hint: its request", "answered"), ("a hint: from the key to the words", "said")):
            lines.append([name, *spread([each[what] for each in found])])
        page.add_init_script(MARK)
        for name, (size, path) in PAGES.items():
            drawn = []
            for _ in range(ROUNDS + 1):
                page.goto(addresses[size] + path)
                drawn.append(page.evaluate(MEASURED)["drawn"])
            lines.append([name, *spread(drawn[1:])])
    with capsys.disabled():
        print("\n" + tabulate(lines, ["ms", "least", "median", "most"], tablefmt="github", floatfmt=".1f"))


def spread(times):
    return min(times), statistics.median(times), max(times)


# --- A drag on a slow phone ---------------------------------------------------------------------------------------

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
SLOWER = 4
MOVES = 180  # about three seconds
FRAMES = """() => {
  window.frames = [];
  const look = (now) => { window.frames.push(now); window.looking = requestAnimationFrame(look); };
  window.looking = requestAnimationFrame(look);
}"""


def dragged(page, session):
    """Drag a finger over the board in a spiral; gives the times of frames and the main thread's milliseconds a move."""
    box = page.locator("#board").bounding_box()

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def place(move):
        angle, radius = 8 * math.pi * move / MOVES, 0.45 * box["width"] * (1 - move / MOVES)
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)

    busy = thread_time(session)
    page.evaluate(FRAMES)
    touch("touchStart", place(0))
    for move in range(1, MOVES):
        touch("touchMove", place(move))
        time.sleep(1 / 60)
    touch("touchEnd")
    frames = page.evaluate("() => { cancelAnimationFrame(window.looking); return window.frames; }")
    return frames, (thread_time(session) - busy) / MOVES


def thread_time(session):
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


@pytest.mark.parametrize("slower", [1, SLOWER])
def test_a_drag_on_a_phone(browser, addresses, capsys, slower):
    lines = []
    for name, mode in (("cells are chosen", "z"), ("lines are drawn", "b")):
        context = browser.new_context(**PHONE)
        page = context.new_page()
        page.goto(addresses[9] + "/play?board=12")
        page.get_by_label("Automatic candidates").check()
        page.keyboard.press(mode)
        page.locator("#board").evaluate("board => board.scrollIntoView({ block: 'center' })")
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        frames, thread = dragged(page, session)
        chosen = page.locator("[aria-selected=true]").count() if mode == "z" else page.locator(".pen path").count()
        assert chosen > (9 if mode == "z" else 0)
        gaps = [after - before for before, after in itertools.pairwise(frames)]
        late = sum(gap > 25 for gap in gaps) / len(gaps)  # a frame that was left out
        rate = 1000 * len(gaps) / (frames[-1] - frames[0])
        lines.append([name, rate, 100 * late, max(gaps), thread])
        context.close()
    headers = [f"{slower} times slower", "frames a second", "% late", "longest, ms", "main thread, ms a move"]
    with capsys.disabled():
        print("\n" + tabulate(lines, headers, tablefmt="github", floatfmt=".1f"))
