"""Shim until the merge."""

from catalogue.making import Drafts as Drafts
from catalogue.making import Measured as Measured
from catalogue.making import carved as carved
from catalogue.making import draft as draft
from catalogue.making import measured as measured
from catalogue.making import minimal_by as minimal_by
from catalogue.making import proven as proven
from catalogue.making import puzzle_rows as puzzle_rows
