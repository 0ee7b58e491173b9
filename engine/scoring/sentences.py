"""A step of `engine.solving_steps` as a sentence in a language: first the reason, then what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..paths.explanations import Link, Part, places_of
from ..paths.sentences import Eliminations, Placement, with_result
from ..shape import DIGITS, Shape
from ..words import ENGLISH, Words, words_in
from .chains import StepFacts, is_fish

_SHAPE = Shape.of(9)


def sentence_of(
    technique: str,
    facts: StepFacts,
    units: tuple[str, ...],
    placement: Placement,
    eliminations: Eliminations,
    parts: tuple[Part, ...],
    chains: tuple[tuple[Link, ...], ...],
    language: str = ENGLISH,
) -> str:
    """Explain a step: the arguments are its facts and the fields of `engine.SolvingStep`.

    ValueError for a language that is not in `engine.LANGUAGES`.
    """
    words = words_in(language)
    if is_fish(technique):
        reason = _kraken(words, technique, _fish(words, parts), chains)
    elif chains:
        reason = _chain(words, technique, facts, chains)
    else:
        reason = _pattern(words, technique, facts, units, placement, parts)
    return _sentence(words, reason, placement, eliminations)


def single_sentence(technique: str, units: tuple[str, ...], placement: Placement, language: str = ENGLISH) -> str:
    """Explain a step that fills a cell and needs no pattern; the unit is the one that makes it single."""
    words = words_in(language)
    return _sentence(words, _reason_of_single(words, technique, units, placement), placement, ())


def _sentence(words: Words, reason: str, placement: Placement, eliminations: Eliminations) -> str:
    return words.say("results", "sentence", text=with_result(words, reason, placement, eliminations, _SHAPE))


def _reason_of_single(words: Words, technique: str, units: tuple[str, ...], placement: Placement) -> str:
    assert placement is not None
    cell, digit = words.cells([placement[0]], _SHAPE), DIGITS[placement[1]]
    if technique == "naked-single":
        return words.say("reasons", "one_left", cell=cell)
    name = "full_house" if technique == "full-house" else "no_other_place"
    return words.say("reasons", name, cell=cell, digit=digit, unit=words.unit(units[0]))


def _pattern(
    words: Words,
    technique: str,
    facts: StepFacts,
    units: tuple[str, ...],
    placement: Placement,
    parts: tuple[Part, ...],
) -> str:
    where, what = _cells(words, facts.cells), words.digits(facts.digits)
    unit = words.unit(units[0]) if units else ""
    match technique:
        case "full-house" | "naked-single" | "hidden-single":
            return _reason_of_single(words, technique, units, placement)
        case "brute-force":
            return words.say("reasons", "brute_force")
        case "pointing" | "claiming":
            return words.say("reasons", "only_in_units", unit=unit, digits=what, units=words.unit(units[1]))
        case "locked-pair" | "locked-triple":
            return words.say("reasons", "only_candidates", unit=_units(words, units), cells=where, digits=what)
        case "naked-pair" | "naked-triple" | "naked-quadruple":
            return words.say("reasons", "only_candidates", unit=unit, cells=where, digits=what)
        case "hidden-pair" | "hidden-triple" | "hidden-quadruple":
            return words.say("reasons", "only_in_cells", unit=unit, cells=where, digits=what)
        case "bug-plus-1":
            return words.say("reasons", "bug", cells=where, digits=what)
        case "skyscraper" | "two-string-kite":
            return _two_strong(words, parts, what)
        case "empty-rectangle":
            places, strong = parts
            lines, block, line = _units(words, units[1:3]), words.unit(places.units[0]), words.unit(strong.units[0])
            ends = _cells(words, strong.cells)
            return words.say("reasons", "empty_rectangle", unit=block, digit=what, lines=lines, strong=line, cells=ends)
        case "w-wing":
            return _w_wing(words, facts.digits[0], parts)
        case "xy-wing" | "xyz-wing":
            pivot, *pincers = parts
            middle, ends = _cells(words, pivot.cells), _cells(words, (cell for part in pincers for cell in part.cells))
            name = f"scored_{technique.replace('-', '_')}"
            return words.say("reasons", name, pivot=middle, pincers=ends, digit=DIGITS[facts.digits[0]])
        case "sue-de-coq":
            return _sue_de_coq(words, parts)
        case "death-blossom":
            _stem, *sets = parts
            locked = [
                words.say("reasons", "death_blossom_set", digit=DIGITS[digit], cells=_cells(words, part.cells))
                for digit, part in zip(facts.digits, sets, strict=True)
            ]
            return words.say("reasons", "death_blossom", cell=where, sets=words.listed(locked, "clauses"))
        case _ if technique.startswith("als-"):
            return _sets(words, parts)
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            return _colors(words, technique, what, parts)
        case _ if technique.startswith(("uniqueness", "hidden-rectangle", "avoidable")):
            return _rectangle(words, technique, where, what, parts)
    raise ValueError(f"no sentence for a technique {technique!r}")


def _cells(words: Words, cells: Iterable[int], conjunction: str = "and") -> str:
    return words.cells(cells, _SHAPE, conjunction)


def _units(words: Words, units: Sequence[str]) -> str:
    return words.listed(map(words.unit, units))


def _fish(words: Words, parts: tuple[Part, ...]) -> str:
    base, cover, *fins = parts
    what, lines = words.digits(base.digits), _units(words, base.units)
    text = words.say("reasons", "only_in_units", unit=lines, digits=what, units=_units(words, cover.units))
    outside = [part.cells for part in fins if part.role == "fin"]
    twice = [part.cells for part in fins if part.role == "endo-fin"]
    if outside:
        name = "fin" if len(outside[0]) == 1 else "fins"
        text = words.say("reasons", name, fish=text, cells=_cells(words, outside[0], "or"))
    if twice:
        text = words.say("reasons", "endo_fins", fish=text, cells=_cells(words, twice[0], "or"))
    return text


def _kraken(words: Words, technique: str, fish: str, chains: tuple[tuple[Link, ...], ...]) -> str:
    """A fish, and the start of the chains of a kraken fish."""
    if not chains:
        return fish
    name = "kraken_1" if technique == "kraken-fish-1" else "kraken_2"
    starts = _cells(words, (branch[0].cell for branch in chains), "or")
    return words.say("reasons", name, fish=fish, cells=starts, digit=DIGITS[chains[0][0].digit])


def _two_strong(words: Words, parts: tuple[Part, ...], what: str) -> str:
    one, other = parts
    ends, tips = (_cells(words, (one.cells[place], other.cells[place])) for place in (1, 0))
    first, second = words.unit(one.units[0]), words.unit(other.units[0])
    return words.say("reasons", "two_strong", first=first, second=second, digit=what, ends=ends, tips=tips)


def _w_wing(words: Words, digit: int, parts: tuple[Part, ...]) -> str:
    first, second, strong = parts
    return words.say(
        "reasons",
        "w_wing",
        pair=_cells(words, (*first.cells, *second.cells)),
        digits=words.digits(first.digits),
        linked=words.digits(strong.digits),
        cells=_cells(words, strong.cells, "or"),
        digit=DIGITS[digit],
    )


def _sue_de_coq(words: Words, parts: tuple[Part, ...]) -> str:
    crossing, of_line, of_block = parts
    return words.say(
        "reasons",
        "sue_de_coq",
        crossing=_cells(words, crossing.cells),
        first=_cells(words, of_line.cells),
        line=words.unit(of_line.units[0]),
        second=_cells(words, of_block.cells),
        block=words.unit(of_block.units[0]),
        count=len({*crossing.cells, *of_line.cells, *of_block.cells}),
    )


def _sets(words: Words, parts: tuple[Part, ...]) -> str:
    sets = [part for part in parts if part.role == "set"]
    common = [part for part in parts if part.role == "common"]
    named = [
        words.say(
            "reasons",
            "set_one" if len(part.cells) == 1 else "set_many",
            cells=_cells(words, part.cells),
            digits=words.digits(part.digits),
        )
        for part in sets
    ]
    shared = words.digits(dict.fromkeys(part.digits[0] for part in common))
    name = "two_sets" if len(sets) == 2 else "more_sets"
    return words.say("reasons", name, sets=words.listed(named, "clauses"), digits=shared)


def _colors(words: Words, technique: str, what: str, parts: tuple[Part, ...]) -> str:
    pairs = [
        words.say("reasons", "either", first=_cells(words, one.cells), second=_cells(words, other.cells))
        for one, other in zip(parts[::2], parts[1::2], strict=True)
    ]
    text = words.say("reasons", "colors", digit=what, pairs=words.listed(pairs, "clauses"))
    if technique == "simple-colors-trap":
        return text
    name = {"simple-colors-wrap": "colors_wrap", "multi-colors-1": "colors_1"}.get(technique, "colors_2")
    return words.say("reasons", name, colors=text)


def _rectangle(words: Words, technique: str, where: str, what: str, parts: tuple[Part, ...]) -> str:
    if technique.startswith("avoidable"):
        return words.say("reasons", "two_ways_filled", cells=where, digits=what)
    text = words.say("reasons", "two_ways", cells=where, digits=what)
    extras = [part for part in parts if part.role == "extra"]
    sets = [part for part in parts if part.role == "set"]
    match technique:
        case "uniqueness-2" | "uniqueness-5":
            cells = _cells(words, (cell for part in extras for cell in part.cells), "or")
            digit = words.digits(extras[0].digits)
            return words.say("reasons", "two_ways_extra", two_ways=text, cells=cells, digit=digit)
        case "uniqueness-3":
            return words.say("reasons", "two_ways_locked", two_ways=text, cells=_cells(words, sets[0].cells))
        case "uniqueness-4" | "uniqueness-6" | "hidden-rectangle":
            return words.say("reasons", "two_ways_strong", two_ways=text)
    return text


# --- Chains ----------------------------------------------------------------------------------------------------------


def _chain(words: Words, technique: str, facts: StepFacts, chains: tuple[tuple[Link, ...], ...]) -> str:
    if technique.startswith("forcing"):
        return _forcing(words, technique, chains)
    if technique == "remote-pair":
        cells = _cells(words, dict.fromkeys(link.cell for link in chains[0]))
        return words.say("chains", "remote_pair", cells=cells, digits=words.digits(sorted(facts.digits)))
    start, *rest = (_link(words, link) for link in chains[0])
    name = "follows" if technique.endswith("discontinuous-nice-loop") else "ends"
    if technique in ("continuous-nice-loop", "grouped-continuous-nice-loop"):
        name = "loop"
    return words.say("chains", name, start=start, links=words.listed(rest, "clauses"))


def _forcing(words: Words, technique: str, chains: tuple[tuple[Link, ...], ...]) -> str:
    starts = list(dict.fromkeys(_link(words, branch[0]) for branch in chains))
    if technique.endswith("contradiction"):
        ends = dict.fromkeys(_link(words, branch[-1]) for branch in chains)
        return words.say("chains", "impossible", start=starts[0], links=words.listed(ends, "clauses"))
    either, comma = words.tables["lists"]["either"], words.tables["lists"]["comma"]
    return words.say("chains", "verity", starts=either.join(starts).replace(comma, either))


def _link(words: Words, link: Link) -> str:
    """A link in words; of several cells the first words name them, as in a chain of single cells."""
    cells, digit = places_of(link), DIGITS[link.digit]
    if len(cells) == 1:
        return words.say("chains", "is" if link.holds else "is_not", cell=_cells(words, cells), digit=digit)
    return words.say("chains", "one_is" if link.holds else "none_is", cells=_cells(words, cells, "or"), digit=digit)
