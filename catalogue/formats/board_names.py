"""Shim until the merge."""

from catalogue.files import board_entries as board_entries
from catalogue.files import board_files as board_files
from catalogue.files import board_name as board_name
from catalogue.files import count_boards as count_boards
from catalogue.own_files import is_board_name as is_board_name
