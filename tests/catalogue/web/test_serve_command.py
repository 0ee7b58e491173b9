"""`catalogue serve` as a process: it says where it is, answers, and ends without a fuss."""

import re
import select
import signal
import socket
import subprocess
import threading
from pathlib import Path

import httpx2
import pytest
from page_in_browser import PATIENCE

from board_catalogue.catalogue.cli.group import COMMANDS


@pytest.fixture
def serving(program, rated):
    """A server in a process of its own, and the address that it prints: `serving("--read-only")`."""
    started = []

    def start(*words):
        command = [program, "serve", "--home", str(rated), "--port", "0", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        assert select.select([process.stdout], [], [], PATIENCE)[0], "it does not say where it listens"
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match, process.communicate(timeout=PATIENCE)
        return process, match[0]

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_it_answers_and_ctrl_c_ends_it(serving):
    process, address = serving()
    assert httpx2.get(f"{address}puzzles", timeout=PATIENCE).status_code == 200
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_the_kernels_of_a_fill(serving, tmp_path):
    process, address = serving("--home", str(tmp_path / "new"))
    options = {"count": 1000, "clues": 17, "effort": 10**8}  # hours
    assert httpx2.post(f"{address}api/fill", json=options, timeout=PATIENCE).json()["state"] == "running"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_a_request_that_hangs(serving):
    process, address = serving()
    long = f"{address}api/experiment/events?clues=30&runs=500&max_steps=1000000&max_seconds=5&seed=1"  # two minutes
    with httpx2.stream("GET", long, timeout=PATIENCE) as answer:
        assert next(answer.iter_lines()) == "event: begin"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_on_every_address_it_prints_a_token(serving):
    _, address = serving("--host", "0.0.0.0")
    assert re.fullmatch(r"http://0\.0\.0\.0:\d+/enter\?token=[\w-]{32}", address)


def test_a_port_that_is_taken_is_one_line(call, error_of, rated):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert "choose another --port" in error_of(call("serve", "--home", rated, "--port", port))


def test_without_the_extra_it_says_what_to_install(call, error_of, monkeypatch):
    import builtins
    import sys

    real = builtins.__import__

    def without_uvicorn(name, *rest):
        if name == "uvicorn":
            raise ModuleNotFoundError("no uvicorn", name=name)
        return real(name, *rest)

    monkeypatch.delitem(sys.modules, "board_catalogue.catalogue.web.serving", raising=False)
    monkeypatch.delattr("board_catalogue.catalogue.web.serving", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_uvicorn)
    assert "pip install 'board-catalogue[web]'" in error_of(call("serve"))


def shown_commands():
    root = Path(__file__).resolve().parents[3]
    pages = (root / "README.md", root / ".github/documents/how-to/page.md")
    text = "\n".join([*(page.read_text() for page in pages), COMMANDS["serve"].help])
    return sorted(set(re.findall(r"^ *catalogue (serve.*?) *(?:#.*)?$", text, re.MULTILINE)))


def test_pages_and_help_show_commands():
    assert {"serve --open", "serve --read-only"} <= set(shown_commands())


@pytest.mark.parametrize("words", shown_commands())
def test_commands_that_are_shown_start_a_server(call, rated, home, places, monkeypatch, words):
    places.copy(rated, home)
    (home.parent / "mine").symlink_to(home)
    opened = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda address: opened.set())
    monkeypatch.setattr("board_catalogue.catalogue.web.serving.Server.run", lambda self, sockets: None)
    done = call(*words.split(), "--port", "0")  # the last --port counts; that of a page may be in use
    assert (done.status, done.err) == (0, "")
    assert re.match(r"\S+: http://[\d.]+:\d+/", done.out)
    assert opened.wait(PATIENCE) is True if "--open" in words else not opened.is_set()
