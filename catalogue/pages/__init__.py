"""The pages: templates and scripts, and what they show of a puzzle. The server of `catalogue serve` fills them.

rendering.py    the templates, and the scripts that a page needs
boards.py       one puzzle on its way to a page: turned, shown as a grid, drawn with a step, written as a file
layers.py       the rules of a variant on a board, and as a table for the scripts
cards.py        a puzzle in a list
offers.py       what there is to play
playing.py      the page of a game
lessons.py      the page of a technique

The rest makes a site that needs no server: `site_pages.py` its files, `stored.py` the path of a puzzle as data,
`site_words.py` what its scripts say, `addresses.py` files in place of addresses.

templates/      a file a page, and what several pages have
static/         scripts, style sheets and icons, as the browser gets them
"""
