"""`catalogue verify`: do the files hold what the rows say?"""

from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.errors import CatalogueError


def command(
    repair: Annotated[bool, typer.Option("--repair", help="Mend what is found.")] = False,
    home: Home = DEFAULT_HOME,
) -> None:
    """Compare every file boards/N.txt with its row.

    The exit status is 1 where they differ.

    \b
    Example:
      catalogue verify
      catalogue verify --repair
    """
    from catalogue.store import Store
    from catalogue.store.verification import find_faults
    from catalogue.store.verification import repair as mended

    with Store.write(home) if repair else Store.read(home) as store:
        faults = find_faults(store, read=True)
        if repair:
            mended(store, faults)
    found = ", ".join(
        f"{len(numbers):,} {kind}"
        for kind, numbers in (("missing", faults.missing), ("wrong", faults.wrong), ("stale", faults.stale))
        if numbers
    )
    if not found:
        print("every board has its file")
    elif repair:
        print(f"mended: {found}")
    else:
        raise CatalogueError(
            f"files differ from rows: {found}; mend them with: catalogue verify --repair --home {home}"
        )
