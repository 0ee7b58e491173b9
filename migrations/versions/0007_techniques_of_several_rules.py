"""Two techniques of people get names."""

from alembic import op

revision = "7"
down_revision = "6"

_NAMES = {1240: "ways-to-fill-rules", 1241: "sum-parity"}


def upgrade() -> None:
    for number, name in _NAMES.items():
        op.get_bind().exec_driver_sql(f"INSERT INTO techniques (number, name) VALUES ({number}, '{name}')")
