"""Data sets from the command line; what they hold is tested in test_dataset.py."""

import pytest

from board_catalogue.catalogue.runs.dataset import DatasetPlan, make_dataset

parquet = pytest.importorskip("pyarrow.parquet")


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.slow
def test_the_command_makes_what_the_library_makes(call, tmp_path):
    done = call("dataset", tmp_path / "a", "--count", "40", "--seed", "3", "--test", "0.2", "--hard", "2.5")
    report = make_dataset(tmp_path / "b", DatasetPlan(count=40, seed=3, test=0.2, hard=2.5), threads=1)
    assert (done.status, done.err) == (0, "")
    assert files(tmp_path / "a") == files(tmp_path / "b")
    figures = dict(line.rsplit(maxsplit=1) for line in done.out.splitlines())
    assert {name: int(figures[name]) for name in report.rows} == report.rows
    assert figures["puzzles in total"] == "40"
    assert figures["positions of the seed"] == str(report.positions)


@pytest.mark.slow
def test_a_count_for_each_grade_and_the_paths(call, tmp_path):
    words = ("--grade", "easy=3", "--grade", "hard=4", "--seed", "1", "--steps", "--score", "--measure", "textbook")
    done = call("dataset", tmp_path / "a", *words, "--clues", "26", "--quiet")
    assert (done.status, done.out, done.err) == (0, "", "")
    rows = parquet.read_table(tmp_path / "a" / "data").to_pylist()
    assert sorted(row["grade"] for row in rows) == ["easy"] * 3 + ["hard"] * 4
    assert all(row["clues"] >= 26 and row["steps"] and row["score"] and row["textbook_depth"] for row in rows)


def test_verify_proves_and_names_what_is_wrong(call, tmp_path):
    folder = tmp_path / "a"
    call("dataset", folder, "--count", "30", "--seed", "3")
    done = call("dataset", folder, "--verify")
    assert (done.status, done.out, done.err) == (0, f"{folder}: every row and every file is proven\n", "")
    path = next((folder / "data").glob("train-*"))
    parquet.write_table(parquet.read_table(path).slice(1), path)
    done = call("dataset", folder, "--verify")
    assert done.status == 1
    assert "it is not the file that was written" in done.out
    assert "has changed since it was made" in done.err
    assert len(done.err.splitlines()) == 1


def test_wrong_calls_are_one_line(call, tmp_path):
    for words, said in [
        (["--seed", "1"], "give one of --count and --grade GRADE=N"),
        (["--count", "5", "--grade", "easy=5", "--seed", "1"], "give one of --count and --grade GRADE=N"),
        (["--count", "5"], "give --seed N"),
        (["--grade", "easy", "--seed", "1"], "once and with a number"),
        (["--grade", "easy=1", "--grade", "easy=2", "--seed", "1"], "once and with a number"),
        (["--count", "5", "--seed", "1", "--test", "5"], "is not a share such as 0.05"),
        (["--count", "5", "--seed", "1", "--test", ".96"], "do not leave a train split"),
        (["--count", "5", "--seed", "1", "--sampling", "fair", "--clues", "30"], "leave out clues"),
        (["--verify", "--seed", "1"], "leave out --seed"),
    ]:
        done = call("dataset", tmp_path / "a", *words, "--clues", "26", "--quiet")
        assert (done.status, done.out) == (2, "")
        assert said in done.err
        assert len(done.err.splitlines()) == 1
        assert not (tmp_path / "a").exists()


def test_a_folder_with_something_else_is_left_alone(call, tmp_path):
    (tmp_path / "mine").write_text("")
    for words in (["--count", "5", "--seed", "1"], ["--verify"]):
        done = call("dataset", tmp_path, *words)
        assert (done.status, len(done.err.splitlines())) == (1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
