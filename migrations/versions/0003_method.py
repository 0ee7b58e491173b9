"""The method that boards are made by, which is part of what a seed means; until now there was one.

The table is made anew: SQLite adds a column that may not be null only with a default, and none is wanted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.rename_table("settings", "settings_before")
    op.create_table(
        "settings",
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("symmetry", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("metrics_version", sa.Integer, nullable=False),
        sa.Column("method", sa.String, nullable=False),
    )
    op.execute("INSERT INTO settings SELECT size, symmetry, seed, metrics_version, 'wfc' FROM settings_before")
    op.drop_table("settings_before")
