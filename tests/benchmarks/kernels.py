"""What a call of each kernel costs at each size, on one thread in processor time, and a picture of it.

Each figure is the mean over a batch, in the best of as many turns as half a second holds. Puzzles are carved as far as
`carve` goes without a clue count.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from board_catalogue import engine
from board_catalogue.engine.generation import methods_of
from board_catalogue.engine.names import BY_NUMBER

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 25)
CARVED = dict(zip(SIZES, (20_000, 20_000, 2_000, 5_000, 1_000, 500, 200, 200, 100), strict=True))  # and solved
GENERATED = dict(zip(SIZES, (20_000, 20_000, 5_000, 20_000, 5_000, 3_000, 2_000, 2_000, 1_500), strict=True))
BY_PLAIN_COLLAPSE = 60  # at size 25, where each takes tens of thousands of attempts
RATED_SIZE = 9
SEED = 95
ENOUGH = 0.5  # seconds of turns: a single short one is mostly noise

Figures = dict[str, float]


def measured(size: int) -> tuple[Figures, Figures]:
    """Microseconds a board for each kernel, and what these rest on: attempts, clues, how hard the puzzles are."""
    costs: Figures = {}
    answers: dict[str, Any] = {}
    for name, count, call in calls(size, answers):
        costs[name], answers[name] = microseconds(call, count)
    metrics = answers["measure"]
    drawing = [method for method in methods_of(size) if method not in BY_NUMBER]
    facts = {f"attempts, {method}": float(answers[f"generate, {method}"][1].mean()) for method in drawing}
    facts["clues"] = float((answers["carve"] != 0).sum(axis=1).mean())
    facts["nodes of measure"] = float(metrics["nodes"].mean())
    facts["% measured to the end"] = float((metrics["solutions"] == 1).mean() * 100)
    return costs, facts


def microseconds(call: Callable[[], Any], count: int) -> tuple[float, Any]:
    """Processor time for each of the `count` boards of a call, and what the call returned."""
    turns: list[float] = []
    while sum(turns) < ENOUGH:
        begin = process_time()
        answer = call()
        turns.append(process_time() - begin)
    return min(turns) / count * 1e6, answer


def calls(size: int, answers: dict[str, Any]) -> Iterator[tuple[str, int, Callable[[], Any]]]:
    """Name, number of boards and call of each kernel, one after the other: some need the answers of earlier ones."""
    for method in methods_of(size):
        count = BY_PLAIN_COLLAPSE if (size, method) == (25, "wfc") else GENERATED[size]
        generate = partial(engine.generate, count, size=size, seed=SEED, method=method, return_attempts=True)
        yield f"generate, {method}", count, generate
    count = CARVED[size]
    boards = engine.generate(count, size=size, seed=SEED)
    for symmetry in engine.SYMMETRIES:
        yield f"canonical, {symmetry}", count, partial(engine.canonical, boards, symmetry=symmetry)
    for kernel in (engine.keys, engine.symmetry.automorphisms, engine.symmetry.pack):
        yield kernel.__name__, count, partial(kernel, boards)
    yield "unpack", count, partial(engine.symmetry.unpack, answers["pack"], size=size)
    yield "carve", count, partial(engine.carve, boards, seed=SEED)
    puzzles = answers["carve"]
    for kernel in (engine.solve, engine.count_solutions, engine.measure):
        yield kernel.__name__, count, partial(kernel, puzzles)
    if size == RATED_SIZE:
        yield "rate", count, partial(engine.rate, puzzles)
        yield "rate, up to 4.5", count, partial(engine.rate, puzzles, ceiling=4.5)
        yield "rank", count, partial(engine.rank, boards)
        yield "unrank", count, partial(engine.unrank, answers["rank"])
        yield "check", count, partial(engine.check, puzzles, boards, solutions=boards)
        yield "check, solved first", count, partial(engine.check, puzzles, boards)
    yield "random_images", count, partial(engine.random_images, boards, SEED)


def plot(file: Path, by_size: dict[str, Figures]) -> None:
    """Draw a line for each kernel, microseconds a board over the size, on a logarithmic scale."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"  # text as text: a smaller file
    pyplot.rcParams["svg.hashsalt"] = "sizes"

    sizes = [int(size) for size in by_size]
    marks = {f"generate, {method}": "o" for method in methods_of(max(sizes))}
    marks |= {"keys": "x", "carve": "s", "solve": "D", "count_solutions": "v", "measure": "^"}
    figure, axes = pyplot.subplots(figsize=(7, 5), layout="constrained")
    for kernel, mark in marks.items():
        style = "--" if kernel.startswith("generate") else "-"
        axes.plot(sizes, [costs[kernel] for costs in by_size.values()], style, marker=mark, label=kernel)
    axes.set(yscale="log", xticks=sizes, xlabel="size", ylabel="µs a board")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(file, metadata={"Date": None})
