"""A hundred ways to write a solution, thought of before the reader was written, which was not fitted to them at first.

Each is a text that a model or a person may print for the board `LINE`, and full credit is due for it. `test_written.py`
says what share was read at the first run, and holds what is read now.
"""

import json

import numpy as np

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines

BOARD = engine.generate(1, seed=3)[0]
PUZZLE = engine.carve(BOARD[None], seed=3)[0]
LINE, GIVEN = as_lines(BOARD[None])[0], as_lines(PUZZLE[None])[0]
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]
LISTS = [[int(digit) for digit in row] for row in ROWS]
SPACED = [" ".join(row) for row in ROWS]
OTHER = LINE.translate(str.maketrans("123456789", "234567891"))
BANDED = [" | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) for row in ROWS]


def lines(form, rows=ROWS, between="\n"):
    """The rows, each in a form that may name its number `n`, its cells `r`, and both with blanks `s` or commas `c`."""
    each = enumerate(rows, 1)
    return between.join(
        form.format(n=n, k=n - 1, r=r, s=" ".join(r), c=",".join(r), cc=", ".join(r), L="ABCDEFGHI"[n - 1])
        for n, r in each
    )


def every(form, between=" "):
    """The cells, each in a form that may name row `r`, column `c`, both from 0 `y` and `x`, letter `L`, and `d`."""
    return between.join(
        form.format(r=i // 9 + 1, c=i % 9 + 1, y=i // 9, x=i % 9, L="ABCDEFGHI"[i // 9], d=d)
        for i, d in enumerate(LINE)
    )


ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"]
COLUMNS = ["".join(row[k] for row in ROWS) for k in range(9)]
RULED = "+-------+-------+-------+"
GRID = "\n".join((RULED + "\n" if i % 3 == 0 else "") + f"| {row} |" for i, row in enumerate(BANDED)) + "\n" + RULED
FRAMED = "\n".join(
    ["╔═══════╤═══════╤═══════╗"]
    + [("╟───────┼───────┼───────╢\n" if i in (3, 6) else "") + "║ " + row.replace("|", "│") + " ║" for i, row in enumerate(BANDED)]
    + ["╚═══════╧═══════╧═══════╝"]
)  # fmt: skip
CELLED = "+---" * 9 + "+\n" + "".join("| " + " | ".join(row) + " |\n" + "+---" * 9 + "+\n" for row in ROWS)
PANDAS = "   " + "  ".join(map(str, range(9))) + "\n" + "\n".join(f"{k}  " + "  ".join(r) for k, r in enumerate(ROWS))

HELD_OUT = {
    "a C array": "int grid[9][9] = {\n" + lines("    {{{cc}}}", between=",\n") + "\n};",
    "a C array on one line": "int g[9][9]={" + lines("{{{c}}}", between=",") + "};",
    "a Java array": "int[][] board = new int[][] {\n" + lines("  {{{cc}}},") + "\n};",
    "a Rust array": "let solved: [[u8; 9]; 9] = [\n" + lines("    [{cc}],") + "\n];",
    "a Go slice": "board := [][]int{\n" + lines("\t{{{cc}}},") + "\n}",
    "a Ruby array": "board = [\n" + lines("  [{cc}]", between=",\n") + "\n]\nputs board",
    "a JavaScript constant": "const solution = " + json.dumps(LISTS) + ";",
    "a Python list over lines": "```python\nsolution = [\n" + lines("    [{cc}],") + "\n]\n```\nThis is the board.",
    "a Python list of strings": "board = [\n" + lines('    "{r}",') + "\n]",
    "tuples": "((" + lines("{cc}", between="), (") + "))",
    "numpy's print": "The result is:\n" + str(np.array(LISTS)),
    "numpy's repr": repr(np.array(LISTS)),
    "numpy's repr with a type": repr(np.array(LISTS, np.uint8)),
    "a frame of pandas": PANDAS,
    "MATLAB": "A = [" + "; ".join(SPACED) + "];",
    "MATLAB over lines": "A = [\n" + lines("  {s};") + "\n];",
    "Mathematica": "{" + lines("{{{c}}}", between=",") + "}",
    "a matrix of R": "      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n"
    + "\n".join(f" [{n},]    " + "    ".join(row) for n, row in enumerate(ROWS, 1)),
    "Prolog": "Rows = [" + lines("[{c}]", between=",") + "].",
    "Lisp": "(" + lines("({s})", between="\n ") + ")",
    "CSV with a heading": "c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + lines("{c}"),
    "CSV with a number a row": "row,c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + lines("{n},{c}"),
    "CSV in quotes": "\n".join(",".join(f'"{d}"' for d in row) for row in ROWS),
    "semicolons": "\n".join(";".join(row) for row in ROWS),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "underscores": "\n".join("_".join(row) for row in ROWS),
    "points": "\n".join(".".join(row) for row in ROWS),
    "dashes": "\n".join("-".join(row) for row in ROWS),
    "rows joined by dashes": "-".join(ROWS),
    "rows joined by semicolons": "; ".join(ROWS),
    "rows joined by slashes": "Solution: " + "/".join(ROWS),
    "rows joined by pipes": " || ".join(SPACED),
    "rows joined by arrows": " -> ".join(ROWS),
    "a fenced frame": "Here you go!\n\n```\n" + GRID + "\n```\n\nEnjoy!",
    "a double frame": FRAMED,
    "a frame around cells": CELLED,
    "bands with rules of equals": "\n".join(("=====================\n" if i in (3, 6) else "") + r for i, r in enumerate(BANDED)),
    "bands with blank lines": "\n".join(("\n" if i in (3, 6) else "") + r for i, r in enumerate(SPACED)),
    "bands with names": "\n".join(
        f"{name} band:\n" + "\n".join(SPACED[k : k + 3]) for name, k in (("Top", 0), ("Middle", 3), ("Bottom", 6))
    ),
    "blank lines between rows": "\n\n".join(SPACED),
    "thirds": "\n".join(" ".join(row[k : k + 3] for k in (0, 3, 6)) for row in ROWS),
    "thirds with pipes": "\n".join("|".join(row[k : k + 3] for k in (0, 3, 6)) for row in ROWS),
    "rows in quotes": lines('"{r}"'),
    "rows in parentheses": lines("({cc})"),
    "rows in bold": lines("**{s}**"),
    "rows in italics": lines("_{r}_"),
    "rows in code": lines("`{s}`"),
    "rows as quotation": lines("> {s}"),
    "rows as headings": lines("### {s}"),
    "rows numbered with a parenthesis": lines("{n}) {s}"),
    "rows numbered in brackets": lines("[{n}] {s}"),
    "rows numbered with a dash": lines("{n} - {s}"),
    "rows numbered from 0": lines("{k}: {s}"),
    "rows with an index": lines("row[{k}] = [{cc}]"),
    "rows with an ordinal": "\n".join(f"{name} row is {row}." for name, row in zip(ORDINALS, SPACED, strict=True)),
    "rows with 1st": "\n".join(f"{n}{'stndrd'[2*n-2:2*n] if n < 4 else 'th'} row: {r}" for n, r in enumerate(SPACED, 1)),
    "rows with a hash": lines("Row #{n}: {r}"),
    "rows with a bold name": lines("**Row {n}:** {s}"),
    "rows with a bullet and bold name": lines("- **Row {n}**: {cc}"),
    "rows with an arrow": lines("R{n} → {s}"),
    "rows with a letter": lines("{L} | {s}"),
    "rows with a letter and a heading": "  1 2 3 4 5 6 7 8 9\n" + lines("{L} {s}"),
    "rows in German": "Die Lösung lautet:\n" + lines("Zeile {n}: {s}"),
    "rows in French": lines("Ligne {n} : {s}"),
    "rows in Spanish": lines("Fila {n}: {s}"),
    "rows in Italian": lines("Riga {n}: {cc}"),
    "rows in Portuguese": lines("Linha {n}: {s}"),
    "rows in Chinese": "答案如下：\n" + lines("第{n}行：{s}"),
    "rows in Russian": lines("Строка {n}: {s}"),
    "rows in Japanese": lines("{n}行目：{r}"),
    "rows on one line with names": lines("Row {n}: {r}", between=", "),
    "rows in one sentence": "The rows are " + ", ".join(ROWS[:-1]) + " and " + ROWS[-1] + ".",
    "notes with an arrow": lines("{s}   <-- row {n}"),
    "notes with a tick": lines("{s} ✓"),
    "notes in brackets": lines("{s}  [row {n}]"),
    "sums": lines("{s} = 45"),
    "full-width digits": "\n".join(SPACED).translate({48 + d: 0xFF10 + d for d in range(10)}),
    "circled digits": "\n".join(ROWS).translate({48 + d: 0x245F + d for d in range(1, 10)}),
    "bold digits of mathematics": "\n".join(SPACED).translate({48 + d: 0x1D7CE + d for d in range(10)}),
    "Arabic digits": "\n".join(SPACED).translate({48 + d: 0x660 + d for d in range(10)}),
    "no-break spaces": "\n".join("\u00a0".join(row) for row in ROWS),
    "lines of the old Mac": "\r".join(SPACED),
    "lines of Windows": "\r\n".join(SPACED) + "\r\n",
    "colours of a terminal": "\n".join(" ".join(f"\x1b[1;3{int(d) % 7}m{d}\x1b[0m" for d in row) for row in ROWS),
    "a table of HTML": "<table>" + lines("<tr>{r}</tr>", ["".join(f"<td>{d}</td>" for d in r) for r in ROWS]) + "</table>",
    "breaks of HTML": "<p>" + "<br/>".join(SPACED) + "</p>",
    "XML": "<sudoku>\n" + lines('  <row n="{n}">{r}</row>') + "\n</sudoku>",
    "YAML in blocks": "grid:\n" + "\n".join("- - " + "\n  - ".join(row) for row in ROWS),
    "YAML with names": "solution:\n" + lines("  row_{n}: [{cc}]"),
    "TOML": "[solution]\n" + lines('r{n} = "{r}"'),
    "JSON by letters": json.dumps(dict(zip("ABCDEFGHI", ROWS, strict=True))),
    "JSON by numbers": json.dumps({str(n): row for n, row in enumerate(LISTS, 1)}),
    "JSON of a tool": json.dumps({"name": "submit", "arguments": {"grid": LISTS, "confidence": 0.93}}),
    "JSON as a text in JSON": json.dumps({"name": "submit", "arguments": json.dumps({"board": SPACED})}),
    "LaTeX in a matrix": "$$\\begin{pmatrix}\n" + lines("{s} \\\\").replace(" ", " & ").replace("& \\", "\\") + "\n\\end{pmatrix}$$",
    "LaTeX in a tabular": "\\begin{tabular}{|c|c|c|c|c|c|c|c|c|}\n\\hline\n"
    + "\n".join(" & ".join(row) + " \\\\ \\hline" for row in ROWS) + "\n\\end{tabular}",
    "LaTeX boxed on one line": "\\[\\boxed{\\begin{array}{ccccccccc}" + "\\\\".join("&".join(row) for row in ROWS) + "\\end{array}}\\]",
    "cells by coordinates": every("({r},{c})={d}", between=", "),
    "cells in words": every("Row {r}, Column {c}: {d}", between="\n"),
    "an indexed cell a line": every("grid[{y}][{x}] = {d}", between="\n"),
}  # fmt: skip
