"""A catalogue knows whether its boards have files; until now all had them.

The table is made anew: SQLite adds a column that may not be null only with a default, and none is wanted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    _settings()


def _settings() -> None:
    op.rename_table("settings", "settings_before")
    op.create_table(
        "settings",
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("symmetry", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("metrics_version", sa.Integer, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("rating_version", sa.Integer, nullable=False),
        sa.Column("files", sa.Boolean, nullable=False),
    )
    op.execute(
        "INSERT INTO settings SELECT size, symmetry, seed, metrics_version, method, rating_version, 1"
        " FROM settings_before"
    )
    op.drop_table("settings_before")
