"""`catalogue restore`: a catalogue from a backup."""

from catalogue.cli.commands.restore import Options
from catalogue.cli.opening import open_to_write, say_that_it_waits
from catalogue.store.backup import restore
from catalogue.store.writing import forget_unfinished, next_number
from catalogue.verify.repair.repairing import repair_files


def run(options: Options) -> None:
    """Restore the database, and the files of its boards."""
    restore(options.file, options.home, force=options.force, wait=options.wait, on_wait=say_that_it_waits)
    with open_to_write(options.home, wait=options.wait) as store:
        forget_unfinished(store)  # what a fill had claimed when the backup was made
        moved = repair_files(store)
        boards = next_number(store)
    print(f"{boards:,} boards in {options.home}")
    if moved is not None:
        print(f"files of boards that were there before: {moved}")
