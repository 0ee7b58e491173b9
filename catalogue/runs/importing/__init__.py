"""Importing puzzles from files and other catalogues.

`source` reads them, `known` is what another catalogue knows of its puzzles, `checks` decides which are sound and new,
and `run` is the import, with the actors of `catalogue.runs.pipeline`.
"""
