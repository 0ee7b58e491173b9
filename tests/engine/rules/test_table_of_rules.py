"""The table of rules of variants: `python tests/engine/rules/test_table_of_rules.py` writes it."""

import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from rule_uses import use_of, variant_of

from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, interactive, sudokupad
from board_catalogue.engine.rules.picture import figures
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import RULES

PAGE = Path(__file__).parents[3] / ".github/documents/rules.md"
HEADING = "| rule | constraint text | Interactive-Sudoku-Solver | f-puzzles | SudokuPad | proven | drawn | stored |"


def _word(name: str) -> str:
    text = constraint_text.write(variant_of(use_of(name)).with_uses((use_of(name),)).with_givens([0] * 81))
    words = [word for word in re.findall(r"\.([A-Za-z]*)", text) if word not in ("Shape", "End", "And", "Cage")]
    return f"`.{words[0]}`" if words else "as lines"


def _in_its_words(name: str) -> str:
    variant = variant_of(use_of(name))
    with suppress(ValueError):
        is_same = interactive.write(variant) == constraint_text.write(variant)
        return "the same" if is_same else "in tables, sums and masks"
    return ""


def _in_f_puzzles(name: str) -> str:
    for how, stating in (("field", False), ("words", True)):
        with suppress(ValueError):
            f_puzzles.write(variant_of(use_of(name)), stating=stating)
            return how
    return ""


def _in_sudokupad(name: str) -> str:
    variant = variant_of(use_of(name))
    with suppress(ValueError):
        sudokupad.document_of(variant, sudokupad.Stated.NONE)
        return "drawing"
    with suppress(ValueError):
        return "f-puzzles" if "/fpuzzles" in sudokupad.write(variant) else "words"
    return ""


def _drawn(name: str) -> str:
    variant = variant_of(use_of(name))
    marked = list(figures(variant)) != list(figures(variant.with_uses(())))
    return "mark" if marked else "words"


def _row(name: str) -> str:
    variant = variant_of(use_of(name))
    assert len(program(variant.rules))
    stored = "yes" if variant.frame.is_square else ""
    programs = (_in_its_words(name), _in_f_puzzles(name), _in_sudokupad(name))
    cells = (name, _word(name), *programs, "yes", _drawn(name), stored)
    return f"| {' | '.join(cells)} |"


def table() -> str:
    rule = f"|{' --- |' * HEADING.count(' | ')} --- |"
    return "\n".join([HEADING, rule, *map(_row, RULES)]) + "\n"


def _written(page: str) -> tuple[int, int]:
    start = page.index(HEADING)
    return start, page.index("\n\n", start) + 1


@pytest.mark.slow
def test_the_table_is_what_the_program_does():
    page = PAGE.read_text()
    start, end = _written(page)
    assert page[start:end] == table()


if __name__ == "__main__":
    page = PAGE.read_text()
    start, end = _written(page)
    PAGE.write_text(page[:start] + table() + page[end:])
