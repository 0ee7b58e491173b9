"""Shim until the merge."""

from engine.boards import in_pieces as in_pieces
