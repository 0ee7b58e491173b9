"""Shim until the merge."""

from catalogue.queries import name_of as name_of
from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS

__all__ = ["NUMBERS", "name_of"]
