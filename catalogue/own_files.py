"""Shim until the merge."""

from catalogue.home import BESIDE_DATABASE as BESIDE_DATABASE
from catalogue.home import BOARD_FILE as BOARD_FILE
from catalogue.home import DATABASE as DATABASE
from catalogue.home import LOCK as LOCK
from catalogue.home import UNSYNCED as UNSYNCED
from catalogue.home import boards_path as boards_path
from catalogue.home import database_path as database_path
from catalogue.home import is_board_name as is_board_name
from catalogue.home import is_boards_folder as is_boards_folder
from catalogue.home import is_own_file as is_own_file
from catalogue.home import lock_path as lock_path
