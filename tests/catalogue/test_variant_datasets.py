"""Data sets of variants, of other sizes and of several solutions: rows are proven, check and audit read them."""

import json

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.game import game_of
from board_catalogue.catalogue.runs.audit import audit
from board_catalogue.catalogue.runs.dataset import DatasetPlan, make_dataset, verify_dataset
from board_catalogue.catalogue.runs.dataset.rows import class_numbers
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.solving import solutions_ruled
from board_catalogue.engine.shape import Shape

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

KINDS = "killer,thermo,jigsaw,diagonal+xv"
PLAN = DatasetPlan(count=16, seed=1, size=6, rules=KINDS, validation=0.1, test=0.2)
BENCH = DatasetPlan(
    count=12, seed=2, size=6, rules="killer,xv,anti-knight", schema="sudoku-bench", score=False, test=0.3
)
SEVERAL = DatasetPlan(count=10, seed=3, size=6, rules="diagonal,thermo", least_solutions=2, most_solutions=5, test=0.3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("variants")


@pytest.fixture(scope="module")
def made(folder):
    return {name: _made(folder / name, plan) for name, plan in (("own", PLAN), ("bench", BENCH), ("several", SEVERAL))}


def _made(path, plan):
    make_dataset(path, plan, threads=2)
    return path, parquet.read_table(path / "data").to_pylist()


def variant_of(row, puzzle="puzzle"):
    cells = from_lines([row[puzzle]])[0].tolist()
    if row["constraints"] is None:
        return engine.Variant.of(row["size"]).with_givens(cells)
    return engine.read_variant(row["constraints"]).with_givens(cells)


@pytest.mark.slow
def test_rows_are_what_they_say(made):
    _, rows = made["own"]
    assert sorted(row["position"] for row in rows) == list(range(PLAN.count))
    kinds = [row["kind"] for row in sorted(rows, key=lambda row: row["position"])]
    assert kinds == [PLAN.rules.split(",")[position % 4] for position in range(PLAN.count)]
    variants = [variant_of(row) for row in rows]
    solutions, counts = engine.solve(variants, limit=2)
    assert (counts == 1).all()
    assert (solutions == from_lines([row["solution"] for row in rows])).all()
    scores = engine.score(variants)
    assert [row["score"] for row in rows] == scores["score"].tolist()
    assert [row["level"] for row in rows] == [engine.LEVELS[level] for level in scores["level"]]
    for row, variant in zip(rows, variants, strict=True):
        drawn = json.loads(row["visual_elements"])
        cages = [each for each in drawn if each["type"] == "cage"]
        assert len(cages) == {"killer": sum(use.rule == "cage" for use in variant.uses), "jigsaw": 6}.get(
            row["kind"], 0
        )
        assert ("thermometer" in row["rules"]) == (row["kind"] == "thermo")


@pytest.mark.slow
def test_splits_share_no_solution_under_symmetries_that_the_test_makes(made):
    for name in ("own", "bench", "several"):
        _, rows = made[name]
        assert {row["split"] for row in rows} >= {"train", "test"}
        of_class = {}
        for row in rows:
            for line in row.get("all_solutions") or [row["solution"]]:
                board = from_lines([line])[0].reshape(6, 6)
                key = min(_renamed(np.rot90(board, 2 * turn)[:: 1 - 2 * flip]) for turn in (0, 1) for flip in (0, 1))
                assert of_class.setdefault(key, row["split"]) == row["split"]


def _renamed(board):
    names = {digit: place for place, digit in enumerate(board[0])}
    return tuple(names[digit] for digit in board.ravel())


@pytest.mark.parametrize("size", [4, 6, 9])
def test_images_of_a_board_have_one_class(size):
    draw, game = np.random.default_rng(size), game_of(Shape.of(size))
    boards = engine.generate(20, seed=1, size=size)
    expected = class_numbers(boards, game)
    images = engine.random_images(boards, seed=5, start=int(draw.integers(100))) if size == 9 else _turned(boards, draw)
    assert (class_numbers(images, game) == expected).all()
    ruled = game_of(Shape.of(size), "diagonal")
    assert (class_numbers(boards, ruled) == expected).all()


def _turned(boards, draw):
    size = round(boards.shape[1] ** 0.5)
    digits = np.concatenate([[0], 1 + draw.permutation(size)]).astype(np.uint8)
    return digits[boards.reshape(-1, size, size)[:, ::-1, ::-1]].reshape(boards.shape)


@pytest.mark.slow
def test_sudoku_bench_has_its_columns_and_strings_that_read_back(made):
    _, rows = made["bench"]
    names = ["puzzle_id", "author", "title", "rules", "initial_board", "solution", "rows", "cols", "visual_elements"]
    assert list(rows[0])[:10] == [*names, "encoded_puzzle"]
    for row in rows:
        assert isinstance(json.loads(row["rules"]), str) and isinstance(json.loads(row["visual_elements"]), list)
        reading = reading_of(row["encoded_puzzle"])
        assert reading.understood
        wanted = variant_of(row, "initial_board")
        assert (reading.variant.clues == wanted.clues).all()
        assert set(reading.variant.rules.constraints) == set(wanted.rules.constraints)
        assert row["rows"] == row["cols"] == 6


@pytest.mark.slow
def test_puzzles_of_several_solutions_list_all_of_them(made):
    _, rows = made["several"]
    for row in rows:
        found = ["".join(map(str, board)) for board in solutions_ruled(variant_of(row))]
        assert row["all_solutions"] == found and row["solution"] is None
        assert 2 <= row["solution_count"] == len(found) <= 5
    assert len({row["solution_count"] for row in rows}) > 2


@pytest.mark.slow
def test_it_is_proven_and_threads_and_restarts_change_no_byte(made, folder, tmp_path):
    assert verify_dataset(folder / "own", threads=1) == []
    again = tmp_path / "several"
    with pytest.raises(KeyboardInterrupt):
        make_dataset(again, SEVERAL, threads=1, on_progress=_interrupt)
    make_dataset(again, SEVERAL, threads=1)
    assert (again / "SHA256SUMS").read_bytes() == (folder / "several" / "SHA256SUMS").read_bytes()


def _interrupt(rows):
    raise KeyboardInterrupt


@pytest.mark.slow
def test_check_scores_answers_to_it(made, folder, call, tmp_path):
    for name in ("own", "bench", "several"):
        rows = [row for row in made[name][1] if row["split"] == "test"]
        said = [row["solution"] or row["all_solutions"][-1] for row in rows]
        said[0] = said[0][::-1]
        answers = tmp_path / f"{name}.jsonl"
        answers.write_text("".join(json.dumps({"puzzle": n, "answer": text}) + "\n" for n, text in enumerate(said)))
        words = ("--dataset", folder / name, "--split", "test", "--format", "json")
        report = json.loads(call("check", answers, *words).out)
        assert (report["answers"], report["solved"], report["unreadable"]) == (len(rows), len(rows) - 1, 0)
        assert (report["right_cells"] is None) == (name == "several")
        kinds = {row["kind"] for row in rows}
        assert len(kinds) == 1 or set(report["by"]["kind"]) == kinds


@pytest.mark.slow
def test_an_audit_opens_it_and_finds_nothing(made, folder, call):
    for name in ("own", "bench"):
        found = json.loads(call("audit", folder / name, "--format", "json").out)
        assert sum(each["rows"] for each in found) == len(made[name][1])
        for each in found:
            faults = ("broken", "no_solution", "several_solutions", "wrong_solution", "not_minimal")
            assert not any(each[fault] for fault in faults)
            assert not any(each["duplicates"].values()) and not any(each["shared"].values())
            assert not any(count for leaks in each["leaks"].values() for count in leaks.values())


@pytest.mark.slow
def test_an_audit_names_what_is_wrong_with_variants(made, folder, tmp_path):
    rows = [row for row in made["own"][1] if row["kind"] in ("killer", "thermo", "jigsaw")]
    killer, thermo, jigsaw = (
        next(row for row in rows if row["kind"] == kind) for kind in ("killer", "thermo", "jigsaw")
    )
    turned = engine.read_variant(killer["constraints"])
    half = [use.__class__(use.rule, tuple(sorted(35 - cell for cell in use.cells)), use.value) for use in turned.uses]
    image = turned.with_uses(half)
    columns = ("puzzle", "solution", "constraints")
    from board_catalogue.engine.rules.formats import constraint_text

    faulty = [
        *rows,
        thermo,  # the same puzzle
        {**killer, "constraints": constraint_text.write(image), "solution": killer["solution"][::-1]},  # its image
        {**jigsaw, "solution": jigsaw["solution"][::-1]},  # another solution
        {**killer, "constraints": None, "solution": None},  # an empty board
        {**thermo, "constraints": ".Thermo~R1C1~R9C9"},  # rules that cannot be
    ]
    path = tmp_path / "faulty.parquet"
    parquet.write_table(pa.table({name: [row[name] for row in faulty] for name in columns}), path)
    [report] = audit([path], rated=0, output=tmp_path / "clean")
    assert (report.rows, report.broken, report.several_solutions, report.wrong_solution) == (len(faulty), 1, 1, 1)
    assert report.duplicates == {"exact": 2, "d4": 3, "d4+relabel": 3, "full": 3}
    assert report.kept == len(rows)


@pytest.mark.slow
def test_jigsaws_of_a_size_without_usual_blocks_are_audited(tmp_path):
    plan = DatasetPlan(count=4, seed=1, size=7, rules="jigsaw", score=False, validation=0, test=0)
    make_dataset(tmp_path / "set", plan, threads=1)
    [path] = (tmp_path / "set" / "data").iterdir()
    [report] = audit([path], rated=0)
    assert (report.rows, report.classes) == (4, 4)
    assert (report.broken, report.several_solutions, report.wrong_solution) == (0, 0, 0)


@pytest.mark.slow
def test_constraint_text_is_audited(made, tmp_path):
    rows = [row for row in made["own"][1] if row["kind"] == "killer"]
    (tmp_path / "a.constraints").write_text("".join(row["constraints"] + "\n" for row in [*rows, rows[0]]))
    [report] = audit([tmp_path / "a.constraints"], rated=0)
    assert (report.rows, report.several_solutions, report.duplicates["exact"]) == (len(rows) + 1, 0, 1)


@pytest.mark.slow
def test_every_minimal_4x4_puzzle_is_found_once(tmp_path):
    """There are 36 up to symmetry: 13 of four clues, 22 of five and one of six."""
    plan = DatasetPlan(count=36, seed=1, size=4, score=False, validation=0, test=0)
    make_dataset(tmp_path / "set", plan, threads=1)
    rows = parquet.read_table(tmp_path / "set" / "data").to_pylist()
    assert sorted(row["clues"] for row in rows) == [4] * 13 + [5] * 22 + [6]


@pytest.mark.slow
def test_more_rows_than_there_are_puzzles_up_to_symmetry_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.dataset.run.TRIES_OF_RULED", 2)
    with pytest.raises(CatalogueError, match=r"have \d+ of 37 rows; so few differ up to symmetry: ask for fewer"):
        make_dataset(
            tmp_path / "more", DatasetPlan(count=37, seed=1, size=4, score=False, validation=0, test=0), threads=1
        )


@pytest.mark.slow
def test_texts_and_arrays_have_its_size_and_rules(tmp_path):
    plan = DatasetPlan(count=6, seed=1, size=6, rules="thermo", text="chat", layout="hrm", validation=0, test=0)
    make_dataset(tmp_path / "set", plan, threads=1)
    facts = json.loads((tmp_path / "set" / "hrm" / "train" / "dataset.json").read_text())
    assert (facts["vocab_size"], facts["seq_len"], facts["total_puzzles"]) == (8, 36, 6)
    for line in (tmp_path / "set" / "text" / "train.jsonl").read_text().splitlines():
        system, user, assistant = (message["content"] for message in json.loads(line)["messages"])
        assert "thermometer" in system and "36 digits" in system
        marks = json.loads(user.partition("Marks: ")[2])
        assert {mark["type"] for mark in marks} == {"lines", "underlays"}
        assert len(assistant) == len("<answer></answer>") + 36


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "killr"], "--rules: rule 'killr' cannot be made"),
        (["--rules", "killer,killer"], "named twice"),
        (["--rules", "killer", "--hard", "3"], "--hard is for plain 9x9 puzzles"),
        (["--rules", "killer", "--steps"], "--steps is for plain 9x9 puzzles"),
        (["--solutions", "2-11"], "solutions are from 2 to 10"),
        (["--solutions", "some"], "no range such as 2-10"),
        (["--solutions", "2", "--score"], "have no score"),
        (["--size", "5"], "size 5 has no usual blocks: name rules with jigsaw among them"),
        (["--size", "7", "--rules", "killer"], "size 7 has no usual blocks: name rules with jigsaw among them"),
        (["--size", "4", "--rules", "anti-king"], "no board obeys them"),
    ],
)
def test_wrong_calls_are_one_line(call, tmp_path, words, said):
    done = call("dataset", tmp_path / "a", "--count", "5", "--seed", "1", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err and len(done.err.splitlines()) == 1
    assert not (tmp_path / "a").exists()
