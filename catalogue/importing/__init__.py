"""Shim until the merge."""

from catalogue.import_checks import Refusal as Refusal
from catalogue.import_source import Found as Found
from catalogue.import_source import Listing as Listing
from catalogue.import_source import survey as survey
from catalogue.importing_ import ImportProgress as ImportProgress
from catalogue.importing_ import ImportReport as ImportReport
from catalogue.importing_ import import_puzzles as import_puzzles
