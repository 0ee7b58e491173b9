"""The rules that a variant can name: each is a function that says which houses and constraints it means.

`rule` has the decorator that names them; the others have rules of the whole board, of marked cells, along lines, and of
clues outside the board.
"""
