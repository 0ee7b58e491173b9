"""Data sets as those of others: their columns, sizes, splits and mix, symmetric copies, and their own loaders."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.puzzles.kinds import LIKE
from board_catalogue.catalogue.verbs.dataset import DatasetRequest
from board_catalogue.engine.boards import from_lines

parquet = pytest.importorskip("pyarrow.parquet")

from board_catalogue.catalogue.runs.dataset import plan  # noqa: E402

SIZES = {
    "hrm-1k": {"train": 1000, "test": 422_786},
    "sudoku-extreme": {"train": 3_831_994, "test": 422_786},
    "sudoku-bench": {None: 100},
    "reasoning-gym": {None: 500},
}


def test_sizes_and_splits_are_theirs():
    assert set(SIZES) == set(LIKE) == set(plan._like()) - {"benchmark"}
    for name, sizes in SIZES.items():
        made = DatasetRequest("x", like=name, seed=1).plan()
        rows = Counter()
        for (_, split), number in made.quotas.items():
            rows[split] += number
        assert dict(rows) == sizes
        assert None not in sizes or len(made.splits) == 1
    few = DatasetRequest("x", like="sudoku-extreme", seed=1, count=50, test=0.5).plan()
    assert few.count == 50 and few.test == 0.5 and few.grades["diabolical"] == 43


@pytest.fixture(scope="module")
def hrm(tmp_path_factory):
    folder = tmp_path_factory.mktemp("like") / "hrm"
    made = catalogue.dataset(folder, like="hrm-1k", count=40, test=0.5, augment=3, seed=1)
    return folder, made


def test_columns_are_theirs_and_the_hash_can_be_made_again(hrm):
    folder, made = hrm
    stored = json.loads((folder / "dataset.json").read_text())["report"]["hashes"]
    for split, number in made.rows.items():
        [path] = (folder / "data").glob(f"{split}-*")
        rows = parquet.read_table(path).to_pylist()
        assert list(rows[0])[:4] == ["source", "question", "answer", "rating"]
        lines = (folder / "text" / f"{split}.csv").read_text().splitlines()
        assert lines[0] == "source,question,answer,rating" and len(lines) == number + 1
        assert lines[1:] == [",".join(str(row[name]) for name in list(row)[:4]) for row in rows]
        pairs = [",".join(line.split(",")[1:3]) for line in reversed(lines[1:])]
        total = sum(int(hashlib.sha256(pair.encode()).hexdigest(), 16) for pair in pairs)
        assert stored[split] == f"{total % 2**256:064x}" and f"`{stored[split]}`" in (folder / "README.md").read_text()


def test_copies_are_images_in_the_group_of_their_row(hrm):
    folder, made = hrm
    [path] = (folder / "data").glob("train-*")
    rows = parquet.read_table(path).to_pylist()
    arrays = {path.stem[5:]: np.load(path) for path in (folder / "hrm" / "train").glob("*.npy")}
    puzzles, solutions = arrays["inputs"] - 1, arrays["labels"] - 1
    assert len(puzzles) == 4 * made.rows["train"] and (puzzles[::4] == from_lines([r["question"] for r in rows])).all()
    assert (engine.solve(puzzles) == solutions).all()
    forms = engine.canonical(puzzles, symmetry="full").reshape(-1, 4, 81)
    assert (forms == forms[:, :1]).all() and len(np.unique(puzzles, axis=0)) == len(puzzles)
    assert arrays["group_indices"].tolist() == list(range(0, len(puzzles) + 1, 4))
    facts = json.loads((folder / "hrm" / "train" / "dataset.json").read_text())
    assert facts["mean_puzzle_examples"] == len(puzzles) / (len(arrays["puzzle_indices"]) - 1) == 1
    assert facts["total_groups"] == facts["total_puzzles"] == len(rows)
    assert len(np.load(folder / "hrm" / "test" / "all__inputs.npy")) == made.rows["test"]
    assert not catalogue.dataset(folder, verify=True).faults


def test_questions_of_reasoning_gym_have_each_number_of_empty_cells(tmp_path):
    catalogue.dataset(tmp_path / "gym", like="reasoning-gym", count=42, seed=1)
    entries = [json.loads(line) for line in (tmp_path / "gym" / "text" / "train.jsonl").read_text().splitlines()]
    rows = parquet.read_table(tmp_path / "gym" / "data").to_pylist()
    assert sorted(entry["metadata"]["num_empty"] for entry in entries) == sorted([*range(30, 51)] * 2)
    for entry, row in zip(entries, rows, strict=True):
        assert (row["question"], row["answer"]) == (entry["question"], entry["answer"])
        assert json.loads(row["metadata"]) == entry["metadata"]
        assert entry["question"].count("_") == entry["metadata"]["num_empty"] + 1  # one in its sentence
        assert float(engine.reward(entry["answer"], row["puzzle"])) == 1.0
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"answer": entry["answer"]}) + "\n" for entry in entries))
    assert catalogue.check(answers, dataset=tmp_path / "gym").total.solved == 42


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"augment": 2}, "`augment` is for arrays"),
        ({"clues": "51-31"}, "a range is for plain 9x9"),
        ({"clues": "some"}, "`clues`: 'some' is no number"),
        ({"schema": "sudoku-extreme", "size": 6}, "is for plain 9x9 puzzles"),
    ],
)
def test_what_does_not_go_together_is_refused(more, said):
    with pytest.raises(ValueError, match=said):
        DatasetRequest("x", count=5, seed=1, **more)


LOADER = """
import json, sys, types
import numpy as np

class Tensor(np.ndarray): pass
def module(name, **names):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(names)
class IterableDataset: pass
class ArgParser: pass
module("torch", from_numpy=lambda array: array)
module("torch.utils")
module("torch.utils.data", IterableDataset=IterableDataset, get_worker_info=lambda: None)
module("models")
module("models.losses", IGNORE_LABEL_ID=-100)
module("argdantic", ArgParser=ArgParser)
checkout, folder = sys.argv[1:]
sys.path.insert(0, checkout)
import puzzle_dataset
named = {"dataset_path": folder}
if "dataset_paths" in puzzle_dataset.PuzzleDatasetConfig.model_fields:
    named = {"dataset_paths": [folder]}
found = {}
for split in ("train", "test"):
    config = puzzle_dataset.PuzzleDatasetConfig(seed=0, global_batch_size=5, test_set_mode=split == "test",
        epochs_per_iter=3, rank=0, num_replicas=1, **named)
    read = puzzle_dataset.PuzzleDataset(config, split)
    batches = [(batch["inputs"].tolist(), batch["labels"].tolist(), size) for _, batch, size in read]
    found[split] = {"batches": batches, "metadata": read.metadata.model_dump()}
print(json.dumps(found))
"""


@pytest.mark.parametrize("name", ["HRM", "TINY_RECURSIVE_MODELS"])
def test_their_own_loader_reads_it(hrm, name):
    """`puzzle_dataset.py` of sapientinc/HRM and of SamsungSAILMontreal/TinyRecursiveModels, with torch stubbed."""
    checkout = os.environ.get(name)
    if not checkout:
        pytest.skip(f"{name} is the path of a checkout")
    pytest.importorskip("pydantic")
    folder, made = hrm
    ran = subprocess.run([sys.executable, "-c", LOADER, checkout, folder / "hrm"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["train"]["metadata"]["mean_puzzle_examples"] == 1
    assert found["train"]["metadata"]["total_groups"] == made.rows["train"]
    rows = {
        split: [row for batch in each["batches"] for row in zip(*batch[:2], strict=True)]
        for split, each in found.items()
    }
    assert len(rows["train"]) == 3 * made.rows["train"] // 5 * 5
    assert sum(batch[2] for batch in found["test"]["batches"]) == made.rows["test"]
    for some in rows.values():
        inputs, labels = (
            np.array(each, np.uint8) for each in zip(*[row for row in some if max(row[1]) > 0], strict=True)
        )
        assert (engine.solve(inputs - 1) == labels - 1).all()
