"""The commands for the puzzles of a file up to symmetry."""

from __future__ import annotations

from .calls import Call, command
from .options import FORCE, FORMATS_OF_MANY, HOME, OUTPUT, format_option
from .terminal import notice

FORMAT_OF_MANY = format_option("Format of what is written, a line for each puzzle. Default: line.", *FORMATS_OF_MANY)


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def canonical(call: Call) -> None:
    """Write the form of each puzzle."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def automorphisms(call: Call) -> None:
    """Write how many symmetries each puzzle has."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def rank(call: Call) -> None:
    """Write the class number of each puzzle."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def dedupe(call: Call) -> None:
    """Write the different puzzles, and say how many there were."""
    request, found = call.request, call.done()
    call.write_rows(found, call.target_of_many())
    read, kept = found.counted.read, found.counted.kept
    result = f"on boards new to {request.seen}" if request.seen else f"different up to {request.symmetry}"
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {kept:,} {result}")
