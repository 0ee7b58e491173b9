"""Measures how long the setter's desk takes to find true candidates, on the texts of Interactive-Sudoku-Solver.

    python tests/benchmarks/desk.py CHECKOUT [--strokes N] [--seconds N] [--texts N]

CHECKOUT is as in interactive.py. The marks and givens of each text are put on a board in a random order; after some of
the strokes, 8 of each text by default, the engine of browsers finds the true candidates under node, in a worker as a
page does: the lesser of the time by the clock and that of the processor. A stroke that takes more than N seconds, 5 by
default, is given up, and counts as the slowest.
"""

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from interactive import Peer

from board_catalogue.catalogue.pages.desk import draft_of
from board_catalogue.engine.rules.reading import read_variant

BUILD = Path(__file__).parents[2] / "engine/browser/build.py"


def main() -> None:
    parser = argparse.ArgumentParser(description="True candidates after each stroke.")
    parser.add_argument("checkout", type=Path, help="the path of one of sigh/Interactive-Sudoku-Solver")
    parser.add_argument("--strokes", type=int, default=8, help="of each text")
    parser.add_argument("--seconds", type=float, default=5.0, help="after which a stroke is given up")
    parser.add_argument("--texts", type=int, help="the first so many")
    asked = parser.parse_args()
    peer = Peer(asked.checkout, None)
    peer.end()
    drafts, names, left = [], [], 0
    for text in peer.texts[: asked.texts]:
        try:
            drafts.append(draft_of(read_variant(text["text"])))
            names.append(text["name"])
        except ValueError:
            left += 1
    with TemporaryDirectory() as folder:
        subprocess.run([sys.executable, BUILD, "--package", "--to", folder], check=True)
        command = ["node", Path(__file__).with_suffix(".mjs"), folder, str(asked.strokes), str(asked.seconds)]
        lines = "".join(f"{json.dumps(draft)}\n" for draft in drafts)
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    found = [
        (time, f"{name}, stroke {stroke}")
        for name, line in zip(names, done.stdout.splitlines(), strict=True)
        for stroke, time in json.loads(line)
    ]
    refused = [(time, name) for time, name in found if isinstance(time, str)]
    timed = sorted((math.inf if time is None else time, name) for time, name in found if not isinstance(time, str))
    times = [time for time, _ in timed]
    print(f"{len(drafts)} texts, {len(times)} strokes; {left} texts are of boards that the desk has not")
    for share in (0.5, 0.9, 0.95, 0.99):
        print(f"{share:.0%}: {times[min(int(share * len(times)), len(times) - 1)]:.1f} ms")
    print(f"given up after {asked.seconds:g} s: {sum(time == math.inf for time in times)}")
    print("slowest:", *(f"{time:.0f} ms: {name}" for time, name in timed[:-11:-1]), sep="\n  ")
    print(f"cannot hold: {len(refused)}", *sorted({f"{time} ({name})" for time, name in refused})[:5], sep="\n  ")


if __name__ == "__main__":
    main()
