import json

import numpy as np
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.formats.answers import boards_of_array
from board_catalogue.engine.boards import as_lines

BOARDS = engine.generate(6, seed=1)
PUZZLES = engine.carve(BOARDS, seed=1)
DIAGONALS = ".Diagonal~1.Diagonal~-1"
LINES, GIVENS = as_lines(BOARDS), as_lines(PUZZLES)


@pytest.fixture
def puzzles(tmp_path):
    path = tmp_path / "puzzles.csv"
    rows = [f"{given},{['easy', 'hard'][k % 2]}" for k, given in enumerate(GIVENS)]
    path.write_text("\n".join(["puzzle,grade", *rows]) + "\n")
    return path


@pytest.fixture
def report(tmp_path, call, puzzles):
    def run(name, content, *words):
        path = tmp_path / name
        path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
        done = call("check", path, "--puzzles", puzzles, "--format", "json", *words)
        assert done.status == 0, done.err
        return json.loads(done.out)

    return run


def wrong(line, cell=0):
    return line[:cell] + str(int(line[cell]) % 9 + 1) + line[cell + 1 :]


def test_answers_are_counted(report):
    answers = [LINES[0], wrong(LINES[1], GIVENS[1].index(".")), "no idea", LINES[3], LINES[4], LINES[5]]
    rows = [{"puzzle": given, "answer": f"so: {answer}"} for given, answer in zip(GIVENS, answers, strict=True)]
    found = report("answers.jsonl", "\n".join(map(json.dumps, rows)))
    assert (found["answers"], found["solved"], found["unreadable"]) == (6, 4, 1)
    assert found["right_cells"] == pytest.approx((5 * 81 - 1) / (5 * 81))
    assert found["broken_clues"] == 0 and found["broken_units"] >= 2
    assert found["least"] < found["share"] == 4 / 6 < found["most"]
    by = found["by"]["grade"]
    assert list(by) == ["easy", "hard"] and by["easy"]["solved"] == 2 and by["easy"]["unreadable"] == 1
    assert by["hard"]["solved"] == 2 and by["hard"]["answers"] == 3


def test_the_most_frequent_reasons_are_told(report, tmp_path, call, puzzles):
    """Also every answer is scored and counted, whatever it holds."""
    texts = [
        *["no"] * 4,
        *[f"~~{LINES[0]}~~"] * 3,
        *["\n".join([LINES[0][:9]] * 10)] * 2,
        f"<think>{LINES[0]}</think>?",
    ]
    texts += ["1 2 3 4 " + "9" * 5000, "\ud800", "[" * 9999, {"row1": [1]}, None, LINES[0]]
    rows = [json.dumps({"puzzle": 0, "answer": text}) for text in texts] + [
        '{"puzzle": 0, "answer": ' + "9" * 5000 + "}"
    ]
    found = report("answers.jsonl", "\n".join(rows))
    assert (found["answers"], found["solved"], found["unreadable"]) == (17, 1, 16)
    assert found["reasons"] == {"no board": 10, "taken back": 3, "a row too many": 2}
    done = call("check", tmp_path / "answers.jsonl", "--puzzles", puzzles, "--output", tmp_path / "rows.csv")
    assert "not read: 10 no board, 3 taken back, 2 a row too many\n" in done.out
    assert [line.rpartition(",")[2] for line in (tmp_path / "rows.csv").read_text().splitlines()][-2] == "one board"


def test_the_progress_counts_the_answers(tmp_path, puzzles):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(json.dumps({"puzzle": number % 6, "answer": "?"}) for number in range(14)))
    seen = []
    catalogue.check(path, puzzles=puzzles, on_progress=lambda *counts: seen.append(counts))
    assert seen == [(number, 14) for number in range(1, 15)]


def test_an_answer_in_csv_may_be_long(report):
    found = report("answers.csv", f"puzzle,answer\n0,{'9' * 200_000}\n0,{LINES[0]}\n")
    assert (found["answers"], found["solved"]) == (2, 1)


def test_the_interval_is_that_of_wilson():
    from board_catalogue.catalogue.verbs.check import Tally

    low, high = Tally(10, 7, 0, None, 0, 0).interval  # 0.3968 to 0.8922, as tables give it
    assert (round(low, 4), round(high, 4)) == (0.3968, 0.8922)
    assert Tally(5, 0, 0, None, 0, 0).interval[0] == 0 and Tally(5, 5, 0, None, 0, 0).interval[1] == 1


ARRAYS = {
    "rows": BOARDS,
    "squares": BOARDS.reshape(-1, 9, 9),
    "one more than the digit": np.where(np.arange(81) == 80, 1, BOARDS + 1),
    "channels last": np.eye(9)[BOARDS - 1].reshape(-1, 9, 9, 9),
    "channels with the empty cell": np.eye(10)[BOARDS],
    "channels first": np.eye(10)[BOARDS].transpose(0, 2, 1).reshape(-1, 10, 9, 9),
}


def test_arrays_of_any_usual_layout_are_read():
    for layout in ARRAYS:
        found = boards_of_array(ARRAYS[layout], 9)
        expected = BOARDS.copy()
        if layout.startswith("one more"):
            expected[:, 80] = 0
        assert (found == expected).all()


def test_channels_and_digits_of_full_answers_are_told_apart():
    """Where every cell is filled, nothing says that a 1 would be empty, and both orders of axes are Latin squares."""
    hot = np.eye(10)[BOARDS][:, :, 1:]
    for array in (
        BOARDS + 1,  # HRM and TRM, no empty cell
        np.eye(11)[BOARDS + 1],  # their logits: padding, empty, digits
        hot.reshape(6, 9, 9, 9),
        hot.transpose(0, 2, 1).reshape(6, 9, 9, 9),
    ):
        assert (boards_of_array(array, 9) == BOARDS).all()


def test_files_of_every_kind_are_read(report, tmp_path):
    for name in ["text", "JSON", "csv", "npy", "npz", "parquet", "parts", "rows by number"]:
        if name == "text":
            found = report("answers.txt", "\n".join(LINES))
        elif name == "parts":
            found = report("answers.txt", "\n\n".join("\n".join(x[i : i + 9] for i in range(0, 81, 9)) for x in LINES))
        elif name == "JSON":
            found = report("answers.json", json.dumps([board.reshape(9, 9).tolist() for board in BOARDS]))
        elif name == "csv":
            found = report("answers.csv", "answer,puzzle\n" + "\n".join(map(",".join, zip(LINES, GIVENS, strict=True))))
        elif name == "rows by number":
            found = report(
                "a.jsonl", "\n".join(json.dumps({"puzzle": k, "answer": LINES[k]}) for k in (5, 4, 3, 2, 1, 0))
            )
        elif name == "parquet":
            pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
            parquet.write_table(pa.table({"puzzle": GIVENS, "answer": LINES}), tmp_path / "a.parquet")
            found = report("b.parquet", (tmp_path / "a.parquet").read_bytes())
        else:
            path = tmp_path / f"made.{name}"
            np.save(path, BOARDS) if name == "npy" else np.savez(path, answers=BOARDS)
            found = report(f"answers.{name}", path.read_bytes())
        assert (found["answers"], found["solved"], found["right_cells"]) == (6, 6, 1.0)


def test_a_puzzle_of_several_solutions_takes_any_of_them(tmp_path):
    path = tmp_path / "answers.jsonl"
    rows = [(DIAGONALS, engine.generate(1, seed=3, rules="diagonal")[0]), (DIAGONALS, BOARDS[0])]
    path.write_text("\n".join(json.dumps({"puzzle": text, "answer": board.tolist()}) for text, board in rows))
    found = catalogue.check(path)
    assert [row.solved for row in found.rows] == [True, False]
    assert found.total.right_cells is None and found.data()["right_cells"] is None


def test_the_answers_are_written_as_rows(report, tmp_path, call, puzzles):
    answers = tmp_path / "answers.txt"
    answers.write_text("\n".join([*LINES[:5], "?"]))
    done = call("check", answers, "--puzzles", puzzles, "--output", tmp_path / "rows.csv")
    assert done.status == 0 and "solved" in done.out
    lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert lines[0] == "line,puzzle,answer,solved,right_cells,broken_clues,broken_units,reading" and len(lines) == 7
    assert lines[1].startswith(f"1,{GIVENS[0]},{LINES[0]},") and lines[6].startswith(f"6,{GIVENS[5]},,")


def test_what_is_wrong_is_one_line(tmp_path, call, error_of, puzzles):
    for content, name, message in [
        ("", "a.txt", "no answer in it"),
        (json.dumps({"puzzle": 17, "answer": LINES[0]}), "a.jsonl", "no puzzle 17; there are 6, from 0"),
        (json.dumps({"puzzle": LINES[0], "answer": "x"}), "a.jsonl", "is not among the puzzles"),
        (json.dumps({"solution": LINES[0]}), "a.jsonl", "no answer among solution"),
        ("{" * 3000, "a.jsonl", "line 1"),
        ("\n".join(LINES * 2), "a.txt", "no puzzle 6; there are 6"),
        (b"\x93NUMPY", "a.npy", "not an array of numpy"),
        ("a,b\n1,2\n", "a.csv", "no answer among a, b"),
    ]:
        path = tmp_path / name
        path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
        assert message in error_of(call("check", path, "--puzzles", puzzles))


def test_a_data_set_has_the_puzzles(tmp_path, call):
    pytest.importorskip("pyarrow")
    folder = tmp_path / "set"
    assert call("dataset", folder, "--count", 30, "--seed", 2, "--test", 0.3, "--quiet").status == 0
    import pyarrow.parquet as parquet

    rows = parquet.read_table(next((folder / "data").glob("test-*"))).to_pylist()
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(json.dumps({"puzzle": row["puzzle"], "answer": row["solution"]}) for row in rows))
    done = call("check", answers, "--dataset", folder, "--split", "test", "--format", "json")
    found = json.loads(done.out)
    assert found["answers"] == found["solved"] == len(rows)
    assert set(found["by"]) <= {"grade", "clues", "hardest"} and "grade" in found["by"]


def test_steps_are_proven(tmp_path, call, puzzles):
    """A right path as sentences, one that goes wrong as records, a text in CSV's way, and an answer without steps."""
    from board_catalogue.engine.paths.record import as_data

    paths = [engine.steps(puzzle) for puzzle in PUZZLES]
    records = [as_data(step) for step in paths[1]]
    place = next(number for number, step in enumerate(paths[1]) if number > 2 and step.placement)
    cell, digit = paths[1][place].placement
    records[place] = {**records[place], "placement": [cell, digit % 9 + 1]}
    text = "\n".join(f"{step.technique}: {step}" for step in paths[2])
    given = [[f"{step.technique}: {step}" for step in paths[0]], records, text, None]
    rows = [{"puzzle": k, "answer": LINES[k], "steps": steps} for k, steps in enumerate(given)]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(map(json.dumps, rows)))
    words = ("check", answers, "--puzzles", puzzles)
    found = json.loads(call(*words, "--format", "json").out)
    total = sum(map(len, paths[:3]))
    assert found["steps"] == total and total / 2 < found["right_steps"] < total
    assert (found["first_wrong"]["line"], found["first_wrong"]["step"]) == (2, place + 1)
    assert "in every solution" in found["first_wrong"]["why"]
    done = call(*words, "--output", tmp_path / "rows.jsonl")
    assert f"{found['right_steps']:,} of {total:,}\nfirst wrong step: line 2, step {place + 1}: " in done.out
    back = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [row["first_wrong"] for row in back] == [None, place + 1, None, None]
    assert [row["steps"] for row in back] == [len(paths[0]), len(paths[1]), len(paths[2]), None]
    assert back[0]["right_steps"] == len(paths[0]) and back[2]["right_steps"] == len(paths[2])


def test_a_line_that_is_not_json_is_named(tmp_path, call, puzzles):
    (tmp_path / "answers.jsonl").write_text('{"puzzle": 0, "answer": ""}\nhello\n')
    done = call("check", tmp_path / "answers.jsonl", "--puzzles", puzzles)
    assert (done.status, done.out) == (1, "") and "line 2: Expecting value: not JSON\n" in done.err


def test_steps_in_csv_are_json_or_lines(tmp_path, call, puzzles):
    import csv

    from board_catalogue.engine.paths.record import as_data

    paths = [engine.steps(puzzle) for puzzle in PUZZLES[:2]]
    with (tmp_path / "answers.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["puzzle", "answer", "steps"])
        writer.writerow([0, LINES[0], json.dumps([as_data(step) for step in paths[0]])])
        writer.writerow([1, LINES[1], "\n".join(f"{step.technique}: {step}" for step in paths[1])])
        writer.writerow([2, LINES[2], ""])
    found = json.loads(call("check", tmp_path / "answers.csv", "--puzzles", puzzles, "--format", "json").out)
    assert found["steps"] == found["right_steps"] == sum(map(len, paths)) and found["first_wrong"] is None
