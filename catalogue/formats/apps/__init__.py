"""Formats of single applications."""
