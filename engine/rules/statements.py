"""Rules in words: with their cells, such as "cage 3 of r1c1, r1c2", which `stated_in` reads; and with their meanings.

The first say a rule for which a format has no mark, and marks show where they are, whatever the format draws them with.
Only an automaton, and a choice within a choice, have no words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple

from ..words import ENGLISH, Words, words_in
from .frame import Cells, cell_of
from .named.rule import Board, Use, Value, title_in
from .variant import RULES, Variant, constraints_of, drawn_uses

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
            inner = (one.rule for some in use.alternatives for one in some if not RULES[one.rule].takes.read)
            raise ValueError(f"the rule {next(inner, use.rule)!r} has no words for a link: constraint text keeps it")
        by_rule.setdefault(use.rule, []).append(f"- {line}")
    return [line for rule, lines in by_rule.items() for line in (_heading(rule), *lines)]


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
        choices = [
            tuple(_read(one, board) for one in _split(" and ", some)) if some != _NO_RULE else ()
            for some in _split(" or ", line.removeprefix(_BEFORE_CHOICE))
        ]
        is_read = all(None not in some for some in choices)
        return Use("or", alternatives=tuple(choices)) if is_read else None  # type: ignore[arg-type]
    match = _pattern().fullmatch(line)
    if not match:
        return None
    rule, in_groups = match["rule"], RULES[match["rule"]].where == "groups"
    try:
        groups = _groups(match["cells"], board.size) if match["cells"] else ()
        title, value = _value_of(rule, match["value"] or "", board)
    except ValueError:
        return None
    if in_groups != bool(groups) and (in_groups or len(groups) > 1):
        return None
    if in_groups:
        return Use(rule, value=value, groups=groups, title=title)
    return Use(rule, groups[0] if groups else (), value, title=title)


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


# --- Marks that show where a stated rule is ------------------------------------------------------------------------


LINE_COLOUR = "#b9a450"
SHADES = ("#efe6b8", "#e6dca0", "#ded28a")
"""The colours of lines and of shaded cells, group by group; no rule that is drawn without words of its own has them."""


class Mark(NamedTuple):
    """A "line" of cells, "shade" over some, a "label" in the corner of a cell, or a text "outside" before a line."""

    kind: str
    cells: Cells
    text: str = ""
    """The colour of a shade."""


def marks_of(use: Use, board: Board) -> Iterator[Mark]:
    """Yield the marks of a rule; of a choice those of every part, none of a rule of the whole board."""
    rule, where = RULES[use.rule], RULES[use.rule].where
    if where == "alternatives":
        for one in chain.from_iterable(use.alternatives):
            yield from marks_of(one, board)
    elif rule.is_clue:
        yield Mark("outside", use.cells, str(use.value))
    elif where == "line" and _is_drawn(use.cells, board.frame.columns):
        yield Mark("line", use.cells)
    else:
        shaded = use.groups or ((use.cells,) if len(use.cells) < board.frame.cells else ())
        yield from (Mark("shade", cells, SHADES[n % len(SHADES)]) for n, cells in enumerate(shaded) if cells)
    text = rule.label(use, board) if rule.takes.titled else value_text(use, board)
    cells = use.cells or (*use.groups, ())[0]
    if text and cells and where != "alternatives" and not rule.is_clue:
        yield Mark("label", cells[:1], text)


def _is_drawn(cells: Cells, wide: int) -> bool:
    """Whether each cell of a line touches the next."""
    steps = [(divmod(a, wide), divmod(b, wide)) for a, b in pairwise(cells)]
    return all(max(abs(r - to_r), abs(c - to_c)) == 1 for (r, c), (to_r, to_c) in steps)


# --- Rules and their meanings, as a page prints them ---------------------------------------------------------------


def in_words(variant: Variant, language: str = ENGLISH) -> list[str]:
    """Return each rule in use in words, with how often it is used if that is more than once on some cells.

    What a picture cannot show is spelled out: tables, expressions, the branches of "or", cells beside the grid. The
    last two are English in every language: they name rules as texts of rules do.
    """
    words = words_in(language)
    return [words.say("places", "line", name=name, said=said) for name, said in named_rules(variant, language)]


def named_rules(variant: Variant, language: str = ENGLISH) -> list[tuple[str, str]]:
    """Return the lines of `in_words` in two parts: the name of a rule, with how often, and what it says."""
    words = words_in(language)
    named = [(use, RULES[use.rule].spelled(use, variant)) for use in variant.uses]
    counts = Counter(name for _, name in named)
    found: dict[str, tuple[str, str]] = {}
    for use, name in named:
        times = f"{counts[name]} x " if counts[name] > 1 and not RULES[use.rule].is_whole else ""
        found.setdefault(name, (times + words.rule(use.rule, name), _said(variant, use, name, named, words)))
    return [*found.values(), *_beside(variant)]


def _beside(variant: Variant) -> Iterator[tuple[str, str]]:
    """The cells beside the grid and their rules, in the words of texts of rules."""
    for group in variant.frame.groups:
        cells, _ = variant.frame.group_cells(group.prefix)
        last = f" to {variant.frame.cell_name(cells[-1])}" if len(cells) > 1 else ""
        yield "cells beside the grid", f"{variant.frame.cell_name(cells[0])}{last} {group.label}".rstrip()
    drawn = set(map(id, drawn_uses(variant)))
    beside = [statement(use, variant) for use in variant.uses if use.rule != "or" and id(use) not in drawn]
    if beside:
        yield "with cells beside the grid", "; ".join(beside)


def marks_in_words(variant: Variant) -> list[str]:
    """Return how many marks of each rule a variant has, such as "31 cages"; none of rules of the whole board."""
    counts = Counter(use.rule for use in variant.uses if not RULES[use.rule].is_whole)
    return [_counted(rule, count) for rule, count in counts.items()]


def _counted(rule: str, count: int) -> str:
    """Such as "31 cages"; "12 x odd" for a name without a plural."""
    if not RULES[rule].plural:
        return f"{count} x {rule}"
    name = f"{rule} mark" if len(rule) == 1 else rule
    if count > 1 and not name.endswith("s"):
        name = re.sub(r"y$", "ie", name) + ("es" if name.endswith(("x", "ch")) else "s")
    return f"{count} {name}"


def _said(variant: Variant, use: Use, name: str, named: Sequence[tuple[Use, str]], words: Words) -> str:
    """The words of a rule; of "or" with what there is to choose from: its marks stand in the picture all together."""
    said = words.rule_meaning(use.rule) if words.language != ENGLISH else ""
    said = said or RULES[use.rule].words  # English until its line is there
    if use.rule != "or":
        return said
    same = [other.alternatives for other, its in named if its == name]
    choices = "; ".join(" or ".join(together(some, variant) for some in each) for each in same)
    return f"{said.rstrip('.')}: {choices}."
