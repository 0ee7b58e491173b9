"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Home = Annotated[
    Path,
    typer.Option(help="Folder of the catalogue.", envvar="CATALOGUE_HOME", show_default=True, metavar="DIR"),
]

DEFAULT_HOME = Path("data")
