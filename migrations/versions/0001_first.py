"""The schema of the first release.

A new catalogue gets its tables from `catalogue/schema.py`, with this revision. What changes later is a version of its
own, which spells out its columns and imports nothing of the schema of its day.
"""

revision = "1"
down_revision = None


def upgrade() -> None:
    pass
