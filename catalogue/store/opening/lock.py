"""Shim until the merge."""

from catalogue.lock import WriterLock as WriterLock
from catalogue.lock import is_held as is_held
