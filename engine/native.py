"""The compiled kernels: the fastest build that this processor runs, what they list by name, and their time limit.

They list counts of the reference search, techniques of ratings, and patterns of clues.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .names import PATTERNS
from .shape import LARGEST_SIZE, Shape


def _is_main_interpreter() -> bool:
    for name in ("_interpreters", "_xxsubinterpreters"):  # from Python 3.13 on, and before
        with suppress(ImportError):
            interpreters = import_module(name)
            return bool(interpreters.get_current() == interpreters.get_main())
    return True


if not _is_main_interpreter():  # a kernel would wait for the lock of the main one for ever
    raise ImportError("the engine runs in Python's main interpreter alone: use threads or processes")

try:
    from . import _core
except ImportError as error:
    raise ImportError(
        f"{Path(__file__).parent} is source that is not built: pip install it, and start Python in another folder"
    ) from error

PROCESSOR_LEVELS: tuple[str, ...] = tuple(_core.levels)
"""The levels of x86-64 that the kernels of this build are compiled for, the lowest first; generic elsewhere."""

_PROCESSOR = _core.processor_level()

if not _PROCESSOR:
    raise ImportError("this processor is too old: the engine needs one with x86-64-v2 (made since about 2009)")

RUNNABLE = tuple(level for level in PROCESSOR_LEVELS if level <= _PROCESSOR)
"""The levels of PROCESSOR_LEVELS that this processor has."""

if not RUNNABLE:
    raise ImportError(
        f"the engine was built for x86-64-{PROCESSOR_LEVELS[0]} and this processor has x86-64-{_PROCESSOR}:"
        " install it again on this machine, or for all of them with `pip install -C cmake.define.ENGINE_LEVELS=all .`"
    )

LEVEL = RUNNABLE[-1]
"""The level that runs."""

_FOLDER = Path(_core.__file__).parent


def load(level: str) -> Any:
    """The kernels compiled for one processor level; ImportError if this build has none for it."""
    return _core.open_library(str(_FOLDER / f"_core_{level}.so"))


core = load(LEVEL)

set_deadline = _core.set_deadline

StopSign = _core.StopSign
"""A sign that ends the kernels of threads that heed it, once it is up: only Python's main thread hears of Ctrl-C."""


def record_dtype(layout: tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...], int]) -> np.dtype[np.void]:
    """The dtype of a record of the kernels, from the layout that they export."""
    names, formats, offsets, size = layout
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def flat_dtype(record: np.dtype[np.void], places: Mapping[str, int]) -> np.dtype[np.void]:
    """The dtype of a record with a field for each place of its array `counts`, which pandas does not take."""
    fields = dict(record.fields or {})
    counts, start = fields.pop("counts")[:2]
    named = {name: field[:2] for name, field in fields.items()}
    named |= {name: (counts.base, start + place * counts.base.itemsize) for name, place in places.items()}
    formats, offsets = zip(*named.values(), strict=True)
    return np.dtype({"names": [*named], "formats": formats, "offsets": offsets, "itemsize": record.itemsize})


def build_info() -> dict[str, str | int]:
    """Which kernels run: `level`, one of PROCESSOR_LEVELS, and `lanes`, the 9x9 puzzles that one register holds."""
    return {"level": LEVEL, "lanes": core.lanes}


# --- What they list --------------------------------------------------------------------------------------------------

METRICS_VERSION: int = core.metrics_version
"""Goes up if the reference search or the list of its counts changes, because they are stored."""

MEASURED = record_dtype(core.metrics_layout)
"""The dtype of what `measure` returns."""

METRICS: tuple[str, ...] = MEASURED.names or ()
"""The names of the counts, in the order of the kernels' one list (`core/search/singles_search.hpp`)."""

MOST_NODES = {size: 2**63 - 1 if size <= 9 else 100_000 for size in range(1, LARGEST_SIZE + 1)}
"""Positions after which the reference search of a size is cut short; none is at sizes up to 9."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of solving: its `rating` in tenths, and the `highest` that the size of a step can make of it.

    Ratings and steps name a technique by its `number`, which never changes; a new technique gets the next one.
    """

    number: int
    name: str
    rating: int
    highest: int
    meaning: str


TECHNIQUES = tuple(Technique(*facts) for facts in core.techniques)
"""Every technique, in the order in which tables list them."""

_BY_NUMBER = {technique.number: technique for technique in TECHNIQUES}


def technique_of(number: int) -> Technique:
    """The technique of a number, as ratings and steps have it; KeyError for a number that no technique has."""
    return _BY_NUMBER[number]


NO_CEILING: int = core.no_ceiling
"""Tenths, above every rating."""

_RECORD = record_dtype(core.rating_layout)

RATED = flat_dtype(_RECORD, {technique.name: technique.number for technique in TECHNIQUES})
"""The dtype of what `rate` returns."""


def technique_counts(ratings: NDArray[np.void]) -> NDArray[np.uint16]:
    """How often each technique was used, `uint16 (n, len(TECHNIQUES))` by its number: a view of what `rate` returned.

    `(len(TECHNIQUES),)` for a single rating. TypeError for anything else.
    """
    given = np.asarray(ratings)
    if given.dtype != RATED:
        raise TypeError("technique_counts takes what engine.rate returned, with all its fields")
    counts: NDArray[np.uint16] = given.view(_RECORD)["counts"]
    return counts


if list(PATTERNS) != list(core.patterns):
    raise ImportError(f"the kernels' patterns are {list(core.patterns)}, not those of PATTERNS")

_TRANSPOSING = 0b11110000
"""Images in which rows become columns: none of them if blocks have another shape then."""


def pattern_images(pattern: str | None) -> int:
    """Return the set of turns and mirrors of a pattern, a bit for each; for None only the identity.

    ValueError for a name that is not one of PATTERNS.
    """
    if pattern is None:
        return 1
    if pattern not in PATTERNS:
        raise ValueError(f"pattern {pattern!r} is not one of {', '.join(PATTERNS)}")
    return int(core.patterns[pattern])


def patterns_of_shape(shape: Shape) -> tuple[str, ...]:
    """Return the patterns that fit a shape: those whose turns and mirrors keep its blocks.

    All nine fit if blocks are square or absent; `rotate180`, `mirror`, `flip` and `mirrors` fit the others.
    """
    square = shape.transposed == shape
    return PATTERNS if square else tuple(name for name in PATTERNS if not pattern_images(name) & _TRANSPOSING)


def check_pattern(pattern: str | None, shape: Shape) -> int:
    """Like `pattern_images`; ValueError too for a pattern that does not fit the shape."""
    images = pattern_images(pattern)
    if pattern is not None and pattern not in (fitting := patterns_of_shape(shape)):
        raise ValueError(
            f"pattern {pattern!r} does not fit blocks of {shape.blocks}: it is not one of {', '.join(fitting)}"
        )
    return images


def patterns_within(pattern: str) -> list[str]:
    """Return the patterns whose puzzles also have this one: `rotate180` is within `rotate90`, `mirrors` and others.

    ValueError for a name that is not one of PATTERNS.
    """
    wanted = pattern_images(pattern)
    return [name for name in PATTERNS if pattern_images(name) & wanted == wanted]


# --- The time limit ------------------------------------------------------------------------------------------------


def current_deadline() -> float:
    """Return when the kernels of this thread are to end, in seconds of `time.monotonic`; infinity without a limit."""
    deadline = set_deadline(inf)
    set_deadline(deadline)
    return deadline


def begin_thread(deadline: float, sign: StopSign) -> None:
    """Begin a thread that does a part of a call: its kernels end at the deadline, or if the sign is up."""
    set_deadline(deadline)
    _core.heed(sign)


def check_time() -> None:
    """Raise TimeoutError if the time limit has passed: for work in many small steps, whose kernels never ask."""
    if time.monotonic() >= current_deadline():
        raise TimeoutError("the time limit has passed")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the kernels that run in a `with` block: they raise TimeoutError after this many seconds.

    It ends what `solve`, `count_solutions`, `carve` and other functions that may take long are doing, within about a
    tenth of a second. A call that ends sooner is not affected, and a block inside another one cannot extend its limit.
    ValueError for a negative number of seconds or nan.
    """
    if not seconds >= 0:
        raise ValueError(f"seconds {seconds} is not a number from 0 on")
    before = current_deadline()
    set_deadline(min(before, time.monotonic() + seconds))
    try:
        yield
    finally:
        set_deadline(before)
