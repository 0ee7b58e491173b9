"""The pattern that the clues of a puzzle form.

Puzzles of before get theirs too; at 9x9 clues that nobody arranged form practically never one.
"""

import numpy as np
import sqlalchemy as sa
from alembic import op

import engine

revision = "0002"
down_revision = "0001"

_CHUNK = 10_000  # rows read at a time


def upgrade() -> None:
    with op.batch_alter_table("puzzles", recreate="always") as puzzles:
        puzzles.add_column(sa.Column("pattern", sa.String), insert_after="minimal")
    run = op.get_bind().exec_driver_sql
    last = 0
    while chunk := run("SELECT id, givens FROM puzzles WHERE id > ? ORDER BY id LIMIT ?", (last, _CHUNK)).all():
        clues = np.array([[symbol != "." for symbol in givens] for _, givens in chunk], np.uint8)
        numbers = [number for number, _ in chunk]
        patterns = zip(engine.pattern_of(clues), numbers, strict=True)
        if formed := [both for both in patterns if both[0]]:
            run("UPDATE puzzles SET pattern = ? WHERE id = ?", formed)
        last = numbers[-1]
