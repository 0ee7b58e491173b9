"""Data sets: the same files however they are made, splits without leaks, and a proof that finds what is wrong."""

import hashlib
import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.runs.dataset import DatasetPlan, make_dataset, run, verify_dataset
from board_catalogue.engine.grades import Grade

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

REQUEST = DatasetPlan(count=200, seed=3, validation=0.2, test=0.1, hard=3.0)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dataset") / "set"
    return folder, make_dataset(folder, REQUEST, threads=2)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def cells(lines):
    return np.array([[0 if symbol == "." else int(symbol) for symbol in line] for line in lines], np.uint8)


def table(folder):
    return parquet.read_table(folder / "data").to_pandas()


@pytest.mark.slow
def test_rows_are_what_they_say(made):
    rows = table(made[0])
    puzzles, solutions = cells(rows["puzzle"]), cells(rows["solution"])
    assert len(rows) == 200
    assert (engine.count_solutions(puzzles) == 1).all()
    assert (engine.solve(puzzles) == solutions).all()
    assert (engine.rank(solutions) == rows["class"]).all()
    assert (engine.rate(puzzles)["rating"] == (10 * rows["rating"]).round()).all()
    assert (np.count_nonzero(puzzles, axis=1) == rows["clues"]).all()
    assert rows["minimal"].all()
    assert (cells(rows["canonical"]) == engine.canonical(puzzles, symmetry="full")).all()
    for row in rows.iloc[:5].itertuples():
        board = engine.generate(1, seed=row.seed, start=row.position)[0]
        assert (board == cells([row.solution])[0]).all()


def test_splits_share_no_solution(made):
    rows = table(made[0])
    assert set(rows["split"]) == {"train", "validation", "test", "test_hard"}
    assert rows.groupby("class")["split"].nunique().max() == 1
    assert (rows[rows["split"] == "test_hard"]["rating"] >= 3.0).all()
    assert dict(rows["split"].value_counts()) == made[1].rows
    shares = rows["split"].value_counts() / 200
    assert abs(shares["validation"] - 0.2) < 0.08


@pytest.mark.slow
def test_threads_and_interruptions_change_no_byte(made, tmp_path):
    alone = tmp_path / "alone"
    make_dataset(alone, REQUEST, threads=1)
    assert files(alone) == files(made[0])
    cut = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        make_dataset(cut, REQUEST, threads=2, on_progress=interrupt)
    assert (cut / ".parts").is_dir()
    make_dataset(cut, REQUEST, threads=2)
    assert files(cut) == files(made[0])


@pytest.mark.slow
def test_a_run_that_was_killed_while_its_files_get_their_names_goes_on(made, tmp_path, monkeypatch):
    rename = Path.rename

    def cut(path, target):
        if path.name == "dataset.json":
            raise KeyboardInterrupt
        return rename(path, target)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "rename", cut)
        make_dataset(tmp_path / "set", REQUEST, threads=1)
    assert (tmp_path / "set" / "data").is_dir() and not (tmp_path / "set" / "dataset.json").exists()
    make_dataset(tmp_path / "set", REQUEST, threads=1)
    assert files(tmp_path / "set") == files(made[0])


@pytest.mark.slow
def test_large_splits_are_several_files(made, tmp_path, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.dataset.files.ROWS_PER_GROUP", 50)
    monkeypatch.setattr("board_catalogue.catalogue.runs.dataset.files.BYTES_PER_FILE", 12_000)
    make_dataset(tmp_path / "set", REQUEST, threads=2)
    names = sorted(path.name for path in (tmp_path / "set" / "data").glob("train-*"))
    assert len(names) > 1 and names == [f"train-{k:05}-of-{len(names):05}.parquet" for k in range(len(names))]
    puzzles = [table(folder).set_index("position")["puzzle"].to_dict() for folder in (tmp_path / "set", made[0])]
    assert puzzles[0] == puzzles[1]
    assert verify_dataset(tmp_path / "set") == []


@pytest.mark.slow
def test_workers_change_no_byte(made, tmp_path):
    pytest.importorskip("distributed")
    make_dataset(tmp_path / "set", REQUEST, workers="local:2")
    assert files(tmp_path / "set") == files(made[0])


def interrupt(found):
    raise KeyboardInterrupt


def test_repeated_puzzles_are_left_out_in_any_number_of_slices(made, tmp_path, monkeypatch):
    """Positions 10 to 19 repeat 0 to 9 here."""
    whole = run.part_of

    def repeating(request, ticket):
        rows = whole(request, ticket)
        again = rows.slice(0, 10).set_column(rows.schema.get_field_index("position"), "position", [range(10, 20)])
        return pa.concat_tables([rows.slice(0, 10), again, rows.slice(20)])

    monkeypatch.setattr(run, "part_of", repeating)
    parts = run.Parts(tmp_path, DatasetPlan(count=64 * 30, seed=3))
    parts.write(0)
    once = parts.repeated(1)
    monkeypatch.setattr(run, "KEYS_TOGETHER", 5)
    assert once.tolist() == parts.repeated(1).tolist() == list(range(10, 20))


@pytest.mark.slow
def test_quotas_by_grade(tmp_path):
    request = DatasetPlan(count=11, seed=1, grades={"easy": 3, "diabolical": 8})
    found = []
    make_dataset(tmp_path / "set", request, threads=2, on_progress=found.append)
    assert dict(table(tmp_path / "set")["grade"].value_counts()) == {"easy": 3, "diabolical": 8}
    assert found == sorted(found) and found[-1] == 11  # rows, of hundreds of positions


def test_further_columns_are_those_of_the_engine(tmp_path):
    make_dataset(tmp_path / "set", DatasetPlan(count=20, seed=1, score=True, textbook=True), threads=2)
    rows = table(tmp_path / "set")
    assert (rows["backtracks"] == engine.measure(cells(rows["puzzle"]))["backtracks"]).all()
    assert (rows["textbook_depth"] == engine.solving.textbook(cells(rows["puzzle"]))["depth"]).all()
    scores = engine.score(cells(rows["puzzle"]))
    assert (rows["score"] == scores["score"]).all()
    assert [engine.LEVELS.index(level) for level in rows["level"]] == scores["level"].tolist()


def test_splits_have_their_shares_and_do_not_depend_on_the_seed():
    classes = np.random.default_rng(1).integers(0, engine.names.CLASSES, 100_000)
    request = DatasetPlan(count=1, seed=1, validation=0.2, test=0.1, hard=3.0)
    splits = run.splits_of(request, classes)
    for name, share in request.splits:
        assert abs((splits == name).mean() - share) < 0.006
    assert (run.splits_of(replace(request, seed=2, count=9), classes) == splits).all()
    assert (run.splits_of(replace(request, validation=0.0), classes)[splits == "test"] == "test").all()


def slow_selection(request, repeated, part):
    """Which positions are taken, and how many are looked at, row by row."""
    missing = dict(request.grades) or {"any": request.count}
    taken = []
    for row in part.to_pylist():
        if not any(missing.values()):
            break
        seen = row["position"] + 1
        grade = row["grade"] if request.grades else "any"
        [split] = run.splits_of(request, np.array([row["class"]]))
        if row["position"] in repeated or not missing.get(grade) or (split == "test_hard" and row["rating"] < 3.0):
            continue
        missing[grade] -= 1
        taken.append(row["position"])
    return taken, seen


@pytest.mark.parametrize("grades", [{}, {"easy": 5, "hard": 35}, {"easy": 1, "medium": 2}])
@pytest.mark.parametrize("count", [40, 10_000])
def test_rows_are_taken_as_by_the_oracle(grades, count):
    request = DatasetPlan(count=sum(grades.values()) or count, seed=3, test=0.3, hard=3.0, grades=grades)
    part = run.part_of(replace(request, count=6000, grades={}), 0)
    repeated = np.arange(5, len(part), 9)
    selection = run.Selection(request, repeated)
    found = [selection.add(some) for some in (part.slice(0, 30), part.slice(30))]
    taken = [start + row for start, some in zip((0, 30), found, strict=True) for each in some.values() for row in each]
    assert (sorted(taken), selection.positions) == slow_selection(request, set(repeated.tolist()), part)
    assert selection.rows.total() == len(taken)


@pytest.mark.slow
def test_a_fair_sample_has_weights(tmp_path):
    make_dataset(tmp_path / "set", DatasetPlan(count=20, seed=1, sampling="fair"), threads=2)
    rows = table(tmp_path / "set")
    sample = engine.fair_puzzles(20, seed=1)
    assert sorted(rows["weight"]) == sorted(sample.weights[:20])


def test_every_library_reads_the_folder(made):
    folder, report = made
    pandas = pytest.importorskip("pandas")
    assert len(pandas.read_parquet(folder / "data")) == 200
    polars = pytest.importorskip("polars")
    assert polars.scan_parquet(folder / "data" / "train-*.parquet").collect().height == report.rows["train"]
    datasets = pytest.importorskip("datasets")
    os.environ["HF_HUB_OFFLINE"] = "1"
    loaded = datasets.load_dataset(str(folder), cache_dir=str(folder.parent / "cache"))
    assert {name: len(split) for name, split in loaded.items()} == report.rows
    assert loaded["train"][0]["techniques"]


def test_the_example_of_the_page_trains_a_model(made, tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[2] / ".github/documents/data-sets/index.md").read_text()
    example, *others = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile("\n".join(others), "index.md", "exec"), {})  # they assert
    (tmp_path / "puzzles").symlink_to(made[0])
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(example, "index.md", "exec"), names)
    right, solved = re.fullmatch(r"([\d.]+) of 81 cells right, \d+ of (\d+) solved\n", capsys.readouterr().out).groups()
    assert int(solved) == made[1].rows["test"]
    guessing = 81 - 8 / 9 * (names["puzzles"] == 0).sum(axis=1).mean()
    assert float(right) > guessing + 5
    assert not names["broken"].any()
    once, again = (next(names["batches"]("puzzles", "train", 50, epoch)) for epoch in (0, 1))
    assert (engine.solve(once[0]) == once[1]).all()
    assert (once[0] != again[0]).any()
    assert (engine.rank(once[1]) == engine.rank(again[1])).all()


def test_metadata_names_all_columns_and_files(made):
    folder, report = made
    croissant = json.loads((folder / "croissant.json").read_text())
    columns = parquet.read_schema(next((folder / "data").glob("train-*"))).names
    assert [field["name"] for field in croissant["recordSet"][0]["field"]] == columns
    named = {file["contentUrl"] for file in croissant["distribution"] if "contentUrl" in file}
    assert named == {f"data/{path.name}" for path in (folder / "data").iterdir()}
    card = (folder / "README.md").read_text()
    assert all(f"- name: {name}\n" in card for name in columns)
    assert all(f"| {name} | {rows} |" in card for name, rows in report.rows.items())
    counts = table(folder).groupby(["split", "grade"]).size()
    for name in report.rows:
        of_grades = " | ".join(str(counts.get((name, grade), 0)) for grade in Grade)
        assert f"| {name} | {of_grades} |" in card


def test_the_reference_library_of_croissant_reads_rows_with_steps(tmp_path):
    mlcroissant = pytest.importorskip("mlcroissant", reason="it brings 300 MB: pip install mlcroissant")
    make_dataset(tmp_path / "set", DatasetPlan(count=20, seed=1, steps=True), threads=2)
    rows = list(mlcroissant.Dataset(tmp_path / "set" / "croissant.json").records("train"))
    assert rows and all(row["train/steps"] for row in rows)


def test_metadata_are_those_that_readers_of_croissant_take(made):
    """Without the reference library, which brings scipy and networkx: what it needs to find records."""
    folder, report = made
    croissant = json.loads((folder / "croissant.json").read_text())
    files = {file["@id"]: file for file in croissant["distribution"]}
    assert {file["encodingFormat"] for file in files.values()} == {"application/x-parquet"}
    for name, file in files.items():
        content = (folder / file["contentUrl"]).read_bytes()
        assert (name, file["sha256"]) == (file["contentUrl"], hashlib.sha256(content).hexdigest())
    page = Path(__file__).parents[2] / ".github" / "CHANGELOG.md"
    released = re.search(r"^## \d+\.\d+\.\d+ \((.+)\)", page.read_text(), re.MULTILINE)
    assert (croissant["version"], croissant["datePublished"]) == (engine.__version__, released[1])
    assert croissant["name"] in croissant["citeAs"]
    *sets, splits = croissant["recordSet"]
    assert [each["@id"] for each in sets] == [row["splits/name"] for row in splits["data"]] == list(report.rows)
    for each in sets:
        sources = {field["source"]["fileObject"]["@id"] for field in each["field"]}
        assert sources < set(files) and len(sources) == 1
        assert all(field["@id"] == f"{each['@id']}/{field['name']}" for field in each["field"])
    terms = {key for key in _keys(croissant) if key not in ("@context", "@id", "@type")}
    assert terms - set(croissant["@context"]) <= {*SCHEMA_ORG, "splits/name"}


SCHEMA_ORG = {
    "version",
    "datePublished",
    "name",
    "description",
    "license",
    "distribution",
    "contentUrl",
    "contentSize",
    "encodingFormat",
    "sha256",
}


def _keys(value):
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield name
        if name != "@context":
            yield from _keys(inner)
    for inner in value if isinstance(value, list) else ():
        yield from _keys(inner)


def test_the_reference_library_of_croissant_reads_every_row(made):
    mlcroissant = pytest.importorskip("mlcroissant", reason="it brings 300 MB: pip install mlcroissant")
    folder, report = made
    read = mlcroissant.Dataset(folder / "croissant.json")
    assert not read.metadata.ctx.issues.errors
    for split, count in report.rows.items():
        [path] = (folder / "data").glob(f"{split}-*")
        expected = parquet.read_table(path, columns=["puzzle", "rating", "position"]).to_pylist()
        found = list(read.records(split))
        assert len(found) == count
        for one, other in zip(found, expected, strict=True):
            assert one[f"{split}/puzzle"].decode() == other["puzzle"]
            assert (one[f"{split}/rating"], one[f"{split}/position"]) == (other["rating"], other["position"])
    assert [row["splits/name"] for row in read.records("splits")] == list(report.rows)


def test_a_finished_data_set_is_not_made_again(made):
    folder, report = made
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert make_dataset(folder, REQUEST) == report
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    with pytest.raises(CatalogueError, match="is not empty"):
        make_dataset(folder, replace(REQUEST, seed=4))


def test_a_finished_data_set_that_has_changed_is_named(made, tmp_path):
    folder = tmp_path / "set"
    shutil.copytree(made[0], folder)
    (folder / "README.md").write_text("Mine.")
    with pytest.raises(CatalogueError, match=r"no longer what was made \(README.md: it is not the file"):
        make_dataset(folder, REQUEST)


@pytest.mark.slow
def test_each_split_gets_its_share_of_each_grade(tmp_path):
    request = DatasetPlan(count=30, seed=1, grades={"medium": 10, "fiendish": 20}, validation=0.1, test=0.2, hard=3.0)
    assert request.quotas == {
        ("medium", "train"): 6,
        ("medium", "validation"): 1,
        ("medium", "test"): 3,
        ("fiendish", "train"): 10,
        ("fiendish", "validation"): 2,
        ("fiendish", "test"): 4,
        ("fiendish", "test_hard"): 4,
    }
    make_dataset(tmp_path / "set", request)
    rows = table(tmp_path / "set")
    found = rows.groupby(["grade", "split"]).size().to_dict()
    assert found == {pair: number for pair, number in request.quotas.items() if number}
    assert verify_dataset(tmp_path / "set") == []


def test_numbers_of_a_grade_that_rounding_leaves_are_not_lost():
    for number in range(1, 40):
        request = DatasetPlan(count=number, seed=1, grades={"easy": number}, validation=0.07, test=0.13, hard=2.0)
        assert sum(request.quotas.values()) == number
        assert ("easy", "test_hard") not in request.quotas


@pytest.mark.slow
def test_a_split_without_rows_is_named(tmp_path):
    said = []
    make_dataset(tmp_path / "set", DatasetPlan(count=100, seed=1, hard=11.9, test=0.3), on_notice=said.append)
    (line,) = said
    assert line.startswith("no split test_hard: no puzzle of its share is rated 11.9 or more; ask for a lower rating")


@pytest.mark.slow_cases("50")
@pytest.mark.parametrize("together", [4_000_000, 50])
def test_a_sound_data_set_is_proven(made, monkeypatch, together):
    monkeypatch.setattr(run, "KEYS_TOGETHER", together)
    assert verify_dataset(made[0]) == []


def changed(folder, name, change):
    path = next((folder / "data").glob(f"{name}-*"))
    parquet.write_table(change(parquet.read_table(path)), path)


@pytest.mark.daily("<lambda>-is missing")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows.slice(1), "is missing"),
        (lambda rows: pa.concat_tables([rows, rows.slice(0, 1)]), "is not of this data set"),
        (
            lambda rows: rows.set_column(rows.schema.get_field_index("rating"), "rating", [[9.9] * len(rows)]),
            "rating is",
        ),
    ],
)
def test_what_is_wrong_is_named(made, tmp_path, change, said):
    import shutil

    folder = shutil.copytree(made[0], tmp_path / "copy")
    changed(folder, "train", change)
    faults = verify_dataset(folder)
    assert any("it is not the file that was written" in fault for fault in faults)
    assert any(said in fault or "made again" in fault for fault in faults)


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CatalogueError, match="not empty"):
        make_dataset(tmp_path, REQUEST)
    with pytest.raises(CatalogueError, match="no data set"):
        verify_dataset(tmp_path)


def test_an_unfinished_data_set_of_another_request_is_left_alone(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        make_dataset(tmp_path / "set", REQUEST, threads=1, on_progress=interrupt)
    with pytest.raises(CatalogueError, match="another data set"):
        make_dataset(tmp_path / "set", DatasetPlan(count=401, seed=3))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"count": 0}, "below 1"),
        ({"sampling": "x"}, "carved or fair"),
        ({"sampling": "fair", "clues": 30}, "leave out clues"),
        ({"grades": {"easy": 1}}, "sum of the grades"),
        ({"grades": {"nice": 10}}, "nice"),
        ({"test": 0.6, "hard": 3.0}, "leave a train split"),
        ({"test": 0.0, "hard": 7.0}, "give test a share above 0"),
    ],
)
def test_requests_that_make_no_sense(wrong, said):
    with pytest.raises(ValueError, match=said):
        DatasetPlan(**({"count": 10, "seed": 1} | wrong))
