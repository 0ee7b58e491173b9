"""The commands for the puzzles of a file up to symmetry."""

from __future__ import annotations

from .calls import Call, command
from .options import FORCE, FORMATS_OF_MANY, HOME, OUTPUT, format_option
from .terminal import notice

FORMAT_OF_MANY = format_option("Format of what is written, a line for each puzzle. Default: line.", *FORMATS_OF_MANY)


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def canonical(call: Call) -> None:
    """Write the canonical form of each puzzle.

    Two puzzles have the same form exactly when they are the same up to the symmetry: turned and mirrored (d4), also
    with digits renamed (d4+relabel), also with rows, columns, bands and stacks permuted (full). The form has the least
    image of the solution, row by row; of several such puzzles, it is the least. --format csv adds the key, a
    short name of the form that is the same in every catalogue. Full boards have a form too.

    \b
    Examples:
      catalogue canonical puzzle.txt
      catalogue canonical puzzle.txt --symmetry d4 --format csv
    """
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def automorphisms(call: Call) -> None:
    """Count the symmetries of each puzzle.

    These are the ways to permute rows within bands, columns within stacks, bands and stacks, and to transpose, that
    some renaming of the digits undoes. Doing nothing always counts: 1 means that a puzzle has no symmetry. For a
    full board, they are the symmetries of the board.

    \b
    Examples:
      catalogue automorphisms puzzle.txt
      catalogue automorphisms puzzle.txt --format csv
    """
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def rank(call: Call) -> None:
    """Write the class number of each puzzle's solution.

    All 9x9 boards that are the same under some symmetry of Sudoku are one class. The 5,472,730,538 classes are numbered
    from 0, in the order of their least boards, row by row. Programs that count from 1 give a number one higher. Full
    boards have a number too. catalogue export all --columns id,class lists a catalogue's numbers, and catalogue
    create --class N makes a puzzle of a class.

    \b
    Examples:
      catalogue rank puzzle.txt
      catalogue rank puzzle.txt --format csv
      catalogue rank 7
    """
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=OUTPUT, force=FORCE, home=HOME)
def dedupe(call: Call) -> None:
    """Write the different puzzles, each once.

    Of puzzles that a symmetry maps to each other, only the first is written. These are all symmetries of Sudoku
    (full), unless --symmetry names fewer. A puzzle without exactly one solution equals only its own copies. Of several
    files, those that come first keep their puzzles.

    --seen FILE compares solutions in place of puzzles: only the first 9x9 puzzle of each class of boards is written, in
    all calls with the same FILE together. FILE has a bit for each of the 5,472,730,538 classes, at most 684 MB, so
    neither memory nor time grows with the number of puzzles. A class is marked before its puzzle is written: a call
    that is killed may lose some puzzles, but none is written twice.

    \b
    Examples:
      catalogue dedupe puzzle.txt
      catalogue dedupe puzzle.txt --symmetry d4 --format csv
      catalogue dedupe puzzle.txt --seen classes.seen
    """
    request, found = call.request, call.done()
    call.write_rows(found, call.target_of_many())
    read, kept = found.counted.read, found.counted.kept
    result = f"on boards new to {request.seen}" if request.seen else f"different up to {request.symmetry}"
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {kept:,} {result}")
