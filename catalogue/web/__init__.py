"""The page and the API of a catalogue: `catalogue serve`.

serving.py      the application and the server: routes, guards, address, end
safety.py       hosts, origins, the token, limits, headers
site.py         what every handler needs: the catalogue, the language, how a function answers a request
api.py          the addresses of the API, as api.toml tells of them, and the check of a body; OpenAPI
verbs.py        every verb through the API, long ones in the background, and the page that starts a fill
listings.py     lists of puzzles: filters, order, pages, figures

The templates, and the files that a browser loads, are in `catalogue.pages`.

Each of the others is a subject, with its pages in `routes` and its part of the API in `operations`: browsing, boards,
puzzles, lessons, playing, solving (and the puzzle that a request brings), watching.
"""
