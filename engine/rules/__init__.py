"""Variants: boards with rules in addition to rows, columns and blocks, or in place of them."""
