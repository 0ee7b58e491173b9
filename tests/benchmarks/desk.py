"""Measures how long the setter's desk takes to find true candidates, on the texts of Interactive-Sudoku-Solver.

    python tests/benchmarks/desk.py CHECKOUT [--strokes N] [--seconds N] [--texts N] [--beside]

CHECKOUT is as in interactive.py. The marks and givens of each text are put on a board in a random order; after some of
the strokes, 8 of each text by default, the engine of browsers finds the true candidates under node, in a worker as a
page does, and with --beside that solver too: the lesser of the time by the clock and that of the processor. A stroke
that takes more than N seconds, 5 by default, is given up, and counts as the slowest. The exit status is 1 if both end
and do not find as many candidates.
"""

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from interactive import Peer

from board_catalogue.catalogue.pages.desk import draft_of, variant_of
from board_catalogue.engine.rules.formats import constraint_text
from board_catalogue.engine.rules.reading import read_variant

BUILD = Path(__file__).parents[2] / "engine/browser/build.py"


def cases(text: str, strokes: int, luck: Random) -> Iterator[dict[str, object]]:
    """Yield drafts after some strokes, and their constraint text. ValueError for a board that the desk has not."""
    draft = json.loads(json.dumps(draft_of(read_variant(text))))
    marks = [(-1, use) for use in draft["uses"]]
    marks += [(cell, digit) for cell, digit in enumerate(draft["givens"]) if digit]
    luck.shuffle(marks)
    for number in luck.sample(range(1, len(marks) + 1), min(strokes, len(marks))):
        givens = [0] * len(draft["givens"])
        for cell, digit in marks[:number]:
            if cell >= 0:
                givens[cell] = digit
        one = draft | {"uses": [use for cell, use in marks[:number] if cell < 0], "givens": givens}
        yield {"number": number, "draft": one, "text": constraint_text.write(variant_of(one))}


def report(times: Sequence[float], names: Sequence[str], seconds: float) -> None:
    """Print the shares of some times in milliseconds, and the slowest."""
    timed = sorted(zip(times, names, strict=True))
    for share in (0.5, 0.9, 0.95, 0.99):
        print(f"{share:.0%}: {timed[min(int(share * len(timed)), len(timed) - 1)][0]:.1f} ms")
    print(f"within 1 s: {sum(time <= 1000 for time in times) / len(times):.1%}")
    print(f"given up after {seconds:g} s: {sum(time == math.inf for time in times)}")
    print("slowest:", *(f"{time:.0f} ms: {name}" for time, name in timed[:-11:-1]), sep="\n  ")


def main() -> None:
    parser = argparse.ArgumentParser(description="True candidates after each stroke.")
    parser.add_argument("checkout", type=Path, help="the path of one of sigh/Interactive-Sudoku-Solver")
    parser.add_argument("--strokes", type=int, default=8, help="of each text")
    parser.add_argument("--seconds", type=float, default=5.0, help="after which a stroke is given up")
    parser.add_argument("--texts", type=int, help="so many, taken at random")
    parser.add_argument("--beside", action="store_true", help="time Interactive-Sudoku-Solver too")
    asked = parser.parse_args()
    peer = Peer(asked.checkout, None)
    peer.end()
    luck = Random(1)
    texts = luck.sample(peer.texts, min(asked.texts or len(peer.texts), len(peer.texts)))
    given, left = [], 0
    for text in texts:
        try:
            given += [one | {"name": text["name"]} for one in cases(text["text"], asked.strokes, luck)]
        except ValueError:
            left += 1
    with TemporaryDirectory() as folder:
        subprocess.run([sys.executable, BUILD, "--package", "--to", folder], check=True)
        command = ["node", str(Path(__file__).with_suffix(".mjs")), folder, str(asked.seconds)]
        command += [str(asked.checkout.resolve())] if asked.beside else []
        lines = "".join(f"{json.dumps(one)}\n" for one in given)
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    names = [f"{one['name']}, stroke {one['number']}" for one in given]
    print(f"{len(texts) - left} texts, {len(found)} strokes; {left} texts are of boards that the desk has not")
    for at, who in enumerate(("here", "there")[: 1 + asked.beside]):
        print(f"\n{who}:")
        refused = [f"{one[at]['error']} ({name})" for one, name in zip(found, names, strict=True) if "error" in one[at]]
        timed = [(one[at], name) for one, name in zip(found, names, strict=True) if "error" not in one[at]]
        report([one.get("ms", math.inf) for one, _ in timed], [name for _, name in timed], asked.seconds)
        print(f"cannot hold: {len(refused)}", *refused[:5], sep="\n  ")
    both = [(*one, name) for one, name in zip(found, names, strict=True) if all("ms" in each for each in one)]
    if asked.beside and both:
        mean = math.exp(math.fsum(math.log(there["ms"] / here["ms"]) for here, there, _ in both) / len(both))
        differ = [name for here, there, name in both if here["count"] != there["count"]]
        print(f"\n{len(both)} end in both, here {mean:.2f} times as fast (geometric mean)")
        print(f"differ: {len(differ)}", *differ, sep="\n  ")
        sys.exit(bool(differ))


if __name__ == "__main__":
    main()
