"""Further ways to write a solution, thought of after the first form of the reader, and tried on it unseen.

It read 61 of these 67 before it was changed for any of them.
"""

import json

from held_out_answers import GIVEN, LINE, LISTS, OTHER, ROWS, SPACED, every, lines

GIVENS = [GIVEN[i : i + 9] for i in range(0, 81, 9)]
TEXT, G = "\n".join(ROWS), "\n".join(SPACED)
BOXES = ["".join(ROWS[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
FILLED = [[(d, given == ".") for d, given in zip(*both, strict=True)] for both in zip(ROWS, GIVENS, strict=True)]
TOOL = {"name": "finish", "arguments": {"solution": LINE}}
WORDS = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]


def marked(form, between="\n"):
    """The rows, with the digits of empty cells in a form."""
    return between.join(" ".join(form.format(d) if is_new else d for d, is_new in row) for row in FILLED)


LATER = {
    "a greeting and a question": f"Sure! Here's the completed Sudoku:\n\n{G}\n\nWould you like me to explain the steps?",
    "a question after on the same line": f"The solution is {LINE}. Do you want an explanation?",
    "a heading of Markdown": f"## Solution\n\n{G}\n\n## Verification\n\n- Rows: ✓\n- Columns: ✓\n- Boxes: ✓",
    "verification with sums": f"{G}\n\nRow sums: 45 45 45 45 45 45 45 45 45\nColumn sums: 45 45 45 45 45 45 45 45 45",
    "the digits named after": f"{TEXT}\n\nAll digits 1 2 3 4 5 6 7 8 9 appear once in each unit.",
    "the digits named before": f"Each row must contain 123456789.\n\n{TEXT}",
    "the digits named right before": f"Digits used: 1-9\n{G}",
    "boxes checked": G + "\n\nBoxes:\n" + lines("Box {n}: {s}", BOXES),
    "rows checked again": G + "\n\nVerification:\n" + lines("Row {n}: {r} ✓"),
    "step list then board": "Step 1: place 5 in r1c1.\nStep 2: place 3 in r1c2.\nStep 3: fill the rest.\n\nFinal answer:\n"
    + G,
    "reasoning in parts": "Puzzle:\n"
    + "\n".join(GIVENS)
    + "\n\nAfter singles:\n"
    + "\n".join(GIVENS[:5] + ROWS[5:])
    + "\n\nFinal:\n"
    + TEXT,
    "a statement of what is not": f"It is not hard to see that the solution is:\n{G}",
    "not trivial, then": f"This puzzle is not easy. Nevertheless, the answer: {LINE}",
    "corrected": f"My previous grid was wrong. Corrected grid:\n\n{G}",
    "correct after wrong": f"The first attempt was incorrect; the correct solution is:\n{G}",
    "an earlier contradiction": f"If r1c1 were 2, row 1 would be invalid, so it isn't. Solution: {LINE}",
    "final answer of GSM8K": f"... so we are done.\n#### {LINE}",
    "a tool's tag": f"<tool_call>\n{json.dumps(TOOL)}\n</tool_call>",
    "output tags": f"<output>\n{G}\n</output>",
    "solution tags": f"<solution>{LINE}</solution>",
    "answer in capitals brackets": f"[ANSWER]\n{TEXT}\n[/ANSWER]",
    "harmony": f"<|channel|>analysis<|message|>Try {OTHER}<|end|><|start|>assistant<|channel|>final<|message|>{G}<|return|>",
    "Kimi": f"◁think▷{OTHER}◁/think▷{G}",
    "Magistral": f"[THINK]maybe {OTHER}[/THINK]{G}",
    "end of sentence tokens": f"{LINE}<|im_end|>",
    "eos": f"{G}</s>",
    "a signature": f"{G}\n\n— Your Sudoku assistant, 2026-11-25 10:55",
    "time and place": f"Solved in 3.2 s with 51 placements:\n{G}\nNodes: 1,234",
    "a list of lists with labels": "[\n" + lines("  Row {n}: [{cc}],") + "\n]",
    "R1C1-R1C9": lines("R{n}C1-R{n}C9: {s}"),
    "row ranges": lines("A{n}-I{n}: {s}"),
    "Row 1 (r1c1 to r1c9)": lines("Row {n} (from left to right): {s}"),
    "rows by number words": "\n".join(f"Row {w.lower()}: {s}" for w, s in zip(WORDS, SPACED, strict=True)),
    "roman rows": "\n".join(
        f"{w}. {s}" for w, s in zip(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"], SPACED, strict=True)
    ),
    "R1 with colon no space": lines("R{n}:{r}"),
    "thirds with labels": "\n".join(
        f"Row {n}: " + " | ".join(r[k : k + 3] for k in (0, 3, 6)) for n, r in enumerate(ROWS, 1)
    ),
    "org table": "|---+---+---|\n" + "\n".join("| " + " | ".join(r) + " |" for r in ROWS) + "\n|---|",
    "reST grid": "=== === ===\n" + "\n".join("   ".join(r) for r in ROWS) + "\n=== === ===",
    "a table with row names bold": "| | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|:-:|"
    + ":-:|" * 9
    + "\n"
    + "\n".join(f"| **{L}** | " + " | ".join(r) + " |" for L, r in zip("ABCDEFGHI", ROWS, strict=True)),
    "a table with numbered rows and columns": "|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|"
    + "---|" * 9
    + "\n"
    + "\n".join(f"| {n} | " + " | ".join(r) + " |" for n, r in enumerate(ROWS, 1)),
    "new digits in parentheses": marked("({})"),
    "new digits in brackets": marked("[{}]"),
    "new digits with stars": marked("*{}*"),
    "new digits underlined in HTML": marked("<u>{}</u>", "<br>"),
    "quoted twice": json.dumps(json.dumps(LISTS)),
    "JSON of objects a row": json.dumps([{"row": n, "values": r} for n, r in enumerate(LISTS, 1)]),
    "JSON of cells in a list": json.dumps(
        [{"row": i // 9 + 1, "col": i % 9 + 1, "value": int(d)} for i, d in enumerate(LINE)]
    ),
    "set r c d calls": every("set_cell({r}, {c}, {d})", "\n"),
    "place calls": every("place(row={r}, col={c}, digit={d})", "\n"),
    "put d at": every("{d} at r{r}c{c}", ", "),
    "R1C1 is": every("R{r}C{c} is {d}", ". "),
    "A1=5 in cells for the empties": ", ".join(
        "ABCDEFGHI"[i // 9] + f"{i % 9 + 1}={d}" for i, d in enumerate(LINE) if GIVEN[i] == "."
    ),
    "one digit a cell in quotes": str([list(r) for r in ROWS]),
    "Vietnamese": lines("Hàng {n}: {s}"),
    "Korean": lines("{n}행: {s}"),
    "Polish": lines("Wiersz {n}: {s}"),
    "Dutch": "De oplossing:\n" + lines("Rij {n}: {s}"),
    "Turkish": lines("Satır {n}: {s}"),
    "Hindi digits": G.translate({48 + d: 0x966 + d for d in range(10)}),
    "emoji heading": f"🎉 Solved! 🎉\n\n{G}\n\n✅ all good",
    "interleaved explanation": lines("Row {n}: {s}\nThis row was completed by naked singles, see above.\n"),
    "a spoiler": f">! {LINE} !<",
    "details": f"<details><summary>Solution</summary>\n\n```\n{TEXT}\n```\n</details>",
    "a matrix with ampersands": " \\\\\n".join(" & ".join(r) for r in ROWS),
    "double spaced frame": "\n".join("||" + "||".join(r) + "||" for r in ROWS),
    "sum check columns of numbers": "\n".join(s + "  | 45" for s in SPACED),
    "rows then or explanation": f"{G}\n\nYou can check this by hand or with any solver.",
}
