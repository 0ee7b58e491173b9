"""The compiled kernels: the fastest build that this processor can run, chosen once at import."""

from pathlib import Path
from typing import Any

import numpy as np

try:
    import engine._core as _core
except ModuleNotFoundError as error:
    raise ImportError(
        f"{Path(__file__).parent} is source that is not built: pip install it, and start Python in another folder"
    ) from error

LEVEL = _core.processor_level()
"""The highest level of x86-64 that this processor has, v2 to v4; generic on other architectures."""

if not LEVEL:
    raise ImportError("this processor is too old: the engine needs one with x86-64-v2 (made since about 2009)")

LEVELS = ("generic",) if LEVEL == "generic" else ("v2", "v3", "v4")
"""The levels that the kernels are compiled for on this architecture, the lowest first."""

_LIBRARIES = {"v4": ("any", "v3", "v4")}  # a level's libraries; a later one adds what gains from the level
_FOLDER = Path(_core.__file__).parent


def load(level: str) -> Any:
    """The kernels compiled for one processor level; ImportError where this build has none for it."""
    return _core.open_libraries([str(_FOLDER / f"_core_{each}.so") for each in _LIBRARIES.get(level, ("any", level))])


core = load(LEVEL)


def record_dtype(layout: tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...], int]) -> np.dtype[np.void]:
    """The dtype of a record of the kernels, from the layout that they export."""
    names, formats, offsets, size = layout
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def build_info() -> dict[str, str | int]:
    """Which kernels run: `level`, one of LEVELS, and `lanes`, the 9x9 puzzles that one register holds."""
    return {"level": LEVEL, "lanes": core.lanes}
