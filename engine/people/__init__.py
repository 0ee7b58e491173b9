"""Puzzles as people solve them, under any rules: techniques with names, a path in words, a score and a level."""
