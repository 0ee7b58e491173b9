"""The files of a data set for trainers hold its rows, and are proven with it."""

import json

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.runs.dataset import DatasetPlan, make_dataset, verify_dataset
from board_catalogue.engine.answers import read_answer
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.paths.claims import claims_in

parquet = pytest.importorskip("pyarrow.parquet")


def made(folder, **fields):
    make_dataset(folder, DatasetPlan(count=40, seed=2, validation=0.2, test=0.2, **fields), threads=2)
    return {path.name.split("-")[0]: parquet.read_table(path).to_pylist() for path in (folder / "data").iterdir()}


@pytest.fixture(scope="module")
def chats(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chats") / "set"
    return folder, made(folder, steps=True, text="chat", layout="hrm")


@pytest.mark.slow
def test_moves_are_the_steps(chats):
    for row in [row for rows in chats[1].values() for row in rows]:
        steps = engine.steps(from_lines([row["puzzle"]])[0])
        assert [str(step) for step in steps] == row["steps"]
        found = [(claim.technique, claim.placement, claim.eliminations) for claim in claims_in(row["moves"])]
        assert found == [(step.technique, step.placement, step.eliminations) for step in steps]


def test_chats_ask_and_answer_each_row(chats):
    folder, splits = chats
    for name, rows in splits.items():
        lines = (folder / "text" / f"{name}.jsonl").read_text().splitlines()
        for line, row in zip(lines, rows, strict=True):
            system, user, assistant = json.loads(line)["messages"]
            assert [each["role"] for each in (system, user, assistant)] == ["system", "user", "assistant"]
            assert (read_answer(user["content"]) == from_lines([row["puzzle"]])[0]).all()
            assert float(engine.reward(assistant["content"], row["puzzle"])) == 1.0
            assert len(claims_in(assistant["content"])) == len(row["steps"])


def test_arrays_are_those_of_hrm(chats):
    folder, splits = chats
    for name, rows in splits.items():
        arrays = {path.stem[5:]: np.load(path) for path in (folder / "hrm" / name).glob("*.npy")}
        assert (arrays["inputs"] == from_lines([row["puzzle"] for row in rows]) + 1).all()
        assert (arrays["labels"] == from_lines([row["solution"] for row in rows]) + 1).all()
        assert arrays["inputs"].min() == 1 and arrays["labels"].min() >= 2
        assert arrays["puzzle_indices"].tolist() == arrays["group_indices"].tolist() == list(range(len(rows) + 1))
        facts = json.loads((folder / "hrm" / name / "dataset.json").read_text())
        assert facts["total_groups"] == len(rows) and facts["vocab_size"] == 11


def read_in_groups(folder):
    """Read a split as the loader of HRM does: groups, their puzzles, and the examples of each, by the indices."""
    facts = json.loads((folder / "dataset.json").read_text())
    for name in facts["sets"]:
        fields = ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")
        found = {field: np.load(folder / f"{name}__{field}.npy") for field in fields}
        groups, puzzles = found["group_indices"], found["puzzle_indices"]
        for group in range(groups.size - 1):
            for puzzle in range(groups[group], groups[group + 1]):
                rows = slice(puzzles[puzzle], puzzles[puzzle + 1])
                yield found["inputs"][rows], found["labels"][rows], found["puzzle_identifiers"][puzzle]


def test_the_loader_of_hrm_finds_every_row_once(chats):
    folder, splits = chats
    for name, rows in splits.items():
        facts = json.loads((folder / "hrm" / name / "dataset.json").read_text())
        number = {"pad_id", "ignore_label_id", "blank_identifier_id", "vocab_size", "seq_len", "num_puzzle_identifiers"}
        number |= {"total_groups", "mean_puzzle_examples"}  # what its metadata require, and the sets
        assert number <= set(facts) and all(isinstance(facts[key], int) for key in number)
        inputs, labels, identifiers = zip(*read_in_groups(folder / "hrm" / name), strict=True)
        boards = from_lines([row["puzzle"] for row in rows]), from_lines([row["solution"] for row in rows])
        for found, expected in zip((inputs, labels), boards, strict=True):
            whole = np.concatenate(found)
            assert whole.shape == (facts["total_groups"] * facts["mean_puzzle_examples"], facts["seq_len"])
            assert (whole == expected + 1).all() and whole.max() < facts["vocab_size"]
        assert set(identifiers) == {facts["blank_identifier_id"]}
        assert facts["ignore_label_id"] not in np.concatenate(labels)


@pytest.mark.slow
def test_plain_and_tokens(tmp_path):
    plain = made(tmp_path / "plain", text="plain")
    parts = (tmp_path / "plain" / "text" / "train.txt").read_text().split("\n\n")
    assert [part.split("\n") for part in parts[:-1]] == [[row["puzzle"], row["solution"]] for row in plain["train"]]
    rows = made(tmp_path / "tokens", text="tokens", steps=True)["train"]
    for line, row in zip((tmp_path / "tokens" / "text" / "train.txt").read_text().splitlines(), rows, strict=True):
        words = line.split(" ")
        assert words[:82] == [*row["puzzle"], "|"] and words[-82:] == ["=", *row["solution"]]
        assert len(words) == 81 + 1 + 3 * len(row["moves"]) + 82


@pytest.mark.slow
@pytest.mark.parametrize("name", ["text/train.jsonl", "hrm/test/all__labels.npy"])
def test_a_changed_file_is_named(chats, tmp_path, name):
    import shutil

    folder = shutil.copytree(chats[0], tmp_path / "copy")
    assert verify_dataset(folder) == []
    content = bytearray((folder / name).read_bytes())
    content[-3] ^= 1
    (folder / name).write_bytes(content)
    (folder / "text" / "more.txt").write_text("more")
    faults = verify_dataset(folder)
    assert f"{name}: it is not the file that was written" in faults
    assert f"{name}: it is not what its rows give" in faults
    assert "text/more.txt: it is not of this data set" in faults


@pytest.mark.slow
def test_the_same_request_gives_the_same_bytes(chats, tmp_path):
    made(tmp_path / "again", steps=True, text="chat", layout="hrm")
    sums = [(folder / "SHA256SUMS").read_text() for folder in (chats[0], tmp_path / "again")]
    assert sums[0] == sums[1] and "hrm/train/all__inputs.npy" in sums[0]


def test_a_text_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="text 'prose' is not chat or plain or tokens"):
        DatasetPlan(count=1, seed=1, text="prose")
