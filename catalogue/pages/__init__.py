"""The pages: templates and scripts, and what they show of a puzzle. The server of `catalogue serve` fills them.

rendering.py    the templates in each language, and the scripts that a page needs
boards.py       one puzzle on its way to a page: turned, shown as a grid, drawn with a step and its rules, as a file
contents.py     a puzzle in a list, a game, a lesson, at the moment of a technique; what there is to play
results.py      the results of models, as pages that stand alone
site_pages.py   a site that needs no server: its files, and the pages of puzzles with rules as data

templates/      a file a page, and what several pages have
static/         scripts, style sheets and icons; scripts are ES modules, which browsers get as classic scripts, since
                pages in a folder load no modules. tsconfig.json, globals.d.ts: their types
"""

from typing import TYPE_CHECKING

from ...engine.lazy import lazy_names

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__)
