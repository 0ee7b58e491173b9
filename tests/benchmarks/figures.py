"""Measures what the pages show of speed, keeps it as JSON, and writes the tables of the pages from that.

    python tests/benchmarks/figures.py                      measure, keep in figures.json, write the pages; ten minutes
    python tests/benchmarks/figures.py --json FILE          measure and keep elsewhere; the pages stay as they are
    python tests/benchmarks/figures.py --tables             write the pages from figures.json again
    python tests/benchmarks/figures.py --compare A B        how many times as much each figure of B is

Run it on a machine that does nothing else, with the Python whose packages are measured.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import kernels
import pages

from board_catalogue import engine

FILLS = Path(__file__).with_name("fill.py")
KEPT = Path(__file__).with_name("figures.json")
PICTURE = pages.ROOT / ".github/documents/explanation/cost-by-size.svg"


def processor() -> str:
    """The name that the processor gives itself."""
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def measured(ram_disk: str) -> Iterator[dict]:
    """Measure part by part; give all figures so far after each, so that an interrupted run keeps what it has."""
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "level": engine.native.build_info()["level"],
        "python": platform.python_version(),
        "system": platform.system(),
    }
    figures: dict = {"machine": machine, "kernels": {}, "facts": {}, "fill": {}}
    for size in kernels.SIZES:
        note(f"kernels, size {size}")
        figures["kernels"][str(size)], figures["facts"][str(size)] = kernels.measured(size)
        yield figures
    note("a million boards")
    figures["million"] = of_fills("million", ram_disk)
    yield figures
    note("fill beside its floor")
    figures["fill"]["RAM disk"] = of_fills("beside_floor", ram_disk)
    yield figures


def of_fills(measurement: str, folder: str) -> dict:
    """A measurement of fill.py in a process of its own, which keeps the memory of this one out of it."""
    command = [sys.executable, FILLS, measurement, folder]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def note(part: str) -> None:
    """Say on stderr what is being measured."""
    print(f"measuring: {part}", file=sys.stderr)


def write_pages(figures: dict) -> None:
    """Write the tables and the picture."""
    for page in pages.PAGES:
        page.write_text(pages.with_figures(page.read_text(), figures))
    kernels.plot(PICTURE, figures["kernels"])


def flat(figures: dict, *path: str) -> Iterator[tuple[str, float]]:
    """Each number with the names that lead to it."""
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from flat(value, *path, name)
        elif isinstance(value, float):
            yield ": ".join([*path, name]), value


def comparison(before: dict, after: dict) -> str:
    """A line for each number that both have: before, after and their ratio."""
    old, new = dict(flat(before)), dict(flat(after))
    lines = [
        [name, *map(pages.number, (old[name], new[name])), ratio(old[name], new[name])] for name in old if name in new
    ]
    return pages.table(["", "before", "after", "after / before"], lines)


def ratio(before: float, after: float) -> str:
    """How many times as much, in two decimals."""
    return f"{after / before:.2f}" if before else "-"


def main() -> None:
    """Read the options and do one of the four."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, default=KEPT, metavar="FILE", help="where to keep the figures")
    parser.add_argument("--ram-disk", default="/dev/shm", metavar="FOLDER", help="a folder in memory")
    parser.add_argument("--tables", action="store_true", help="measure nothing: write the tables from the figures kept")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("A", "B"), help="measure nothing: compare two files")
    options = parser.parse_args()
    if options.compare:
        print(comparison(*(json.loads(file.read_text()) for file in options.compare)))
        return
    if not options.tables:
        for figures in measured(options.ram_disk):
            options.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    if options.json == KEPT:
        write_pages(json.loads(KEPT.read_text()))


if __name__ == "__main__":
    main()
