"""Rules with their cells in words, such as "cage 3 of r1c1, r1c2", that people and `stated_in` read.

They say a rule for which a format has no mark. Only an automaton, and a choice within a choice, have no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from .geometry import Cells, cell_of
from .named.rule import Board, Use
from .named.values import Value, title_in
from .variant import RULES, constraints_of

_LONGEST = 4000
"""The most characters of a line that is read."""
_BEFORE_CHOICE, _ALL_CELLS, _NO_RULE = "one of: ", "all cells", "nothing"
_CELL = r"(?:r\d{1,2}c\d{1,2})"
_CELLS = rf"(?:{_ALL_CELLS}|{_CELL}(?:, {_CELL})*(?: and {_CELL}(?:, {_CELL})*)*)"


# --- Writing ------------------------------------------------------------------------------------------------------


def statement(use: Use, board: Board) -> str:
    """Return a rule with what it takes and its cells. It is read back unless it has cells beside the grid."""
    if use.rule == "or":
        return _BEFORE_CHOICE + " or ".join(together(some, board) for some in use.alternatives)
    parts = " ".join(filter(None, (use.rule, value_text(use, board))))
    groups = use.groups or ((use.cells,) if use.cells else ())
    every = tuple(range(board.frame.cells))
    names = [_ALL_CELLS if group == every else ", ".join(map(board.frame.cell_name, group)) for group in groups]
    cells = " and ".join(names)
    if use.groups and use.cells:
        cells = f"{board.frame.cell_name(use.cells[0])} by {cells}"
    return f"{parts} of {cells}" if cells else parts


def together(uses: Sequence[Use], board: Board) -> str:
    """Return rules that hold together, in one line."""
    return " and ".join(statement(use, board) for use in uses) or _NO_RULE


def value_text(use: Use, board: Board) -> str:
    """Return what a rule takes besides cells, "" for nothing."""
    rule = RULES[use.rule]
    text = rule.takes.text(rule.filled(use, board.size), board)
    return " ".join(filter(None, (use.title, text))) if rule.takes.titled else text


def paragraphs(uses: Sequence[Use], board: Board) -> list[str]:
    """Return the lines that state rules: for each rule its words, then a line for each use.

    ValueError for a rule without words, with cells beside the grid, or with more cells than a line has room for.
    """
    by_rule: dict[str, list[str]] = {}
    for use in uses:
        line = statement(use, board)
        read = _read(line, board)
        if len(line) > _LONGEST or read is None or [*constraints_of(board, read)] != [*constraints_of(board, use)]:
            raise ValueError(
                f"the rule {_first_without_words(use)!r} has no words for a link: constraint text keeps it"
            )
        by_rule.setdefault(use.rule, []).append(f"- {line}")
    return [line for rule, lines in by_rule.items() for line in (_heading(rule), *lines)]


def _first_without_words(use: Use) -> str:
    inner = (one.rule for some in use.alternatives for one in some if not RULES[one.rule].takes.read)
    return next(inner, use.rule)


def _heading(rule: str) -> str:
    return f"{rule.capitalize()}: {RULES[rule].words}"


# --- Reading ------------------------------------------------------------------------------------------------------


class Stated(NamedTuple):
    """A rule that a text states, with the line that states it."""

    line: str
    use: Use


def stated_in(text: str, size: int) -> tuple[list[Stated], str]:
    """Return the rules that lines of a text state, and the rest of the text.

    A line states a rule if the words of that rule are a line of the text, too.
    """
    lines, found, rest = [line.strip() for line in text.split("\n")], [], []
    board, said = Board(size), set(lines)
    for line in lines:
        use = _read(line.removeprefix("- "), board) if line.startswith("- ") and len(line) <= _LONGEST else None
        if use is not None and _heading(use.rule) in said:
            found.append(Stated(line, use))
        else:
            rest.append(line)
    headings = {_heading(stated.use.rule) for stated in found}
    return found, "\n".join(line for line in rest if line not in headings)


def _read(line: str, board: Board) -> Use | None:
    """Read a statement, None for another text."""
    if line.startswith(_BEFORE_CHOICE):
        choices = [_read_together(some, board) for some in _split(" or ", line.removeprefix(_BEFORE_CHOICE))]
        known = tuple(takewhile(lambda some: some is not None, choices))
        return Use("or", alternatives=known) if len(known) == len(choices) else None  # type: ignore[arg-type]
    match = _pattern().fullmatch(line)
    if not match:
        return None
    rule, text, cells = match["rule"], match["value"] or "", match["cells"]
    try:
        groups = _groups(cells, board.size) if cells else ()
        title, value = _value_of(rule, text, board)
    except ValueError:
        return None
    if bool(RULES[rule].where == "groups") == bool(groups):
        return Use(rule, value=value, groups=groups, title=title)
    if len(groups) > 1 or RULES[rule].where == "groups":
        return None
    return Use(rule, groups[0] if groups else (), value, title=title)


def _read_together(text: str, board: Board) -> tuple[Use, ...] | None:
    uses = [] if text == _NO_RULE else [_read(one, board) for one in _split(" and ", text)]
    return None if None in uses else tuple(uses)  # type: ignore[arg-type]


def _split(between: str, text: str) -> list[str]:
    """The parts of a text between which a word stands and after it the name of a rule."""
    return re.split(rf"{between}(?=(?:{_names()}|{_NO_RULE})(?: |$))", text)


@cache
def _names() -> str:
    known = sorted((name for name, rule in RULES.items() if rule.takes.read and name != "or"), key=len, reverse=True)
    return "|".join(map(re.escape, known))


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(rf"(?P<rule>{_names()})(?: (?P<value>(?!of ).+?))?(?: of (?P<cells>{_CELLS}))?")


def _groups(text: str, size: int) -> tuple[Cells, ...]:
    if text == _ALL_CELLS:
        return (tuple(range(size * size)),)
    return tuple(tuple(cell_of(name, size) for name in group.split(", ")) for group in text.split(" and "))


def _value_of(name: str, text: str, board: Board) -> tuple[str, Value]:
    """The title and the value that a statement gives. ValueError for what is no value of the rule."""
    rule = RULES[name]
    if rule.takes.titled and rule.takes.read:
        return title_in(text), rule.takes.read(text, board)
    if text and rule.value and rule.takes.read:
        return "", rule.takes.read(text, board)
    if text or (rule.value and not rule.value.startswith("[")):
        raise ValueError(f"{name} takes {rule.value or 'nothing'}, not {text!r}")
    return "", None
