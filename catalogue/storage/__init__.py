"""Where a catalogue is kept: a folder or a server (`home`), its tables (`schema`), and its files (`files`).

`store` opens it, under a lock for whoever writes; `columns` and `queries` read, `writing` writes, and `databases` are
SQLite and PostgreSQL.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import statistics
    from .backup import back_up, restore
    from .columns import COLUMNS, Row
    from .queries import Choice, check_numbers, has_variants, missing_numbers, notes_in, numbered, rated, scored
    from .seen import SeenClasses
    from .store import Place, Store, exists, reading
    from .writing import Origin, add_tag, check_tag, forget_unfinished, next_number, origins_of, remove_tag
else:
    from ...engine.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
