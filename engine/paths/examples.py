"""Every technique of both scales for people who learn: its name as books have it, what it is worth, and an example."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from ..grid import Grid
from ..scoring.path import SolvingStep, find_solving_steps, solving_steps
from ..scoring.scorer import SOLVING_TECHNIQUES
from ..tables import TECHNIQUES
from ..words import ENGLISH, words_in
from .explanations import Step
from .path import find_step, steps
from .positions import Position
from .records import FAMILIES

_SAME = {
    "full-house": "last-value",
    "naked-triple": "naked-triplet",
    "hidden-triple": "hidden-triplet",
    "naked-quadruple": "naked-quad",
    "hidden-quadruple": "hidden-quad",
    "bug-plus-1": "bug-1",
}
"""Techniques that the two scales call by different names."""

_SCORED_NAMES = {rated: scored for scored, rated in _SAME.items()}

_IN_WORDS = {
    "direct-hidden-triplet": "Direct hidden triple",
    "hidden-single-block": "Hidden single in a block",
    "hidden-single-line": "Hidden single in a row or column",
    "region-chains": "Unit chains",
    "dynamic-chains-plus": "Dynamic chains with more techniques",
    "bug-plus-1": "BUG+1",
    "sue-de-coq": "Sue de Coq",
    "als-xz": "ALS-XZ",
    "als-chain": "ALS chain",
    "two-string-kite": "Two-string kite",
    **{f"bug-{kind}": f"BUG type {kind}" for kind in range(2, 5)},
    **{f"uniqueness-{kind}": f"Uniqueness test {kind}" for kind in range(1, 7)},
    **{f"{name}-{kind}": f"{name.replace('-', ' ').capitalize()} type {kind}"
       for name in ("avoidable-rectangle", "kraken-fish", "multi-colors") for kind in (1, 2)},
}  # fmt: skip
_LETTERS = re.compile(r"\b(als|aic|xyz?|[wxy])\b")
_PROPER = re.compile(r"\b(franken|kraken)\b")
_JOINED = re.compile(r"\b(ALS|XYZ?|[WXY]) (?=wing|cycle|chain|XY)")


def technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of either scale as a book names it, such as "Hidden single in a block" for hidden-single-block.

    One of both scales has one name in words, that of the scores. ValueError for an unknown language; KeyError for a
    technique that another language than English does not know.
    """
    name = scored_name(name)
    if language != ENGLISH:
        return words_in(language).technique(name)
    if name in _IN_WORDS:
        return _IN_WORDS[name]
    words = _LETTERS.sub(lambda found: found[0].upper(), name.replace("-", " "))
    words = _PROPER.sub(lambda found: found[0].capitalize(), _JOINED.sub(r"\1-", words))
    return words[0].upper() + words[1:]


def meaning_in_words(name: str, language: str) -> str:
    """The meaning of a technique in a sentence, in a language that is not English.

    ValueError for an unknown language, KeyError for an unknown technique.
    """
    words, name = words_in(language), scored_name(name)
    if name in words.tables["meanings"]:
        return words.tables["meanings"][name]
    from ..people.techniques import rule_of_technique

    rule, further = rule_of_technique(name)
    said = words.rule_meaning(rule) if rule in words.tables["rules"] else words.tables["meanings"]["rule"]
    return words.say("meanings", further, rule=said) if further else said


def scored_name(name: str) -> str:
    """The name of a technique of ratings on the scale of scores, if that has it by another name."""
    return _SCORED_NAMES.get(name, name)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique, on one scale or on both."""

    name: str
    """As `engine.SOLVING_TECHNIQUES` has it, or else `engine.TECHNIQUES`."""
    names: tuple[str, ...]
    """All names that it has."""
    title: str
    score: int | None
    """The points that a step adds to a score; None if that scale does not have the technique."""
    level: str | None
    """The least level of a puzzle that needs it; None as `score`."""
    rating: int | None
    """The rating of a step in tenths, the least if its size matters; None if that scale lacks the technique."""
    highest: int | None
    """The greatest rating that its size can make of it; None as `rating`."""
    meaning: str
    """Its meaning, in a sentence."""

    def said_in(self, language: str) -> Lesson:
        """Return it with its title and its meaning in a language; ValueError for an unknown one."""
        if language == ENGLISH:
            return self
        title, meaning = technique_in_words(self.name, language), meaning_in_words(self.name, language)
        return replace(self, title=title, meaning=meaning)


@dataclass(frozen=True, slots=True)
class Example:
    """A step of a technique, and the position in which it is possible."""

    puzzle: Grid
    position: Position
    step: Step | SolvingStep


def _lessons() -> tuple[Lesson, ...]:
    """All techniques: first the scores' in their order, then the ones that only ratings have."""
    rated = {technique.name: technique for technique in TECHNIQUES}
    found = []
    for scored in SOLVING_TECHNIQUES:
        names = tuple(dict.fromkeys([scored.name, _SAME.get(scored.name, scored.name)]))
        other = rated.pop(names[-1], None)
        rating, highest = (other.rating, other.highest) if other else (None, None)
        title = technique_in_words(scored.name)
        found.append(Lesson(scored.name, names, title, scored.score, scored.level, rating, highest, scored.meaning))
    for name, own in rated.items():
        meaning = f"{own.meaning[0].upper()}{own.meaning[1:].rstrip('.')}."
        found.append(Lesson(name, (name,), technique_in_words(name), None, None, own.rating, own.highest, meaning))
    return tuple(found)


LESSONS = _lessons()
"""Every technique once."""

_BY_NAME = {name: lesson for lesson in LESSONS for name in lesson.names}


def lesson_of(name: str) -> Lesson:
    """The technique with a name on either scale. ValueError for an unknown name."""
    if name not in _BY_NAME:
        raise ValueError(f"no technique is called {name!r}")
    return _BY_NAME[name]


@cache
def example_of(name: str) -> Example | None:
    """A step of a technique, on the scale of the scores if it is on both; None if none is known.

    ValueError for a name that no technique of either scale has.
    """
    lesson = lesson_of(name)
    if lesson.score is not None and lesson.name in SCORED:
        return _scored_example(lesson.name, Grid.parse(SCORED[lesson.name]))
    own = lesson.names[-1]
    return _rated_example(own, Grid.parse(RATED[own])) if own in RATED else None


def _rated_example(name: str, puzzle: Grid) -> Example | None:
    position = Position.of(puzzle)
    for step in steps(puzzle):
        if step.technique == name:
            return Example(puzzle, position, step)
        if name in FAMILIES and (found := _of_family(name, position)):
            return Example(puzzle, position, found)
        position.take(step)
    return None


def _of_family(name: str, position: Position) -> Step | None:
    found = find_step(name, position.values, position.masks)
    return found if found and found.technique == name else None


_TAKEN = {"kraken-fish-1": 51, "kraken-fish-2": 53, "mutant-jellyfish": 45, "finned-mutant-jellyfish": 45}
"""How many steps of the path come before the example, if earlier ones take long to look through."""


def _scored_example(name: str, puzzle: Grid) -> Example | None:
    """The first step of the technique on the path, or else the first that is possible off the path."""
    path = solving_steps(puzzle)
    on_path = any(step.technique == name for step in path)
    position = Position.of(puzzle)
    for taken, step in enumerate(path):
        is_tried = not on_path and taken >= _TAKEN.get(name, 0)
        found = step if step.technique == name else _beside(name, puzzle, position) if is_tried else None
        if found:
            return Example(puzzle, position, found)
        position.take(step)
    return None


def _beside(name: str, puzzle: Grid, position: Position) -> SolvingStep | None:
    rule = next(technique.rule for technique in SOLVING_TECHNIQUES if technique.name == name)
    values = position.values
    found = find_solving_steps(rule, puzzle, values, position.masks, most=1)
    return next((step for step in found if step.technique == name), None)


# --- Puzzles: each has a step of its technique, on its path or off it ----------------------------------------------

SCORED = {
    "full-house": ".......7.....7.4.2....92...5.1627..8.8....5..4...5.1973......8...6..4...8..2.3.15",
    "naked-single": ".......7.....7.4.2....92...5.1627..8.8....5..4...5.1973......8...6..4...8..2.3.15",
    "hidden-single": "...7.5..32.....9......9....7......4.156..4....38.1.5....31....5..18.3274..4..23..",
    "locked-pair": "...9.3....461...5.1...5.78..32...91......7..2..........98...5..6.1..48.........6.",
    "locked-triple": ".7.94.....296...4..4............5..86......91...8.943...1....8.5.....2..2..473...",
    "pointing": "....6.....4........1...83........6..43.6..1.7...75.2.4.71.....28..1.5....29.8.4.1",
    "claiming": "..15.49..6..1.........7..3.9......8....387......41.....3.2.....5......2.26..53.4.",
    "naked-pair": "7........8.9...6.116......8...87.1.52...1.869...3...7........84.9.......65...39..",
    "naked-triple": "4....69...3.......1..3...2.8..14...7.......4.3....82.1...2..7...6..9..5...786.4..",
    "hidden-pair": ".7.2.1...9.3........2.5...3....2.94......6.1...6..48.23.....5..24..9........82...",
    "hidden-triple": "1..9..6...8........2...63.9..51..........795...8.254.7.1.7.....3.9.4............2",
    "naked-quadruple": "....4.1.3.7.93.......5.7...2.38....46....5.....9.1.......1.3......6.8.1.......286",
    "hidden-quadruple": "7......56.41........6.524............1..94..2.8...79....2.8....1...26..4.3..4...8",
    "x-wing": "..9..4....18.7.4...2.....3..4.75...22..1.86..5.......8...........6.9.58....635.9.",
    "swordfish": ".1....2..4.5.1..9782.7.6...2...357.......2.83.........7....85.6...6..........49.2",
    "jellyfish": "24....85......76.93.......4....9..75...5..3...6.....8.5.9.3.....8.2.57..7....9...",
    "remote-pair": ".4.7.....2......59.8...........48.7...81.2...95..7..1..7.8.....1.23......9...43..",
    "bug-plus-1": "..137.6.......8.7..6..9.8...3.41...........6....2.61.5...82.....5913.....4....2.7",
    "skyscraper": "1..9...7......5.4.2.8........5....2......85.643......8..3...6.9.4...6..3.87.5....",
    "two-string-kite": ".1.4..8..5...6.....82....1.6..5...3.1..6.49...9..1.54...7.4.....3.9...7.....85...",
    "turbot-fish": "..789...........2.1..4.2.....9....8..8....2..673.......1...6..356...8.....21..9..",
    "empty-rectangle": ".5.6..........4..59.78......7..2.4....9...3...4..3.1794...6.72..23...9.61........",
    "w-wing": "..72.......5.3.62.9....8.1.15........3..54...4.6.9.......3...6.....628....8.194..",
    "xy-wing": "1.3....69...2.71.4.2..9...........9..91.......3.....85....25.1..46.3..5...78.....",
    "xyz-wing": "....1.....4.3892..127.....9...4.......2..67....9.5.......6...548....19....6...87.",
    "uniqueness-1": "8....5.6...7..9.........7124.....9....9..3..5...5.2.....463...8...9..5....8..42.3",
    "uniqueness-2": "75..89..4...7..1...2.....3....4..9651..........5...47..4...2...8..6.....37281....",
    "uniqueness-3": ".7.1..4.83....29.6.68..........2.713......5.......9....1..5..32..3.6.8...45......",
    "uniqueness-4": ".89....45.4............2.8.....5....467.8..9.9....7..1....1...27.8..3.....3.9..6.",
    "uniqueness-5": "..4...3...8......9..51...2..594.86...43.9.....7....9.8..8..957.....1...3...3..1..",
    "uniqueness-6": ".....4...2.8.6...37.9......47.2...8.........5..6.15.2.3....149...2......9...52..7",
    "hidden-rectangle": "6.8....1.31.89.5....47..........487..613.7.....9...2..5...46.9.........849.......",
    "avoidable-rectangle-1": "....8..9..3.9278..7.....2...........3...627..81....94..7.....6.6.25..3.94........",
    "avoidable-rectangle-2": "...1..475..12.9......85.....287.3..13..52..............8....51........3.91.....86",
    "finned-x-wing": "..21...96.....4...1.9.3...5.......2.47.3.95....3..8....3..7.9.....4..7.2........1",
    "sashimi-x-wing": ".946...5.........2.....8.4...8.69.7..6..17.....9..25...2.....6.781....9.3...5....",
    "finned-swordfish": ".7.6...1.1....9.43......8......63...4..2.....51.7.........9..27.8...7..46..4.....",
    "sashimi-swordfish": "..7....3.5...46.2...6..79..3.5.9....71.3...85.....4..386..2.....5......1...8.....",
    "finned-jellyfish": "1.8.2..9..4.6...2.......8...........2....9.3..37...16....85.9...1...7..652...6..4",
    "sashimi-jellyfish": "1......87...14.3....3.6.....3.....7.2..4.........3.496.7...3........27.46.9.1...5",
    "sue-de-coq": "5......9.8.1...2....7.....37.3.......9.7....8.8...1......8.5.7....4...3..1.67.42.",
    "x-chain": ".58..4.......275.......9.6.76........2.6..78...4.3..........8.4..3.7.1.5...4.5.3.",
    "xy-chain": "4.21......1..35.24.6......8..8.......215..8...4...8..9..4.6.3.....4....253..9..6.",
    "als-xz": "7.......9...3...1.2.....46.4...6...7.5.17......1.893..1.8.........4..8.......5..4",
    "als-xy-wing": "9.2..6.1..5.3...9...3.5.67....56.4....7...86....2....9.1..........69..5.4....3...",
    "als-chain": "3.1..278..9...51.....1....4...3....8.2...64...7..4..1.5..8....79............579..",
    "death-blossom": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "franken-x-wing": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "franken-swordfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "franken-jellyfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "finned-franken-x-wing": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "finned-franken-swordfish": ".9.7...5.68..2.97.........4....9..6.5.2..7....3...2..53..2....92.8.4.7..9.....4..",
    "finned-franken-jellyfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "mutant-x-wing": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "mutant-swordfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "mutant-jellyfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "finned-mutant-x-wing": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "finned-mutant-swordfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "finned-mutant-jellyfish": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "brute-force": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "simple-colors-trap": ".3..2.6...5..8........7.1383...14.7...6..93...9.........8..7..24.2....9........4.",
    "simple-colors-wrap": "8.3....4..2.5.....14....9...327....5..5...........2.93...4.8.3...1.9...8.....51..",
    "multi-colors-1": "....1..9..38.2....27..431...4598.....2............4........8..6......74.6.4...9.8",
    "multi-colors-2": ".1.6..3.85.........9..43....7.1....9...9567...5...8.....8.9..7.....1.4....7.....3",
    "continuous-nice-loop": ".45....3.....5.2.86....1.....9.7.........6....213..7.........71...968.5...42..69.",
    "discontinuous-nice-loop": "....71..3....94...1.4.8..6.....1....24...5....8.3..4.5...9......5...7..8......9.2",
    "aic": "41.25.9....3.6......5....74...74...8...3...2..3...84.615.........86..2......1.8.7",
    "grouped-continuous-nice-loop": ".5..8..639.......4..429......8.3...........213..9..7...673...8......5.7.....7.4..",
    "grouped-discontinuous-nice-loop": "..7...45..3..1...96.1...........4......58..73....7...89....13..4..69.2...2...3...",  # noqa: E501
    "grouped-aic": ".......6.4..17.9..192...........359.5...1.2..68...2.4..4............4.5.8...2..7.",
    "kraken-fish-1": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "kraken-fish-2": "....482....1.5....35.....87.....73.9.6.......5.7..2..16...........9..7.4.75..1.6.",
    "forcing-chain-contradiction": "..14...9.......7...43..............645.9....3.1....9..1.2.4..6.93.5.1.2......6..8",
    "forcing-chain-verity": "..6.4.3......1.78....2.9.....23..86....8.6.....7.....212........9.5.......8...94.",
    "forcing-net-contradiction": "....4...1.3...89...9.....821...8.3..4.2.1.6.9.6...4....57.........46....3....5...",
    "forcing-net-verity": "8..6..4.......15....3.8.1.7..2....7..3...9...9.8...2..3.1..682....4......7.3....6",
}
"""For the techniques of the scores. Those that HoDoKu does not try by default are off the path."""

RATED = {
    "last-value": "...7.5..32.....9......9....7......4.156..4....38.1.5....31....5..18.3274..4..23..",
    "hidden-single-block": "...7.5..32.....9......9....7......4.156..4....38.1.5....31....5..18.3274..4..23..",
    "hidden-single-line": "..28.....74.2.5..93.6.79...6.3782...9..6.3...4...9...3........12....69.7.......52",
    "direct-pointing": ".2863....6.179.2..7..........93....7....8...4.4.9...8629.8..7............8.57..3.",
    "direct-hidden-pair": "1...5.3...5..7.19.........5.46...2..9...2..3...2...7.9.8...5...47..38..6.91.678..",
    "naked-single": "3....478..7.9.84.24........7...9...31......2..2.3..8.9...5.7...96.42.5..2.......7",
    "direct-hidden-triplet": "9..1....3...7...4.45.38...1......3..2.6..3.1..95....6....29...51....548..8......2",
    "pointing": "...5.8....5..2..3.8729...5..68..9.1.......9.8......26.4.9271...7.....4...86..4...",
    "claiming": "....5...7....69...2.3.....4..26..7.8.8693..42..18..6.3..5......74......6.3..7....",
    "naked-pair": ".....56..3....7.54.28.3...1.4...8....95....4..3..7..6...7..3...9.....71.41.....36",
    "x-wing": "5..6..1.2.2...53463.9....7...294..18.9....4.........6...6..........2..5...8376...",
    "hidden-pair": "54..9....2.......87..15.......4..16.6......3..24.7.8.585.9........568..7....4....",
    "naked-triplet": "6....542..2...6..3..3..25...3.19.....1..7.9.....2......57.....48..5...9......9..8",
    "swordfish": ".1....2..4.5.1..9782.7.6...2...357.......2.83.........7....85.6...6..........49.2",
    "hidden-triplet": "1..9..6...8........2...63.9..51..........795...8.254.7.1.7.....3.9.4............2",
    "xy-wing": ".8.5.......42...3.6.........1.49..7.2.9.5814......13.83...7.....7...298...1.4..2.",
    "xyz-wing": "4.6.5.....8....1...153.....74.5.......16.3.5...3...4....9...38..2.....1.5..21..4.",
    "unique-rectangle": "314....8...731.............1.2......7.8.9...5..5.38..6.7....4..2..1.9.6.5...2..98",
    "unique-loop": "..5...3..2....8.9....79...43.2.........154.3..6...9.5.524.......1.8.2..9..8....1.",
    "naked-quad": ".2..1......4..9.....1.3..97.....8.1..8.241..5......87........23.681.4.....2.95...",
    "jellyfish": "....8.4.......2....5..1...3..3....762..5......7...4....1.4.379..3...9.8.5...21...",
    "hidden-quad": "...582....8.....2....4......1.....37.9.8.7.4.4........6...18.7..493...8.5...6..1.",
    "bug-1": ".25....16.........487.....5...3..1..8..2...6.73...82.4..87..5...43....875...4...2",
    "bug-2": ".....682.8..3.....67..1.....9...7.8......127......2614.6..9.......8..4..5..6...3.",
    "bug-3": ".26.......9.5...1..41.7.8.59..2...8......4..2........6...7...9.....317...8..9....",
    "bug-4": "5....34....9...8.........261......6..67.9.352.32....47..3..92.....7......71..5...",
    "aligned-pair-exclusion": ".52.....9...3.1..2......6....1..7..5.9..62...8..5......3.7...1..48..97....9683...",
    "x-cycle": "...6.......92..78...8.57.......4.....5..7..1.1925...7...1.6.....74.259.6.......5.",
    "y-cycle": "......4..67.1..823.5.....7..2..........9..........619.2..4.1...13..6598.7....3..1",
    "x-chain": ".4......9.....5....5..3.64.....52..63.4..9.2....3.7.8...7.26...2..5...6...89..5..",
    "xy-cycle": "2.....4..7.4..1..3.3...5..1......5..3..68....1..5....2..1..92.4....2.....8.1..735",
    "forcing-chain": ".....51....7428...42.1.....8......5.......34....38...1.82..3..7.4..6......685.4.3",
    "aligned-triplet-exclusion": ".2...4...97..5....5.....78....189..4......92......78...8.23....46..9........4..39",
    "nishio": "5.7.6.9....2..1.....6.57..2.....9......57..9.....146.77....63...68.4.2...2....86.",
    "cell-chains": "...3.....4..2..7...12...5.88...2.3.55.1.........9....12..19.4....3.8.....5.4...69",
    "region-chains": ".7..5.......2....3...94..1......5.2.9...2...6...39..74.53...78....8.....6.2.7..4.",
    "dynamic-chains": "...7.9.....4....3.2.5.3...4...2..6..9....3........18.74...2..8.8.19....2..3.1..4.",
    "dynamic-chains-plus": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "nested-chains": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "nested-multiple-chains": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "nested-dynamic-chains": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "twice-nested-chains": "....6.3.99.7......1......4...3..5..2..13..6......9.41.4...1..3..2....8....5..2...",
}
"""For the techniques of the ratings."""
