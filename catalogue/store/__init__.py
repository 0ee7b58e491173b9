"""The database of a catalogue: its tables, how it is opened, written, queried and verified."""

from catalogue.store.settings import Settings
from catalogue.store.store import Store

__all__ = ["Settings", "Store"]
