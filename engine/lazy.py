"""Packages whose names load at their first use, so that importing them takes no time.

A package lists its names once, as imports for the type checker; the program reads that list and runs none of it:

    if TYPE_CHECKING:
        from .store import Store as Store
    else:
        from ..engine.lazy import lazy_names

        __getattr__, __dir__ = lazy_names(__name__)

A module then imports the package at its top, and writes `storage.Store` where it needs the class.
"""

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from pkgutil import iter_modules
from typing import Any


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package (PEP 562): for its listed names, and for its modules."""

    def get(name: str) -> Any:
        home = _homes(package).get(name)
        if home is not None:
            value = getattr(import_module(home), name)
        elif not name.startswith("_") and find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")  # which sets the attribute itself
        else:
            raise AttributeError(f"module {package.rpartition('.')[2]!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *_homes(package)})

    return get, names


@cache
def _homes(package: str) -> Mapping[str, str]:
    """The module of each name that a package lists for the type checker."""
    loader = getattr(find_spec(package), "loader", None)
    source = loader.get_source(package) if loader else None
    if not source:  # a package without sources
        modules = [import_module(f"{package}.{each.name}") for each in iter_modules(sys.modules[package].__path__)]
        return {name: each.__name__ for each in modules for name in vars(each) if not name.startswith("_")}
    found = {}
    for block in ast.parse(source).body:
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test):
            for node in ast.walk(ast.Module(block.body, [])):
                if isinstance(node, ast.ImportFrom) and node.module:
                    home = resolve_name("." * node.level + node.module, package)
                    found.update({alias.asname or alias.name: home for alias in node.names})
    return found
