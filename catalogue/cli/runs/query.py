"""`catalogue query`: find puzzles by their numbers."""

import sys
from collections.abc import Sequence
from itertools import chain

from catalogue.cli.commands.query import Options
from catalogue.cli.selected import check_ratings, criteria_of, selected
from catalogue.formats import FORMATS
from catalogue.store import Store
from catalogue.store.reading.queries import COLUMNS, count, rated
from catalogue.whole_files import output_file


def run(options: Options) -> None:
    """Print the puzzles that match, or their number."""
    criteria = criteria_of(options)
    with Store.read(options.home) as store:
        check_ratings(store, options, criteria)
        if options.count_only:
            with output_file(options.output, force=options.force) as file:
                print(count(store, criteria), file=file)
            return
        columns = options.columns or _columns(options.format, with_rating=rated(store).rated > 0)
        rows = selected(store, options, criteria, columns)
        first = next(rows, None)
        with output_file(options.output, force=options.force) as file:
            FORMATS[options.format].write(chain([first] if first else [], rows), columns, file)
    if first is None:
        print("No matching puzzles.", file=sys.stderr)


def _columns(format: str, *, with_rating: bool) -> Sequence[str]:
    """The columns where none are named: a terminal has 80 characters, and a line is for programs that solve."""
    if format == "line":
        return ("givens",)
    if format != "table":
        return tuple(COLUMNS)
    if with_rating:
        return ("id", "clues", "rating", "grade", "hardest", "pattern", "nodes")
    return ("id", "clues", "pattern", "guesses", "max_depth", "nodes", "comparisons")
