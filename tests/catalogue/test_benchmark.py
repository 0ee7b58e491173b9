"""The benchmark of a month: its mix, its classes, its puzzles apart from the answers, and the results of models."""

import hashlib
import json
import re
from collections import Counter
from urllib.parse import unquote

import numpy as np
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.verbs.dataset import DatasetRequest
from board_catalogue.engine.boards import as_lines, from_lines
from board_catalogue.engine.rules.formats import constraint_text, lz_string

parquet = pytest.importorskip("pyarrow.parquet")

from board_catalogue.catalogue.runs.dataset import plan, rows  # noqa: E402


def test_a_month_has_100_plain_puzzles_and_100_variants_with_20_of_each_level_among_either():
    made = DatasetRequest("x", benchmark="2026-12").plan()
    assert (made.seed, made.count, made.benchmark, made.text) == (202612, 200, "2026-12", "questions")
    plain, variants, kinds = Counter(), Counter(), Counter()
    for (level, kind), number in made.quotas.items():
        (plain if kind == "sudoku" else variants)[level] += number
        kinds[kind] += number
    assert plain == variants == dict.fromkeys(engine.LEVELS, 20)
    assert kinds.pop("sudoku") == 100 and list(kinds.values()) == [10] * 10
    assert {kind for kind, _, _ in made.turns} == {"sudoku", *kinds}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"benchmark": "2025-12"}, "is no month from 2026-01 to 2045-12"),
        ({"benchmark": "2046-01"}, "is no month"),
        ({"benchmark": "2026-13"}, "is no month"),
        ({"benchmark": "2026-1\n"}, "is no month"),
        ({"benchmark": "2026-12", "size": 6}, "leave out size"),
        ({"benchmark": "2026-12", "score": False}, "leave out size"),
        ({"benchmark": "2026-12", "rules": "windoku"}, "no benchmark has the kind windoku"),
        ({"benchmark": "2026-12", "like": "hrm-1k"}, "one of `like` and `benchmark`"),
        ({"text": "questions", "count": 5, "seed": 1}, "is for `schema` sudoku-bench"),
    ],
)
def test_what_is_no_benchmark_is_refused(more, said):
    with pytest.raises(ValueError, match=said):
        DatasetRequest("x", **more).plan()


def test_all_images_of_a_board_are_of_one_month_and_months_are_alike():
    boards = engine.generate(7_200, seed=1)
    months = rows.month_of(boards)
    assert (rows.month_of(engine.random_images(boards, seed=2)) == months).all()
    counts = np.bincount(months, minlength=plan.MONTHS)
    expected = len(boards) / plan.MONTHS
    assert len(counts) == plan.MONTHS and ((counts - expected) ** 2 / expected).sum() < 330  # 99.99 % of chi square
    assert [plan.month_number(month) for month in ("2026-01", "2026-12", "2045-12")] == [0, 11, 239]


@pytest.fixture(scope="module")
def december(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmark") / "december"
    catalogue.dataset(folder, benchmark="2026-12", rules="sudoku,xv", count=7)
    return folder, parquet.read_table(folder / "data").to_pylist()


def test_solutions_are_of_the_month_and_levels_as_the_mix_says(december):
    _, made = december
    assert Counter((row["level"], row["kind"]) for row in made) == {
        cell: number
        for cell, number in DatasetRequest("x", benchmark="2026-12", rules="sudoku,xv", count=7).plan().quotas.items()
        if number
    }
    for row in made:
        board = as_lines(engine.canonical(from_lines([row["solution"]]), symmetry="full"))[0]
        assert int(hashlib.sha256(board.encode()).hexdigest(), 16) % 240 == 11
        clues = from_lines([row["initial_board"]])[0]
        rules = constraint_text.read(row["constraints"]) if row["constraints"] else engine.Variant.of(9)
        found, counts = engine.solve([rules.with_givens(clues.tolist())], limit=2)
        assert counts.tolist() == [1] and as_lines(found) == [row["solution"]]


def test_questions_have_rules_in_four_languages_and_no_answer(december):
    folder, made = december
    text = (folder / "text" / "test.jsonl").read_text()
    questions = [json.loads(line) for line in text.splitlines()]
    assert [each["puzzle_id"] for each in questions] == [row["puzzle_id"] for row in made]
    for each, row in zip(questions, made, strict=True):
        assert row["solution"] not in text and "solution" not in each
        said = [json.loads(each[name]) for name in ("rules", "rules_de", "rules_es", "rules_fr")]
        assert len(set(said)) == 4 and all("9" in words for words in said)
        packed = re.fullmatch("(fpuzzles|scl)(.+)", unquote(each["encoded_puzzle"]))[2]
        shown = lz_string.decompressed(packed)
        assert "digits 1-9" in shown or "grid" in shown
        assert "solution" not in shown and row["solution"] not in shown


def test_results_of_models_are_kept_and_shown(december, tmp_path, call):
    folder, made = december
    answers, kept = tmp_path / "answers.jsonl", tmp_path / "results.json"
    some = [{"puzzle": row["puzzle_id"], "answer": row["solution"]} for row in reversed(made[:5])]
    answers.write_text("".join(json.dumps(each) + "\n" for each in [*some, {"puzzle": 6, "answer": "none"}]))
    words = ("check", answers, "--dataset", folder, "--results", kept, "--name")
    assert call(*words, "<i>one</i>").status == call(*words, "two").status == 0
    answers.write_text("".join(json.dumps({"answer": row["solution"]}) + "\n" for row in made))
    assert call(*words, "two").status == 0
    found = json.loads(kept.read_text())
    assert found["benchmark"] == "2026-12" and found["puzzles"] == 7
    assert found["hashes"] == json.loads((folder / "dataset.json").read_text())["report"]["hashes"]
    shares = [(each["name"], each["solved"], each["share"]) for each in found["results"]]
    assert shares == [("two", 7, 1.0), ("<i>one</i>", 5, 5 / 7)]
    german = (tmp_path / "results.de.html").read_text()
    assert "Anteil gelöst" in german and "71,4 %" in german and "&lt;i&gt;one" in german and "<i>one" not in german
    assert 'href="results.fr.html"' in german and (tmp_path / "results.fr.html").is_file()
    answers.write_text(json.dumps({"puzzle": 0, "answer": "x"}) + "\n" + json.dumps({"puzzle": 0, "answer": "y"}))
    done = call(*words, "three")
    assert done.status == 1 and "line 2 answers a puzzle again" in done.err
    found["puzzles"] = 8
    kept.write_text(json.dumps(found))
    answers.write_text(json.dumps({"puzzle": 0, "answer": "x"}))
    assert "has results of other puzzles" in call(*words, "three").err
    assert call(*words[:-3], "--name", "x").status == 2


def test_an_answer_names_one_of_several_puzzles_without_clues(tmp_path):
    catalogue.dataset(tmp_path / "set", size=4, rules="killer,kropki", count=3, seed=1, test=0, validation=0)
    made = parquet.read_table(tmp_path / "set" / "data").to_pylist()
    same = [row["puzzle"] for row in made if not row["clues"]]
    assert len(same) > 1
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"answer": row["solution"]}) + "\n" for row in made))
    assert catalogue.check(answers, dataset=tmp_path / "set").total.solved == 3
    answers.write_text(json.dumps({"puzzle": same[0], "answer": made[0]["solution"]}))
    with pytest.raises(CatalogueError, match="several puzzles have these cells"):
        catalogue.check(answers, dataset=tmp_path / "set")


@pytest.mark.slow
def test_a_benchmark_is_proven_and_no_other_month_shares_a_class(december, tmp_path):
    folder, _ = december
    assert not catalogue.dataset(folder, verify=True).faults
    catalogue.dataset(tmp_path / "january", benchmark="2027-01", rules="sudoku", count=5)
    assert catalogue.audit([folder, tmp_path / "january"], rated=0).shared == {
        f"{folder} and {tmp_path / 'january'}": 0
    }
