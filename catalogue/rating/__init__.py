"""Ratings as a catalogue keeps them: grades, what a fill looks for, rows of ratings, and rating later."""
