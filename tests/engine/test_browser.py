"""The engine as WebAssembly finds what Python finds, under node: the same hashes.

The tests skip where it is not built: `pip install ziglang`, then `python engine/browser/build.py`.
"""

import pytest
from browser_families import NEEDS, SHAPES, differences, families, node

from board_catalogue import engine
from board_catalogue.engine.words import LANGUAGES

pytestmark = NEEDS


def test_a_board_in_node():
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    script = "console.log(JSON.stringify([await engine.solve(given[0]), await engine.countSolutions(given[0])]))"
    assert node(script, puzzle) == ["".join(map(str, engine.solve(puzzle))), 1]


RUN = """
const { families } = await import("./browser_families.mjs");
console.log(JSON.stringify(await families(engine, given[0])));
"""


@pytest.mark.parametrize(("count", "rated_count"), [(50, 8), pytest.param(100_000, 5_000, marks=pytest.mark.slow)])
def test_every_family_in_node(count, rated_count, capsys):
    shapes = SHAPES if count > 1000 else {"2x3": 2, "none 5": 1}
    browser = node(RUN, {"count": count, "rated": rated_count, "shapes": shapes, "languages": LANGUAGES})
    python = families(count, rated_count, shapes)
    if count > 1000:  # the time of each as a multiple of that of the native kernels
        with capsys.disabled():
            print("\n" + "\n".join(f"{name:20}{browser[name][1] / python[name][1]:6.2f}" for name in python))
    assert not differences(python, browser)
