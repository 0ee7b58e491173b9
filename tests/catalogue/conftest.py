"""Small catalogues to look at, and the program to look at them with, in this process or in its own."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import sysconfig
import threading
import time
from collections import namedtuple
from contextlib import contextmanager
from pathlib import Path

import plain_view
import psycopg
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.cli import main
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.settings import Settings
from board_catalogue.catalogue.runs.filling import fill
from board_catalogue.catalogue.runs.recipe import RULED, Order, Recipe
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.rate import RateRequest
from board_catalogue.engine.grades import RATING_VERSION

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "catalogue")
PATIENCE = 60  # seconds after which a process is held to hang

Outcome = namedtuple("Outcome", "status out err")


def pytest_collection_modifyitems(config, items):
    """Leave out what is about files of SQLite where the catalogues are in PostgreSQL; each mark has its reason."""
    if config.getoption("--database") == "postgresql":
        for item in items:
            if mark := item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason=f"SQLite: {mark.args[0]}"))


class Folders:
    """Places for catalogues in folders."""

    def __init__(self):
        self._copied = {}

    @staticmethod
    def new(folder):
        return folder / "home"

    def copy(self, source, home):
        """Copy a catalogue, with links for its N.txt, a tenth of the work: a test replaces such a file."""
        self._copied[source] = when_written(source)
        shutil.copytree(source, home, copy_function=link_of_board)

    def check_sources(self):
        """Fail if a test has written into a file that other tests use."""
        for source in list(self._copied):
            before, now = self._copied.pop(source), when_written(source)
            changed = [path for path in before.keys() & now.keys() if before[path] != now[path]]
            assert not changed, f"{changed[0]} is shared: unlink it before you write another"


def when_written(home):
    folder = home / "boards"
    return {each.path: each.stat().st_mtime_ns for each in os.scandir(folder)} if folder.is_dir() else {}


def link_of_board(source, target):
    (os.link if source.endswith(".txt") else shutil.copy2)(source, target)


class Databases:
    """Places for catalogues in databases of a server."""

    def __init__(self, server):
        self._server = server

    def new(self, folder):
        return self._server.new()

    def copy(self, source, home):
        self._server.copy(source, home)

    def check_sources(self):
        """Copies in databases share nothing."""


@pytest.fixture(scope="session")
def places(request):
    """Makes places for catalogues, and copies of catalogues, in the database that --database names."""
    on_server = request.config.getoption("--database") == "postgresql"
    return Databases(request.getfixturevalue("postgresql")) if on_server else Folders()


@pytest.fixture
def home(tmp_path, monkeypatch, places):
    """The place of a new catalogue, where the program also looks when no --home is given."""
    monkeypatch.chdir(tmp_path)
    home = places.new(tmp_path)
    monkeypatch.setenv("CATALOGUE_HOME", getattr(home, "url", str(home)))
    yield home
    places.check_sources()


def _new_settings(size=9, seed=7, symmetry="d4", method=None, rules=""):
    chosen = method or (RULED if rules else engine.generation.default_method(size))
    return Settings(size, symmetry, seed, engine.native.METRICS_VERSION, chosen, RATING_VERSION, rules=rules)


@pytest.fixture(scope="session")
def new_settings():
    return _new_settings


HOW = {"stop", "on_progress", "on_notice", "threads", "workers"}


def _ordered(boards=None, total=None, seed=None, max_tries=None, pattern=None, rate=Depth.none, **recipe):
    patterns = (pattern,) if pattern is None or isinstance(pattern, str) else tuple(pattern)
    quotas = tuple(boards) if isinstance(boards, dict) else ()
    made = Recipe(patterns=patterns, depth=rate, quotas=quotas, **recipe)
    return Order(recipe=made, boards=boards, total=total, seed=seed, max_tries=max_tries)


@pytest.fixture(scope="session")
def filled_by():
    """Fills a catalogue through the library and returns the report: `filled_by(home, boards=10)`."""

    def fill_home(home, size=9, own_seed=7, symmetry="d4", method=None, rules="", **options):
        with Store.write(home, _new_settings(size, own_seed, symmetry, method, rules)) as store:
            running = {name: options.pop(name) for name in HOW & options.keys()}
            return fill(store, _ordered(**options), RateRequest(**running))

    return fill_home


@pytest.fixture(scope="session")
def filled(tmp_path_factory, filled_by, places):
    """A catalogue of 400 puzzles, half of them minimal and a few symmetric, for tests that only look."""
    home = places.new(tmp_path_factory.mktemp("filled"))
    filled_by(home, boards=200)
    filled_by(home, boards=190, clues=27)
    filled_by(home, boards=10, clues=27, pattern="rotate180")
    return home


@pytest.fixture(scope="session")
def rated(tmp_path_factory, filled_by, places):
    """A catalogue of 300 puzzles: 200 rated in full, 70 as far as fast goes, 30 not at all."""
    home = places.new(tmp_path_factory.mktemp("rated"))
    filled_by(home, boards=200, rate=Depth.full)
    filled_by(home, boards=70, rate=Depth.fast)
    filled_by(home, boards=30)
    return home


@pytest.fixture(scope="session")
def filled_small(tmp_path_factory, filled_by, places):
    """Every board of size 4."""
    home = places.new(tmp_path_factory.mktemp("filled_small"))
    filled_by(home, size=4, boards=1000)
    return home


@pytest.fixture(scope="session")
def filled_large(tmp_path_factory, filled_by, places):
    """Two boards of size 16."""
    home = places.new(tmp_path_factory.mktemp("filled_large"))
    filled_by(home, size=16, boards=2, clues=150)
    return home


@pytest.fixture
def copied(filled, home, places):
    """The filled catalogue for tests that change it."""
    places.copy(filled, home)
    return home


@pytest.fixture
def call(home, monkeypatch, capsys):
    """Runs the program in this process: `call("query", "--limit", 3)`. A busy machine makes no lines of progress."""
    monkeypatch.setattr("board_catalogue.catalogue.cli.terminal.PERIOD", float("inf"))

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["catalogue", *map(str, words)])
        monkeypatch.setattr("__main__.__package__", None)  # else the program is "python -m pytest" where that runs it
        capsys.readouterr()
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
        return Outcome(status, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def program():
    """Where the installed program is."""
    return PROGRAM


@pytest.fixture
def run(home):
    """Runs the installed program in a process of its own, where the behaviour of a process matters."""

    def run_program(*words, **options):
        done = subprocess.run(
            [PROGRAM, *map(str, words)],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "timeout": PATIENCE} | options,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run_program


@pytest.fixture
def run_on_terminal(run):
    """Runs the installed program with a terminal for its errors; gives its outcome, and what the terminal has seen."""

    def run_and_look(*words):
        ours, theirs = os.openpty()
        seen = []

        def read():
            try:
                while text := os.read(ours, 4096):
                    seen.append(text)
            except OSError:  # how Linux reports that the other end is closed
                pass

        reader = threading.Thread(target=read)
        reader.start()
        done = run(*words, stderr=theirs)
        os.close(theirs)
        reader.join()
        os.close(ours)
        return done, b"".join(seen).decode()

    return run_and_look


@pytest.fixture
def running_fill(home):
    """A fill in another process that has committed some boards and would go on for hours."""

    @contextmanager
    def start(*words, after=1):
        command = [PROGRAM, "fill", "--count", "100000000", *map(str, words)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            wait_until(lambda: boards_in(home) >= after or process.poll() is not None)
            assert process.poll() is None, process.communicate()
            yield process
        finally:
            process.kill()
            process.communicate()

    return start


def boards_in(home):
    try:
        return plain_view.number_of_rows(home, "boards")
    except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):  # there is no such table yet, or no file
        return 0


def wait_until(condition):
    """Wait for what will come, and fail where it does not."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


@pytest.fixture(scope="session")
def until():
    """Waits for what will come: `until(lambda: path.exists())`."""
    return wait_until


@pytest.fixture
def interrupt():
    """Sends Ctrl-C to a process and returns what it said: `interrupt(process)`."""

    def send(process):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        return Outcome(process.returncode, out, err)

    return send


@pytest.fixture
def in_own_mounts(tmp_path):
    """Runs a shell script that may mount file systems that only it sees; skips where the system forbids that."""
    for unshare in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        if shutil.which("unshare") and _succeeds([*unshare, "mount", "-t", "tmpfs", "none", str(tmp_path)]):
            break
    else:
        pytest.skip("this system lets us mount nothing")

    def run_script(script, **variables):
        environment = os.environ | {"PROGRAM": PROGRAM} | {name: str(value) for name, value in variables.items()}
        subprocess.run([*unshare, "sh", "-euc", script], env=environment, check=True, timeout=PATIENCE)

    return run_script


def _succeeds(command):
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture
def full_device():
    """A device on which there is no room for anything."""
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip(f"this system has no {device}")
    return device


@pytest.fixture
def as_ordinary_user():
    """For `preexec_fn`: permissions bind the process even where the tests run as root."""
    import ctypes

    drop_from_bounding_set, overrides = 24, (1, 2)  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    if os.geteuid() != 0:
        return lambda: None
    if sys.platform != "linux":
        pytest.skip("root can do everything here")
    prctl = ctypes.CDLL(None).prctl

    def drop():
        for capability in overrides:
            if prctl(drop_from_bounding_set, capability, 0, 0, 0) != 0:
                raise PermissionError

    return drop


def one_line(outcome, status=1):
    """The error is told in one line, and nothing else is."""
    assert outcome.status == status, outcome
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1 and outcome.err.endswith("\n"), outcome.err
    assert "Traceback" not in outcome.err
    return outcome.err


@pytest.fixture(scope="session")
def error_of():
    """The one line in which a command tells what is wrong: `error_of(call("stats"))`."""
    return one_line
