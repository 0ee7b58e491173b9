"""Shim until the merge."""

from catalogue.store_ import database_at as database_at
