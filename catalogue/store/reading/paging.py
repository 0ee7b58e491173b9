"""Shim until the merge."""

from catalogue.queries import page as page
