"""Importing puzzles from files and other catalogues.

`source` reads them, `checks` decides which are sound and new, and keeps them and what sources know of them; `run` is
the import, with the actors of `catalogue.runs.pipeline`.
"""
