"""How the puzzles of each stretch of a seed were made: what `catalogue verify` makes them again by.

A row holds from its start to the start of the next one of its seed. So the fills that ask for the same again need one
row together, and no board needs any.
"""

from sqlalchemy import delete, insert, select

from catalogue.store.schema import recipes
from catalogue.store.store import Store


def keep_recipe(store: Store, seed: int, start: int, recipe: str) -> None:
    """Keep the recipe of the boards of a seed from `start` on, in the transaction that commits the first of them."""
    of_seed = recipes.c.seed == seed
    with store.turn() as connection:
        # A fill that was killed before its first commit, or that found no board, may have left one.
        connection.execute(delete(recipes).where(of_seed, recipes.c.start >= start))
        last = select(recipes.c.recipe).where(of_seed).order_by(recipes.c.start.desc()).limit(1)
        if connection.execute(last).scalar() != recipe:
            own = seed == store.settings.seed
            connection.execute(insert(recipes).values(seed=seed, start=start, recipe=recipe, own=own))
