"""Shim until the merge."""

from catalogue.formats.parquet import table as table
