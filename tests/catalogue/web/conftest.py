"""The page of small catalogues: in this process, behind a real server, and in a real browser."""

import os
import shutil
import threading
import time
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.testclient import TestClient

from catalogue.web.app import create_app
from catalogue.web.serving import Server
from catalogue.web.site import Config

BROWSERS = ("chromium", "google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
HERE = "http://127.0.0.1:8000"
PATIENCE = 20  # seconds after which a page is held to hang


@pytest.fixture(scope="session")
def client_of():
    """Makes a client of the page of a catalogue, without a server: `client_of(home, read_only=True)`."""

    def make(home, *, base_url=HERE, raises=True, **config):
        app = create_app(Config(home=home, **config))
        return TestClient(app, base_url=base_url, raise_server_exceptions=raises, follow_redirects=False)

    return make


@pytest.fixture(scope="session")
def client(rated, client_of):
    """A client of the page of the rated catalogue, for tests that only look."""
    return client_of(rated)


@pytest.fixture
def writing_client(rated, home, client_of):
    """A client of the page of a copy of the rated catalogue."""
    shutil.copytree(rated, home)
    return client_of(home)


@contextmanager
def served(home, **config):
    """Serve a catalogue on a free port, in a thread; gives the address without a slash at its end."""
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


@pytest.fixture(scope="session")
def serving():
    """Serves a catalogue that a test names: `with serving(home, read_only=True) as address`."""
    return served


@pytest.fixture(scope="session")
def server(rated):
    """The address of a server of the rated catalogue, for tests that only look."""
    with served(rated) as address:
        yield address


@pytest.fixture
def writing_server(rated, home):
    """The address of a server of a copy of the rated catalogue."""
    shutil.copytree(rated, home)
    with served(home) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """Chromium. Where it is missing, tests fail in CI and are skipped elsewhere."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        missing = "no browser to test the page with: install chromium"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=options)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """An empty page of the browser. The test fails if a script of the page does, or anything breaks the policy."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert not errors
