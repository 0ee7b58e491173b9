"""Shim until the merge."""

from catalogue.store_ import Store as Store
