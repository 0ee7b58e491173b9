"""Shim until the merge."""

from catalogue.book.drawing import STARS as STARS
from catalogue.book.drawing import Book as Book
from catalogue.book.drawing import BookPuzzle as BookPuzzle
from catalogue.book.drawing import Chapter as Chapter
