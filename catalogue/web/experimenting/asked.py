"""An experiment as the query of an address."""

from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from catalogue.web.numbers import GREATEST_SEED, whole_in
from engine.shape import LARGEST_SIZE, Shape
from engine.teaching.experiments import Experiment
from engine.teaching.search import RULES

CLUES = (0, 10, 20, 30, 40)
RUNS, MOST_RUNS = 30, 500
STEPS, MOST_STEPS = 10_000, 1_000_000
SECONDS = (0.1, 1.0, 5.0)
"""The least, usual and greatest time after which a search gives up."""

_MOST_NUMBERS = 20  # of clues, and of sizes


def experiment_in(query: QueryParams, seed: int) -> Experiment:
    """Return the experiment of a query; a `seed` of its own goes before. ValueError says what is wrong."""
    rules = tuple(dict.fromkeys(query.getlist("rule"))) or ("row-major",)
    for rule in rules:
        if rule not in RULES:
            raise ValueError(f"rule {rule!r} is not one of {', '.join(RULES)}")
    blocks = query.get("blocks") or None
    sizes = _numbers_in(query, "sizes", 1, LARGEST_SIZE)
    return Experiment(
        clues=_numbers_in(query, "clues", 0, 81) or CLUES,
        runs=whole_in(query, "runs", RUNS, 1, MOST_RUNS),
        seed=whole_in(query, "seed", seed, 0, GREATEST_SEED),
        shapes=tuple(dict.fromkeys(Shape.of(size, blocks) for size in sizes or (None,))),
        rules=rules,
        max_steps=whole_in(query, "max_steps", STEPS, 1, MOST_STEPS),
        max_seconds=_seconds_in(query),
    )


def query_of(experiment: Experiment) -> str:
    """Return the query that asks for this experiment."""
    sizes, blocks = [shape.size for shape in experiment.shapes], {shape.blocks for shape in experiment.shapes}
    of_one_shape = len(blocks) == 1 and not experiment.shapes[0].is_usual
    fields = {
        "clues": ",".join(map(str, experiment.clues)),
        "sizes": ",".join(map(str, sizes)),
        "blocks": blocks.pop() if of_one_shape else "",
        "rule": experiment.rules,
        "runs": experiment.runs,
        "max_steps": experiment.max_steps,
        "max_seconds": experiment.max_seconds,
        "seed": experiment.seed,
    }
    return urlencode(fields, doseq=True)


def _numbers_in(query: QueryParams, name: str, least: int, greatest: int) -> tuple[int, ...]:
    """Whole numbers with commas between them, each once."""
    words = [word for word in query.get(name, "").split(",") if word.strip()]
    if len(words) > _MOST_NUMBERS:
        raise ValueError(f"{name} are at most {_MOST_NUMBERS} numbers")
    return tuple(dict.fromkeys(whole_in({name: word}, name, 0, least, greatest) for word in words))


def _seconds_in(query: QueryParams) -> float:
    least, usual, greatest = SECONDS
    text = query.get("max_seconds", "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = 0.0
    if not least <= found <= greatest:
        raise ValueError(f"max_seconds {text!r} is not a number in {least:g} .. {greatest:g}")
    return found
