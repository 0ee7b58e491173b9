"""Two techniques of people get names."""

from alembic import op

revision = "6"
down_revision = "5"

_NAMES = {1029: "ways-to-fill-a-rule", 1030: "rules-together"}


def upgrade() -> None:
    for number, name in _NAMES.items():
        op.get_bind().exec_driver_sql(f"INSERT INTO techniques (number, name) VALUES ({number}, '{name}')")
