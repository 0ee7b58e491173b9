"""Filling a catalogue with new boards.

`request` is what is asked for, and `opening` the catalogue that it is asked of. `run` is the fill, with the actors of
`catalogue.pipeline`: it looks for leftovers first (`recovery`), makes boards and puzzles (`making`), and knows how many
there can be (`distinct_boards`).
"""
