"""The database of a catalogue: its tables, how it is opened, written, queried and verified."""

from catalogue.store.store import Settings, Store

__all__ = ["Settings", "Store"]
