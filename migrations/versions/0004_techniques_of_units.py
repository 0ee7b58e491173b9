"""Two techniques of people have names: the ways to fill a unit, and contradictions that follow from them."""

from alembic import op

revision = "4"
down_revision = "3"

_NAMES = {1025: "ways-to-fill-a-unit", 1026: "contradiction-net"}


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    for number, name in _NAMES.items():
        run(f"INSERT INTO techniques (number, name) VALUES ({number}, '{name}')")
