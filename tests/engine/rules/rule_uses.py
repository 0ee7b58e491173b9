"""Rules as they are used: the values that each takes, the places where it is, and boards with it.

A new row of `rules.toml` is there by itself; a value that is not 3 or the size plus 1 needs a line in VALUES.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

from board_catalogue.engine import Use
from board_catalogue.engine.rules.frame import Frame, with_chaos, with_doppelgangers, with_other_values
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import RULES, Variant, usual_regions

SIZES = (9, 4, 6)
UNSAID = ("automaton", "chaos construction", "chaos arrow", "chaos count", "other values", "doppelganger")
"""Rules that need cells beside the grid, or have no words: links refuse them."""

VALUES: dict[str, Callable[[int], list[object]]] = {
    "diagonal": lambda size: ["/", None, "\\"],
    "cage": lambda size: [size + 2, None],
    "sum": lambda size: [(3, 2, -1, 1, -2), size + 2, (0, 1, 1, -1, -1)],
    "digits": lambda size: [(1, size), 2, tuple(range(1, size))],
    "quadruple": lambda size: [(1, 2), (1,), (1, 1, size), (1, 2, 3, 4)],
    "contains": lambda size: [(2,), (1, 2, 2)],
    "contains exactly": lambda size: [(size,), (1, 2, 2)],
    "look and say": lambda size: ["12", "1203"],
    "white dot": lambda size: [None, 2, 3],
    "black dot": lambda size: [None, 3, 4],
    "pill arrow": lambda size: [2, 3],
    "whispers": lambda size: [None, 2, 3, 5],
    "lockout": lambda size: [None, 2, 3],
    "modular": lambda size: [None, 2, 3, 4],
    "connected": lambda size: [(0, 1), (4, 1, 2)],
    "full rank ties": lambda size: ["none", "any", "only-unclued"] if size == 4 else ["none"],
    "full rank": lambda size: [1, 4 * size],
    "little killer": lambda size: [size + 1, 2 * size],
    "table": lambda size: [(2, 1, *[0] * (size - 2)), tuple(range(1, size + 1)), (0,) * size],
    "table of all": lambda size: [(3, 3, *[5] * (size - 2))],
    "regular expression": lambda size: ["12*3.", "[12]?(3|4)*[^1]", "1{2,3}.*"],
    "automaton": lambda size: ["RlUHgF8CrfAqwA"],
    "chaos construction": lambda size: [size],
    "chaos arrow": lambda size: [1, 0],
    "chaos count": lambda size: [0, 1],
    "other values": lambda size: [1, 0],
}


def placed(name: str, value: object, size: int) -> list[Use]:
    """The uses of a rule with a value, where its kind may be."""
    where, line = RULES[name].where, (0, 1, 2, size + 2)
    title = "Named so" if name.startswith("table") else ""
    if name == "or":
        cages = tuple((Use("cage", (0, 1), number),) for number in (3, 5))
        far = (Use("odd", (0,)), Use("thermometer", (0, 1, 2)), Use("clone", groups=((0, 1), (2, 3))))
        return [Use(name, alternatives=(*cages, far)), Use(name, alternatives=((), (Use("anti-knight"),)))]
    if where in ("board", "frame"):
        return [Use(name, value=value)]
    if where == "outside":
        column = tuple(range(size - 1, size * size, size))
        return [Use(name, cells, value) for cells in (column, column[::-1], tuple(range(size)))]
    if where == "groups":
        groups = [((0, 1), (size, size + 1)), ((0,), (7,), (9,))]
        return [Use(name, groups=some, value=value) for some in groups[: 1 if name == "automaton" else 2]]
    if where == "ray":
        return [Use(name, tuple(range(size - 1, size * size - 1, size - 1)), value), Use(name, (1, size), value)]
    if where == "pair":
        return [Use(name, (0, 1), value), Use(name, (size, 0), value), Use(name, (0, size + 1), value)]
    if name == "quadruple":
        return [Use(name, (0, 1, size, size + 1), value), Use(name, (0, 1, 2, 3), value)]
    if name == "connected":
        return [Use(name, tuple(range(size * size)), value)]
    if name.startswith("chaos"):
        beside = size * size
        return [Use(name, (0,), value, groups=((beside, beside + 1, beside + 2),))]
    if name == "digits":
        return [Use(name, cells, value) for cells in ((1,), line, (0, 2, 5, 11))]
    if where == "cells":
        return [Use(name, line, value), Use(name, (0, 2, 5, 11), value), Use(name, (1,), value)]
    return [Use(name, line, value, title=title), Use(name, (0, 5, 3, 8), value, title=title)]


def variant_of(use: Use, size: int = 9) -> Variant:
    """A board with the rule, with the cells beside the grid that it needs, and a given."""
    uses, frame = (use,), Frame.square(size)
    if use.rule.startswith("chaos"):
        frame = with_chaos(frame)
        if use.rule != "chaos construction":
            uses = (Use("chaos construction", value=size), use)
    if use.rule in ("doppelganger", "other values"):
        with_more = with_doppelgangers if use.rule == "doppelganger" else with_other_values
        frame = with_more(Frame(size, size, size + 1, 0))
    return Variant(frame.digits, usual_regions(size), uses, (0,) * (frame.cells - 1) + (2,), frame=frame)


def uses(name: str, size: int) -> Iterator[Use]:
    """Yield the uses of a rule on a board of a size that hold on its cells: the first value at every place."""
    usual: list[object] = [3, size + 1] if RULES[name].value else [None]
    for turn, value in enumerate(VALUES.get(name, lambda size: usual)(size)):
        for use in placed(name, value, size)[: 1 if turn else None]:
            with suppress(ValueError):
                program(variant_of(use, size).rules)
                yield use


@cache
def use_of(name: str) -> Use:
    """The first use of a rule at 9x9."""
    return next(uses(name, 9))
