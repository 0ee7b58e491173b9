"""Variants: boards with more rules than rows, columns and blocks, or with other ones."""
