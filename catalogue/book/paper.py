"""Shim until the merge."""

from catalogue.book.drawing import _BOTTOM as _BOTTOM
from catalogue.book.drawing import _INNER as _INNER
from catalogue.book.drawing import _OUTER as _OUTER
from catalogue.book.drawing import _SMALLEST_GAP as _SMALLEST_GAP
from catalogue.book.drawing import _TOP as _TOP
from catalogue.book.drawing import GRIDS as GRIDS
from catalogue.book.drawing import MM as MM
from catalogue.book.drawing import PAPERS as PAPERS
from catalogue.book.drawing import Area as Area
from catalogue.book.drawing import Paper as Paper
from catalogue.book.drawing import _start as _start
from catalogue.book.drawing import pages_of as pages_of
from catalogue.book.drawing import places as places
