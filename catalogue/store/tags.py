"""Tags: names that people give to puzzles, such as that of the book they went into."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from catalogue.store.schema import tags
from catalogue.store.store import Store

LONGEST = 100  # characters of a tag


def check_tag(name: str) -> str:
    """Return the tag; ValueError for one that is empty, long, or not plain text."""
    if not 0 < len(name) <= LONGEST or not name.isprintable() or name != name.strip():
        raise ValueError(f"a tag has 1 to {LONGEST} printable characters and no spaces around them, not {name!r}")
    return name


def add_tag(store: Store, name: str, puzzles: Sequence[int]) -> int:
    """Give a tag to puzzles, by their row ids, and return how many did not have it.

    ValueError for a name that cannot be a tag.
    """
    check_tag(name)
    with store.turn() as connection:
        tagged = set(connection.execute(select(tags.c.puzzle_id).where(tags.c.name == name)).scalars())
        new = [{"name": name, "puzzle_id": id} for id in puzzles if id not in tagged]
        if new:
            connection.execute(insert(tags), new)
    store.commit()
    return len(new)


def remove_tag(store: Store, name: str, puzzles: Sequence[int]) -> int:
    """Take a tag from puzzles, by their row ids, and return how many had it."""
    with store.turn() as connection:
        mine = delete(tags).where(tags.c.name == name)
        removed = sum(connection.execute(mine.where(tags.c.puzzle_id == id)).rowcount for id in puzzles)
    store.commit()
    return removed
