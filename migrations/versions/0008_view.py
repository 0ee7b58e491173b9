"""A view for people who open the database with another program, and the names of the techniques."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_TECHNIQUES = (  # in the order of their numbers, from 0
    "last-value",
    "hidden-single-block",
    "hidden-single-line",
    "direct-pointing",
    "direct-claiming",
    "direct-hidden-pair",
    "naked-single",
    "direct-hidden-triplet",
    "pointing",
    "claiming",
    "naked-pair",
    "x-wing",
    "hidden-pair",
    "naked-triplet",
    "swordfish",
    "hidden-triplet",
    "xy-wing",
    "xyz-wing",
    "unique-rectangle",
    "unique-loop",
    "naked-quad",
    "jellyfish",
    "hidden-quad",
    "bug-1",
    "bug-2",
    "bug-3",
    "bug-4",
    "aligned-pair-exclusion",
    "x-cycle",
    "y-cycle",
    "x-chain",
    "xy-cycle",
    "forcing-chain",
    "aligned-triplet-exclusion",
    "nishio",
    "cell-chains",
    "region-chains",
    "dynamic-chains",
    "dynamic-chains-plus",
    "nested-chains",
    "nested-multiple-chains",
    "nested-dynamic-chains",
    "twice-nested-chains",
)

_VIEW = """CREATE VIEW catalogue AS
SELECT p.board_id AS number, p.clues, p.rating / 10.0 AS rating, CASE WHEN p.rating BETWEEN 10 AND 12 THEN 'easy'
       WHEN p.rating BETWEEN 13 AND 15 THEN 'medium'
       WHEN p.rating BETWEEN 16 AND 25 THEN 'hard'
       WHEN p.rating BETWEEN 26 AND 60 THEN 'fiendish'
       WHEN p.rating >= 61 THEN 'diabolical' END AS grade,
       p.hardest, p.givens, b.solution
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id"""


def upgrade() -> None:
    techniques = op.create_table(
        "techniques",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
    )
    op.bulk_insert(techniques, [{"number": number, "name": name} for number, name in enumerate(_TECHNIQUES)])
    op.execute(_VIEW)
