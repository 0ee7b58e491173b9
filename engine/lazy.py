"""Packages whose names load at their first use, so that importing them takes no time.

A package lists its names once, as imports for the type checker; the program reads that list and runs none of it:

    if TYPE_CHECKING:
        from .store import Store
    else:
        from ..engine.lazy import lazy_names

        __getattr__, __dir__ = lazy_names(__name__)

A module then imports the package at its top, and writes `storage.Store` where it needs the class.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package (PEP 562): for its listed names, and for its modules."""

    def get(name: str) -> Any:
        if home := _homes(package).get(name):
            value = getattr(import_module(home), name)
            setattr(sys.modules[package], name, value)
            return value
        if not name.startswith("_") and find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")  # which sets the attribute itself
        raise AttributeError(f"module {package.rpartition('.')[2]!r} has no attribute {name!r}")

    return get, lambda: sorted(_homes(package))


# Parsing the source would take as long as loading a small module.
_BLOCK = re.compile(r"^if TYPE_CHECKING:\n((?:[ \t].*\n|\n)+)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*from (\.+\w[\w.]*) import (\([^)]*\)|[^#\n]+)", re.MULTILINE)


@cache
def _homes(package: str) -> Mapping[str, str]:
    """The module of each name that a package lists for the type checker."""
    source = Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8")
    listed = "".join(_BLOCK.findall(source))
    return {
        name.split()[-1]: resolve_name(origin, package)
        for origin, names in _IMPORT.findall(listed)
        for name in names.strip("()").split(",")
        if name.strip()
    }
