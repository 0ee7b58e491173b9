"""An audit of files whose faults are known, because the test made them."""

import csv
import gzip
import json
import re

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.runs.audit import audit

pa = pytest.importorskip("pyarrow")


def line(board):
    return "".join(".123456789"[value] for value in board)


@pytest.fixture(scope="module")
def made():
    boards = engine.generate(300, seed=4)
    return engine.carve(boards, seed=4), boards


def image(board, seed):
    """Some image under the full group, made without the engine."""
    draw = np.random.default_rng(seed)
    rows = np.concatenate([3 * band + draw.permutation(3) for band in draw.permutation(3)])
    columns = np.concatenate([3 * stack + draw.permutation(3) for stack in draw.permutation(3)])
    digits = np.concatenate([[0], 1 + draw.permutation(9)]).astype(np.uint8)
    return digits[board.reshape(9, 9)[rows][:, columns].T].reshape(81)


def write_rows(path, rows, names=("id", "question", "answer", "difficulty")):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([names, *rows])
    return path


def test_each_kind_of_wrong_row_is_counted(tmp_path, made):
    puzzles, boards = made
    rows = [(n, line(puzzles[n]), line(boards[n]), "easy") for n in range(40)]
    several = puzzles[41].copy()
    several[np.flatnonzero(several)[0]] = 0  # it was minimal
    none = puzzles[42].copy()
    none[np.flatnonzero(none == 0)[0]] = 1 + boards[42][np.flatnonzero(none == 0)[0]] % 9
    rich = puzzles[43].copy()
    rich[np.flatnonzero(rich == 0)[:2]] = boards[43][np.flatnonzero(rich == 0)[:2]]
    rows += [
        (40, "12", line(boards[0]), ""),
        (41, line(several), line(boards[41]), ""),
        (42, line(none), line(boards[42]), ""),
        (43, line(rich), line(boards[43]), ""),
        (44, line(puzzles[44]), line(boards[45]), ""),
        ("one value",),
    ]
    [report] = audit([write_rows(tmp_path / "a.csv", rows)], rated=50)
    assert (report.rows, report.broken, report.no_solution, report.several_solutions) == (46, 2, 1, 1)
    assert (report.wrong_solution, report.not_minimal) == (1, 1)
    assert report.ratings["rated"] == 42
    assert report.singles_only == int((engine.measure(puzzles[[*range(40), 44]])["nodes"] == 1).sum()) + int(
        engine.measure(rich)["nodes"] == 1
    )
    assert sum(report.clues.values()) == 42


def test_duplicates_of_each_kind_and_what_is_kept(tmp_path, made):
    puzzles, _boards = made
    turned = np.rot90(puzzles[1].reshape(9, 9)).reshape(81)
    renamed = np.where(puzzles[2] > 0, puzzles[2] % 9 + 1, 0)
    moved = image(puzzles[3], 7)
    lines = [line(board) for board in (*puzzles[:10], puzzles[0], turned, renamed, moved)]
    path = tmp_path / "list.txt"
    path.write_text("# a list\n" + "\n".join(lines))
    [report] = audit([path], rated=0, output=tmp_path / "clean")
    assert report.duplicates == {"exact": 1, "d4": 2, "d4+relabel": 3, "full": 4}
    assert report.kept == 10
    with (tmp_path / "clean" / "list.csv").open() as file:
        assert [row["puzzle"] for row in csv.DictReader(file)] == lines[:10]


def test_splits_that_share_solutions(tmp_path, made):
    puzzles, _ = made
    train = tmp_path / "train.jsonl"
    train.write_text("\n".join(json.dumps({"puzzle": line(board)}) for board in puzzles[:50]))
    others = [image(board, seed) for seed, board in enumerate(puzzles[45:60])]
    np.savez(tmp_path / "test.npz", puzzles=np.array(others))
    first, second = audit([train, tmp_path / "test.npz"], rated=0, output=tmp_path / "clean")
    assert first.shared == {"test.npz": 5}
    assert second.shared == {"train.jsonl": 5}
    assert (first.kept, second.kept, second.classes) == (50, 10, 15)


def near(puzzle, board):
    """A puzzle with one clue moved to another cell, and still one solution."""
    for cell in np.flatnonzero(puzzle):
        without = puzzle.copy()
        without[cell] = 0
        for other in np.flatnonzero(puzzle == 0):
            there = without.copy()
            there[other] = board[other]
            if engine.count_solutions(there) == 1:
                return there
    return None


def test_near_copies_are_found_through_any_symmetry(tmp_path, made):
    puzzles, boards = made
    rows = [line(board) for board in puzzles[:30]]
    copies = [near(puzzles[n], boards[n]) for n in range(5)]
    rows += [line(image(copy, n)) for n, copy in enumerate(copies)]
    path = tmp_path / "near.txt"
    path.write_text("\n".join(rows))
    [report] = audit([path], rated=0)
    assert report.duplicates["full"] == 0
    assert report.near_copies == 10


def test_leaks_between_files_are_counted_by_kind(tmp_path, made):
    """The second file has 3 copies, 2 turned, 4 images and 2 near copies of the first, one of these twice."""
    puzzles, boards = made
    train = tmp_path / "train.txt"
    train.write_text("\n".join(line(board) for board in puzzles[:30]))
    copies = [near(puzzles[n], boards[n]) for n in (20, 21)]
    others = [
        *puzzles[:3],
        *(np.rot90(board.reshape(9, 9)).reshape(81) for board in puzzles[3:5]),
        *(image(board, seed) for seed, board in enumerate(puzzles[5:9])),
        *(image(copy, seed) for seed, copy in enumerate([*copies, copies[0]])),
        *puzzles[100:110],
    ]
    test = tmp_path / "test.txt"
    test.write_text("\n".join(map(line, others)))
    first, second = audit([train, test], rated=0)
    expected = {"exact": 3, "d4": 5, "d4+relabel": 5, "full": 9, "near": 2}
    assert first.leaks == {"test.txt": expected} and second.leaks == {"train.txt": expected}
    assert first.shared == {"test.txt": 11}


def test_files_that_share_nothing_say_so_of_every_kind(tmp_path, made):
    files = [tmp_path / "train.txt", tmp_path / "test.txt"]
    for path, start in zip(files, (0, 10), strict=True):
        path.write_text("\n".join(line(board) for board in made[0][start : start + 2]))
    none = dict.fromkeys(("exact", "d4", "d4+relabel", "full", "near"), 0)
    assert [report.leaks for report in audit(files, rated=0)] == [{"test.txt": none}, {"train.txt": none}]


@pytest.mark.slow
def test_a_data_set_is_audited_by_its_folder(tmp_path, call):
    from board_catalogue.catalogue.runs.dataset import DatasetPlan, make_dataset

    make_dataset(tmp_path / "set", DatasetPlan(count=40, seed=1, validation=0, test=0.2), threads=2)
    found = json.loads(call("audit", tmp_path / "set", "--format", "json", "--rated", "0").out)
    assert [each["file"].split("-")[0] for each in found] == ["test", "train"]
    for each in found:
        (leaks,) = each["leaks"].values()
        assert not any(leaks.values())


def test_the_first_file_keeps_its_rows_and_that_is_said(tmp_path, call, made):
    for name in ("train.txt", "test.txt"):
        (tmp_path / name).write_text("\n".join(line(board) for board in made[0][:20]))
    words = ("--output", tmp_path / "clean", "--rated", "0")
    done = call("audit", tmp_path / "test.txt", tmp_path / "train.txt", *words)
    assert "Rows that several files have stay in the first of them: test.txt, then\ntrain.txt.\n" in done.out
    assert "copies in test.txt" in done.out and "images by full in train.txt" in done.out
    assert len((tmp_path / "clean" / "test.csv").read_text().splitlines()) == 21
    assert len((tmp_path / "clean" / "train.csv").read_text().splitlines()) == 1


@pytest.mark.slow
def test_the_file_that_keeps_its_rows_is_named(tmp_path, call, made):
    files = [tmp_path / name for name in ("train-00000-of-00001.txt", "test.txt")]
    for file in files:
        file.write_text("\n".join(line(board) for board in made[0][:20]))
    (tmp_path / "clean").mkdir()
    for keep, first in (("test.txt", "test.txt"), ("train", "train-00000-of-00001.txt")):
        done = call("audit", *files, "--output", tmp_path / "clean" / keep, "--rated", "0", "--keep", keep)
        assert f"stay in the first of them: {first}, then" in done.out.replace("\n", " ")
        rows = {
            file.stem: len((tmp_path / "clean" / keep / f"{file.stem}.csv").read_text().splitlines()) for file in files
        }
        assert rows == {file.stem: 21 if file.name == first else 1 for file in files}
    done = call("audit", *files, "--output", tmp_path / "x", "--rated", "0", "--keep", "validation")
    assert done.status == 2 and "--keep: no file is called validation" in done.err
    done = call("audit", *files, "--keep", "test.txt")
    assert done.status == 2 and "--keep needs --output" in done.err


@pytest.mark.slow
def test_labels_are_compared_with_ratings(tmp_path, made):
    puzzles, boards = made
    ratings = engine.rate(puzzles)["rating"]
    rows = [(n, line(puzzles[n]), line(boards[n]), int(ratings[n])) for n in range(len(puzzles))]
    [exact] = audit([write_rows(tmp_path / "exact.csv", rows)])
    assert exact.label["rank_correlation"]["rating"] == 1
    words = [(n, p, b, ("easy", "medium", "hard")[n % 3]) for n, p, b, _ in rows]
    [random] = audit([write_rows(tmp_path / "random.csv", words)])
    assert abs(random.label["rank_correlation"]["rating"]) < 0.2


def test_parquet_keeps_its_columns(tmp_path, made):
    parquet = pytest.importorskip("pyarrow.parquet")
    puzzles, boards = made
    table = pa.table(
        {"n": list(range(20)), "puzzle": [line(b) for b in puzzles[:20]], "solution": boards[:20].tolist()}
    )
    parquet.write_table(table, tmp_path / "set.parquet")
    [report] = audit([tmp_path / "set.parquet"], rated=0, output=tmp_path / "clean")
    assert (report.rows, report.wrong_solution, report.kept) == (20, 0, 20)
    assert parquet.read_table(tmp_path / "clean" / "set.parquet").equals(table)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "empty: no puzzle in it"),
        ("puzzle\n", "no row"),
        ("a,b\n1,2\n", "no column holds puzzles"),
        (None, "no such file"),
    ],
)
def test_files_without_puzzles(tmp_path, text, error):
    path = tmp_path / "x.csv"
    if text is not None:
        path.write_text(text)
    with pytest.raises(CatalogueError, match=error):
        audit([path])


def csv_of(made, count=20):
    rows = ["id,puzzle,solution,note", *(f"{n},{line(made[0][n])},{line(made[1][n])},Mühsam" for n in range(count))]
    return "\n".join(rows) + "\n"


@pytest.mark.daily("semicolons.csv-<lambda>", "a.sdk-<lambda>")
@pytest.mark.parametrize(
    ("name", "content"),
    {
        "a.csv": lambda text: text.encode("utf-16"),
        "a.tsv": lambda text: text.replace(",", "\t").encode("utf-8-sig"),
        "semicolons.csv": lambda text: text.replace(",", ";").encode(),
        "packed.csv.gz": lambda text: gzip.compress(text.encode()),
        "returns.csv": lambda text: text.replace("\n", "\r").encode(),
        "table.txt": str.encode,
        "no heading.csv": lambda text: text.partition("\n")[2].encode(),
        "list.txt": lambda text: "\n".join(row.split(",")[1] for row in text.splitlines()[1:]).encode("utf-16-le"),
        "messy": lambda text: "\n".join(["x", *(row.split(",")[1] for row in text.splitlines()[2:])][::-1]).encode(),
        "a.json": lambda text: json.dumps(list(csv.DictReader(text.splitlines()))).encode(),
        "a.sdk": lambda text: "".join(
            re.sub(".{9}", r"\g<0>\n", row.split(",")[1]) + "\n" for row in text.splitlines()[1:]
        ).encode(),
    }.items(),
)
def test_what_an_import_reads_is_read(tmp_path, made, name, content):
    (tmp_path / name).write_bytes(content(csv_of(made)))
    [report] = audit([tmp_path / name], rated=0, output=tmp_path / "clean")
    assert (report.rows, report.broken, report.wrong_solution) == (20, name == "messy", 0)
    [cleaned] = (tmp_path / "clean").iterdir()
    [again] = audit([cleaned], rated=0)
    assert (again.rows, again.broken) == (20 - report.broken, 0)


def test_an_encoding_is_named(tmp_path, made):
    (tmp_path / "old.csv").write_text(csv_of(made), encoding="cp1252")
    with pytest.raises(CatalogueError, match=r"old.csv: line 2: not UTF-8 text: name its encoding, such as cp1252"):
        audit([tmp_path / "old.csv"])
    audit([tmp_path / "old.csv"], encoding="cp1252", rated=0, output=tmp_path / "clean")
    assert "Mühsam" in (tmp_path / "clean" / "old.csv").read_text()


def test_an_array_alone_is_read(tmp_path, made):
    np.save(tmp_path / "boards.npy", made[0][:9])
    assert audit([tmp_path / "boards.npy"], rated=0)[0].rows == 9


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("cut.csv", b"\xff\xfe" + "puzzle\n1\n".encode("utf-16-le")[:-1], "line 2: not utf-16 text"),
        ("a.npz", b"hello", "not a file of arrays"),
        ("a.csv.gz", gzip.compress(b"hello")[:-4], "the compressed file is damaged"),
        ("a.txt", b"hello\n", "no known format begins like this"),
        ("a.constraints", b".Diagonal+\n", "no row in it"),
    ],
    ids=["cut", "npz", "gz", "text", "rules"],
)
def test_what_cannot_be_read_is_told_as_by_an_import(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CatalogueError, match=said):
        audit([tmp_path / name])


def test_a_folder_is_named_as_one(tmp_path):
    with pytest.raises(CatalogueError, match="directory; name a file that holds puzzles"):
        audit([tmp_path])


def test_brackets_without_end_are_a_wrong_row(tmp_path, made):
    rows = [json.dumps({"puzzle": line(made[0][0])}), '{"puzzle":' + "[" * 2000 + "]" * 2000 + "}", "[" * 90_000]
    (tmp_path / "deep.jsonl").write_text("\n".join(rows))
    [report] = audit([tmp_path / "deep.jsonl"], rated=0)
    assert (report.rows, report.broken) == (3, 2)


def test_an_output_that_exists_is_refused_before_the_work(tmp_path, made):
    path = write_rows(tmp_path / "a.csv", [(0, line(made[0][0]), line(made[1][0]), "")])
    with pytest.raises(CatalogueError, match="exists"):
        audit([path], output=tmp_path)


def test_a_column_that_does_not_exist_is_named(tmp_path, made):
    path = write_rows(tmp_path / "a.csv", [(0, line(made[0][0]), line(made[1][0]), "")])
    with pytest.raises(CatalogueError, match="no column is called puzle; there are id, question"):
        audit([path], puzzle="puzle")
