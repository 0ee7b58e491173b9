"""Shim until the merge."""

from catalogue.formats import solutions_text as solutions_text
