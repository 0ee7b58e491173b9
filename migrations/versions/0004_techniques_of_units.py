"""Four techniques of people get names, and names go of techniques that no step can have."""

from alembic import op

revision = "4"
down_revision = "3"

_NAMES = {1025: "ways-to-fill-a-unit", 1026: "contradiction-net", 1027: "law-of-leftovers", 1028: "finned-fish"}

_GONE = (1040, 1043, 1116, 1118, 1136, 1142, 1145)
"""Such as a digit that a thermometer needs; no puzzle refers to one of them."""


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    for number, name in _NAMES.items():
        run(f"INSERT INTO techniques (number, name) VALUES ({number}, '{name}')")
    run(f"DELETE FROM techniques WHERE number IN {_GONE}")
