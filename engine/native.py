"""The compiled kernels: the fastest build that this processor can run, chosen once at import, and their time limit."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

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
