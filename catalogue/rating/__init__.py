"""Shim until the merge."""
