"""Clues beside the board about the line that they see, and cells that point to a place in a line."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..automata import automaton
from ..frame import Cells, Frame, ray
from ..model import AnyOf, CannotHold, Constraint, House, Mask, Relation
from . import fields, figures, pads, words
from .row import Table, Technique
from .rule import Board, Use, number_of

OUTSIDE_RULES = Table("outside")
"""The rules of this kind by their names."""


@OUTSIDE_RULES.rule(
    "indexing column",
    "Digit D in column C means that digit C of that row is in column D.",
    names_digits=True,
    technique=Technique(31, "indexing-column", 50, "indexing cells", 0),
    f_puzzles=fields.cells("rowindexer", valued=False),
    text=words.lettered("Indexing", "C", {"C": "indexing column", "R": "indexing row"}),
    mark=figures.shade("#f6c9c9"),
    where="cells",
)
def _indexing_column(board: Board, use: Use) -> Iterator[Constraint]:
    wide = board.frame.columns
    for cell in use.cells:
        row = cell // wide * wide
        yield from _indexes(board, cell, range(row, row + wide), cell % wide + 1)


@OUTSIDE_RULES.rule(
    "indexing row",
    "Digit D in row R means that digit R of that column is in row D.",
    names_digits=True,
    technique=Technique(32, "indexing-row", 50, "indexing cells", 0),
    f_puzzles=fields.cells("columnindexer", valued=False),
    text=words.lettered("Indexing", "R"),
    mark=figures.shade("#c9d9f6"),
    where="cells",
)
def _indexing_row(board: Board, use: Use) -> Iterator[Constraint]:
    wide = board.frame.columns
    for cell in use.cells:
        yield from _indexes(board, cell, range(cell % wide, board.frame.cells, wide), cell // wide + 1)


@OUTSIDE_RULES.rule(
    "indexing box",
    "Digit D in place P of its region means that digit P is in place D there.",
    names_digits=True,
    f_puzzles=fields.cells("boxindexer", valued=False),
    text=words.cells("IndexingBox", own=True),
    mark=figures.shade("#d3ecd3"),
    where="cells",
)
def _indexing_box(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        region = next((region for region in board.regions if cell in region), None)
        if region is None:
            raise ValueError("indexing box needs a board with regions")
        yield from _indexes(board, cell, region, region.index(cell) + 1)


def _is_diagonal(use: Use, frame: Frame) -> bool:
    """Whether its first cell says which cells it has."""
    try:
        return len(use.cells) > 1 and _diagonal_from(frame, use.cells[0]) == use.cells
    except ValueError:
        return False


def _write_diagonal(use: Use, frame: Frame) -> str:
    shown = use.cells[:1] if _is_diagonal(use, frame) else use.cells
    return words.said("LittleKiller", use.value, *words.texts_of(shown, frame))


def _read_diagonal(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    cells = names.cells(parts[1:])
    line = _diagonal_from(names.frame, cells[0]) if len(cells) == 1 else cells
    return [Use(rule, line, words.integer_in("LittleKiller", parts[0]))]


def _diagonal_from(frame: Frame, start: int) -> Cells:
    """The diagonal that LittleKiller means by its first cell. ValueError for a cell that begins none."""
    row, column = divmod(start, frame.columns)
    high, wide = frame.rows, frame.columns
    if column == 0 and row < high - 1:
        return ray(high, (row, 0), (1, 1), wide)
    if row == 0 and column:
        return ray(high, (0, column), (1, -1), wide)
    if column == wide - 1 and row < high - 1:
        return ray(high, (row, column), (-1, -1), wide)
    if row == high - 1:
        return ray(high, (row, column), (-1, 1), wide)
    raise ValueError(f"LittleKiller begins at R{row + 1}C{column + 1}, which is not at the edge")


@OUTSIDE_RULES.rule(
    "little killer",
    "The digits along the arrow add up to its number.",
    "sum",
    technique=Technique(33, "little-killer-sum", 40, "little killer", 70),
    f_puzzles=fields.clues_of_diagonals("littlekillersum"),
    text=(words.Word("LittleKiller", _write_diagonal, _read_diagonal, same_there=_is_diagonal),),
    sudokupad=pads.said(
        "Numbers outside the grid with an arrow give the sum of the digits along the indicated diagonal.",
        pads.clue_with_arrow,
    ),
    where="ray",
)
def _little_killer(board: Board, use: Use) -> Iterator[Constraint]:
    yield board.total(use.cells, (), number_of(use))


@OUTSIDE_RULES.rule(
    "sandwich",
    "The digits between the least and the greatest one add up to the number.",
    "sum",
    names_digits=True,
    technique=Technique(34, "sandwich-sum", 60, "sandwich", 0),
    f_puzzles=fields.clues("sandwichsum"),
    text=words.number_and_line("Sandwich"),
    sudokupad=pads.clue(
        "{} numbers outside the grid give the sum of the digits between the 1 and the {} in that row or column.",
        least_size=4,
    ),
)
def _sandwich(board: Board, use: Use) -> Iterator[Constraint]:
    yield from sandwiched(board, use.cells, number_of(use), "sandwich")


@OUTSIDE_RULES.rule(
    "x-sum",
    "The first X digits add up to the number, where X is the first one.",
    "sum",
    technique=Technique(35, "x-sum", 60, "x-sum", 80),
    f_puzzles=fields.clues("xsum"),
    text=words.ends("XSum"),
    sudokupad=pads.clue(
        "{} numbers outside the grid give the sum of the first X digits in that direction, where X is the first digit."
    ),
)
def _x_sum(board: Board, use: Use) -> Iterator[Constraint]:
    yield _first_x(board, use.cells, number_of(use))


@OUTSIDE_RULES.rule(
    "skyscraper",
    "The number counts the digits that are greater than all before them.",
    "number",
    technique=Technique(36, "skyscraper-clue", 60, "skyscraper", 0),
    f_puzzles=fields.clues("skyscraper"),
    text=words.ends("Skyscraper"),
    sudokupad=pads.clue(
        "{} numbers outside the grid indicate how many digits can be seen from that side, where larger digits hide "
        "smaller digits."
    ),
)
def _skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    yield _seen(board, use.cells, number_of(use))


@OUTSIDE_RULES.rule(
    "hidden skyscraper",
    "The number is the first digit that is not greater than all before it.",
    "digit",
    names_digits=True,
    text=words.ends("HiddenSkyscraper"),
)
def _hidden_skyscraper(board: Board, use: Use) -> Iterator[Constraint]:
    wanted = _digit_of(board, use)

    def step(greatest: object, digit: int) -> object:
        if greatest == "found":
            return greatest
        if digit > int(str(greatest)):
            return digit
        return "found" if digit == wanted else None

    yield automaton(board.values, use.cells, -1, step, lambda greatest: greatest == "found")


@OUTSIDE_RULES.rule(
    "numbered room",
    "The number is in cell N of the line, where N is its first digit.",
    "digit",
    technique=Technique(37, "numbered-room", 40, "numbered room", 0),
    f_puzzles=fields.clues("numberedroom"),
    text=words.ends("NumberedRoom"),
)
def _numbered_room(board: Board, use: Use) -> Iterator[Constraint]:
    yield from _indexes(board, use.cells[0], use.cells, _digit_of(board, use))


def _digit_of(board: Board, use: Use) -> int:
    if number_of(use) not in board.values:
        raise CannotHold(f"{use.rule} {use.value}: digits go from {board.values[0]} to {board.values[-1]}")
    return number_of(use)


def _indexes(board: Board, pointer: int, line: Sequence[int], digit: int) -> Iterator[Constraint]:
    """Where the pointer holds n, cell n of the line, a row or column, holds the digit."""
    if pointer not in line or len(line) > board.size:
        raise ValueError("a cell points along a line that it is not in")
    places = range(1, len(line) + 1)
    yield Mask(pointer, board.set_of(places))
    whole = len(line) == board.size  # then no other cell of the line has the digit
    for place, cell in enumerate(line, 1):
        if cell == pointer:  # it points to itself: then it holds both its own place and the digit
            if place != digit:
                yield Mask(pointer, board.set_of(other for other in places if other != place))
            continue
        yield Relation(
            pointer,
            cell,
            board.table_of(lambda n, d, p=place: (d == digit) if n == p else not (whole and d == digit)),  # type: ignore[misc]
        )


def sandwiched(board: Board, line: Cells, total: int, rule: str) -> Iterator[Constraint]:
    """Yield: the digits between the least and the greatest of the line add up to the total. CannotHold if never."""
    least, greatest = board.values[0], board.values[-1]
    if not 0 <= total <= sum(board.values) - least - greatest:
        most = sum(board.values) - least - greatest
        raise CannotHold(f"{rule} {total}: sums go from 0 to {most}")
    if len(line) < board.size:
        yield from _between_extremes(board, line, total)
        return
    inner = board.values[1:-1]
    ends, others = board.set_of((least, greatest)), board.set_of(inner)
    ways: list[tuple[Constraint, ...]] = []
    for first, last in combinations(range(len(line)), 2):
        between = line[first + 1 : last]
        count = len(between)
        if count > len(inner) or not sum(inner[:count]) <= total <= sum(inner[len(inner) - count :]):
            continue
        masks = [Mask(cell, ends if place in (first, last) else others) for place, cell in enumerate(line)]
        ways.append((*masks, *([board.total(between, (), total)] if between else ())))
    if not ways:
        raise CannotHold(f"{rule} {total} is impossible on a line of {len(line)} cells")
    yield AnyOf(tuple(ways))


def _between_extremes(board: Board, line: Cells, total: int) -> Iterator[Constraint]:
    """The same for a line that lacks some digits: any two may be the least and the greatest."""
    yield House(line)
    rises = board.table_of(lambda a, b: a < b)
    ways: list[tuple[Constraint, ...]] = []
    for first, last in combinations(range(len(line)), 2):
        between = line[first + 1 : last]
        if not between and total:
            continue
        for low, high in ((line[first], line[last]), (line[last], line[first])):
            others = [cell for cell in line if cell not in (low, high)]
            order = [Relation(low, cell, rises) for cell in (*others, high)]
            order += [Relation(cell, high, rises) for cell in others]
            ways.append((*order, *([board.total(between, (), total)] if between else ())))
    yield AnyOf(tuple(ways))


def _first_x(board: Board, line: Cells, total: int) -> Constraint:
    """The first X digits add up to the total, where X is the first one."""
    least, greatest = board.values[0], board.values[-1]
    ways: list[tuple[Constraint, ...]] = []
    for x in range(1, len(line) + 1):
        first, rest = Mask(line[0], board.set_of((x,))), total - x
        if x not in board.values:
            continue
        if x == 1 and rest == 0:
            ways.append((first,))
        elif x > 1 and (x - 1) * least <= rest <= (x - 1) * greatest:
            ways.append((first, board.total(line[1:x], (), rest)))
    if not ways:
        raise CannotHold(f"x-sum {total} is impossible on a line of {len(line)} cells")
    return AnyOf(tuple(ways))


def _seen(board: Board, line: Cells, number: int) -> Constraint:
    """The number counts the digits of the line that are greater than all before them; 0 is not seen."""
    size, all_differ = board.values[-1], len(line) == board.size and board.values[0] == 1
    if not 1 <= number <= min(size, len(line)):
        raise CannotHold(f"skyscraper {number}: numbers go from 1 to {min(size, len(line))}")

    def step(state: object, digit: int) -> object:
        read, greatest, seen = state if isinstance(state, tuple) else (0, 0, 0)
        if digit > greatest:
            greatest, seen = digit, seen + 1
        read += 1
        # Each that is seen later is greater; if all differ, so many digits are not greater than the greatest.
        if seen > number or seen + size - greatest < number or (all_differ and greatest < read):
            return None
        return read if all_differ else 0, greatest, seen

    return automaton(board.values, line, (0, 0, 0), step, lambda state: isinstance(state, tuple) and state[2] == number)
