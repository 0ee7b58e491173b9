"""Packages whose names load at their first use, so that importing them takes no time.

A package lists its names once, as imports for the type checker; the program reads that list and runs none of it:

    if TYPE_CHECKING:
        from .store import Store as Store
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
from typing import Any


def lazy_names(package: str, listing: str = "") -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package (PEP 562): for its listed names, and for its modules.

    With the name of a module as `listing`, the names are those that this module imports.
    """

    def get(name: str) -> Any:
        home = _homes(package, listing).get(name)
        if home is not None:
            value = getattr(import_module(home), name)
        elif not name.startswith("_") and find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")  # which sets the attribute itself
        else:
            raise AttributeError(f"module {package.rpartition('.')[2]!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *_homes(package, listing)})

    return get, names


# Parsing the source would take as long as loading a small module.
_BLOCK = re.compile(r"^if TYPE_CHECKING:\n((?:[ \t].*\n|\n)+)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*from (\.+\w[\w.]*) import (\([^)]*\)|[^#\n]+)", re.MULTILINE)


@cache
def _homes(package: str, listing: str) -> Mapping[str, str]:
    """The module of each name that a package lists for the type checker, or in a module of its own."""
    loader = getattr(find_spec(f"{package}.{listing}".rstrip(".")), "loader", None)
    source = loader.get_source(loader.name) if loader else None
    if not source:  # a package without sources
        from pkgutil import iter_modules  # seldom needed

        names = [listing] if listing else [each.name for each in iter_modules(sys.modules[package].__path__)]
        modules = [import_module(f"{package}.{name}") for name in names]
        return {name: each.__name__ for each in modules for name in vars(each) if name == "__all__" or name[0] != "_"}
    found = {"__all__": f"{package}.{listing}"} if listing else {}
    listed = source if listing else "".join(_BLOCK.findall(source))
    for origin, names in _IMPORT.findall(listed):
        home = resolve_name(origin, package)
        found.update({name.split()[-1]: home for name in names.strip("()").split(",") if name.strip()})
    return found
