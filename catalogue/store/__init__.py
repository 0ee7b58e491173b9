"""Shim until the merge."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from catalogue import schema as schema
    from catalogue.settings import Settings as Settings
    from catalogue.store_ import Store as Store

_HOMES = {"Settings": "catalogue.settings", "Store": "catalogue.store_"}


def __getattr__(name: str) -> Any:
    if name == "schema":
        return import_module("catalogue.schema")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(name)
