import functools
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest
from processor_levels import levels
from scale import LENIENT, fewer
from shapes import SQUARE_SIZES

from board_catalogue import engine
from board_catalogue.engine import native
from board_catalogue.engine.carving import MINIMAL_SIZES
from board_catalogue.engine.generation import methods_of
from board_catalogue.engine.paths import people
from board_catalogue.engine.paths.lessons import puzzles_of_examples
from board_catalogue.engine.paths.people import people_steps, possible_people
from board_catalogue.engine.paths.scores import score_people
from board_catalogue.engine.rules import solving as ruled
from board_catalogue.engine.rules.formats.constraint_text import read as read_variant
from board_catalogue.engine.rules.solving import measure_ruled, solve_ruled, true_candidates_ruled
from board_catalogue.engine.shape import Shape

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)

CLUES = {4: 4, 9: 24, 16: 110, 25: 320}  # at 4 and 9 some boards take a second order
MADE = {4: 500, 9: 500, 16: 4, 25: 2}
CARVED = {4: 200, 9: 200, 16: 2, 25: 1}
METHODS = {size: methods_of(size)[:4] if size < 25 else ("wfc+backtrack",) for size in SQUARE_SIZES}


def raw_answers(core, size, boards, puzzles):
    """What one build of the kernels answers, called as the modules of the engine call it."""
    count, shape = len(puzzles), Shape.of(size)
    carved = boards[: CARVED[size]]
    answers = {
        **{f"boards by {method}": np.empty((MADE[size], size**2), np.uint8) for method in METHODS[size]},
        **{f"attempts by {method}": np.empty(MADE[size], np.int32) for method in METHODS[size]},
        "canonical_d4": np.empty_like(boards),
        "canonical_d4_relabel": np.empty_like(boards),
        "canonical_full": np.empty_like(boards),
        "automorphisms": np.empty(len(boards), np.int64),
        "keys": np.empty((len(boards), core.key_bytes[size]), np.uint8),
        "unpacked": np.empty_like(boards),
        "minimal": np.empty_like(carved),
        "carved": np.empty_like(carved),
        "solutions": np.zeros_like(puzzles),
        "solved": np.empty(count, np.int32),
        "counts": np.empty(count, np.int32),
        "metrics": np.empty(count * core.metrics_layout[-1], np.uint8),
        "necessary": np.empty(carved.shape, np.bool_),
    }
    for method in METHODS[size]:
        made = answers[f"boards by {method}"], answers[f"attempts by {method}"]
        core.generate(shape, engine.METHODS.index(method), 81, 7, *made)
    for kernel in ("canonical_d4", "canonical_d4_relabel", "canonical_full", "automorphisms"):
        getattr(core, kernel)(shape, boards, answers[kernel])
    core.pack(shape, boards, answers["keys"])
    core.unpack(shape, answers["keys"], answers["unpacked"])
    core.carve(shape, carved, 82, 0, 1, answers["minimal"], np.empty(len(carved), np.int64))
    core.carve(shape, carved, 82, CLUES[size], 1, answers["carved"], np.empty(len(carved), np.int64))
    core.solve(shape, puzzles, 1, answers["solutions"], answers["solved"])
    core.solve(shape, puzzles, 30, np.empty(0, np.uint8), answers["counts"])
    core.measure(shape, puzzles, engine.solving.MOST_NODES[size], answers["metrics"])
    core.necessary(shape, answers["minimal"], carved, answers["necessary"])
    incomplete = boards.copy()
    incomplete[-1, 4] = 0
    answers["first_incomplete"] = np.array([core.first_incomplete(shape, some) for some in (boards, incomplete)])
    return answers


@pytest.fixture(scope="module")
def of_the_engine(puzzles_by_kind):
    """The boards, the puzzles and what the engine answers: `of_the_engine(size)`."""

    @functools.cache
    def make(size):
        kinds = puzzles_by_kind(size, 83, 200)
        boards, puzzles = kinds["full"], np.vstack(list(kinds.values()))
        made = {
            method: engine.generate(MADE[size], size=size, seed=81, start=7, method=method, return_attempts=True)
            for method in METHODS[size]
        }
        solutions, minimal = engine.solve(puzzles), engine.carve(boards[: CARVED[size]], seed=82)
        answers = {
            **{f"boards by {method}": made[method][0] for method in METHODS[size]},
            **{f"attempts by {method}": made[method][1] for method in METHODS[size]},
            "canonical_d4": engine.canonical(boards),
            "canonical_d4_relabel": engine.canonical(boards, symmetry="d4+relabel"),
            "canonical_full": engine.canonical(boards, symmetry="full"),
            "automorphisms": engine.symmetry.automorphisms(boards),
            "keys": engine.symmetry.pack(boards),
            "unpacked": boards,
            "minimal": minimal,
            "carved": engine.carve(boards[: CARVED[size]], seed=82, clues=CLUES[size]),
            "solutions": solutions,
            "solved": solutions.any(axis=1),
            "counts": engine.count_solutions(puzzles, limit=30),
            "metrics": engine.measure(puzzles).view(np.uint8),
            "necessary": engine.carving._necessary(minimal, Shape.of(size), 1) if size == 25 else minimal != 0,
            "first_incomplete": [-1, len(boards) - 1],
        }
        return boards, puzzles, answers

    return make


@pytest.mark.slow_cases("16-v3", "25-v3", "9-v4", "25-v4", "16-v4")
@levels
@sizes
def test_every_level_gives_the_answers_of_the_engine(of_the_engine, size, level):
    boards, puzzles, expected = of_the_engine(size)
    answers = raw_answers(native.load(level), size, boards, puzzles)
    assert answers.keys() == expected.keys()
    for name, answer in answers.items():
        assert np.array_equal(answer, expected[name]), name


@pytest.mark.slow_cases("16")
@pytest.mark.parametrize("size", sorted({*SQUARE_SIZES} & {*MINIMAL_SIZES}))
def test_every_clue_of_a_minimal_puzzle_is_necessary(size):
    boards = engine.generate(fewer(size, 60), size=size, seed=82)
    puzzles, necessary = engine.carve(boards, seed=82), np.empty(boards.shape, np.bool_)
    native.core.necessary(Shape.of(size), puzzles, boards, necessary)
    assert np.array_equal(necessary, puzzles != 0)


RULED = {
    "cells that hang together": ".Shape~4x4.ConnectedValues~~1_2.~R1C1_1~R2C2_4",
    "pairs that differ, and regions that hang together": ".Shape~4x4.ChaosConstruction.~R1C1_1",
    "cages": puzzles_of_examples()["rules"]["cage-combinations"],
}


@levels
def test_every_level_solves_under_rules_as_the_engine(monkeypatch, level):
    variants = [read_variant(text) for text in RULED.values()]

    def answers():
        return [[*solve_ruled(one, limit=100), true_candidates_ruled(one), measure_ruled(one)] for one in variants]

    expected = answers()
    monkeypatch.setattr(ruled, "core", native.load(level))
    for name, found, wanted in zip(RULED, answers(), expected, strict=True):
        assert all(map(np.array_equal, found, wanted)), name


OF_PEOPLE = (
    "finned-fish", "law-of-leftovers", "ways-to-fill-a-rule", "rules-together", "ways-to-fill-rules", "sum-parity",
    "digit-of-arrow", "no-dot",
)  # fmt: skip


@levels
@pytest.mark.parametrize("name", OF_PEOPLE)
def test_every_level_solves_as_people_do(monkeypatch, name, level):
    variant = read_variant(puzzles_of_examples()["rules"][name])
    steps, score = people_steps(variant), score_people(variant)
    for module in (people, ruled):
        monkeypatch.setattr(module, "core", native.load(level))
    assert [str(step) for step in people_steps(variant)] == [str(step) for step in steps]
    assert np.array_equal(score_people(variant), score)
    assert [str(step) for step in possible_people(variant)]


@levels
def test_batches_that_do_not_fill_the_lanes_are_answered_alike(level):
    # Around 4, 8, 16 and 32 puzzles some lanes run dry before others.
    core = native.load(level)
    boards = engine.generate(35, seed=84)
    expected = np.array([engine.carve(board, seed=85) for board in boards])
    for count in range(1, 36, 2):
        puzzles = np.empty_like(boards[:count])
        core.carve(Shape.of(9), boards[:count], 85, 0, 1, puzzles, np.empty(count, np.int64))
        assert np.array_equal(puzzles, expected[:count]), count
        solutions, counts = np.zeros_like(puzzles), np.empty(count, np.int32)
        core.solve(Shape.of(9), puzzles, 1, solutions, counts)
        assert np.array_equal(solutions, boards[:count]), count


def test_build_info_tells_the_level_that_was_chosen():
    info = engine.native.build_info()
    assert info["level"] == native.LEVEL in native.PROCESSOR_LEVELS
    assert info["lanes"] == {"generic": 4, "v2": 4, "v3": 8, "v4": 16}[native.LEVEL]


def test_a_level_that_was_not_built_is_an_import_error():
    with pytest.raises(ImportError, match=r"_core_v9\.so"):
        native.load("v9")


def test_a_library_of_another_kind_is_an_import_error():
    with pytest.raises(ImportError, match="engine_kernels"):
        native._core.open_library(native._core.__file__)


def loaded_again(monkeypatch):
    """What the module has when it is loaded once more."""
    monkeypatch.delitem(sys.modules, native.__name__)
    return runpy.run_module(native.__name__)


def test_an_old_processor_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(native._core, "processor_level", lambda: "")
    with pytest.raises(ImportError, match=r"^this processor is too old: .*x86-64-v2"):
        loaded_again(monkeypatch)


def test_the_highest_level_that_the_processor_has_is_chosen(monkeypatch):
    lowest = native.PROCESSOR_LEVELS[0]
    monkeypatch.setattr(native._core, "levels", (lowest, "v9"))
    assert loaded_again(monkeypatch)["LEVEL"] == lowest


def test_a_build_for_newer_processors_says_what_to_do(monkeypatch):
    monkeypatch.setattr(native._core, "levels", ("v4",))
    monkeypatch.setattr(native._core, "processor_level", lambda: "v3")
    with pytest.raises(ImportError, match=r"^the engine was built for x86-64-v4 .* has x86-64-v3: install it again"):
        loaded_again(monkeypatch)


def test_records_are_read_by_the_layout_that_the_kernels_export():
    record = native.record_dtype((("small", "row"), ("u1", "(3,)i2"), (1, 4), 12))
    assert record.fields["small"][1] == 1 and record.fields["row"][0].shape == (3,) and record.itemsize == 12
    assert native.record_dtype(native.core.metrics_layout).names == engine.METRICS


class NoShape(NamedTuple):
    rows: int
    columns: int


@pytest.mark.parametrize("shape", [NoShape(2, 13), NoShape(0, 4), NoShape(-2, -2), 9])
def test_the_kernels_take_no_shape_that_is_none(shape):
    board = np.zeros((1, 676), np.uint8)
    with pytest.raises(TypeError, match="incompatible function arguments"):
        native.core.canonical_d4(shape, board, board.copy())


def test_a_kernel_for_some_shapes_takes_no_other():
    with pytest.raises(ValueError, match="no kernel for this shape"):
        native.core.weigh(Shape(2, 3), np.zeros((1, 36), np.uint8), np.zeros((1, 36), np.uint8), 1, np.zeros(1))


@pytest.mark.daily("9")
@sizes
def test_four_threads_give_the_answers_of_one(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 86, 200)
    boards, puzzles = kinds["full"], np.vstack(list(kinds.values()))
    calls = {
        "canonical": (engine.canonical, boards),
        "keys": (engine.keys, boards),
        "full canonical": (partial(engine.canonical, symmetry="full"), boards),
        "automorphisms": (engine.symmetry.automorphisms, boards),
        "carve": (partial(engine.carve, seed=87, clues=LENIENT.get(size)), boards),
        "carve to a clue count": (partial(engine.carve, seed=87, clues=CLUES[size] + 1), boards),
        "solve": (engine.solve, puzzles),
        "count_solutions": (partial(engine.count_solutions, limit=20), puzzles),
        "measure": (engine.measure, puzzles),
    }
    jobs = [(call, batch) for call, given in calls.values() for batch in np.array_split(given, 16)]
    jobs += [
        (lambda start: engine.generate(fewer(size, 50), size=size, seed=88, start=start), 50 * k) for k in range(16)
    ]
    alone = [call(batch) for call, batch in jobs]
    with ThreadPoolExecutor(4) as pool:
        # Jobs of different kernels run side by side, and every one several times.
        together = list(pool.map(lambda job: job[0](job[1]), jobs[::7] * 3 + jobs * 2))
    expected = alone[::7] * 3 + alone * 2
    assert all(map(np.array_equal, together, expected))


def test_source_that_is_not_built_says_what_to_do(monkeypatch):
    monkeypatch.delattr(engine, "_core")
    monkeypatch.setitem(sys.modules, "board_catalogue.engine._core", None)
    with pytest.raises(ImportError, match="source that is not built: pip install it"):
        loaded_again(monkeypatch)


@pytest.mark.parametrize(("module", "name"), [("generation", "METHODS"), ("carving", "PATTERNS")])
def test_orders_that_the_kernels_share_are_compared_at_import(module, name):
    code = (
        f"from board_catalogue.engine import names\nnames.{name} = names.{name}[::-1]\n"
        f"import board_catalogue.engine.{module}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode and f"not those of {name}" in done.stderr


@pytest.mark.slow
def test_numbers_of_constraints_that_the_kernels_share_are_compared_at_import():
    code = (
        "from enum import IntEnum\nfrom board_catalogue.engine.rules import model\n"
        "model.Kind = IntEnum('Kind', [*model.Kind.__members__][::-1], start=0)\n"
        "import board_catalogue.engine.rules.solving"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode and "not those of Kind" in done.stderr


def test_a_sub_interpreter_is_told_at_once():
    """In a program of its own: numpy refuses to be loaded twice in one."""
    name = "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"
    code = f"import {name} as of; of.run_string(of.create(), 'from board_catalogue.engine import solve')"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "main interpreter alone: use threads or processes" in done.stderr
