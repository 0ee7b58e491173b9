"""Shim until the merge."""

from engine.random_numbers import RandomNumbers as RandomNumbers
