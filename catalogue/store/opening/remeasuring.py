"""Puzzles of an older catalogue get the metrics that it lacks."""

from sqlalchemy import Connection, bindparam, delete, func, insert, literal, select, update

import engine
from catalogue.formats.digits import from_lines
from catalogue.store.schema import puzzles, settings, tallies

NEW_IN = {2: ("filled", "hidden_rounds")}
"""Metrics by the version that added them. None of them needs more of the reference search than its first position."""

_CHUNK = 4096  # puzzles measured at a time


def remeasure(connection: Connection) -> None:
    """Measure what is newer than the version of the stored metrics, and raise that version, in the open transaction."""
    version = connection.execute(select(settings.c.metrics_version)).scalar()
    if version is None or version >= engine.METRICS_VERSION:
        return
    (blocks,) = connection.execute(select(settings.c.blocks)).one()
    names = [name for added, metrics in NEW_IN.items() if added > version for name in metrics]
    change = update(puzzles).where(puzzles.c.id == bindparam("of")).values({name: bindparam(name) for name in names})
    columns = select(puzzles.c.id, puzzles.c.givens).order_by(puzzles.c.id).limit(_CHUNK)
    last = -1
    while rows := connection.execute(columns.where(puzzles.c.id > last)).all():
        measured = engine.measure(from_lines([row.givens for row in rows]), blocks=blocks, most_nodes=1)
        values = [measured[name].tolist() for name in names]
        numbers = [row.id for row in rows]
        connection.execute(
            change, [dict(zip(("of", *names), row, strict=True)) for row in zip(numbers, *values, strict=True)]
        )
        last = numbers[-1]
    for name in names:
        connection.execute(delete(tallies).where(tallies.c.metric == name))
        counted = select(literal(name), puzzles.c[name], func.count()).group_by(puzzles.c[name])
        connection.execute(insert(tallies).from_select(["metric", "value", "puzzles"], counted))
    connection.execute(update(settings).values(metrics_version=engine.METRICS_VERSION))
