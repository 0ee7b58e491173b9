"""Ways in which chat models end an answer, thought of after the reader had all others, and tried on it unseen.

`GOOD` give the solution, `BAD` do not. At first it read 69 of the first 71 of these, and 38 of the 40 of another list, of
which the last rows here are a part; 18 of the first 22 of those and 10 of another 12 had no full credit.
"""

import json

from held_out_answers import BANDED, GIVEN, LINE, LISTS, OTHER, ROWS, SPACED, lines

GIVENS = [GIVEN[i : i + 9] for i in range(0, 81, 9)]
OTHERS = [OTHER[i : i + 9] for i in range(0, 81, 9)]
TEXT, G, B, P = "\n".join(ROWS), "\n".join(SPACED), "\n".join(map(" ".join, OTHERS)), "\n".join(GIVENS)
EMPTY = [i for i, given in enumerate(GIVEN) if given == "."]
HALF = "".join(d if i < 40 else given for i, (d, given) in enumerate(zip(LINE, GIVEN, strict=True)))
PLACED = [f"R{i // 9 + 1}C{i % 9 + 1} = {LINE[i]}" for i in EMPTY]
NEAR = LINE[:44] + LINE[45] + LINE[44] + LINE[46:]
TABLE = "| | **1** | **2** | **3** | **4** | **5** | **6** | **7** | **8** | **9** |\n|" + "---|" * 10 + "\n"
TABLE += "".join(f"| **{n}** | " + " | ".join(row) + " |\n" for n, row in enumerate(ROWS, 1))
BOLD = "\n".join(
    "| " + " | ".join(d if given != "." else f"**{d}**" for d, given in zip(*both, strict=True)) + " |"
    for both in zip(ROWS, GIVENS, strict=True)
)
BLOCKS = ["".join(ROWS[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]


def grid(line):
    return "\n".join(" ".join(line[i : i + 9]) for i in range(0, 81, 9))


GOOD = {
    "here's the solved grid": f"Here's the solved grid:\n\n```\n{G}\n```\n\nEach row, column, and 3×3 box contains 1–9 exactly once. 🎯",
    "final answer in bold": f"**Final Answer:**\n\n{G}",
    "final answer in bold, one line": f"**Final Answer: {LINE}**",
    "a table with bold numbers": f"### ✅ Solved Sudoku\n\n{TABLE}\nLet me know if you'd like a step-by-step walkthrough!",
    "a table with bold new digits": f"Bold numbers are the ones I filled in:\n\n|1|2|3|4|5|6|7|8|9|\n{'|:---:' * 9}|\n{BOLD}",
    "steps, then a grid": "**Step 1:** In box 1, 4 can only go in R2C3.\n**Step 2:** Row 5 is missing 2, 7.\n**Step 3:** Column 9 needs 6.\n\n---\n\n**Completed grid:**\n\n" + G,
    "partial grids by step": f"After step 1:\n{P}\n\nAfter step 2:\n{grid(HALF)}\n\nAfter step 3, the puzzle is complete:\n{G}",
    "wait, let me recheck": f"{B}\n\nWait, let me recheck row 4... I see two 7s in column 2. Let me fix that.\n\n{G}\n\nNow it's consistent.",
    "an apology before": f"I apologize for the mistake in my previous grid. Here is the corrected version:\n\n{G}",
    "sorry, then a corrected one": f"{grid(NEAR)}\n\nSorry, I swapped two digits in row 5. Here's the right one:\n\n{G}",
    "actually": f"My answer:\n{B}\nActually, no. Rechecking the 3s, the grid should be\n{G}",
    "oops": f"```\n{B}\n```\nOops — that violates box 4. The fixed solution:\n```\n{G}\n```",
    "hmm, starting over": f"Hmm, this leads to a contradiction:\n{B}\n\nStarting over with r1c2 = 4 gives\n\n{G}",
    "I think this is right": f"I think this is right, but please double-check it:\n\n{G}",
    "confidence": f"{G}\n\nConfidence: 95%",
    "confidence in JSON": json.dumps({"solution": LISTS, "confidence": 0.97, "steps": 51}),
    "JSON with reasoning": json.dumps({"reasoning": "Row 1 lacks 4 and 7; column 3 has 4.", "final_answer": "\n".join(SPACED)}),
    "JSON of a tool": json.dumps({"name": "submit_solution", "arguments": json.dumps({"grid": ROWS})}),
    "the final answer is, in dollars": f"The final answer is ${LINE}$.",
    "boxed typewriter": f"$$\\boxed{{\\texttt{{{LINE}}}}}$$",
    "pmatrix": "$$\\begin{pmatrix}\n" + " \\\\\n".join(" & ".join(r) for r in ROWS) + "\n\\end{pmatrix}$$",
    "aligned rows": "\\begin{aligned}\n" + " \\\\\n".join(f"&\\text{{Row {n}: }} {r}" for n, r in enumerate(SPACED, 1)) + "\n\\end{aligned}",
    "tabular with rules": "\\begin{tabular}{|c|c|c||c|c|c||c|c|c|}\n\\hline\n" + "\n".join(" & ".join(r) + " \\\\ \\hline" for r in ROWS) + "\n\\end{tabular}",
    "verified with check marks a row": lines("Row {n}: {s} ✅"),
    "verified with ticks in a table": "| Row | Values | Valid |\n|---|---|---|\n" + lines("| {n} | {s} | ✓ |"),
    "rows with old and new": "\n".join(f"{given} → {row}" for given, row in zip(GIVENS, ROWS, strict=True)),
    "rows with old and new by name": "\n".join(f"Row {n}: {given} -> {row}" for n, (given, row) in enumerate(zip(GIVENS, ROWS, strict=True), 1)),
    "puzzle and solution under each other": f"Puzzle:   {GIVEN}\nSolution: {LINE}",
    "solution then puzzle": f"Solution:\n{TEXT}\n\n(for the puzzle {GIVEN})",
    "puzzle and solution side by side": "\n".join(f"{given}   {row}" for given, row in zip(GIVENS, ROWS, strict=True)),
    "numbered steps of rows": lines("{n}. **Row {n}:** {cc}"),
    "rows then columns then boxes checked": f"{G}\n\nRows: each sums to 45.\nColumn 1: {' '.join(r[0] for r in ROWS)} ✓\nBox 1: {' '.join(BLOCKS[0])} ✓",
    "wrapped in square brackets a line": lines("[{s}]"),
    "wrapped in angle brackets": lines("<{s}>"),
    "csv with a heading": "c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + lines("{c}"),
    "tabs": "\n".join("\t".join(r) for r in ROWS),
    "semicolons": ";\n".join(";".join(r) for r in ROWS),
    "dots between": "\n".join(".".join(r) for r in ROWS),
    "dashes between": "\n".join("-".join(r) for r in ROWS),
    "bands with blank lines": "\n\n".join("\n".join(BANDED[k : k + 3]) for k in (0, 3, 6)),
    "bands with blank lines and double blanks": "\n\n".join("\n".join(r.replace(" | ", "  ") for r in BANDED[k : k + 3]) for k in (0, 3, 6)),
    "a frame with equals signs": "=" * 25 + "\n" + "\n".join(("-" * 25 + "\n" if i in (3, 6) else "") + f"| {r} |" for i, r in enumerate(BANDED)) + "\n" + "=" * 25,
    "a quote": lines("> {s}"),
    "a quote after words": "Sure thing!\n\n" + lines("> {r}") + "\n\nHope that helps.",
    "HTML": "<table>" + "".join("<tr>" + "".join(f"<td>{d}</td>" for d in r) + "</tr>" for r in ROWS) + "</table>",
    "HTML with bold": "<table>\n" + "\n".join("<tr>" + "".join(f"<td><b>{d}</b></td>" for d in r) + "</tr>" for r in ROWS) + "\n</table>",
    "Python code that prints it": "```python\nsolution = [\n" + lines("    [{cc}],") + "\n]\nfor row in solution:\n    print(*row)\n```",
    "code, then its output": "```python\nprint(solve(puzzle))\n```\n\nOutput:\n\n```\n" + G + "\n```",
    "numpy's output": "[" + "\n ".join(f"[{s}]" for s in SPACED) + "]",
    "thinking, then the answer in bold": f"<think>\nOK so {OTHER}? no wait\n</think>\n\n**{LINE}**",
    "an answer mark in a code fence": f"```\n<answer>\n{G}\n</answer>\n```",
    "an answer mark with a fence inside": f"<answer>\n```\n{TEXT}\n```\n</answer>",
    "an answer mark with JSON": f"<answer>{json.dumps({'grid': LISTS})}</answer>",
    "final tag": f"<final_answer>{LINE}</final_answer>",
    "placements alone": "I placed:\n" + "\n".join(f"- {move}" for move in PLACED),
    "placements with reasons": "\n".join(f"{n}. {move} (naked single)" for n, move in enumerate(PLACED, 1)),
    "placements in sentences": " ".join(f"So R{i // 9 + 1}C{i % 9 + 1} must be {LINE[i]}." for i in EMPTY),
    "placements, then the grid": "\n".join(PLACED) + f"\n\nFinal grid:\n\n{G}",
    "placements with a wrong one taken back": "R1C1 = 1? No, conflict.\n" + f"Final grid:\n{G}",
    "rows by the block": "\n".join(f"Rows {k + 1}-{k + 3}:\n" + "\n".join(SPACED[k : k + 3]) for k in (0, 3, 6)),
    "top, middle, bottom": "\n".join(f"{name} band:\n" + "\n".join(SPACED[k : k + 3]) for name, k in (("Top", 0), ("Middle", 3), ("Bottom", 6))),
    "French": f"Voici la grille complète :\n\n{G}\n\nChaque ligne, colonne et bloc contient les chiffres de 1 à 9.",
    "German": f"Hier ist das gelöste Sudoku:\n\n{G}\n\nAlle Zeilen, Spalten und Blöcke sind korrekt.",
    "Spanish": lines("Fila {n}: {s}") + "\n\n¡Listo!",
    "Chinese": "最终答案：\n" + lines("第{n}行：{s}"),
    "Japanese": f"解答は次のとおりです。\n\n{G}\n\nすべての行・列・ブロックを確認しました。",
    "Arabic digits": "الحل:\n" + G.translate({48 + d: 0x660 + d for d in range(10)}),
    "full width digits": G.translate({48 + d: 0xFF10 + d for d in range(10)}),
    "verification says no duplicates": f"{G}\n\nVerification: no row has a duplicate, no column is missing a digit, nothing is wrong.",
    "a note that there is one solution": f"{G}\n\nThere is no other solution.",
    "a note on how hard": f"{G}\n\nThat wasn't easy — the second half needed an X-wing!",
    # --- of the second list
    "rows in sentences with and": "\n".join(f"Row {n} is {', '.join(r[:8])} and {r[8]}." for n, r in enumerate(ROWS, 1)),
    "a heading that names its drawing": "The solved puzzle with box drawing:\n" + lines("┃{r}┃"),
    "another method": f"{G}\n\nThis is not the only method, but it works.",
    "a first attempt that failed": f"{G}\n\nMy first attempt was wrong because of r3c4, so this took a while.",
    "no rule is violated": f"{G}\n\nI double-checked: this does not violate any rule.",
    "a contradiction elsewhere": f"{G}\n\nThe solution is unique; guessing r1c1=2 leads to a contradiction.",
    "a contradiction before": f"Trying 2 in r1c1 leads to a contradiction, so the solution is:\n{G}",
    "since, a contradiction": f"Since 2 in r1c1 gives a contradiction, the answer is {LINE}",
    "a common wrong answer": f"{G}\n\nA common wrong answer swaps 3 and 5 in row 2.",
    "the givens may be wrong": f"{G}\n\nIf this doesn't match your app, the givens may have been copied wrong.",
    "the puzzle by mistake": f"Answer = {GIVEN}\nno sorry, that's the puzzle. Answer = {LINE}",
}  # fmt: skip

BAD = {
    "an apology after": f"{G}\n\nI apologize, but this grid is incorrect and I was not able to find a valid solution.",
    "wait, that's wrong": f"{G}\n\nWait, that's wrong. Row 3 has two 5s.",
    "wait, that's wrong, then another": f"{G}\n\nWait, that's wrong. Let me fix it:\n\n{B}",
    "partial": f"This is as far as I got:\n\n{grid(HALF)}",
    "partial with blanks and question marks": f"{grid(HALF).replace('.', '?')}\n\nThe rest can't be determined by logic alone.",
    "steps without an end": "Step 1: R1C1 = 5.\nStep 2: R1C2 = 3.\nContinuing this way fills the grid.",
    "the puzzle repeated": f"Here is the completed puzzle:\n\n{P}",
    "one digit wrong": f"Here is the solved grid:\n\n{grid(LINE[:80] + str(int(LINE[80]) % 9 + 1))}",
    "two swapped": grid(NEAR),
    "a grid that fails its own check": f"{G}\n\nCheck: column 4 has two 3s, so this does not work.",
    "two equally good": f"There are two possibilities:\n\nGrid 1:\n{B}\n\nGrid 2:\n{G}",
    "two in JSON": json.dumps({"solutions": [OTHER, LINE]}),
    "a guess between": f"It's either this:\n{G}\n\nor this:\n{B}\n\nI can't tell which.",
    "transposed": "\n".join("".join(r[k] for r in ROWS) for k in range(9)),
    "upside down": "\n".join(reversed(SPACED)),
    "inside analysis only": f"<think>{G}\nThat works!",
    "inside analysis, answer is a summary": f"<think>{G}</think>\n\nI solved the puzzle with naked singles.",
    "in a mark, then taken back": f"<answer>{LINE}</answer>\nScratch that, the answer above is wrong.",
    "hypothetical": f"If r1c1 were right, the grid would be\n{G}\nwhich is a contradiction.",
    "eight rows and dots": "\n".join([*SPACED[:8], "..."]),
    "a refusal": "I'm sorry, but I can't solve Sudoku puzzles directly. You may try an online solver.",
    "unfortunately": f"{G}\n\nUnfortunately this grid is invalid.",
    "a list of candidates": f"Candidates: [{LINE}, {OTHER}]",
    "a slash between two": f"Not sure which: {OTHER} / {LINE}",
    "the above is not": f"{G}\n\nThe above solution is not valid since 5 appears twice in box 2.",
    "no work either": f"{G}\nThis does not work either.",
    "an image": "![solved sudoku](https://example.com/" + LINE[:9] + ".png)",
}  # fmt: skip
