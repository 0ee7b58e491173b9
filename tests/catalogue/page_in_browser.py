"""A server of a catalogue in a thread, and a real browser to look at it: for tests and benchmarks."""

import os
import shutil
import threading
import time
from contextlib import contextmanager

import uvicorn
from playwright.sync_api import sync_playwright

from catalogue.web.app import create_app
from catalogue.web.serving import Server
from catalogue.web.site import Config

PATIENCE = 20  # seconds after which a page is held to hang

BROWSERS = ("chromium", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


@contextmanager
def served(home, **config):
    """Serve a catalogue on a free port; gives the address without a slash at its end."""
    settings = uvicorn.Config(
        create_app(Config(home=home, **config)), port=0, log_level="warning", timeout_graceful_shutdown=1
    )
    server = Server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end, "the server did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def browser_path():
    """Where a browser is; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def started_browser():
    """A browser that has been found."""
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=browser_path(), args=options)
        yield browser
        browser.close()
