"""The rules that a variant can name, one row each: all that any part of the program knows of them.

A row is the call that names a rule (`row` lists what it may say), and under it the function that says which houses and
constraints the rule means. Rules of the whole board, of cells, along lines, outside the board, of counts and of regions
have modules of their own. The others have what rows are made of: words of constraint text, fields of f-puzzles, marks
of SudokuPad and of pictures, values, and marks drawn at random.
"""
