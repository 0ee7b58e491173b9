"""Make boards one after the other, as wave function collapse or another method makes them."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ... import engine
from ...engine.names import CLASSES
from ...engine.shape import Shape
from ..requests.option import choice, whole
from ..requests.request import LongRequest, ignore
from ..requests.shared import BLOCKS, CLASS_NUMBER, SEED, SIZE, shape_of

if TYPE_CHECKING:
    from ...engine import Grid


@dataclass(frozen=True, kw_only=True)
class DemoRequest(LongRequest):
    """Which boards to make. ValueError for fields that do not suit the board of a class.

    `on_progress` gets each `Wave` that has ended, in a board or a dead end, `on_wave` the wave after each choice.
    """

    boards: Annotated[
        int | None, whole("Make this many without asking. Default: another one for each Enter.", least=1)
    ] = None
    size: Annotated[int | None, SIZE] = None
    blocks: Annotated[str | None, BLOCKS] = None
    seed: Annotated[int | None, SEED] = None
    class_number: Annotated[int | None, CLASS_NUMBER] = None
    method: Annotated[
        str,
        choice("Wave function collapse, or cyclic permutations of one random block.", ("collapse", "permutation")),
    ] = "collapse"
    on_wave: Callable[[Any], None] | None = field(default=None, compare=False, repr=False)
    on_board: Callable[[str], None] = field(default=ignore, compare=False, repr=False)
    """Gets the name of each board before it is made."""

    def __post_init__(self) -> None:
        super().__post_init__()
        shape = shape_of(self.size, self.blocks)
        if self.class_number is None:
            return
        if shape != Shape.of(9):
            raise ValueError(f"`class` is for 9x9 boards, not {shape}")
        if self.seed is not None or self.method != "collapse":
            raise ValueError("`class` names the board: leave out `seed` and `method`")


class DemoBoard(NamedTuple):
    """A board, and what it is called."""

    name: str
    grid: Grid

    def data(self) -> dict[str, object]:
        """Return it for programs."""
        return {"name": self.name, "board": self.grid.line(), "has_rectangle": self.grid.has_rectangle()}


def demo(request: DemoRequest) -> Iterator[DemoBoard]:
    """Yield boards as they are made; without `boards` there is no end, but that of the classes."""
    seed = secrets.randbits(32) if request.seed is None else request.seed
    for index in range(request.boards or sys.maxsize):
        number = None if request.class_number is None else request.class_number + index
        if number == CLASSES:
            return
        name = f"board {index} of seed {seed}" if number is None else f"class {number}"
        request.on_board(name)
        yield DemoBoard(name, _board(request, seed, index, number))


def _board(request: DemoRequest, seed: int, index: int, number: int | None) -> Grid:
    from ...engine.teaching.making import collapse

    if number is not None:
        return engine.Grid(engine.unrank(number))
    shape = Shape.of(request.size, request.blocks)
    if request.method == "permutation":
        (board,) = engine.generate(
            1, size=shape.size, blocks=shape.blocks, seed=seed, start=index, method="permutation"
        )
        return engine.Grid(board, blocks=shape.blocks)
    for wave in collapse(shape.size, blocks=shape.blocks, seed=seed, index=index, observer=request.on_wave):
        request.on_progress(wave)
    return wave.grid
