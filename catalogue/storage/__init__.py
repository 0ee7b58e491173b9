"""Where a catalogue is kept: a folder or a server (`home`), its tables (`schema`), and its files (`files`).

`store` opens it, under a lock for whoever writes; `columns` and `queries` read, `writing` writes. `sqlite` and
`postgresql` are the kinds of `database`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import statistics
    from .columns import COLUMNS, Row
    from .files import SeenClasses
    from .queries import Choice, check_numbers, has_variants, missing_numbers, notes_in, numbered, rated, scored
    from .store import Place, Store, back_up, exists, reading, restore
    from .writing import Origin, add_tag, check_tag, forget_unfinished, next_number, origins_of, remove_tag
else:
    from ...engine.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
