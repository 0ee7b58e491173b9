"""The server under load: kept connections, connections without a request, and computing beside reading."""

import socket
import threading
import time

import httpx2
import pytest
from page_in_browser import PATIENCE

from board_catalogue.catalogue.web import serving as server_module
from board_catalogue.catalogue.web.site import COMPUTING, READING

DELAY = 0.04  # seconds by which Nagle's algorithm and a delayed acknowledgement hold the end of an answer back


def test_answers_on_a_kept_connection_come_without_delay(server):
    body = b'{"puzzle": "3..1......4..2.."}'
    head = "POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}"
    host, port = server.removeprefix("http://").split(":")
    took = []
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        for _ in range(15):
            begin = time.perf_counter()
            connection.sendall(head.encode() + b"\r\n\r\n" + body)
            answer = b""
            while not answer.endswith(b"true}"):
                part = connection.recv(65_536)
                assert part, f"the server closed the connection after {answer!r}"
                answer += part
            took.append(time.perf_counter() - begin)
    assert min(took[5:]) < DELAY * 0.75  # a client acknowledges the first answers promptly


def test_connections_without_a_request_end_and_shut_nobody_out(rated, serving, monkeypatch):
    monkeypatch.setattr(server_module, "SECONDS_FOR_A_HEAD", 0.5)
    with serving(rated) as address:
        host, port = address.removeprefix("http://").split(":")
        idle = [socket.create_connection((host, int(port)), timeout=PATIENCE) for _ in range(150)]
        for each in idle[::2]:
            each.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert httpx2.get(f"{address}/api/boards/3", timeout=PATIENCE).status_code == 200
        for each in idle:
            assert each.recv(1) == b""  # the server has closed it
            each.close()


@pytest.mark.slow
def test_a_connection_is_kept_while_its_request_is_answered(rated, serving, monkeypatch):
    monkeypatch.setattr(server_module, "SECONDS_FOR_A_HEAD", 0.2)
    with serving(rated) as address, httpx2.Client(timeout=PATIENCE) as client:
        experiment = f"{address}/api/experiment/events?clues=30&runs=40&seed=1"
        assert "event: end" in client.get(experiment).text
        assert client.get(f"{address}/api/boards/3").status_code == 200


@pytest.fixture
def slow(monkeypatch):
    """Makes solving a puzzle through the API wait until the test ends."""
    from board_catalogue.catalogue.web import solving

    end = threading.Event()

    monkeypatch.setattr(solving, "solve", lambda *_: end.wait(PATIENCE))
    yield
    end.set()


@pytest.mark.slow
def test_readers_do_not_wait_for_those_who_compute(rated, serving, slow):
    with serving(rated) as address:
        ask = {"puzzle": "3..1......4..2.."}
        threads = [
            threading.Thread(target=lambda: httpx2.post(f"{address}/api/solve", json=ask, timeout=3 * PATIENCE))
            for _ in range(READING + COMPUTING + 4)
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        time.sleep(0.5)
        assert httpx2.get(f"{address}/api/boards/3", timeout=5).status_code == 200
        hint = httpx2.post(f"{address}/api/hint", json={"puzzle": "5" + 80 * "."}, timeout=5)
        assert hint.status_code == 400, "it would wait if one client could take every place to compute"


def test_errors_of_the_api_are_json_even_for_a_browser(client):
    for method, path in (("POST", "/api"), ("GET", "/api/nowhere"), ("GET", "/api/boards/x"), ("DELETE", "/api/fill")):
        answer = client.request(method, path, headers={"accept": "text/html"})
        assert answer.status_code >= 400 and set(answer.json()) == {"error"}
