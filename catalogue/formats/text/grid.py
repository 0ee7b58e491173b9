"""Shim until the merge."""

from catalogue.formats.drawn import write_grid as write

__all__ = ["write"]
