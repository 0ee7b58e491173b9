"""Shim until the merge."""

from catalogue.files import board_texts as board_texts
from catalogue.files import row_lines as row_lines
