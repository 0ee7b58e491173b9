"""The page of small catalogues: in this process, behind a real server, and in a real browser."""

import threading

import pytest
from page_in_browser import PATIENCE, served
from starlette.testclient import TestClient

from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.verbs.rate import RateRequest, rate
from board_catalogue.catalogue.web.serving import create_app
from board_catalogue.catalogue.web.site import Config

HERE = "http://127.0.0.1:8000"


@pytest.fixture(scope="session")
def client_of():
    """Makes a client of the page of a catalogue, without a server: `client_of(home, read_only=True)`."""

    def make(home, *, base_url=HERE, raises=True, **config):
        app = create_app(Config(home=home, **config))
        return TestClient(app, base_url=base_url, raise_server_exceptions=raises, follow_redirects=False)

    return make


@pytest.fixture(scope="session")
def rated(rated, tmp_path_factory, places):
    """A copy of the rated catalogue whose puzzles have levels too: what the pages show a player."""
    home = tmp_path_factory.mktemp("levelled") / "home"
    places.copy(rated, home)
    rate(home, RateRequest(rate=Depth.score))
    return home


@pytest.fixture(scope="session")
def client_that_stays(rated, client_of):
    """A client of the page of the rated catalogue, with what it has kept, such as its language."""
    return client_of(rated)


@pytest.fixture
def client(client_that_stays):
    """A client of the page of the rated catalogue, for tests that only look. It has kept nothing."""
    client_that_stays.cookies.clear()
    return client_that_stays


@pytest.fixture
def writing_client(rated, home, places, client_of):
    """A client of the page of a copy of the rated catalogue."""
    places.copy(rated, home)
    client = client_of(home)
    yield client
    client.post("/api/fill/stop", json={})
    for thread in threading.enumerate():
        if thread.name == "fill":  # it ends before its folder goes
            thread.join()


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
def writing_server(rated, home, places):
    """The address of a server of a copy of the rated catalogue."""
    places.copy(rated, home)
    with served(home) as address:
        yield address


@pytest.fixture(scope="session")
def profile(browser):
    """A profile of the browser for all tests: with the scripts of the page in its cache, each visit costs half."""
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context


def is_of_the_page(message):
    """Whether the browser names a fault of the page; a server of a test may end while its page still loads."""
    return message.type == "error" and "net::ERR_CONNECTION" not in message.text


@pytest.fixture
def page(profile):
    """An empty page of a browser that has kept nothing.

    The test fails if a script of the page does, or anything breaks the policy.
    """
    page = profile.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if is_of_the_page(message) else None)
    yield page
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear()")
    for each in profile.pages:
        each.close()
    profile.clear_permissions()
    assert not errors
