"""Shim until the merge."""

from catalogue.analysis_ import share_interval as share_interval
