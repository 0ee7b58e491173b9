"""`catalogue verify`: do the files hold what the database says?"""

from catalogue.cli.commands.verify import Options
from catalogue.errors import CatalogueError
from catalogue.store import Store
from catalogue.store.verification import find_faults, repair


def run(options: Options) -> None:
    """Compare files and rows, and repair the files on request."""
    with Store.write(options.home) if options.repair else Store.read(options.home) as store:
        faults = find_faults(store, read=True)
        if options.repair:
            repair(store, faults)
        kept = store.settings.files
    found = ", ".join(
        f"{len(numbers):,} {kind}"
        for kind, numbers in (("missing", faults.missing), ("wrong", faults.wrong), ("stale", faults.stale))
        if numbers
    )
    if not found:
        print("every board has its file" if kept else "the catalogue keeps no files, and none is wrong")
    elif options.repair:
        print(f"repaired: {found}")
    else:
        raise CatalogueError(
            f"files differ from the database: {found};"
            f" repair them with: catalogue verify --repair --home {options.home}"
        )
