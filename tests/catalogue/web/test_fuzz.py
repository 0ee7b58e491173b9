"""Whatever a request brings, the server answers: with data, or with one line that says what is wrong."""

import json
import string
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from board_catalogue.catalogue.web import site
from board_catalogue.catalogue.web.api import EXAMPLE
from board_catalogue.catalogue.web.listings import BOUNDS, NAMES
from board_catalogue.catalogue.web.safety import HEADERS
from board_catalogue.catalogue.web.serving import OPERATIONS, ROUTES

EVIL = "<x-evil a='\">"
"""It is nowhere on a page unless a text was put there as it is."""

STREAMS = {each.path for each in OPERATIONS if each.is_stream}
ROUTES_TO_TRY = sorted(
    (method, route.path)
    for route in ROUTES
    if isinstance(route, Route)
    for method in route.methods - {"HEAD"}
    if not route.path.startswith(("/api/fill", "/api/work"))
    and route.path not in STREAMS  # which have tests of their own
)

words = st.one_of(
    st.sampled_from([EVIL, "", "1", "0", "-1", "12.1", "24", "7.1", "nan", "1e400", "9" * 30, "easy", "x-wing", "csv"]),
    st.sampled_from([EXAMPLE, EXAMPLE.replace(".", "0"), "." * 81, "." * 625, "1" * 81, "2x3", "none", "\0", "\ud7ff"]),
    st.text(max_size=30),
    st.text(string.digits + ".", max_size=90),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(words, inner, max_size=4)),
    max_leaves=12,
)
FIELDS = sorted({name for each in OPERATIONS for name in (each.body or {}).get("properties", {})})
PARAMETERS = (
    *BOUNDS,
    *NAMES,
    "sort",
    "desc",
    "limit",
    "after",
    "before",
    "format",
    "numbers",
    "title",
    "turns",
    "token",
)

bodies = st.one_of(
    st.binary(max_size=60),
    values.map(lambda value: json.dumps(value).encode()),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5).map(lambda fields: json.dumps(fields).encode()),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=4).map(
        lambda fields: json.dumps({"puzzle": EXAMPLE} | fields).encode()
    ),
)
queries = st.lists(st.tuples(st.one_of(st.sampled_from(PARAMETERS), words), words), max_size=5)
headers = st.dictionaries(
    st.sampled_from(["accept", "content-type", "cookie", "range", "if-none-match", "if-modified-since"]),
    st.one_of(
        st.sampled_from(["text/html", "application/json", "*/*", "bytes=0-0", "multipart/form-data; boundary=x"]),
        st.text(string.printable.strip(), max_size=20),
    ),
    max_size=3,
)
requests = st.tuples(
    st.integers(0, 2), st.sampled_from(ROUTES_TO_TRY), st.lists(words, min_size=3, max_size=3), queries, bodies, headers
)


@pytest.fixture(scope="module")
def clients(rated, client_of, filled_small, tmp_path_factory):
    """Of the rated catalogue, of one of another size, and of none. They only read."""
    homes = (rated, filled_small, tmp_path_factory.mktemp("none"))
    return [client_of(home, read_only=True, raises=False) for home in homes]


@pytest.fixture(scope="module", autouse=True)
def short_answers():
    """A tenth of a second for whatever takes long."""
    real = site._within
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "_within", lambda work, request, seconds: real(work, request, min(seconds, 0.1)))
        yield


def check_answer(client, method, path, query, body, sent):
    type_ = {"content-type": "application/json"} if body else {}
    answer = client.request(method, path, params=query, content=body or None, headers=type_ | sent)
    assert answer.status_code < 500 or answer.status_code == 503, (method, path, query, body, answer.text)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    if "text/html" in answer.headers.get("content-type", ""):
        assert "<x-evil" not in answer.text
    elif answer.status_code >= 400 and method != "HEAD":
        error = answer.json()["error"]
        assert error and "\n" not in error and "Traceback" not in error


def in_address(text):
    return quote(text.encode("utf-8", "surrogatepass"), safe="/")


def try_request(clients, request):
    client, (method, path), parts, query, body, sent = request
    for part in parts:
        start, brace, rest = path.partition("{")
        path = start + in_address(part) + rest.partition("}")[2] if brace else path
    check_answer(clients[client], method, path, query, body if method == "POST" else b"", sent)


@pytest.mark.slow
@settings(max_examples=80)
@given(request=requests)
@example(request=(0, ("GET", "/puzzles"), ["", "", ""], [("tag", EVIL)], b"", {"accept": "text/html"}))
@example(request=(0, ("GET", "/boards/{number}"), [EVIL, "", ""], [], b"", {"accept": "text/html"}))
def test_every_address_answers_whatever_it_is_asked(clients, request):
    try_request(clients, request)


@pytest.mark.fuzz
@settings(max_examples=20_000)
@given(request=requests)
def test_every_address_answers_whatever_it_is_asked_often(clients, request):
    try_request(clients, request)


@pytest.mark.slow
@settings(max_examples=40)
@given(path=st.one_of(words, st.lists(words, max_size=3).map("/".join)), accept=st.sampled_from(["text/html", "*/*"]))
def test_addresses_that_are_not_there_are_not_found(clients, path, accept):
    answer = clients[0].get("/static/" + in_address(path), headers={"accept": accept})
    assert answer.status_code in (200, 304, 307, 404, 405)
    assert "<x-evil" not in answer.text


@pytest.mark.parametrize("path", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "..\\app.py", "/etc/passwd"])
def test_no_file_beside_those_of_the_page_is_served(clients, path):
    assert clients[0].get(f"/static/{path}").status_code == 404
