"""What the server refuses, and what every answer says to the browser."""

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.web import serving as application
from board_catalogue.catalogue.web.safety import HEADERS, MOST_BYTES, is_loopback, origins
from board_catalogue.catalogue.web.site import Config, Readers, answered, json_of
from board_catalogue.engine.native import check_time, time_limit

HERE = "http://127.0.0.1:8000"
OTHER = "http://elsewhere.example"


@pytest.fixture
def guarded(rated, monkeypatch):
    """A client of a site with routes that only these tests have: `guarded(host=..., token=...)`."""

    def written(request: Request):
        return PlainTextResponse(repr(json_of(request)))

    def endless(request: Request):
        while True:
            check_time()

    def broken(request: Request):
        raise RuntimeError("<b>secret</b>")

    routes = [
        answered("/api/write", written, methods=["POST"], writes=True),
        answered("/api/ask", written, methods=["POST"]),
        answered("/api/endless", endless, seconds=0.05),
        answered("/broken", broken),
        Route("/plain", lambda request: PlainTextResponse("plain")),
    ]
    monkeypatch.setattr(application, "ROUTES", routes + application.ROUTES)

    def make(base_url=HERE, **config):
        app = application.create_app(Config(home=rated, **config))
        return TestClient(app, base_url=base_url, raise_server_exceptions=False, follow_redirects=False)

    return make


@pytest.mark.slow_cases("/")
@pytest.mark.parametrize("path", ["/", "/nowhere", "/broken", "/static/base.css"])
def test_every_answer_has_the_headers(guarded, path):
    for method in ("GET", "POST"):
        answer = guarded().request(method, path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "LOCALHOST:9", "[::1]:8000"])
def test_names_of_this_machine_are_answered(guarded, host):
    assert guarded().get("/plain", headers={"host": host}).status_code == 200


FOREIGN = ["localhost.elsewhere.example", "10.0.0.1", "[::2]", "", "[::1].evil.com", "127.0.0.1:80@evil.com"]
ODD = ["localhost:8765\tevil", "localhost:", "localhost:x", "[::1]8000", "[localhost]", "localhost:8000:1", "a b"]


@pytest.mark.parametrize("host", [*FOREIGN, *ODD])
def test_a_foreign_name_that_points_here_is_refused(guarded, host):
    answer = guarded().get("/plain", headers={"host": host})
    assert answer.status_code == 403 and "Host" in answer.json()["error"]


def test_bound_elsewhere_addresses_are_answered_and_foreign_names_are_not(guarded):
    client = guarded(host="0.0.0.0")
    assert client.get("/plain", headers={"host": "10.0.0.1:8000"}).status_code == 200
    assert client.get("/plain", headers={"host": "elsewhere.example"}).status_code == 403
    assert guarded(host="box.lan").get("/plain", headers={"host": "box.lan:8000"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8001"},
        {"origin": HERE.replace("http:", "https:")},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_can_ask_nothing(guarded, headers):
    client = guarded()
    assert client.post("/api/write", json={}, headers=headers).status_code == 403
    assert client.get("/plain", headers=headers).status_code == 403


def test_own_pages_and_links_from_elsewhere_are_answered(guarded):
    client = guarded()
    assert client.post("/api/write", json={}, headers={"origin": HERE, "sec-fetch-site": "same-origin"}).is_success
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/plain", headers=link).is_success
    assert client.post("/api/write", json={}, headers=link).status_code == 403


def test_a_form_of_another_site_has_the_wrong_type(guarded):
    assert guarded().post("/api/write", data={"a": "b"}).status_code == 415


def test_reading_alone_needs_no_token(guarded):
    client = guarded(host="0.0.0.0", token="s3cret")
    assert client.get("/plain").is_success
    assert client.post("/api/ask", json={}).is_success


@pytest.mark.parametrize("token", ["", "s3cre", "s3crets", "\xe9"])
def test_writing_from_elsewhere_needs_the_token(guarded, token):
    client = guarded(host="0.0.0.0", token="s3cret")
    assert client.post("/api/write", json={}).status_code == 401
    sent = {"authorization": f"Bearer {token}".encode("latin-1")}
    assert client.post("/api/write", json={}, headers=sent).status_code == 401
    assert client.post("/api/write", json={}, headers={"cookie": "catalogue-token=wrong"}).status_code == 401


def test_the_token_is_sent_as_a_header_or_kept_by_the_browser(guarded):
    client = guarded(host="0.0.0.0", token="s3cret")
    assert client.post("/api/write", json={}, headers={"authorization": "Bearer s3cret"}).is_success
    entered = client.get("/enter", params={"token": "s3cret"})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    assert "HttpOnly" in entered.headers["set-cookie"] and "SameSite=strict" in entered.headers["set-cookie"]
    assert client.post("/api/write", json={}).is_success


@pytest.mark.parametrize(
    ("query", "token"),
    [
        ("", None),
        ("?token=", None),
        ("?token=wrong", "s3cret"),
        ("?token=%ED%A0%80", "s3cret"),
        ("?token=a%0d%0ab", "s3cret"),
    ],
)
def test_no_other_token_is_kept_by_the_browser(guarded, query, token):
    answer = guarded(host="0.0.0.0", token=token).get("/enter" + query)
    assert answer.status_code == 401 and "set-cookie" not in answer.headers


def test_a_server_that_only_reads_writes_nothing(guarded):
    answer = guarded(read_only=True).post("/api/write", json={})
    assert answer.status_code == 403 and "--read-only" in answer.json()["error"]


@pytest.mark.parametrize("length", ["-1", str(MOST_BYTES + 1), "9" * 30])
def test_a_long_body_is_refused_by_its_announcement(guarded, length):
    answer = guarded().post("/api/ask", content=b"{}", headers={"content-length": length})
    assert answer.status_code == 413


def test_a_long_body_is_refused_as_it_comes(guarded):
    chunks = (b" " * 65_536 for _ in range(5))
    answer = guarded().post("/api/ask", content=chunks, headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_object_is_refused(guarded, body):
    answer = guarded().post("/api/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and "JSON" in answer.json()["error"]


def test_work_without_end_is_ended(guarded):
    answer = guarded().get("/api/endless")
    assert answer.status_code == 503 and "0.05 seconds" in answer.json()["error"]


def test_a_failure_of_the_program_says_nothing_of_its_cause(guarded):
    page = guarded().get("/broken", headers={"accept": "text/html"})
    assert page.status_code == 500 and "secret" not in page.text


def test_errors_are_pages_for_people_and_data_for_programs(guarded):
    client = guarded()
    assert client.get("/nowhere", headers={"accept": "text/html"}).text.startswith("<!doctype html>")
    for path in ("/api/nowhere", "/nowhere.json", "/nowhere"):
        assert client.get(path).json() == {"error": "there is nothing at this address"}


def test_only_loopback_is_this_machine_alone():
    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.0.0.2", "::1"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "192.168.1.2", "box.lan", ""]))


def test_a_query_without_end_is_ended_and_the_next_one_is_answered(rated):
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    readers = Readers(rated)
    with pytest.raises(TimeoutError), time_limit(0.05), readers.store() as store:
        store.connection.exec_driver_sql(endless)
    with time_limit(5), readers.store() as store:
        assert store.settings.size == 9
    readers.close()


def test_a_damaged_row_is_one_line(rated, tmp_path):
    shutil.copytree(rated, tmp_path / "home")
    readers = Readers(tmp_path / "home")
    with pytest.raises(CatalogueError, match="UTF-8"), readers.store():
        b"\xff".decode()


def test_pages_of_named_origins_may_read_the_api_and_nothing_else(client_of, rated):
    there = {"origin": "https://example.org", "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}
    client = client_of(rated, readers=("https://example.org",))
    for address in ("/api/puzzles?limit=1", "/api/boards/3", "/puzzles.json?limit=1"):
        answer = client.get(address, headers=there)
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "https://example.org")
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin" and "Origin" in answer.headers["vary"]
        other = client.get(address, headers=there | {"origin": "https://example.com"})
        assert other.status_code == 403 and "access-control-allow-origin" not in other.headers
    assert client.get("/puzzles", headers=there).status_code == 403
    assert client.post("/api/tags", json={"name": "x", "numbers": ["3"]}, headers=there).status_code == 403
    assert client.get("/api/boards/3", headers=there | {"host": "example.net"}).status_code == 403
    assert client_of(rated).get("/api/boards/3", headers=there).status_code == 403
    assert client_of(rated, readers=("*",)).get("/api/boards/3", headers=there).status_code == 200
    assert origins(["*"], has_all=True) == ("*",)


def test_pages_of_named_origins_may_show_the_page_in_a_frame_and_gain_nothing_else(client_of, rated):
    blog = "https://blog.example"
    policy = "content-security-policy"
    client = client_of(rated, frames=origins([blog.upper(), "http://[::1]:8080"]))
    for address in ("/play?board=3", "/static/base.css", "/nowhere"):
        answer = client.get(address)
        shown = HEADERS[policy].replace("'none'; object", f"{blog} http://[::1]:8080; object")
        assert answer.headers[policy] == shown and "frame-ancestors 'none'" not in shown
        assert {name: answer.headers[name] for name in HEADERS if name != policy} == {
            name: value for name, value in HEADERS.items() if name != policy
        }
    there = {"origin": blog, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}
    assert client.get("/api/boards/3", headers=there).status_code == 403
    frame = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    assert client.get("/play?board=3", headers=frame).status_code == 200


NO_ORIGINS = ["example.org", "ftp://example.org", "https://example.org/page", "*", "'none'", "https://", "https://a b"]
TWO_AT_ONCE = ["https://a;script-src *", "https://a,https://b", "https://a\nx: y", "https://a@b", "https://*.a"]


@pytest.mark.parametrize("wrong", NO_ORIGINS + TWO_AT_ONCE)
def test_what_is_no_origin_is_refused(wrong):
    with pytest.raises(CatalogueError, match=r"is not an origin such as https://example\.org$"):
        origins(["https://example.org", wrong])


@pytest.mark.slow
def test_a_page_that_may_shows_a_puzzle_in_a_frame(page, serving, rated, tmp_path):
    """A real server has the page of the other origin: a browser trusts no made-up answer with this machine."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as blog:
        Thread(target=blog.serve_forever, daemon=True).start()
        with serving(rated, frames=(f"http://localhost:{blog.server_port}",)) as address:
            (tmp_path / "favicon.ico").touch()
            (tmp_path / "index.html").write_text(
                f'<iframe src="{address}/play?board=3" width="900" height="900"></iframe>'
            )
            page.goto(f"http://localhost:{blog.server_port}/")
            expect(page.frame_locator("iframe").get_by_role("gridcell")).to_have_count(81)
        blog.shutdown()


@pytest.mark.parametrize(
    ("address", "range_"), [("/worker.js", "bytes=0-0"), ("/static/base.css", "bytes=9-1"), ("/worker.js", "text/html")]
)
def test_files_go_whole_whatever_range_is_asked_for(client, address, range_):
    whole, asked = client.get(address), client.get(address, headers={"range": range_})
    assert (asked.status_code, asked.content) == (whole.status_code, whole.content) == (200, whole.content)


@pytest.mark.parametrize("path", ["/api/solve", "/api/puzzles", "/api/fill"])
def test_a_client_that_leaves_in_the_middle_of_a_body_raises_nothing(rated, path):
    """Nothing is printed of it, as the server prints what is raised."""
    headers = [(b"host", b"127.0.0.1:8000"), (b"content-length", b"900"), (b"origin", b"http://127.0.0.1:8000")]
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": headers, "client": ("127.0.0.1", 9), "server": ("127.0.0.1", 8000), "http_version": "1.1"}
    arriving = iter([{"type": "http.request", "body": b'{"puz', "more_body": True}, {"type": "http.disconnect"}])
    sent = []

    async def receive():
        return next(arriving)

    async def send(message):
        sent.append(message)

    app = application.create_app(Config(home=rated))
    with ThreadPoolExecutor(1) as thread:  # this one may have the loop of a browser
        thread.submit(asyncio.run, app(scope | {"scheme": "http", "root_path": ""}, receive, send)).result()
    assert sent[0]["status"] in (400, 403, 405)
