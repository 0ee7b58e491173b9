"""Books of puzzles as PDF, drawn by reportlab, the extra `book`.

contents.py  what a book has: its chapters and their puzzles
paper.py     where things are on a page
board.py     one board, and the stars of a grade
pages.py     the pages, from the title to the solutions
"""
