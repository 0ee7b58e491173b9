"""Shim until the merge."""

from catalogue.formats.cells import clash_in as clash_in
