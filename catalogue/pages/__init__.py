"""The pages: templates and scripts, and what they show of a puzzle. The server of `catalogue serve` fills them.

rendering.py    the templates, and the scripts that a page needs
boards.py       one puzzle on its way to a page: turned, shown as a grid, drawn with a step, written as a file
templates/      a file a page, and what several pages have
static/         scripts, style sheets and icons, as the browser gets them
"""
