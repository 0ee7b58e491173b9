"""What fails while workers compute: nothing reported is lost, and the next fill ends with the same catalogue."""

import os
import signal
import threading
from contextlib import ExitStack, contextmanager

import plain_view
import psutil
import pytest
from proxy import Proxy

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs import filling as filling
from board_catalogue.catalogue.runs import workers
from board_catalogue.catalogue.runs.filling import fill
from board_catalogue.catalogue.runs.recipe import Order, Recipe
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.rate import RateRequest

BOARDS = 300
PATIENCE = 60


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(filling, "BATCH", 160)  # 20 where puzzles are rated


@pytest.fixture
def undisturbed(tmp_path, filled_by):
    filled_by(tmp_path / "undisturbed", boards=BOARDS, rate=Depth.full)
    return plain_view.contents(tmp_path / "undisturbed")


@pytest.fixture
def fill_home(tmp_path, new_settings):
    """Fills up to BOARDS boards by some workers; `early` is called when the first few of them are committed."""

    def run(workers, early=lambda: None, on_notice=lambda line: None, **options):
        calls = iter([early])

        def on_progress(now):
            if now.written:
                next(calls, lambda: None)()

        how = RateRequest(workers=workers, on_progress=on_progress, on_notice=on_notice)
        with Store.write(tmp_path / "home", new_settings()) as store:
            return fill(store, Order(recipe=Recipe(depth=Depth.full, **options), total=BOARDS), how)

    return run


@pytest.fixture
def soon(monkeypatch):
    """Progress is committed and reported soon, so that a fault comes while most is yet to be done."""
    monkeypatch.setattr("board_catalogue.catalogue.runs.keeping.COMMIT_PERIOD", 0.01)
    monkeypatch.setattr("board_catalogue.catalogue.runs.pipeline.PERIOD", 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("victims", [1, 2])
def test_the_tickets_of_workers_that_are_killed_run_on_others_or_those_that_come_then(
    tmp_path, cluster, processes_of, undisturbed, fill_home, soon, victims
):
    killed = processes_of()[:victims]

    def kill():
        for process in killed:
            os.kill(process, signal.SIGKILL)  # and Dask starts another one in its place, after a while

    assert fill_home(cluster, kill).boards == BOARDS
    assert plain_view.contents(tmp_path / "home") == undisturbed


@pytest.mark.slow
def test_the_tickets_of_a_worker_that_hangs_are_given_to_others(
    tmp_path, cluster, processes_of, undisturbed, fill_home, soon, monkeypatch
):
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    monkeypatch.setattr(workers, "_TIMES", 0)
    victim = processes_of()[0]
    notices = []
    try:
        assert fill_home(cluster, lambda: os.kill(victim, signal.SIGSTOP), notices.append).boards == BOARDS
    finally:
        os.kill(victim, signal.SIGCONT)
    assert plain_view.contents(tmp_path / "home") == undisturbed
    assert any("has not answered for" in line for line in notices)


@pytest.mark.slow
def test_a_worker_with_another_version_is_refused_by_name_also_when_it_joins_later(
    tmp_path, cluster, odd_cluster, filled_by, new_settings, soon, monkeypatch
):
    monkeypatch.setattr(workers, "_PERIOD", 0.05)
    notices, given, stop, late = [], tmp_path / "given", threading.Event(), []
    with ExitStack() as running:

        def join(version):
            odd = odd_cluster("--scheduler", cluster, "--rating-version", version, "--given", given)
            return running.enter_context(odd)[1]

        def on_progress(now):
            if now.written and not late:
                late[:] = join(77), 10**9
            elif len(notices) == 2 or now.seconds > PATIENCE:  # and some more tickets after that
                late[1] = min(late[1], now.written + 100)
                if now.written >= late[1]:
                    stop.set()

        present = join(0)
        with Store.write(tmp_path / "home", new_settings()) as store:
            how = RateRequest(workers=cluster, stop=stop, on_progress=on_progress, on_notice=notices.append)
            done = fill(store, Order(boards=10**6), how)
    for address, version in ((present, 0), (late[0], 77)):
        assert any(f"worker {address} is refused: it has ratings {version}, not " in line for line in notices)
    assert not given.exists()
    filled_by(tmp_path / "undisturbed", boards=done.boards)
    assert plain_view.contents(tmp_path / "home") == plain_view.contents(tmp_path / "undisturbed")


@pytest.mark.slow
def test_a_cluster_of_other_versions_alone_is_an_error(tmp_path, odd_cluster, fill_home):
    refused = pytest.raises(CatalogueError, match=r"worker tcp://.* is refused: it has ratings 0, not \d+; install")
    with odd_cluster("--rating-version", 0) as (_, scheduler), refused:
        fill_home(scheduler)
    assert not (tmp_path / "home" / "catalogue.db").exists()


@pytest.mark.slow
def test_a_scheduler_that_dies_ends_the_fill_and_the_next_one_completes_it(
    tmp_path, cluster, odd_cluster, undisturbed, fill_home, soon
):
    with odd_cluster() as (process, scheduler), lost(scheduler):
        fill_home(scheduler, process.kill)
    assert 0 < len(plain_view.table(tmp_path / "home", "boards")) < BOARDS
    fill_home(cluster)
    assert plain_view.contents(tmp_path / "home") == undisturbed


@pytest.mark.slow
def test_a_network_that_is_cut_ends_the_fill_and_the_next_one_completes_it(
    tmp_path, cluster, undisturbed, fill_home, soon, monkeypatch
):
    monkeypatch.setattr(workers, "ANSWER_SECONDS", 1)
    with Proxy(cluster) as proxy, lost(proxy.address):
        fill_home(proxy.address, proxy.cut)
    assert 0 < len(plain_view.table(tmp_path / "home", "boards")) < BOARDS
    fill_home(None)
    assert plain_view.contents(tmp_path / "home") == undisturbed


def test_no_scheduler_is_an_error_and_changes_nothing(tmp_path, fill_home, monkeypatch):
    monkeypatch.setattr(workers, "ANSWER_SECONDS", 0.3)
    with pytest.raises(CatalogueError, match=r"no Dask scheduler answers at tcp://127.0.0.1:1 .*dask scheduler"):
        fill_home("tcp://127.0.0.1:1")
    assert not (tmp_path / "home" / "catalogue.db").exists()


def lost(scheduler):
    return pytest.raises(CatalogueError, match=f"the Dask scheduler at {scheduler} does not answer any more")


# --- The process that fills ---------------------------------------------------------------------------------------


@pytest.fixture
def local_fill(running_fill):
    """A fill by two processes of this machine that would go on for hours, and those processes."""

    @contextmanager
    def start():
        with running_fill("--workers", "local:2", "--rate", "full", "--seed", 7) as process:
            helpers = psutil.Process(process.pid).children(recursive=True)
            assert len(helpers) >= 3  # a scheduler and two workers
            yield process, helpers

    return start


@pytest.mark.slow
def test_ctrl_c_ends_the_workers_too(home, local_fill):
    with local_fill() as (process, helpers):
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Interrupted; the next fill continues from here." in out
    assert err.splitlines()[-1].endswith("Press Ctrl-C again to stop immediately.")
    assert not psutil.wait_procs(helpers, timeout=PATIENCE)[1]


@pytest.mark.slow
def test_a_fill_that_is_killed_leaves_no_worker_and_the_next_one_completes_it(
    tmp_path, home, local_fill, cluster, filled_by
):
    with local_fill() as (process, helpers):
        process.kill()
        process.wait()
    assert not psutil.wait_procs(helpers, timeout=PATIENCE)[1]
    there = len(plain_view.table(home, "boards"))
    filled_by(home, total=there + 50, rate=Depth.full, workers=cluster)
    filled_by(tmp_path / "undisturbed", boards=there + 50, rate=Depth.full)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "undisturbed")
