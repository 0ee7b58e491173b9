"""Shim until the merge."""

from catalogue.book.drawing import _CAPITAL as _CAPITAL
from catalogue.book.drawing import _STAR_INNER as _STAR_INNER
from catalogue.book.drawing import BLACK as BLACK
from catalogue.book.drawing import BOLD as BOLD
from catalogue.book.drawing import GREY as GREY
from catalogue.book.drawing import PUZZLE as PUZZLE
from catalogue.book.drawing import REGULAR as REGULAR
from catalogue.book.drawing import SOLUTION as SOLUTION
from catalogue.book.drawing import Ink as Ink
from catalogue.book.drawing import _draw_lines as _draw_lines
from catalogue.book.drawing import _star as _star
from catalogue.book.drawing import draw_board as draw_board
from catalogue.book.drawing import draw_stars as draw_stars
