"""Steps of ratings and of scores as phrases, which a language says: first the reason, then what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..grades import spelled
from ..native import TECHNIQUES
from ..shape import Meeting, Place, cell_name
from ..words import ENGLISH, Cells, Digits, Listed, Phrase, Together, Words, capital, words_in
from .record import CELL, SUBSETS, Link, Part, Step, first_cells


def _reason(name: str, /, **places: Any) -> Phrase:
    return Phrase("reasons", name, places)


def _chains(name: str, /, **places: Any) -> Phrase:
    return Phrase("chains", name, places)


def _known(step: Step) -> dict[str, Any]:
    """What fills the places of most templates."""
    known: dict[str, Any] = {
        "cells": Cells(step.cells),
        "digits": Digits(step.digits),
        "digit": Digits(step.digits[:1]),
        "units": Listed(step.where[1:2]),
        "pivot": _cells_of(part for part in step.parts if part.role == "pivot"),
        "pincers": _cells_of(part for part in step.parts if part.role == "pincer"),
    }
    if step.where:
        known["unit"] = step.where[0]
    if step.placement:
        cell, digit = step.placement
        known |= {"cell": Cells((cell,)), "digit": Digits((digit,))}
    return known


def _sentence(text: Phrase, step: Step, *, is_said: bool = False) -> Phrase:
    """A reason with what follows, unless that is said."""
    so = text if is_said else Phrase("results", "so", {"reason": text, "result": _result(step)})
    if step.rating is not None and step.links:
        return Phrase("results", "sentence_of_links", {"text": so, "links": step.links})
    return Phrase("results", "sentence", {"text": so})


def _result(step: Step) -> Any:
    """The digit of a cell, or the candidates that go: digits that go from the same cells together."""
    if step.placement is not None:
        return Phrase("results", "placed", _known(step))
    digits_of: dict[tuple[int, ...], list[int]] = {}
    for digit in sorted({digit for _, digit in step.eliminations}):
        digits_of.setdefault(tuple(cell for cell, own in step.eliminations if own == digit), []).append(digit)
    parts: list[Phrase] = []
    for cells, digits in digits_of.items():
        name = "removed_too" if parts else "removed_one" if len(digits) == 1 else "removed_many"
        parts.append(Phrase("results", name, {"digits": Digits(digits), "cells": Cells(cells)}))
    return Listed(parts, "clauses")


def _cells_of(parts: Iterable[Part], conjunction: str = "and") -> Cells:
    return Cells(tuple(cell for part in parts for cell in part.cells), conjunction)


# --- Steps of ratings -------------------------------------------------------------------------------------------------

_REASONS = {
    "last-value": "last_value",
    "naked-single": "only_candidate",
    **dict.fromkeys(("hidden-single-block", "hidden-single-line"), "only_in_cells"),
    **dict.fromkeys(("direct-pointing", "direct-claiming"), "direct_locked"),
    **dict.fromkeys(("direct-hidden-pair", "direct-hidden-triplet"), "direct_hidden"),
    **dict.fromkeys(("pointing", "claiming", "x-wing", "swordfish", "jellyfish"), "only_in_units"),
    **{f"hidden-{size}": "only_in_cells" for size in SUBSETS.values()},
    **{f"naked-{size}": "only_candidates" for size in SUBSETS.values()},
    "xy-wing": "xy_wing",
    "xyz-wing": "xyz_wing",
    **dict.fromkeys(("unique-rectangle", "unique-loop"), "two_ways"),
    **{f"bug-{kind}": "bug" for kind in range(1, 5)},
    **dict.fromkeys(("aligned-pair-exclusion", "aligned-triplet-exclusion"), "exclusion"),
}
"""The template of each technique of ratings that is no chain."""

_ENDING_IN_A_PLACE = ("last_value", "only_candidate", "direct_locked", "direct_hidden")
"""Templates that say the digit and its cell, so that nothing follows."""

_CHAINS = {
    **dict.fromkeys(("x-cycle", "y-cycle", "xy-cycle"), "cycle"),
    **dict.fromkeys(("x-chain", "forcing-chain"), "follows"),
}


def rated_phrase(step: Step) -> Phrase:
    """Explain a step of a rating in one sentence, a chain of one branch with every link."""
    technique = step.technique
    if name := _CHAINS.get(technique):
        return _sentence(_chain(name, map(_rated_link, step.chains[0])), step)
    name = _REASONS.get(technique)
    if name is None:
        return _sentence(_start_of_branches(step), step)
    places, is_hidden = _known(step) | _units_of(step), technique.startswith("hidden-single")
    if is_hidden:
        places |= {"digits": places["digit"], "cells": places["cell"]}
    return _sentence(_reason(name, **places), step, is_said=is_hidden or name in _ENDING_IN_A_PLACE)


def _units_of(step: Step) -> dict[str, Any]:
    """The units of a rated step, if they are not said in their order."""
    where, shape = step.where, step.shape

    def holds(unit: Any, cells: Iterable[int]) -> bool:
        return set(cells) <= set(shape.cells_of(unit))

    match step.technique:
        case "direct-pointing" | "direct-claiming":
            *both, other = sorted(where, key=lambda unit: not holds(unit, step.cells))
            beside = set(shape.cells_of(other))
            inner, outer = sorted(both, key=lambda unit: not beside.isdisjoint(shape.cells_of(unit)))
            return {"unit": inner, "units": outer, "other": other}
        case "pointing" | "claiming":
            inner, outer = sorted(where, key=lambda unit: holds(unit, [step.eliminations[0][0]]))
            return {"unit": inner, "units": outer}
        case "x-wing" | "swordfish" | "jellyfish":
            base, cover = step.parts
            return {"unit": Together(base.where), "units": Together(cover.where)}
    return {}


def _start_of_branches(step: Step) -> Phrase:
    """The assumptions that chains start from: the places in a unit, the candidates of a cell, or one candidate."""
    start = (step.cells[0], step.digits[0])
    if step.technique == "nishio":
        name = "nishio"
    elif step.where:
        name = "every_place"
    elif len(step.digits) > 1:
        name = "every_candidate"
    else:
        name = "if_not" if start == step.placement else "if_so" if start in step.eliminations else "either_way"
    return _chains(name, **(_known(step) | {"cell": Cells(step.cells), "digit": Digits(step.digits)}))


# --- Steps of scores --------------------------------------------------------------------------------------------------


def scored_phrase(step: Step) -> Phrase:
    """Explain a step of a score in one sentence."""
    base = [part for part in step.parts if part.role == "base"]
    reason = _fish(step, *base) if base else _of_chains(step) if step.chains else _of_pattern(step)
    return _sentence(reason, step)


_SCORED_REASONS = {
    "full-house": "full_house",
    "naked-single": "one_left",
    "hidden-single": "no_other_place",
    "brute-force": "brute_force",
    **dict.fromkeys(("pointing", "claiming"), "only_in_units"),
    **{f"{kind}-{size}": "only_candidates" for kind in ("locked", "naked") for size in SUBSETS},
    **{f"hidden-{size}": "only_in_cells" for size in SUBSETS},
    "bug-plus-1": "bug",
    "xy-wing": "scored_xy_wing",
    "xyz-wing": "scored_xyz_wing",
}
"""The template of each technique that says its units, cells and digits."""


def _of_pattern(step: Step) -> Phrase:
    technique, parts, known = step.technique, step.parts, _known(step)
    if name := _SCORED_REASONS.get(technique):
        if technique.startswith("locked"):
            known["unit"] = Listed(step.where)
        return _reason(name, **known)
    match technique:
        case "skyscraper" | "two-string-kite":
            one, other = parts
            known["ends"], known["tips"] = (Cells((one.cells[place], other.cells[place])) for place in (1, 0))
            return _reason("two_strong", first=one.where[0], second=other.where[0], **known)
        case "empty-rectangle":
            places, strong = parts
            known |= {"unit": places.where[0], "cells": Cells(strong.cells), "lines": Listed(step.where[1:3])}
            return _reason("empty_rectangle", strong=strong.where[0], **known)
        case "w-wing":
            *pincers, strong = parts
            known |= {"digits": Digits(pincers[0].digits), "cells": Cells(strong.cells, "or")}
            return _reason("w_wing", pair=known["pincers"], linked=Digits(strong.digits), **known)
        case "sue-de-coq":
            crossing, first, second = map(_cells_of, ([part] for part in parts))
            count = len({cell for part in parts for cell in part.cells})
            lines = {"line": parts[1].where[0], "block": parts[2].where[0]}
            return _reason("sue_de_coq", crossing=crossing, first=first, second=second, count=count, **lines)
        case "death-blossom":
            locked = [
                _reason("death_blossom_set", digit=Digits((digit,)), cells=Cells(part.cells))
                for digit, part in zip(step.digits, parts[1:], strict=True)
            ]
            return _reason("death_blossom", cell=known["cells"], sets=Listed(locked, "clauses"))
        case _ if technique.startswith("als-"):
            return _sets(parts)
        case _ if technique.startswith(("simple-colors", "multi-colors")):
            return _colors(technique, known["digits"], parts)
    return _rectangle(technique, known, parts)


def _fish(step: Step, base: Part) -> Phrase:
    """A fish with its fins, and the start of the chains of a kraken fish."""
    cover, *fins = step.parts[1:]
    places = {"unit": Listed(base.where), "digits": Digits(base.digits), "units": Listed(cover.where)}
    text = _reason("only_in_units", **places)
    for part in fins:
        name = "endo_fins" if part.role == "endo-fin" else "fin" if len(part.cells) == 1 else "fins"
        text = _reason(name, fish=text, cells=Cells(part.cells, "or"))
    if not step.chains:
        return text
    starts = [branch[0] for branch in step.chains]
    cells = Cells(tuple(start.cell for start in starts), "or")
    name = "kraken_1" if step.technique == "kraken-fish-1" else "kraken_2"
    return _reason(name, fish=text, cells=cells, digit=Digits((starts[0].digit,)))


def _sets(parts: Sequence[Part]) -> Phrase:
    sets = [part for part in parts if part.role == "set"]
    shared = dict.fromkeys(part.digits[0] for part in parts if part.role == "common")
    named = [
        _reason("set_one" if len(part.cells) == 1 else "set_many", cells=Cells(part.cells), digits=Digits(part.digits))
        for part in sets
    ]
    name = "two_sets" if len(sets) == 2 else "more_sets"
    return _reason(name, sets=Listed(named, "clauses"), digits=Digits(shared))


def _colors(technique: str, digit: Digits, parts: Sequence[Part]) -> Phrase:
    pairs = [
        _reason("either", first=Cells(one.cells), second=Cells(other.cells))
        for one, other in zip(parts[::2], parts[1::2], strict=True)
    ]
    text = _reason("colors", digit=digit, pairs=Listed(pairs, "clauses"))
    if technique == "simple-colors-trap":
        return text
    name = {"simple-colors-wrap": "colors_wrap", "multi-colors-1": "colors_1"}.get(technique, "colors_2")
    return _reason(name, colors=text)


def _rectangle(technique: str, known: dict[str, Any], parts: Sequence[Part]) -> Phrase:
    text = _reason("two_ways_filled" if technique.startswith("avoidable") else "two_ways", **known)
    extras, sets = ([part for part in parts if part.role == role] for role in ("extra", "set"))
    match technique:
        case "uniqueness-2" | "uniqueness-5":
            cells = _cells_of(extras, "or")
            return _reason("two_ways_extra", two_ways=text, cells=cells, digit=Digits(extras[0].digits))
        case "uniqueness-3":
            return _reason("two_ways_locked", two_ways=text, cells=Cells(sets[0].cells))
        case "uniqueness-4" | "uniqueness-6" | "hidden-rectangle":
            return _reason("two_ways_strong", two_ways=text)
    return text


def _of_chains(step: Step) -> Phrase:
    technique, chains = step.technique, step.chains
    starts, ends = (_different(branch[place] for branch in chains) for place in (0, -1))
    if technique.endswith("contradiction"):
        return _chains("impossible", start=starts[0], links=Listed(ends, "clauses"))
    if technique.endswith("verity"):
        return _chains("verity", starts=Listed(starts, "either"))
    if technique == "remote-pair":
        cells = Cells(tuple(dict.fromkeys(link.cell for link in chains[0])))
        return _chains("remote_pair", cells=cells, digits=Digits(sorted({link.digit for link in chains[0]})))
    is_loop = technique.endswith("continuous-nice-loop") and "discontinuous" not in technique
    name = "loop" if is_loop else "follows" if "discontinuous" in technique else "ends"
    return _chain(name, map(_scored_link, chains[0]))


# --- Chains -----------------------------------------------------------------------------------------------------------


def _chain(name: str, links: Iterable[Phrase]) -> Phrase:
    """Links in a sentence, such as `follows` of the table of chains."""
    start, *rest = links
    return _chains(name, start=start, links=Listed(rest, "clauses"))


def _different(links: Iterable[Link]) -> list[Phrase]:
    """Links in words, each once."""
    return list(map(_scored_link, {(link.places, link.digit, link.holds): link for link in links}.values()))


def _scored_link(link: Link) -> Phrase:
    """A link in words; of several cells the first words name them, as in a chain of single cells."""
    return _link(link, "one_is" if link.holds else "none_is")


def _rated_link(link: Link) -> Phrase:
    return _link(link, "in_one_of" if link.holds else "in_none_of")


def _link(link: Link, of_several: str) -> Phrase:
    """A link: a cell, or one of several cells, holds a digit or does not."""
    digit = Digits((link.digit,))
    if len(link.places) == 1:
        return _chains("is" if link.holds else "is_not", cell=Cells(link.places), digit=digit)
    return _chains(of_several, cells=Cells(link.places, "or"), digit=digit)


def branch_texts(step: Step, language: str = ENGLISH) -> list[dict[str, Any]]:
    """Explain the branches of a chain, and of those nested in it.

    Each has its `question`, and its `links`, numbered from 2, each with a `text`, which names others by their numbers,
    and the `nested` branches of the chain within the chain.
    """
    words, size = words_in(language), step.shape.size

    def said(name: str, **places: Any) -> str:
        return words.text(_chains(name, **places), size)

    def texts(branches: Sequence[Sequence[Link]]) -> list[dict[str, Any]]:
        count = len(branches)
        return [
            {
                "question": said("branch", number=number, count=count, start=_rated_link(first)),
                "links": [
                    {
                        "text": said("link", link=_rated_link(link), reason=_reason_of(words, link)),
                        "nested": texts(link.nested.branches) if link.nested else [],
                    }
                    for link in links
                ],
            }
            for number, (first, *links) in enumerate(branches, 1)
        ]

    return texts(step.chains)


def branch_lines(step: Step, language: str = ENGLISH) -> Iterator[str]:
    """The branches of a chain, a line for each link. Chains within the chain are folded to one line."""
    for branch in branch_texts(step, language):
        yield branch["question"]
        for place, link in enumerate(branch["links"], 2):
            yield f"{place:3}  {link['text']}"


def _reason_of(words: Words, link: Link) -> Phrase:
    """Why a link holds, with the numbers of those that it follows from."""
    places: dict[str, Any] = {"links_before": Listed(place + 1 for place in sorted(link.after))}
    if link.nested:
        return _chains("nested", links=link.nested.links, **places)
    if link.kind in ("weak", "strong"):
        name = f"{'last_in' if link.holds else 'not_in'}_{'cell' if link.where == CELL else 'unit'}"
        return _chains(name, unit=link.where or "", **places)
    if link.kind == "als":
        return _chains("locked_set", **places)
    named = link.where if isinstance(link.where, Place | Meeting) else words.technique_or_rule(link.kind)
    return _chains("technique", technique=named, **places)


# --- Techniques, and what steps are worth -----------------------------------------------------------------------------

SAME = {
    "full-house": "last-value",
    **{f"{kind}-{size}": f"{kind}-{rated}" for kind in ("naked", "hidden") for size, rated in SUBSETS.items()},
    "bug-plus-1": "bug-1",
}
"""Techniques that the two scales call by different names: those of scores, each with that of ratings."""

_SCORED_NAMES = {rated: scored for scored, rated in SAME.items()}


def technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of any scale as a book names it, such as "Hidden single in a block" for hidden-single-block.

    One of several scales has one name in words, that of the scores. ValueError for an unknown language; KeyError for an
    unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["techniques"].get(name):
        return own
    from . import people  # with the rows of rules

    rule, further = people.RULE_OF_TECHNIQUE[name]
    thing = words.thing(people.thing_of(rule))
    return words.say("places", further, thing=thing, Thing=capital(thing))


def meaning_in_words(name: str, language: str = ENGLISH) -> str:
    """The meaning of a technique in a sentence.

    ValueError for an unknown language, KeyError for an unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["meanings"].get(name):
        return own
    from . import people  # with the rows of rules

    if language == ENGLISH:
        rated = next((each.meaning for each in TECHNIQUES if each.name == name), None)
        return f"{capital(rated).rstrip('.')}." if rated else people.PEOPLE_TECHNIQUES[name].meaning
    rule, further = people.RULE_OF_TECHNIQUE[name]
    said = words.rule_meaning(rule) if rule in words.tables["rules"] else words.tables["meanings"]["rule"]
    return words.say("meanings", further, rule=said) if further else said


def title_of(step: Step, language: str = ENGLISH) -> str:
    """The title of a step: its technique as books have it."""
    has_more_houses = step.shape.kinds != ("row", "column", "block")
    is_hidden = step.technique in ("hidden-single-block", "hidden-single-line")
    return technique_in_words("hidden-single" if is_hidden and has_more_houses else step.technique, language)


def weight_of(step: Step, language: str = ENGLISH) -> str:
    """The weight of a step: its rating, or its score and level."""
    words = words_in(language)
    if step.rating is not None:
        return words.say("results", "rated", rating=words.decimal(spelled(step.rating)))
    score = words.number(step.score or 0)
    return words.say("results", "score", score=score, level=words.say("levels", str(step.level)))


def rating_of(path: Sequence[Step]) -> int | None:
    """Return the highest rating of some steps in tenths, 0 without any; None if a step has no rating."""
    ratings = [step.rating for step in path if step.rating is not None]
    return max(ratings, default=0) if len(ratings) == len(path) else None


def where_to_look(step: Step, language: str = ENGLISH) -> str:
    """A sentence with the units of the step, or else its cells."""
    words, cells = words_in(language), first_cells(step) or (0,)
    places = [*map(words.unit, step.where)] or [cell_name(*divmod(cell, step.shape.size)) for cell in cells]
    return words.say("results", "look", places=words.listed(places, "comma"))


def meaning_of(step: Step, language: str = ENGLISH) -> str:
    """The meaning of the technique of a step, in a few words; ValueError for an unknown language."""
    if step.rating is not None and language == ENGLISH:
        return next(each.meaning for each in TECHNIQUES if each.name == step.technique)
    return meaning_in_words(step.technique, language)
