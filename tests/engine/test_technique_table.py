"""The table in the documentation says what the kernels say, and its examples show what they are there for."""

import re
from pathlib import Path

import numpy as np
import pytest
import technique_table

from board_catalogue import engine

TABLE = technique_table.written((Path(__file__).parents[2] / technique_table.README).read_text())


def written_examples():
    return dict(re.findall(r"^\| \d+ \| `([\w-]+)` \|.*\| `([\d.]{81})` \|$", TABLE, re.MULTILINE))


def test_the_table_is_what_the_command_would_write():
    assert technique_table.table(written_examples()) == TABLE


def test_every_example_uses_its_technique():
    examples = written_examples()
    assert len(examples) > 30
    for name, puzzle in examples.items():
        path = engine.steps(np.array(list(puzzle.replace(".", "0")), np.uint8))
        assert name in {step.technique for step in path}


def test_examples_are_the_first_puzzles_of_the_fill():
    examples, few = written_examples(), technique_table.examples(300)
    assert few and few.items() <= examples.items()


@pytest.mark.slow
def test_no_technique_has_an_earlier_example():
    assert technique_table.examples() == written_examples()


def test_names_are_unique_and_ratings_within_their_range():
    assert len({technique.name for technique in engine.TECHNIQUES}) == len(engine.TECHNIQUES)
    assert all(10 <= technique.rating <= technique.highest for technique in engine.TECHNIQUES)
