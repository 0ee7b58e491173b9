"""The page and the API of a catalogue: `catalogue serve`.

app.py       all routes and what guards them
serving.py   the server: address, port, browser, end
site.py      what every handler needs: the catalogue, the templates, the limits
handling.py  how a plain function answers a request: in a thread, in limited time, errors as one line
safety/      hosts, origins, the token, limits, headers
pages/       one module a page, each with `routes`
api/         one module a family of addresses below /api, each with `routes`
boards/      one board: read, turned, shown as a grid, drawn with a step, written as a file
"""
