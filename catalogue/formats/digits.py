"""Shim until the merge."""

from catalogue.formats.cells import checked as checked
from catalogue.formats.cells import from_lines as from_lines
from catalogue.formats.cells import grid_of as grid_of
from engine.boards import as_lines as as_lines
