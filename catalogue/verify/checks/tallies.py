"""The distribution of every metric, counted again."""

from collections import Counter

from catalogue.verify.checks.puzzles import Tally
from catalogue.verify.faults import Fault, extra, missing, wrong
from catalogue.verify.snapshot import Snapshot
from catalogue.writing import TECHNIQUE_NUMBERS as NUMBERS


def tally_faults(snapshot: Snapshot, expected: Tally) -> list[Fault]:
    """Compare the tallies with those of the puzzles as they should be."""
    stored = {(metric, value): count for metric, value, count in snapshot.rows("SELECT * FROM tallies")}
    faults: list[Fault] = []
    for metric, value in sorted(stored.keys() | expected.keys(), key=str):
        key = {"metric": metric, "value": value}
        found, count = stored.get((metric, value)), expected[metric, value]
        if found is None and count:
            faults.append(missing("tallies", key, {"puzzles": count}))
        elif not count:
            faults.append(extra("tallies", key, found))
        elif found != count:
            faults.append(wrong("tallies", key, "puzzles", found, count))
    return faults


def stored_ratings(snapshot: Snapshot) -> Tally:
    """The tallies of the ratings that are stored."""
    tally: Tally = Counter()
    for metric in ("rating_status", "rating", "hardest"):
        for value, count in snapshot.rows(
            f"SELECT {metric}, count(*) FROM puzzles WHERE {metric} IS NOT NULL GROUP BY {metric}"
        ):
            tally[metric, NUMBERS.get(value, -1) if metric == "hardest" else value] += count
    for technique, count in snapshot.rows("SELECT technique, count(*) FROM uses GROUP BY technique"):
        tally["technique", technique] += count
    return tally
