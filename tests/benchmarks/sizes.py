"""How the cost of each kernel grows with the size of the board.

    python tests/benchmarks/sizes.py [--plot FILE.svg]      a table, and a picture of it (needs the extra `plot`)

One thread, processor time. Each figure is the mean over a batch, in the best of as many turns as half a second holds;
puzzles are carved as far as `carve` goes without a clue count.
"""

import argparse
from functools import partial
from time import process_time

from tabulate import tabulate

import engine

CARVED = {4: 20_000, 9: 5_000, 16: 200, 25: 100}  # boards that are carved and solved
GENERATED = {4: 20_000, 9: 20_000, 16: 2_000, 25: 1_500}
BY_PLAIN_COLLAPSE = 60  # at size 25, where each takes tens of thousands of attempts
SEED = 95
ENOUGH = 0.5  # seconds of turns: a single short one would be mostly noise


def microseconds(call, count):
    """Microseconds for each of `count` boards, and what the call returned."""
    turns = []
    while sum(turns) < ENOUGH:
        begin = process_time()
        answer = call()
        turns.append(process_time() - begin)
    return min(turns) / count * 1e6, answer


def costs(size):
    """Microseconds a board for each kernel, and the attempts of each method."""
    cost, attempts = {}, {}
    for method in engine.METHODS:
        count = BY_PLAIN_COLLAPSE if (size, method) == (25, "wfc") else GENERATED[size]
        generate = partial(engine.generate, count, size=size, seed=SEED, method=method, return_attempts=True)
        cost[f"generate, {method}"], (_, tries) = microseconds(generate, count)
        attempts[f"attempts, {method}"] = float(tries.mean())
    count = CARVED[size]
    boards = engine.generate(count, size=size, seed=SEED)
    cost["keys"], _ = microseconds(partial(engine.keys, boards), count)
    cost["carve"], puzzles = microseconds(partial(engine.carve, boards, seed=SEED), count)
    for kernel in (engine.solve, engine.count_solutions, engine.measure):
        cost[kernel.__name__], answer = microseconds(partial(kernel, puzzles), count)
    facts = {
        **attempts,
        "clues": float((puzzles != 0).sum(axis=1).mean()),
        "nodes of measure": float(answer["nodes"].mean()),
        "measured to the end": f"{(answer['solutions'] == 1).mean():.0%}",
    }
    return cost, facts


def figure(value):
    """Three digits of a number, without an exponent; a text as it is."""
    return value if isinstance(value, str) else f"{float(f'{value:.3g}'):,.6g}" if value < 1e5 else f"{value:,.0f}"


def plot(file, by_size):
    """Draw a line for each kernel, microseconds a board over the size, on a logarithmic scale."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.fonttype"] = "none"  # text as text: a smaller file
    pyplot.rcParams["svg.hashsalt"] = "sizes"

    sizes = list(by_size)
    figure, axes = pyplot.subplots(figsize=(7, 5), layout="constrained")
    for kernel, mark in zip(by_size[sizes[0]][0], "oooxsDv^", strict=False):
        style = "--" if kernel.startswith("generate") else "-"
        axes.plot(sizes, [by_size[size][0][kernel] for size in sizes], style, marker=mark, label=kernel)
    axes.set(yscale="log", xticks=sizes, xticklabels=[f"{size}x{size}" for size in sizes], ylabel="µs a board")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(file, metadata={"Date": None} if file.endswith(".svg") else None)


def main():
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="FILE")
    options = parser.parse_args()
    by_size = {size: costs(size) for size in engine.SIZES}
    for part, heading in enumerate(("µs a board", "")):
        names = by_size[4][part]
        lines = [[name, *(figure(by_size[size][part][name]) for size in by_size)] for name in names]
        headers = [heading, *(f"{size}x{size}" for size in by_size)]
        print(tabulate(lines, headers, "github", disable_numparse=True, colalign=("left", *["right"] * 4)), end="\n\n")
    if options.plot:
        plot(options.plot, by_size)


if __name__ == "__main__":
    main()
