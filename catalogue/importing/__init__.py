"""Import puzzles that people have: proven, compared, measured, rated and numbered by the actors of a fill.

    reader (one thread)  ->  checker (N threads)            ->  filer (one)      ->  writer (one)
    puzzles of a file        prove, claim, rate, measure        files of boards      rows, numbers, commits

A file is read to its end once before its import begins. So one that cannot be read imports nothing, and the import
knows how many puzzles are to come. Batches carry tickets, as in a fill, so numbers do not depend on the threads.
"""

from catalogue.importing.listing import Found, Listing, survey
from catalogue.importing.report import ImportProgress, ImportReport, Refusal
from catalogue.importing.run import import_puzzles

__all__ = ["Found", "ImportProgress", "ImportReport", "Listing", "Refusal", "import_puzzles", "survey"]
