"""Measures how sentences of rules are read: right, wrong or not at all, a fifth of their sources at a time.

    python tests/benchmarks/sentences.py FOLDER [--show wrong|unread] [--sources NAME,...]

FOLDER has a text file for each source, an author or a collection, with a line for each sentence: RULES => SENTENCE.
RULES are the names of the rules that it states, with commas between; "nothing" for a sentence that adds none, "-" for
one whose rule is none of this program's, which has to stay unread. A sentence is right if it is read as just these.

The figure of a fifth says how sentences are read that nobody has seen, if it is taken before anybody reads those of
its sources to write phrases. So sources are left out in turn: measure, read, write phrases, go on to the next ones.
"""

import argparse
from collections import Counter
from pathlib import Path

from board_catalogue.engine.rules.reading.joining import SILENT_RULES
from board_catalogue.engine.rules.reading.meanings import understand
from board_catalogue.engine.rules.reading.patterns import NOTHING
from board_catalogue.engine.rules.reading.sentences import sentences_of

FIFTHS = 5
NONE = "-"


def read_as(text: str) -> set[str] | None:
    """The rules of a sentence, or None where it is not understood."""
    found, left = understand(sentences_of(text), 9)
    rules = {meaning.rule for one in found for meaning in one.meanings}
    rules = {NOTHING if rule in SILENT_RULES else rule for rule in rules}
    return None if left or not rules else rules - {NOTHING} or {NOTHING}


def outcome(rules: str, text: str) -> str:
    """One of "right", "wrong" and "unread"; "apart" for a rule that the program does not have and does not read."""
    read = read_as(text)
    if rules == NONE:
        return "apart" if read is None else "wrong"
    is_right = read in ({rules}, set(rules.split(",")))  # a name may have commas
    return "unread" if read is None else "right" if is_right else "wrong"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="")
    parser.add_argument("--sources", default="")
    asked = parser.parse_args()
    total = Counter[str]()
    print(
        "| left out | sources | right | wrong | unread | of rules that exist | no rule of ours |\n"
        + "|---|"
        + "---:|" * 6
    )
    sources = sorted(asked.folder.glob("*.txt"), key=lambda one: (-one.stat().st_size, one.name))
    sources = [one for one in sources if not asked.sources or one.stem in asked.sources.split(",")]
    for fifth in range(FIFTHS):
        some, counts = sources[fifth::FIFTHS], Counter[str]()
        for line in (line for one in some for line in one.read_text("utf-8").splitlines()):
            rules, _, text = line.partition(" => ")
            counts[end := outcome(rules, text)] += 1
            if end == asked.show:
                print(f"{end}: {rules} => {text} ({read_as(text)})")
        print(_row(str(fifth + 1), len(some), counts))
        total += counts
    print(_row("all", len(sources), total))


def _row(name: str, sources: int, counts: Counter[str]) -> str:
    stated = counts["right"] + counts["wrong"] + counts["unread"]
    share = f"{100 * counts['right'] / stated:.1f} %" if stated else ""
    cells = (name, sources, counts["right"], counts["wrong"], counts["unread"], share, counts["apart"])
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
