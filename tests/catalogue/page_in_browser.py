"""A server of a catalogue in a thread, and a real browser to look at it: for tests and benchmarks."""

import os
import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from board_catalogue.catalogue.web.serving import Server, listening
from board_catalogue.catalogue.web.site import Config

PATIENCE = 20  # seconds after which a page is held to hang

BROWSERS = ("chromium", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


CHEAP = (
    *("--disable-gpu", "--disable-software-rasterizer", "--disable-extensions", "--disable-background-networking"),
    # In place of the list of Playwright: the first two draw an address bar for each window, which takes 0.4 s.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,MediaRouter,OptimizationHints,HttpsUpgrades",
)
"""Without an emulated graphics card, and what only people see of a browser, tests take less of the processor."""

COUNTS_ANSWERS = """
    window.answers = 0;
    const json = Response.prototype.json;
    Response.prototype.json = async function () {
        const found = await json.call(this);
        setTimeout(() => answers++);
        return found;
    };
"""
"""A script for a page: `answers` is how many answers its scripts have got and worked on."""


AXE = (Path(__file__).parent / "web/data/axe-core/axe.min.js").read_text(encoding="utf-8")
STANDARD = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},  # of WCAG 2.2, and off unless it is asked for
}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


@contextmanager
def served(home, **config):
    """Serve a catalogue on a free port; gives the address without a slash at its end."""
    listener = listening("127.0.0.1", 0)
    server = Server(Config(home=home, **config), seconds_to_end=1)
    thread = threading.Thread(target=server.run, args=[[listener]], daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end, "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()


def browser_path():
    """Where a browser is; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def started_browser():
    """A browser that has been found."""
    with sync_playwright() as playwright:
        options = [*CHEAP, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=browser_path(), args=options)
        yield browser
        browser.close()


def found_by_axe(page, options, parts=None):
    """What axe-core holds against a page, or what `parts` include and exclude of it, a line each."""
    run = "([parts, options]) => axe.run(parts ?? document, {...options, resultTypes: ['violations']})"
    found = page.evaluate(run, [parts, options])
    assert found["passes"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
        # Marks in a cell are its content, not the label of a control; the name spells them out for speech.
        if not (rule["id"] == "label-content-name-mismatch" and 'role="gridcell"' in node["html"])
    ]
