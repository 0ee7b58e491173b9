"""The engine as WebAssembly finds what Python finds, under node: the same hashes.

The tests skip where it is not built: `pip install ziglang`, then `python engine/browser/build.py`.
"""

import pytest
from browser_families import NEEDS, PACKAGE, SHAPES, differences, families, node

from board_catalogue import engine
from board_catalogue.engine.words import LANGUAGES

pytestmark = NEEDS


def test_a_board_in_node():
    puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    script = "console.log(JSON.stringify([await engine.solve(given[0]), await engine.countSolutions(given[0])]))"
    assert node(script, puzzle) == ["".join(map(str, engine.solve(puzzle))), 1]


RUN = """
const code = (await import("node:fs")).readFileSync(given[1]);
await engine.load({ module: await WebAssembly.compile(code) });
const { families } = await import("./browser_families.mjs");
console.log(JSON.stringify(await families(engine, given[0])));
"""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("file", ["engine.wasm", "engine-without-simd.wasm"])
@pytest.mark.parametrize(("count", "rated_count"), [(50, 8), pytest.param(100_000, 5_000, marks=pytest.mark.slow)])
def test_every_family_in_node(count, rated_count, file, capsys):
    shapes = SHAPES if count > 1000 else {"2x3": 2, "none 5": 1}
    browser = node(
        RUN, {"count": count, "rated": rated_count, "shapes": shapes, "languages": LANGUAGES}, str(PACKAGE / file)
    )
    python = families(count, rated_count, shapes)
    if count > 1000:  # the time of each as a multiple of that of the native kernels
        with capsys.disabled():
            print("\n" + "\n".join(f"{name:20}{browser[name][1] / python[name][1]:6.2f}" for name in python))
    assert not differences(python, browser)


def test_a_call_ends_by_its_signal():
    script = """
    const ending = new AbortController();
    const made = await engine.generate(3, { seed: 1, signal: ending.signal });
    setTimeout(() => ending.abort(), 100);
    const long = engine.generate(50_000_000, { seed: 1, signal: ending.signal });
    const how = await long.catch(({ name }) => name);
    console.log(JSON.stringify([made.length, how]));
    """
    assert node(script) == [3 * 81, "AbortError"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('solve("12")', "a board of 2 characters has no square of cells"),
        ('solve("1".repeat(80) + "x!")', "a board of 82 characters has no square of cells"),
        ('solve("!" + ".".repeat(80))', '"!" is no digit and no empty cell'),
        ("solve(new Uint8Array(80))", "80 cells are no boards of 81"),
        ("solve(new Uint8Array(81).fill(10))", "board [0]: r1c1 is 10, not in 0..9"),
        ('steps(".".repeat(81))', "the puzzle has several solutions, so it has no solution path"),
        (
            'carve(".".repeat(81), { seed: 1 })',
            "board [0] is not a full board: some row, column or block lacks a digit",
        ),
        ("generate(1)", "a seed is needed: a whole number from 0 on"),
        ('score(".".repeat(36))', "scores are for 9x9 puzzles here, not 6x6 in blocks of 2x3"),
        ('rate(".".repeat(256))', "puzzles of size 16 have no rating: only those up to 12x12 have one"),
        ('steps("4", { blocks: "7x7" })', "there are no boards of size 1 with blocks 7x7"),
    ],
)
def test_what_is_wrong_is_said(call, message):
    assert node(f"console.log(JSON.stringify(await engine.{call}.catch(({{ message }}) => message)))") == message


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_engine_goes_on_after_a_kernel_gave_up():
    """A Latin square so regular that its canonical form would take minutes."""
    board = [(row + column) % 25 + 1 for row in range(25) for column in range(25)]
    script = """
    const board = Uint8Array.from(given[0]);
    const options = { size: 25, blocks: "none", symmetry: "full" };
    const said = await engine.canonical(board, options).catch(({ message }) => message);
    console.log(JSON.stringify([said, await engine.countSolutions(".".repeat(16))]));
    """
    with pytest.raises(ValueError, match="too regular") as refused:
        engine.canonical(board, blocks="none", symmetry="full")
    assert node(script, board) == [str(refused.value), 2]
