"""Scores and levels of puzzles as HoDoKu 2.2.0 gives them, the path that a person takes, and its steps explained."""
