"""The page that trains a tiny policy runs as it is written, and it learns; trainers can call our rewards."""

import inspect
import json
import re
import shlex
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pyarrow")

PAGE = Path(__file__).parents[2] / ".github/documents/data-sets/learning.md"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("updates", "least"), [(300, 0.1), pytest.param(4000, 0.7, marks=pytest.mark.slow)], ids=["short", "whole"]
)
def test_the_policy_of_the_page_learns(tmp_path, monkeypatch, call, updates, least):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for kind, block in re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        if kind == "sh":
            done = call(*shlex.split(block)[1:])
            assert done.status == 0
        else:
            exec(compile(block.replace("UPDATES = 4000", f"UPDATES = {updates}"), PAGE.name, "exec"), names)
    assert done.out.startswith("answers ")
    report = json.loads(
        call("check", "answers.jsonl", "--dataset", "tiny", "--format", "json", "--split", "validation").out
    )
    assert report["answers"] == len(names["puzzles_of"]("validation")) and report["unreadable"] == 0
    assert report["share"] == names["solved"]("validation")
    assert report["share"] >= names["before"] + least
    assert Path("learning.png").read_bytes().startswith(b"\x89PNG")


def adapters():
    """The functions of the page on data sets, and the names that it uses."""
    names: dict[str, object] = {}
    page = PAGE.with_name("index.md").read_text()
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if "engine.reward" in block:
            exec(compile(block, "index.md", "exec"), names)
    return names


def test_trl_gets_a_float_for_each_completion():
    """As `GRPOTrainer._calculate_rewards` calls it: columns of the data set are lists, other keywords are its own."""
    names = adapters()
    line = "".join(map(str, names["puzzle"]))
    completions = [[{"role": "assistant", "content": names["answer"]}], [{"role": "assistant", "content": "no"}]]
    own = {"trainer_state": None, "log_extra": None, "log_metric": None, "completion_ids": [[1], [2]]}
    columns = {"puzzle": [line, line], "rating": [1.2, 1.2]}
    found = names["for_trl"](prompts=["p", "p"], completions=completions, **columns, **own)
    assert found == [1.0, 0.0] and all(type(each) is float for each in found)


def test_verifiers_gets_a_float_for_the_last_message():
    """As `Rubric` of 0.1 calls it: all it has if there are further keywords, else what the signature names."""
    names = adapters()
    line = "".join(map(str, names["puzzle"]))
    state = {"prompt": [], "completion": [{"role": "assistant", "content": names["answer"]}], "answer": ""}
    has = {**state, "state": state, "info": {"puzzle": line}, "task": "sudoku"}
    kinds = [each.kind for each in inspect.signature(names["for_verifiers"]).parameters.values()]
    assert inspect.Parameter.VAR_KEYWORD in kinds
    assert names["for_verifiers"](**has) == 1.0
