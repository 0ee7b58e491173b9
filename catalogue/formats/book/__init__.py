"""Books of puzzles as PDF, drawn by reportlab, the extra `book`.

content.py  what a book has, its words in English or in another language, and where things are on a page
pen.py      texts, stars and boards on a canvas
pages.py    the pages, from the title to the solutions
"""

from typing import TYPE_CHECKING

from ....engine.lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
