"""Shim until the merge."""

from catalogue.kinds import CEILINGS as CEILINGS
from catalogue.kinds import rating_rows as rating_rows
from catalogue.kinds import tally_of as tally_of
