"""Shim until the merge."""

from catalogue.formats.sqlite import read_sqlite as read

__all__ = ["read"]
