"""The page and the API of a catalogue: `catalogue serve`.

serving.py      the application and the server: routes, guards, address, end
safety.py       hosts, origins, the token, limits, headers
site.py         what every handler needs: the catalogue, the templates, how a function answers a request
operation.py    an address of the API and its description: the OpenAPI document, the page of the API
boards.py       one board: read, turned, shown as a grid, drawn with a step, written as a file
listings.py     lists of puzzles: filters, order, pages, figures
downloads.py    a list as a file or a book

Each of the others is a subject, with its pages in `routes` and its part of the API in `operations`: browsing, classes,
puzzles, variants, playing, solving, fills, watching, experiments.
"""
