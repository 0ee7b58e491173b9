"""Change one thing in a line, run the tests of its module, and say which changes no test has noticed.

    python tests/mutants.py                     # 50 mutants of the lines that the last commit has changed
    python tests/mutants.py --since v0.2.0      # of the lines changed since a revision
    python tests/mutants.py --in engine/grid.py # of any line of a file

Run it in an editable installation without uncommitted changes: a file is changed where it is, and put back afterwards.
The tests of a module are those with its name, and of these with none the ones that import it, the smallest first. The
status is 1 if a mutant lives.
"""

import argparse
import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 4  # of tests that import a module
SECONDS = 240  # a mutant that takes longer has made a loop without an end, so it is noticed

COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
OPERATIONS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.BitAnd: "|", ast.BitOr: "&"}


class Mutant(NamedTuple):
    """A piece of a file, and what stands in its place."""

    path: Path
    line: int
    begin: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        """Return the source with the change."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def mutants_of(path: Path, lines: set[int] | None) -> Iterator[Mutant]:
    """Yield all mutants of some lines of a file, of all lines for None."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(row: int | None, column: int | None) -> int:
        assert row is not None and column is not None
        return starts[row - 1] + column

    def piece(node: ast.AST) -> tuple[int, int]:
        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    for node in ast.walk(ast.parse(source)):
        if lines is not None and getattr(node, "lineno", None) not in lines:
            continue
        for begin, end, text in _changes(node, piece, source):
            yield Mutant(path, node.lineno, begin, end, text)  # type: ignore[attr-defined]


def _changes(node: ast.AST, piece, source: bytes) -> Iterator[tuple[int, int, str]]:
    """The changes of one node: its operator, constant or order."""

    def text(part: ast.AST) -> str:
        begin, end = piece(part)
        return source[begin:end].decode()

    def between(left: ast.AST, right: ast.AST, pattern: str, new: str) -> Iterator[tuple[int, int, str]]:
        begin, end = piece(left)[1], piece(right)[0]
        if found := re.search(pattern, source[begin:end].decode()):
            yield begin + found.start(), begin + found.end(), new

    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            yield from between(left, right, r"not in|is not|in|is|[<>=!]=|[<>]", COMPARISONS[type(op)])
        case ast.BoolOp(op=op, values=[first, second, *_]):
            yield from between(first, second, r"\b(and|or)\b", "or" if isinstance(op, ast.And) else "and")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            yield from between(left, right, r"//|[-+*&|]", OPERATIONS[type(op)])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield *piece(node), text(operand)
        case ast.Constant(value=bool(value)):
            yield *piece(node), str(not value)
        case ast.Constant(value=int(value)):
            yield *piece(node), str(value + 1)
        case ast.Tuple(elts=[first, second, *_], ctx=ast.Load()) | ast.List(elts=[first, second, *_], ctx=ast.Load()):
            if text(first) != text(second):
                begin, middle = piece(first)
                start, end = piece(second)
                yield begin, end, text(second) + source[middle:start].decode() + text(first)
        case ast.IfExp(test=test):
            yield *piece(test), f"not ({text(test)})"


def changed_lines(since: str) -> dict[Path, set[int]]:
    """Return the lines of the packages that were added or changed since a revision."""
    command = ["git", "diff", "-U0", "--diff-filter=AMR", since, "--", "engine/*.py", "catalogue/*.py"]
    found: dict[Path, set[int]] = {}
    lines: set[int] = set()
    for line in subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        if line.startswith("+++ b/"):
            lines = found.setdefault(ROOT / line[6:], set())
        elif match := re.match(r"@@ .* \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(match[1]), int(match[2] or 1)
            lines.update(range(first, first + count))
    return found


def tests_of(path: Path) -> list[Path]:
    """Return the tests with the name of a module, else the smallest ones that import it."""
    every = sorted((ROOT / "tests").rglob("test_*.py"), key=lambda test: test.stat().st_size)
    name = path.parent.name if path.name == "__init__.py" else path.stem
    if mine := [test for test in every if test.stem == f"test_{name}" and path.parts[-2] in (*test.parts, "engine")]:
        return mine
    module = re.escape(".".join(path.relative_to(ROOT).with_suffix("").parts))
    pattern = re.compile(rf"board_catalogue\.{module}\b|\b{path.parent.name} import {path.stem}\b")
    return [test for test in every if pattern.search(test.read_text())][:MOST_FILES]


def is_noticed(mutant: Mutant, tests: list[Path]) -> bool:
    """Run the tests with the change in place."""
    before = mutant.path.read_bytes()
    try:
        mutant.path.write_bytes(mutant.applied(before))
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *map(str, tests)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        mutant.path.write_bytes(before)


def main() -> int:
    """Try some mutants, print those that live, and return the status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="HEAD~1", help="the revision to compare with")
    parser.add_argument("--in", dest="files", type=Path, action="append", help="a file, whatever has changed")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wanted: dict[Path, set[int] | None] = (
        {file.resolve(): None for file in asked.files} if asked.files else {**changed_lines(asked.since)}
    )
    every = [mutant for path, lines in wanted.items() for mutant in mutants_of(path, lines)]
    some = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    alive = untested = 0
    for mutant in sorted(some):
        tests = tests_of(mutant.path)
        is_alive = not tests or not is_noticed(mutant, tests)
        untested, alive = untested + (not tests), alive + is_alive
        if is_alive:
            source = mutant.path.read_bytes()
            line = mutant.applied(source).splitlines()[mutant.line - 1].decode().strip()
            fate = "lives" if tests else "has no test"
            print(f"{fate}: {mutant.path.relative_to(ROOT)}:{mutant.line}: {line}", flush=True)
    print(
        f"{len(some)} of {len(every)} mutants tried, {len(some) - alive} noticed, {alive} alive ({untested} untested)"
    )
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
