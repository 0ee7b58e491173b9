"""`catalogue tag`: tag puzzles."""

from itertools import chain

import typer

from catalogue.cli.commands.tag import Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.selected import check_ratings, chooses, criteria_of, selected
from catalogue.store.reading.queries import ROW_ID, check_numbers
from catalogue.store.tags import add_tag, check_tag, remove_tag


def run(options: Options) -> None:
    """Tag the puzzles, or remove the tag from them, and say how many changed."""
    try:
        check_tag(options.name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    ranges = tuple(chain.from_iterable(options.numbers or ()))
    criteria = criteria_of(options, ranges)
    if not ranges and not chooses(options):
        raise typer.BadParameter("name puzzles, all, or options that choose puzzles, before the tag")
    with open_to_write(options.home, wait=options.wait) as store:
        check_numbers(store, ranges)
        check_ratings(store, options, criteria)
        puzzles = [id for (id,) in selected(store, options, criteria, (ROW_ID,))]
        changed = (remove_tag if options.remove else add_tag)(store, options.name, puzzles)
    action, others = ("untagged", "did not have the tag") if options.remove else ("tagged", "had the tag already")
    rest = f"; {len(puzzles) - changed:,} {others}" if changed < len(puzzles) else ""
    print(f"{changed:,} puzzles {action}{rest}" if puzzles else "No matching puzzles.")
