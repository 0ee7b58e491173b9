"""Formats of boards as people read them."""
