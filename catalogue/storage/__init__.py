"""Where a catalogue is kept: a folder or a server (`home`), its tables (`schema`), and its files (`files`).

`store` opens it, under a lock for whoever writes; `columns` and `queries` read, `writing` writes, and `databases` are
SQLite and PostgreSQL.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import statistics as statistics
    from .backup import back_up as back_up
    from .backup import restore as restore
    from .columns import COLUMNS as COLUMNS
    from .columns import Row as Row
    from .queries import Choice as Choice
    from .queries import check_numbers as check_numbers
    from .queries import has_variants as has_variants
    from .queries import missing_numbers as missing_numbers
    from .queries import notes_in as notes_in
    from .queries import numbered as numbered
    from .queries import rated as rated
    from .queries import scored as scored
    from .seen import SeenClasses as SeenClasses
    from .store import Place as Place
    from .store import Store as Store
    from .store import exists as exists
    from .store import reading as reading
    from .writing import Origin as Origin
    from .writing import add_tag as add_tag
    from .writing import check_tag as check_tag
    from .writing import forget_unfinished as forget_unfinished
    from .writing import next_number as next_number
    from .writing import origins_of as origins_of
    from .writing import remove_tag as remove_tag
else:
    from ...engine.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
