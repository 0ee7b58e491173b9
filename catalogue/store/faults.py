"""Shim until the merge."""

from catalogue.database import damaged as damaged
from catalogue.database import plain as plain
from catalogue.database import said_plainly as said_plainly
