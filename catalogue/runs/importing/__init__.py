"""Importing puzzles from files and other catalogues.

`source` reads them, `checks` decides which are sound and new, `joining` keeps them and what sources know of them, and
`run` is the import, with the actors of `catalogue.runs.pipeline`.
"""
