"""Bring a database to the newest schema with Alembic.

A separate module because Alembic takes a third of a second to import and only an old catalogue needs it.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

_HERE = Path(__file__).parents[2]
# In the wheel the scripts lie inside the package, in a checkout beside it.
_SCRIPTS = next(p for p in (_HERE / "migrations", _HERE.parent / "migrations") if p.is_dir())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> None:
    """Run every migration that the database lacks, from an empty file on, in the caller's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def is_known(revision: str) -> bool:
    """Whether this program has the revision: one that it lacks is newer than the program."""
    return revision in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
