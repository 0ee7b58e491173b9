"""The compiled kernels: the fastest build that this processor can run, chosen once at import."""

import importlib
from pathlib import Path
from types import ModuleType

try:
    from engine._processor import processor_level
except ModuleNotFoundError as error:
    raise ImportError(
        f"{Path(__file__).parent} is source that is not built: pip install it, and start Python in another folder"
    ) from error

LEVELS = ("generic", "v2", "v3", "v4")


def load(level: str) -> ModuleType:
    """The kernels compiled for one processor level; ImportError where this build has none for it."""
    return importlib.import_module(f"engine._core_{level}")


core = load(processor_level())


def build_info() -> dict[str, str | int]:
    """Tell which kernels run: `level`, one of generic, v2, v3, v4 (x86-64 levels), and `lanes`, puzzles a register."""
    return {"level": processor_level(), "lanes": core.lanes}
