"""Puzzles with their rules: constraint text, links and JSON, one a line or over several, and how they are written.

Their modules take a third of a second to import: what reads plain puzzles does without them. A record has the givens as
its puzzle, its `variant`, and among its columns the constraint text of the rules.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Any, TextIO
from urllib.parse import parse_qsl, urlsplit

from ...engine import Variant
from ...engine.boards import as_lines
from ...engine.grades import SCORED_BLOCKS
from ...engine.reading.reader import read
from ...engine.reading.tables import Given, NumberedLines, Refuse, stop_at_line
from ...engine.rules.formats import constraint_text, f_puzzles, interactive, sudokupad
from ...engine.rules.formats.documents import is_string as is_string
from ...engine.rules.picture import svg
from ...engine.rules.reading import is_variant, reading_of, whole_variant
from ...engine.rules.rulebook import under
from ...engine.rules.solving import solve_ruled
from ...engine.rules.texts import boxes, described
from ...engine.rules.variant import usual_regions
from ...engine.shape import DIGITS, USUAL_BLOCKS
from ..puzzles.stored import from_lines, size_of
from . import CONSTRAINTS, ignore, rules_of
from .applications import read_opensudoku
from .drawn import the_only, write_variant
from .lines import checked, head_lines

# --- What is read ----------------------------------------------------------------------------------------------------


def is_constraints(head: bytes) -> bool:
    """Whether the first line is a variant or a link, or all is the JSON of one."""
    lines = (line for line in head_lines(head) if line.strip() and not line.startswith("#"))
    first = next(lines, "")
    if first.startswith("{") and not first.rstrip().endswith("}"):
        first = "\n".join([first, *lines])
    return is_ruled(first)


def is_ruled(text: str) -> bool:
    """Whether a text is a puzzle with its rules, or a link, which may have some."""
    return is_variant(text) or _is_link(text)


def given_in(text: str, *, in_part: bool = False) -> Given:
    """Return the puzzle of such a text. ValueError says what is wrong, or not understood unless `in_part`."""
    if _is_link(text) and not is_variant(text) and (given := _of_link(text.strip())):
        return given
    reading = reading_of(text)
    if reading.left and not in_part:
        raise ValueError(reading.refusal)
    return given_of(reading.variant, text)._replace(reading=reading)


def given_of(variant: Variant, text: str = "") -> Given:
    """Return a puzzle with its rules; one without any is a plain puzzle, however it is written, so it has one score."""
    (cells,) = as_lines(variant.clues[None])
    text = text or constraint_text.write(variant)
    if not variant.uses and variant.frame.is_square:
        if variant.board_shape.blocks == SCORED_BLOCKS:
            return Given(cells, text=text)
        if variant.size in USUAL_BLOCKS and variant.regions == usual_regions(variant.size):
            return Given(cells, variant=variant, text=text)
    rules = {CONSTRAINTS: constraint_text.write(variant.with_givens(()))}
    return Given(cells, columns=rules, variant=variant, text=text)


def variant_of(given: Given) -> Variant:
    """Return the puzzle of a record with its rules."""
    text = rules_of(given)
    if text is None:
        return _plain(given.puzzle, None)
    variant = whole_variant(text)
    if variant.size != size_of(given.puzzle):
        raise ValueError(f"rules for size {variant.size} with a puzzle of size {size_of(given.puzzle)}")
    return variant.with_givens(from_lines([given.puzzle])[0].tolist())


def read_constraints(
    lines: NumberedLines,
    *,
    in_part: bool = False,
    any_frame: bool = False,
    refuse: Refuse = stop_at_line,
    on_notice: Callable[[str], None] = ignore,
    puzzles: str | None = None,
    fewest: int = 4,
) -> Iterator[Given]:
    """Yield each variant, constraint text or a link, one a line or over several. `refuse` gets what is none."""
    texts = _texts((number, line.strip()) for number, line in lines)
    for number, text in _asked(texts, puzzles) if puzzles else whole_texts(texts, fewest, on_notice):
        try:
            given = given_in(text, in_part=in_part)
            if given.variant and not any_frame:
                given.variant.check_square("stored and printed in books")
        except ValueError as error:
            refuse(number, error)
        else:
            yield given._replace(line=number)


is_iss = is_constraints
read_iss = partial(read_constraints, fewest=2)
"""The same of a file of Interactive-Sudoku-Solver: one puzzle, unless its first line is one by itself."""


def _texts(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines that are no comment, blank ones too; JSON over several lines counts as one."""
    for number, line in lines:
        if line.startswith("{") and not line.endswith("}"):
            yield number, "\n".join([line, *(rest for _, rest in lines)])
        elif not line.startswith("#"):
            yield number, line


def _asked(lines: Iterable[tuple[int, str]], puzzles: str) -> Iterator[tuple[int, str]]:
    """The text of each puzzle as somebody says: all lines are "one", or each of the "lines" is one."""
    some = [(number, line) for number, line in lines if line]
    yield from some if puzzles == "lines" else [(some[0][0], "".join(line for _, line in some))] if some else []


MOST_LINES = 10_000
"""The lines of one puzzle."""
MOST_GUESSES = 50_000
"""Guesses within which a line has to show that it is a puzzle by itself, with one solution."""


def whole_texts(
    lines: Iterable[tuple[int, str]], fewest: int, on_notice: Callable[[str], None] = ignore
) -> Iterator[tuple[int, str]]:
    """Yield the text of each puzzle, with the number of its first line: a puzzle may take several lines.

    A line with a shape begins a puzzle, and a blank line ends one. Between them are puzzles of a line each if the first
    line has one solution, or two lines are givens alone; one puzzle if all have one solution together, if a line leaves
    open what a later one ends, or if there are `fewest` lines or more of one constraint each.
    """
    waiting: list[tuple[int, str]] = []
    depth, givens, listed = 0, 0, False
    for number, line in lines:
        bare = line.lstrip(". ")
        words = [item.partition("~")[0] for item in bare.split(".")]
        is_ruled, is_shape = line.startswith("."), bare.startswith("Shape") and not depth
        if not is_ruled or is_shape:
            yield from _as_puzzles(waiting, fewest, on_notice)
            waiting, depth, givens, listed = [], 0, 0, False
        if not is_ruled:
            yield from [(number, line)] if line else []
            continue
        depth += sum(word in _OPENING for word in words) - words.count("End")
        givens += len(words) == 1 and words[0] in ("", "Given") and not depth
        if listed or givens == 2 or len(waiting) == MOST_LINES:
            yield from waiting
            yield number, line
            waiting, listed = [], True
        else:
            waiting.append((number, line))
    yield from _as_puzzles(waiting, fewest, on_notice)


_OPENING = ("Or", "And", "Replicate")


def _as_puzzles(
    lines: list[tuple[int, str]], fewest: int, on_notice: Callable[[str], None]
) -> Iterator[tuple[int, str]]:
    texts = [line for _, line in lines]
    whole = "".join(texts)
    if len(lines) > 1 and _is_one(texts, whole, fewest):
        named = f"lines {lines[0][0]} to {lines[-1][0]} are read as"
        on_notice(f"{named} one puzzle: blank lines, or solve --puzzles lines, set puzzles apart")
        yield lines[0][0], whole
    else:
        yield from lines


def _is_one(texts: Sequence[str], whole: str, fewest: int) -> bool:
    """Whether lines are the parts of one puzzle."""
    parts = [re.findall(r"\.+\s*(\w*)", line) for line in texts]
    if any(sum(word in _OPENING for word in words) != words.count("End") for words in parts):
        return True
    if texts[0].lstrip(". ").startswith("Shape"):
        return len(parts[0]) == 1 or not _has_one_solution(texts[0])
    if all(len(words) == 1 for words in parts):
        return len(texts) >= fewest
    return not _has_one_solution(texts[0]) and (fewest == 2 or _has_one_solution(whole))


def _has_one_solution(text: str) -> bool:
    try:
        return bool(solve_ruled(constraint_text.read(text), most_guesses=MOST_GUESSES)[1][0] == 1)
    except ValueError:
        return False


# --- Links -----------------------------------------------------------------------------------------------------------

_OPENSUDOKU = "data:application/x-opensudoku;base64,"
_PACKED = re.compile(r"^https?://\S*(?:fpuzzles|load=|scl)\S+$")


_NOT_READ = re.compile(r"(?:https?://)?[\w./-]*(?:(penpa-edit)|(puzz\.link|pzv\.jp|pzprxs)|(logic-masters\.de))\b.*")
_ELSEWHERE = ("Penpa+", "puzz.link", "the Logic Masters portal")


def _is_link(text: str) -> bool:
    link = text.strip()
    is_link = link.startswith(("http://", "https://", _OPENSUDOKU)) or bool(_elsewhere(link))
    return is_link and not re.search(r"\s", link)


def _elsewhere(link: str) -> str | None:
    """The place of puzzles that a link leads to, if its puzzles are not read here."""
    found = _NOT_READ.fullmatch(re.split("[?#]", link)[0])
    return _ELSEWHERE[(found.lastindex or 1) - 1] if found else None


def _of_link(link: str) -> Given | None:
    """The puzzle of a link that names its cells, as those of SudokuWiki and of our pages; None for a packed one.

    ValueError for a link without a puzzle.
    """
    if place := _elsewhere(link):
        raise ValueError(f"a link of {place}, which is not read here: give one of SudokuPad or f-puzzles, or the cells")
    if link.startswith(_OPENSUDOKU):
        return checked(the_only(read_opensudoku(BytesIO(b64decode(link.removeprefix(_OPENSUDOKU))))))
    query = dict(parse_qsl(urlsplit(link).query))
    text = query.get("puzzle") or query.get("bd")
    if not text:
        if _PACKED.match(link):
            return None
        raise ValueError("this link has no puzzle in it: those of SudokuPad, f-puzzles and SudokuWiki have")
    if constraints := query.get(CONSTRAINTS):
        return given_of(with_givens(constraints, text))
    if is_variant(text):
        return given_in(text)
    found = read(text, None, query.get("blocks"))
    if rules := query.get("rules"):
        return given_of(under(rules, found.cells, found.shape.blocks))
    return checked(Given("".join(DIGITS[value] for value in found.cells), blocks=found.shape.blocks))


def with_givens(rules: str, text: str) -> Variant:
    """Return the puzzle of constraint text without givens, and of a text with them. ValueError if they do not fit."""
    variant = whole_variant(rules)
    if any(variant.givens):
        raise ValueError("constraints have givens: put them into the puzzle")
    if is_variant(text):
        raise ValueError("the puzzle has rules of its own: leave out constraints")
    return variant.with_givens(read(text, variant.size, variant.board_shape.blocks).cells)


# --- What is written -------------------------------------------------------------------------------------------------

Solved = Iterable[tuple[Variant, str | None]]
"""Variants with their solutions, if they are wanted."""

_SERVICES = {"sudokupad": "sudokupad", "f-puzzles": "fpuzzles"}
_ON_A_LINE: Mapping[str, Callable[[Variant], str]] = {
    CONSTRAINTS: constraint_text.write,
    "iss": interactive.write,
    "sudokupad": sudokupad.write,
    "fpuzzles": f_puzzles.write,
}


def write_variants(name: str, puzzles: Solved, file: Any, service: str = "sudokupad") -> None:
    """Write puzzles in a format that keeps rules.

    ValueError for a service or a rule that it lacks, and for a picture of several; CatalogueError without matplotlib.
    """
    if name == "png":
        write_variant(the_only(puzzles)[0], file)
    elif name == "svg":
        file.write(svg(the_only(puzzles)[0]) + "\n")
    elif name == "grid":
        _write_grid(puzzles, file)
    else:
        if name == "link" and service not in _SERVICES:
            raise ValueError(f"{service} has no rules: use {' or '.join(_SERVICES)}")
        write = _ON_A_LINE[_SERVICES[service] if name == "link" else name]
        for variant, _ in puzzles:
            file.write(write(variant) + "\n")


def _write_grid(puzzles: Solved, file: TextIO) -> None:
    blank = ""
    for variant, solution in puzzles:
        file.write(f"{blank}{described(variant)}\n")
        if solution:
            file.write(boxes(variant, from_lines([solution])[0].tolist()) + "\n")
        blank = "\n"


def text_constraints(row: Sequence[str], columns: Sequence[str], blocks: str | None = None) -> str:
    """The constraint text of a plain puzzle."""
    return constraint_text.write(_plain(row[0], blocks)) + "\n"


def text_iss(row: Sequence[str], columns: Sequence[str], blocks: str | None = None) -> str:
    """The same for Interactive-Sudoku-Solver."""
    return interactive.write(_plain(row[0], blocks)) + "\n"


def _plain(givens: str, blocks: str | None) -> Variant:
    cells = from_lines([givens])[0]
    return Variant.of(size_of(givens), blocks=blocks).with_givens(cells.tolist())
