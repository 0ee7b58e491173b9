"""A fill that is stopped, that fails or that is killed: the next one makes it as if nothing had happened."""

import random
import shutil
import signal
import subprocess
import threading
import time
from pkgutil import resolve_name

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.runs import keeping
from board_catalogue.catalogue.runs.keeping import Keeper
from board_catalogue.catalogue.runs.pipeline import Actor
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import claim, next_number

TOTAL = 240
SLACK = 5  # other processes may have the processors


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, filled_by, places):
    home = places.new(tmp_path_factory.mktemp("undisturbed"))
    filled_by(home, boards=TOTAL)
    return home


@pytest.fixture
def small_batches(monkeypatch):
    """Many messages in few boards, so that a run cannot be over before it is disturbed."""
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 8)


def assert_same_in_the_end(home, filled_by, undisturbed):
    filled_by(home, total=TOTAL)
    plain_view.assert_sound(home, count=TOTAL)
    assert plain_view.contents(home) == plain_view.contents(undisturbed)
    assert plain_view.tables(home) == plain_view.tables(undisturbed)


# --- Stopped --------------------------------------------------------------------------------------------------


def stopping_keeper(stop, after):
    class StoppingKeeper(Keeper):
        def keep(self, *batch):
            super().keep(*batch)
            if self.written["boards"] >= after:
                stop.set()

    return StoppingKeeper


@pytest.mark.slow_cases("1")
@pytest.mark.parametrize("after", [1, 40])
def test_a_stopped_fill_keeps_what_is_finished_and_the_next_goes_on(
    home, filled_by, undisturbed, small_batches, monkeypatch, after
):
    stop = threading.Event()
    monkeypatch.setattr(keeping, "Keeper", stopping_keeper(stop, after))
    report = filled_by(home, total=TOTAL, stop=stop, threads=3)
    assert report.interrupted
    assert after <= report.boards < TOTAL
    plain_view.assert_sound(home, count=report.boards)
    monkeypatch.undo()
    assert_same_in_the_end(home, filled_by, undisturbed)


def test_the_observer_of_the_progress_may_stop_a_fill(home, filled_by, undisturbed):
    stop = threading.Event()
    report = filled_by(home, boards=10**9, stop=stop, on_progress=lambda progress: stop.set())
    assert report.interrupted
    plain_view.assert_sound(home, count=report.boards)
    kept = plain_view.contents(home)["boards"]
    assert kept[:TOTAL] == plain_view.contents(undisturbed)["boards"][: len(kept)]


@pytest.mark.slow
def test_a_fill_stopped_before_it_begins_leaves_an_empty_catalogue(home, filled_by, undisturbed):
    stop = threading.Event()
    stop.set()
    report = filled_by(home, boards=100, stop=stop)
    assert (report.boards, report.interrupted) == (0, True)
    assert_same_in_the_end(home, filled_by, undisturbed)


def test_ctrl_c_ends_the_program_with_130_the_totals_and_a_sound_catalogue(
    home, running_fill, interrupt, filled_by, tmp_path
):
    with running_fill("--seed", 7, "--threads", 3, "--clues", 23) as process:
        done = interrupt(process)
    assert done.status == 130
    assert "Traceback" not in done.err
    count = len(plain_view.table(home, "boards"))
    assert f"boards in total {count:>{len(done.out.splitlines()[0]) - len('boards in total ')},}" in done.out
    assert "nterrupted" in done.out
    plain_view.assert_sound(home, count=count)

    filled_by(home, total=count + 9, clues=23)
    filled_by(tmp_path / "other", boards=count + 9, clues=23)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "other")


class Sluggish:
    """A kernel that does not come back from a batch until it is let go, except from the first few."""

    def __init__(self, original, after=0):
        self.original, self.calls = original, iter(range(after))
        self.entered, self.let_go = threading.Event(), threading.Event()

    def __call__(self, *arguments, **options):
        if next(self.calls, None) is None:
            self.entered.set()
            assert self.let_go.wait(60)
        return self.original(*arguments, **options)


@pytest.mark.daily("3-measure")
@pytest.mark.parametrize("stage", ["generate", "keys", "carve", "measure"])
@pytest.mark.parametrize("after", [0, 3])
def test_a_stopped_fill_does_not_wait_for_the_kernels_at_work(
    home, filled_by, undisturbed, small_batches, monkeypatch, stage, after
):
    kernel = Sluggish(getattr(engine, stage), after)
    stop = threading.Event()
    threading.Thread(target=lambda: kernel.entered.wait(60) and stop.set()).start()
    with monkeypatch.context() as patch:
        patch.setattr(engine, stage, kernel)
        report = filled_by(home, total=TOTAL, stop=stop, threads=2)
        assert crew_alive()  # it came back before they did
        assert len(plain_view.table(home, "boards")) == len(plain_view.table(home, "claims", "1")) == report.boards
        (stream,) = plain_view.table(home, "streams") or [{"position": 0}]
        kernel.let_go.set()
        for thread in crew_alive():
            thread.join(60)
    assert report.interrupted and not report.given_up
    assert report.boards == report.looked_at == stream["position"] <= 8 * after
    plain_view.assert_sound(home, count=report.boards)  # what came too late has changed nothing
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("--rate", "full"), ("--grade", "diabolical")],
    ids=lambda words: "-".join(map(str, words)),
)
def test_ctrl_c_is_answered_and_ends_the_program_soon(home, program, until, words):
    words = [program, "fill", "--count", "100000000", *map(str, words)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: plain_view.exists(home))
        time.sleep(0.5)  # the kernels are at work
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        lines = iter(process.stderr.readline, "")
        assert next(line for line in lines if "Interrupted: saving what is finished." in line)
        answered = time.monotonic() - begin
        out, _ = process.communicate(timeout=60)
        ended = time.monotonic() - begin
    finally:
        process.kill()
    assert (process.returncode, "continues from here" in out) == (130, True)
    assert answered < 0.2 * SLACK
    assert ended < 2 * SLACK
    count = len(plain_view.table(home, "boards"))
    plain_view.assert_sound(home, count=count)
    assert f"boards in total {count:>{len(out.splitlines()[0]) - len('boards in total ')},}" in out


@pytest.mark.slow
def test_a_second_ctrl_c_ends_the_program_immediately_and_loses_nothing_committed(home, running_fill, call):
    with running_fill("--seed", 7, "--threads", 1) as process:
        process.send_signal(signal.SIGINT)
        assert next(line for line in iter(process.stderr.readline, "") if "Interrupted: saving" in line)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    seen = len(plain_view.table(home, "boards"))
    assert call("fill", "--count", 1).status == 0
    plain_view.assert_sound(home, count=seen + 1)


# --- Failed ---------------------------------------------------------------------------------------------------


def failing(original, after, error):
    """The function as it was, until it has been called so many times."""
    calls = iter(range(after))

    def fail(*arguments, **options):
        if next(calls, None) is None:
            raise error
        return original(*arguments, **options)

    return fail


def actors_alive():
    return [thread for thread in threading.enumerate() if isinstance(thread, Actor)]


def crew_alive():
    return [thread for thread in threading.enumerate() if thread.name.startswith("crew")]


@pytest.mark.daily("board_catalogue.engine.measure-5-crew1")
@pytest.mark.parametrize(("after", "crew"), [(0, {"threads": 4}), (5, {"threads": 1})])
@pytest.mark.parametrize(
    "place",
    [
        "board_catalogue.engine.generate",
        "board_catalogue.engine.keys",
        "board_catalogue.engine.carve",
        "board_catalogue.engine.measure",
        "board_catalogue.catalogue.runs.filling.claim",
        "board_catalogue.catalogue.runs.filling.record",
        pytest.param(
            "board_catalogue.catalogue.storage.files.FileWriter.write", marks=pytest.mark.sqlite("files of boards")
        ),
    ],
)
def test_a_failure_in_any_stage_stops_all_and_is_raised_and_the_next_fill_goes_on(
    home, filled_by, undisturbed, small_batches, monkeypatch, place, after, crew
):
    error = RuntimeError("struck by lightning")
    with monkeypatch.context() as patch:
        owner_name, _, name = place.rpartition(".")
        owner = resolve_name(owner_name)
        patch.setattr(owner, name, failing(getattr(owner, name), after, error))
        with pytest.raises(RuntimeError, match="struck by lightning") as caught:
            filled_by(home, total=TOTAL, **crew)
    assert caught.value is error
    assert actors_alive() == []

    numbered = plain_view.table(home, "boards")
    assert numbered == plain_view.table(undisturbed, "boards")[: len(numbered)]
    assert len(numbered) < TOTAL
    if after and crew["threads"] == 1 and place == "board_catalogue.catalogue.runs.filling.record":
        assert len(numbered) == after * 8  # what was committed stays
    assert_same_in_the_end(home, filled_by, undisturbed)


def test_a_puzzle_with_several_solutions_is_never_kept(home, filled_by, monkeypatch):
    def careless(boards, **options):
        puzzles = carve(boards, **options)
        puzzles[3] = 0
        return puzzles

    carve = engine.carve
    monkeypatch.setattr(engine, "carve", careless)
    with pytest.raises(RuntimeError, match="board 3 of seed 7"):
        filled_by(home, boards=10)
    assert plain_view.table(home, "puzzles") == []


def test_a_failing_observer_stops_the_fill_too(home, filled_by, undisturbed):
    def observe(progress):
        raise KeyboardInterrupt  # a second Ctrl-C

    with pytest.raises(KeyboardInterrupt):
        filled_by(home, boards=10**9, on_progress=observe)
    assert actors_alive() == []
    plain_view.assert_sound(home)


# --- Left behind by a crash ------------------------------------------------------------------------------------


def leave_claims(home, new_settings, start, count):
    """What a fill leaves that dies after a claim was committed and before the boards have their numbers."""
    keys = [key.tobytes() for key in engine.keys(engine.generate(count, seed=7, start=start))]
    with Store.write(home, new_settings()) as store:
        new, _ = claim(store, keys, next_number(store), count)
        store.commit()
    assert len(new) == count


@pytest.mark.slow_cases("1")
@pytest.mark.parametrize("count", [1, 60])
def test_claims_without_a_board_do_not_stand_in_the_way_of_their_boards(
    home, filled_by, undisturbed, new_settings, count
):
    leave_claims(home, new_settings, 0, count)
    filled_by(home, boards=100)
    plain_view.assert_sound(home, count=100)
    leave_claims(home, new_settings, 100, count)
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.slow
def test_claims_without_a_board_are_no_boards(home, filled_by, undisturbed, new_settings, call):
    filled_by(home, boards=100)
    leave_claims(home, new_settings, 100, 50)
    assert call("query", "--count-only").out == "100\n"
    assert call("verify").status == 0
    report = filled_by(home, total=120)
    assert (report.boards, report.total) == (20, 120)
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.slow
def test_claims_left_by_one_seed_do_not_hinder_another(home, filled_by, new_settings, tmp_path):
    leave_claims(home, new_settings, 0, 30)
    for place in (home, tmp_path / "other"):
        filled_by(place, boards=10, seed=8)
        filled_by(place, boards=10)
    plain_view.assert_sound(home, count=20)
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "other")


@pytest.mark.sqlite("files of boards")
def test_files_of_boards_that_never_got_their_number_give_way(home, filled_by, undisturbed):
    filled_by(home, boards=100)
    for number in (100, 101, 5000):
        shutil.copy(home / "boards" / "7.txt", home / "boards" / f"{number}.txt")
    (home / "catalogue.lock").write_text("999999\n")  # as a killed fill leaves it
    filled_by(home, boards=1)
    plain_view.assert_sound(home, count=101)
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.sqlite("files of boards")
def test_missing_files_come_back_with_the_next_fill(home, filled_by, undisturbed):
    filled_by(home, boards=100)
    for number in (0, 42, 99):
        (home / "boards" / f"{number}.txt").unlink()
    filled_by(home, boards=1)
    plain_view.assert_sound(home, count=101)
    shutil.rmtree(home / "boards")
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.sqlite("files of boards")
def test_a_fill_killed_before_its_first_commit_leaves_a_folder_that_the_next_one_fills(home, filled_by, undisturbed):
    (home / "boards").mkdir(parents=True)
    (home / "catalogue.db").touch()
    (home / "catalogue.lock").write_text("999999\n")
    assert_same_in_the_end(home, filled_by, undisturbed)


@pytest.mark.parametrize(("seed", "kills"), [(1, 2), pytest.param(2, 40, marks=pytest.mark.slow)])
def test_a_fill_killed_at_random_moments_loses_nothing_and_the_next_repairs_the_rest(home, program, call, seed, kills):
    moments = random.Random(seed)
    reported = 0
    for _ in range(kills):
        process = subprocess.Popen(
            [program, "fill", "--count", "1000000", "--seed", "7"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(moments.uniform(0.25, 1.0))
        process.kill()
        process.wait()
        # What a reader has seen once must be there for good.
        seen = call("query", "--count-only")
        if seen.status == 0:
            assert int(seen.out) >= reported
            reported = int(seen.out)
    done = call("fill", "--count", 100)
    assert done.status == 0, done.err
    count = len(plain_view.table(home, "boards"))
    assert count == reported + 100
    plain_view.assert_sound(home, count=count)
