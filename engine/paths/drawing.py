"""A position and a step drawn: as SVG, over a board on a page or an image of its own, and as text for a terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import count
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..drawing import CLUE, FILLED, framed
from ..shape import DIGITS, Shape
from ..words import ENGLISH, Words, words_in
from .record import GroupLink, Link, Mark, Position, Spot, Step, is_single, marks_of

# --- Layers of SVG over a board: grounds, frames, arrows for links, marks on candidates -----------------------------

CELL = 60
"""The side of a cell in units of the drawing."""

_TABLES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("drawing.toml").read_text(encoding="utf-8")
)
_COLOURS = _TABLES["colours"]
_PARTS = {name: part.format(**_COLOURS) for name, part in _TABLES["parts"].items()}

SHAPES = {mark: _PARTS[mark.name.lower()] for mark in Mark}
"""The shape behind a candidate with a mark, around the origin."""

TIP = _PARTS["tip"]
"""The tip of the arrows, which the image has to define."""

SIGNS = {name: _PARTS[name] for name in ("excluder", "ruled-out")}
"""The sign of each role in the drawing of a single around the origin, in a cell of 24 units."""

_GROUNDS = {role: _COLOURS[colour] for role, colour in _TABLES["grounds"].items()}
_SET_GROUNDS = [_COLOURS[f"ground_{number}"] for number in range(1, 6)]
"""Those of the sets of a step that has several."""

_FRAMES = {kind: frame.format(**_COLOURS) for kind, frame in _TABLES["frames"].items()}
_DASHES = _TABLES["dashes"]
_LINK = _PARTS["link"]

LINKS = {kind: f'<path class="link {kind}" d="M-11 0H11" {_LINK}{dashes}/>' for kind, dashes in _DASHES.items()}
"""A line of each kind of arrow around the origin."""


class Room(NamedTuple):
    """The parts of each cell that its candidates leave free, for marks of rules: all of them are in cells."""

    above: float = 0
    """For texts in corners."""
    beside: float = 0
    """On all four sides, for dots and circles at edges and corners."""

    def grid(self, size: int) -> tuple[int, int]:
        """Return the columns and rows of the candidates of a cell."""
        return (3 if size <= 9 else 4 if size <= 16 else 5), (3 if size <= 12 else 4 if size <= 16 else 5)

    def steps(self, size: int) -> tuple[float, float]:
        """Return how far it is from a candidate to the next, right and down."""
        columns, rows = self.grid(size)
        bottom = max(self.beside, 0.05 if self.above else 0)
        return (1 - 2 * self.beside) / columns, (1 - max(self.above, self.beside) - bottom) / rows

    def spot(self, digit: int, size: int) -> tuple[float, float]:
        """Return the middle of a candidate, from the upper left corner of its cell."""
        row, column = divmod(digit - 1, self.grid(size)[0])
        right, down = self.steps(size)
        return self.beside + right * (column + 0.5), max(self.above, self.beside) + down * (row + 0.5)


def svg_overlay(position: Position, step: Step, language: str = ENGLISH, *, room: Room = Room()) -> str:  # noqa: B008
    """Draw a step as an SVG image without ground, to lie over a drawing of the position with `CELL` units a cell.

    The shapes and arrows are as in `svg_step`. Candidates without a mark and values are not in it. `room` is what the
    candidates leave to the marks of rules.
    """
    it = _Drawing(position, step, room)
    is_alone = is_single(step) or (len(it.marks) == 1 and step.placement is not None)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="step" viewBox="0 0 {it.side} {it.side}"'
            ' font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(step.say(language))}</title><defs>{TIP}</defs>",
            *it.why_single(),
            *it.grounds(),
            *it.frames(),
            *it.arrows(),
            *it.marked(as_value=is_alone),
            "</svg>",
        ]
    )


def svg_step(position: Position, step: Step, language: str = ENGLISH) -> str:
    """Draw a position and a step, with labels such as r1 and c1, as the text of an SVG image.

    Placed candidates are in a blue disc, removed ones in a struck square, the pattern in light discs; on a chain
    the assumption is in a diamond, what holds in a light disc and what does not in a dashed ring. Arrows are solid for
    strong links, dashed for weak ones and dotted for techniques and chains within the chain. The base of a fish has a
    solid frame, its cover a dashed one; fins, colours and almost locked sets have tints of their own. Values are large,
    clues bold.
    """
    it = _Drawing(position, step)
    used = [mark for mark in Mark if mark in it.marks.values()]
    width, height = it.side + _LABELS + _MARGIN, it.side + _LABELS + _MARGIN + _LEGEND
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' role="img" font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(step.say(language))}</title>",
            f"<defs>{TIP}</defs>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<g transform="translate({_LABELS} {_LABELS})">',
            *it.why_single(),
            *it.grounds(),
            *_lines(it.shape),
            *it.frames(),
            *_labels(it.shape),
            *it.arrows(),
            *_values(position),
            *(it.marked(as_value=True) if is_single(step) else it.candidates()),
            *_legend(used, it.side, words_in(language)),
            "</g>",
            "</svg>",
        ]
    )


_MARGIN, _LABELS, _LEGEND = 6, 22, 26  # units of the drawing
_PITCH = 20  # from a candidate to the next so that their shapes do not meet


class _Drawing:
    """The layers of a step over a board, whose candidates leave some room in their cells."""

    def __init__(self, position: Position, step: Step, room: Room = Room()) -> None:  # noqa: B008
        self.position, self.step, self.room = position, step, room
        self.shape, self.marks = position.shape, marks_of(step)
        self.side = self.shape.size * CELL

    def corner(self, cell: int) -> tuple[int, int]:
        """The left and the upper side of a cell."""
        row, column = divmod(cell, self.shape.size)
        return column * CELL, row * CELL

    def middle(self, cell: int) -> tuple[float, float]:
        left, top = self.corner(cell)
        return left + CELL / 2, top + CELL / 2

    def spot(self, cell: int, digit: int) -> tuple[float, float]:
        """The middle of a candidate."""
        (left, top), (right, down) = self.corner(cell), self.room.spot(digit, self.shape.size)
        return left + CELL * right, top + CELL * down

    # --- Cells and units ---

    def why_single(self) -> Iterator[str]:
        """Why a single is one: the unit, crosses in what is ruled out, rings around why; nothing for other steps."""
        single = single_of(self.position, self.step)
        if single is None:
            return
        for cell in single.unit:
            yield self._ground(cell, "unit", _GROUNDS["unit"])
        for sign, cells in (("ruled-out", single.ruled_out), ("excluder", single.excluders)):
            for x, y in map(self.middle, cells):
                yield f'<g transform="translate({x:g} {y:g}) scale({CELL / 24:g})">{SIGNS[sign]}</g>'

    def grounds(self) -> Iterator[str]:
        """The grounds of cells with a role; several sets have tints of their own."""
        parts = self.step.parts
        sets = [part for part in parts if part.role in ("set", "rule")]
        tints: dict[int, tuple[str, str]] = {}  # the last part of a cell counts
        for part in parts:
            if part.role == "rule" or (part.role == "set" and len(sets) + (part not in parts[:1]) > 1):
                number = sets.index(part)
                tints |= dict.fromkeys(part.cells, (f"set-{number + 1}", _SET_GROUNDS[number % len(_SET_GROUNDS)]))
            elif part.role in _GROUNDS:
                tints |= dict.fromkeys(part.cells, (part.role, _GROUNDS[part.role]))
        return (self._ground(cell, *tint) for cell, tint in tints.items())

    def _ground(self, cell: int, role: str, fill: str) -> str:
        left, top = self.corner(cell)
        return f'<rect class="ground {role}" x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{fill}"/>'

    def frames(self) -> Iterator[str]:
        """Frames around the units of a fish: solid ones for its base, dashed ones for its cover."""
        for part in self.step.parts:
            for unit in part.where if part.role in _FRAMES else ():
                corners = [self.corner(cell) for cell in self.shape.cells_of(unit)]
                (left, top), (right, bottom) = corners[0], corners[-1]
                yield (
                    f'<rect class="frame {part.role}" x="{left + 3}" y="{top + 3}" width="{right - left + CELL - 6}"'
                    f' height="{bottom - top + CELL - 6}" fill="none" stroke-width="2.5" {_FRAMES[part.role]}/>'
                )

    # --- Candidates ---

    def marked(self, *, as_value: bool) -> Iterator[str]:
        """The candidates with a mark; that of a single is as large as a value."""
        for cell in sorted({cell for cell, _ in self.marks}):
            for digit in self.position.candidates(cell):
                if (cell, digit) in self.marks:
                    yield self._candidate(cell, digit, as_value=as_value)

    def candidates(self) -> Iterator[str]:
        """The candidates of all cells, in their shapes if they have marks."""
        for cell in range(self.shape.cells):
            yield from (self._candidate(cell, digit) for digit in self.position.candidates(cell))

    def _candidate(self, cell: int, digit: int, *, as_value: bool = False) -> str:
        mark = self.marks.get((cell, digit))
        x, y = self.middle(cell) if as_value else self.spot(cell, digit)
        sign, pitch = SHAPES[mark] if mark else "", CELL * min(self.room.steps(self.shape.size))
        scale = " scale(2.2)" if as_value else f" scale({pitch / _PITCH:.3g})" if pitch < _PITCH else ""
        return f'<g transform="translate({x:g} {y:g}){scale}">{sign}{_digit(digit, mark)}</g>'

    # --- Links ---

    def arrows(self) -> Iterator[str]:
        """An arrow for each link: solid for strong ones, dashed for weak ones, dotted for others.

        Its classes name the branches that have it, from `branch-1` on, and the place of its link in the first, from
        `at-2` on.
        """
        drawn: dict[tuple[Spot, Spot], tuple[str, dict[str, None]]] = {}
        for number, branch in enumerate(self.step.chains, 1):
            for at, link in enumerate(branch, 1):
                for place in link.after:
                    classes = drawn.setdefault(self._ends(branch[place], link), (link.kind, {f"at-{at}": None}))[1]
                    classes[f"branch-{number}"] = None
        yield from self._groups()
        for (begin, end), (kind, classes) in drawn.items():
            yield _arrow(self.spot(*begin), self.spot(*end), kind, " ".join(classes))

    def _ends(self, before: Link, link: Link) -> tuple[Spot, Spot]:
        """The candidates that an arrow joins: of groups, those that are nearest."""

        def distance(pair: tuple[Spot, Spot]) -> float:
            (x1, y1), (x2, y2) = (self.spot(*each) for each in pair)
            return hypot(x2 - x1, y2 - y1)

        pairs = [((first, before.digit), (second, link.digit)) for first in before.places for second in link.places]
        return min((pair for pair in pairs if distance(pair)), key=distance, default=pairs[0])

    def _groups(self) -> Iterator[str]:
        """A band behind the candidates of each group that a chain runs through."""
        links = (link for branch in self.step.chains for link in branch if isinstance(link, GroupLink))
        for cells, digit in sorted({(link.places, link.digit) for link in links}):
            way = "L".join(f"{x:g} {y:g}" for x, y in (self.spot(cell, digit) for cell in cells))
            yield f'<path class="group" d="M{way}" fill="none" stroke="#ddd" stroke-width="20" stroke-linecap="round"/>'


def _digit(digit: int, mark: Mark | None) -> str:
    ink = {Mark.PLACED: "#fff", None: "#777"}.get(mark, "#000")
    kind = f"on-{mark.name.lower()}" if mark else "plain"
    weight = ' font-weight="bold"' if mark else ""
    return f'<text class="{kind}" y="4.5" font-size="13.5" fill="{ink}"{weight}>{DIGITS[digit]}</text>'


def _arrow(begin: tuple[float, float], end: tuple[float, float], kind: str, classes: str) -> str:
    """An arrow that bends a little, so that it passes beside the candidates between its ends."""
    (x1, y1), (x2, y2) = begin, end
    kind = kind if kind in _DASHES else "other"
    length = hypot(x2 - x1, y2 - y1) or 1
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    gap = min(10, length / 3)  # beside the shapes at both ends
    bend = min(20, length / 6)
    x1, y1, x2, y2 = x1 + along_x * gap, y1 + along_y * gap, x2 - along_x * gap, y2 - along_y * gap
    over_x, over_y = (x1 + x2) / 2 - along_y * bend, (y1 + y2) / 2 + along_x * bend
    way = f"M{x1:.1f} {y1:.1f}Q{over_x:.1f} {over_y:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="link {kind} {classes}" d="{way}" {_LINK} marker-end="url(#tip)"{_DASHES[kind]}/>'


def _lines(shape: Shape) -> Iterator[str]:
    rows, columns = framed(shape)
    side = shape.size * CELL
    for edge in range(shape.size + 1):
        at = edge * CELL
        for way, step in ((f"M0 {at}h{side}", rows), (f"M{at} 0v{side}", columns)):
            yield f'<path d="{way}" stroke="#333" stroke-width="{0.5 if edge % step else 2.5}"/>'


def _labels(shape: Shape) -> Iterator[str]:
    for number in range(shape.size):
        middle = (number + 0.5) * CELL
        yield f'<text x="{middle:g}" y="-7" font-size="12" fill="#555">c{number + 1}</text>'
        yield f'<text x="-11" y="{middle + 4:g}" font-size="12" fill="#555">r{number + 1}</text>'


def _values(position: Position) -> Iterator[str]:
    for cell, value in enumerate(position.values):
        if value:
            row, column = divmod(cell, position.shape.size)
            x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
            weight = ' font-weight="bold"' if position.is_clue(cell) else ""
            yield f'<text x="{x:g}" y="{y + 11:g}" font-size="31" fill="#222"{weight}>{DIGITS[value]}</text>'


def _legend(used: list[Mark], side: int, words: Words) -> Iterator[str]:
    left = 12
    for mark in used:
        said = words.say("marks", mark.name.lower())
        yield f'<g transform="translate({left} {side + 16})">{SHAPES[mark]}</g>'
        yield f'<text x="{left + 15}" y="{side + 20}" font-size="12" text-anchor="start">{said}</text>'
        left += 40 + 7 * len(said)


# --- Singles: the unit where the digit has one place left, and the digits that rule out the others -----------------


class Single(NamedTuple):
    """Why a cell takes its digit."""

    unit: tuple[int, ...]
    """The cells of the unit where the digit has one place left, or one cell is empty; empty for a naked single."""
    ruled_out: tuple[int, ...]
    """The other empty cells of that unit, which cannot take the digit."""
    excluders: tuple[int, ...]
    """Filled cells whose digits rule these out, or rule out every other digit of the cell: as few as it takes."""


def single_of(position: Position, step: Step) -> Single | None:
    """Explain a step that is a single; None for any other step."""
    if step.placement is None or not is_single(step):
        return None
    shape, values = position.shape, position.values
    cell, digit = step.placement
    if step.technique == "naked-single":  # a peer for each other digit that a peer holds
        peers = {values[peer]: peer for peer in reversed(shape.peers[cell]) if values[peer] not in (0, digit)}
        return Single((), (), tuple(peers.values()))
    unit = shape.cells_of(step.where[0])
    others = tuple(other for other in unit if other != cell and not values[other])
    return Single(unit, others, tuple(_few_that_see(others, digit, values, shape)))


def _few_that_see(cells: Sequence[int], digit: int, values: Sequence[int], shape: Shape) -> Iterator[int]:
    """Places of a digit that see all of the cells that any of its places sees, those that see most first."""
    places = (place for place, value in enumerate(values) if value == digit)
    seen_from = {place: set(cells).intersection(shape.peers[place]) for place in places}
    left = set().union(*seen_from.values())
    while left:
        best = max(seen_from, key=lambda place: len(seen_from[place] & left))
        left -= seen_from[best]
        yield best


# --- Text for a terminal --------------------------------------------------------------------------------------------


if TYPE_CHECKING:
    from rich.text import Text


# Blue and orange differ for colour-blind people too; and each mark has its own sign.
_STYLES = {
    Mark.PLACED: "bold bright_blue",
    Mark.REMOVED: "bold reverse red",
    Mark.ASSUMED: "bold magenta",
    Mark.DENIED: "bold magenta",
    Mark.PATTERN: "bold yellow",
    Mark.ABSENT: "cyan",
    "": "dim",
}
_MOST_COLUMNS = 80

_Pieces = Sequence[tuple[str, str]]
"""Texts that follow each other, each with a style of rich."""


def draw_step(position: Position, step: Step) -> Text:
    """Draw a position with labels, such as r1 to r9 and c1 to c9: each cell its candidates, or its value in brackets.

    A candidate is marked as `engine.paths.record.Mark` says: `+` if the step places it, `-` if the step removes
    it, `*` if it is part of the step's pattern; on a chain `?` if it is assumed, `!` if it is assumed false, `*` if it
    holds and `~` if it does not. Each mark has its own colour. Digits above 9 are letters. A drawing of 9x9 has 14
    lines of up to 80 columns. If there are too many candidates for that, each cell gets a second line, which makes 23.
    """
    from rich.text import Text  # slow to import

    size, (rows, columns) = position.shape.size, framed(position.shape)
    margin = len(f"r{size} ")  # for the labels of the rows
    marks = marks_of(step)
    room = _MOST_COLUMNS - margin - size - 2 * (size // columns) - 1
    cells, widths = _layout([_cell(position, marks, cell) for cell in range(size**2)], size, room)

    def framed_line(left: str, middle: str, right: str) -> str:
        boxes = (sum(widths[start : start + columns]) + columns + 1 for start in range(0, size, columns))
        return " " * margin + left + middle.join("═" * width for width in boxes) + right

    labels = "".join(
        ("" if column % columns else "  ") + f"c{column + 1}".ljust(width + 1) for column, width in enumerate(widths)
    )
    text = Text(no_wrap=True, overflow="ignore", end="")
    text.append(f"{' ' * margin}{labels}".rstrip() + "\n" + framed_line(*"╔╦╗") + "\n")
    for row in range(size):
        if row and row % rows == 0:
            text.append(framed_line(*"╠╬╣") + "\n")
        for line, of_line in enumerate(zip(*cells[size * row : size * (row + 1)], strict=True)):
            text.append(("" if line else f"r{row + 1}").ljust(margin))
            for column, (pieces, width) in enumerate(zip(of_line, widths, strict=True)):
                text.append("" if column % columns else "║ ")
                for piece in pieces:
                    text.append(*piece)
                text.append(" " * (width - _width(pieces) + 1))
            text.append("║\n")
    text.append(framed_line(*"╚╩╝"))
    return text


def _cell(position: Position, marks_at: dict[Spot, Mark], cell: int) -> _Pieces:
    """The candidates of a cell with their marks, or its value."""
    if value := position.values[cell]:
        return [(f"[{DIGITS[value]}]", CLUE if position.is_clue(cell) else FILLED)]
    marks = [(marks_at.get((cell, digit), ""), digit) for digit in position.candidates(cell)]
    return [(f"{mark}{DIGITS[digit]}", _STYLES[mark]) for mark, digit in marks]


def _layout(cells: Sequence[_Pieces], size: int, room: int) -> tuple[list[list[_Pieces]], list[int]]:
    """The lines of each cell, as few as fit in a room, and the width of each column."""
    for per_cell in count(1):
        lines, widths = [], [len(f"c{number}") for number in range(1, size + 1)]
        for cell, pieces in enumerate(cells):
            each, column = -(-len(pieces) // per_cell), cell % size
            mine = [pieces[line * each : (line + 1) * each] for line in range(per_cell)]  # the last may be shorter
            widths[column] = max(widths[column], *map(_width, mine))
            lines.append(mine)
        if sum(widths) <= room:
            break
    return lines, widths


def _width(pieces: _Pieces) -> int:
    return sum(len(text) for text, _style in pieces)
