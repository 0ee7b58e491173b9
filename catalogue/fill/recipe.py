"""Shim until the merge."""

from catalogue.request import Recipe as Recipe
