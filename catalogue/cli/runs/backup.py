"""`catalogue backup`: one file with the whole catalogue."""

import time

from catalogue.cli.commands.backup import Options
from catalogue.cli.terminal.progress import progress
from catalogue.store import Store
from catalogue.store.backup import back_up


def run(options: Options) -> None:
    """Copy the database."""
    begin = time.perf_counter()
    with Store.read(options.home) as store, progress("pages") as show:

        def on_progress(done: int, wanted: int) -> None:
            show(done, wanted, time.perf_counter() - begin, "")

        boards = back_up(store, options.file, force=options.force, on_progress=on_progress)
    print(f"{boards:,} boards in {options.file}, {options.file.stat().st_size:,} bytes")
