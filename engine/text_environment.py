"""An environment that talks: a language model fills a puzzle in several turns of text, by tools or by commands.

`TextEnvironment` owns the board, says what is legal, and gives the reward. TRL takes it as an `environment_factory`;
others take its `tools`, whose names, types and docstrings are the schemas that a model sees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from . import rules as variants
from .boards import cells_of, puzzles_and_shape
from .curriculum import Curriculum, Stage
from .paths.path import Begun, puzzle_of
from .paths.sentences import title_of, where_to_look
from .reading.answers import THINKING, outside_thinking
from .rules.houses import broken_rules
from .rules.reading import whole_variant
from .rules.texts import boxes, in_words, legend
from .shape import DIGITS, cell_name
from .solving import Puzzles, is_variant, solve

HINTS = {1: 0.25, 2: 0.5, 3: 1.0}
"""The price of a hint: which techniques lead to the next digit, where to look, and all in words."""

CANDIDATES = 0.1
"""The price of the candidates of a cell. Prices are in cells: with 50 empty ones, 1.0 is 1 / 50 of the reward."""

OUTCOME, PROCESS = 0.7, 0.3
"""How much of the reward is for the solution, and how much for right digits."""

WRONG = 3
"""A wrong digit takes back so many right ones, so that guesses earn nothing."""

COMMANDS = """Commands, one a line:
place r1c2 5      a digit into an empty cell: row 1, column 2
undo r1c2         that digit is taken back; undo alone: the last one
candidates r1c2   what the cell can hold beside the digits on the board
hint 1            the techniques that lead to the next digit; hint 2: where to look; hint 3: all in words
finish            the end; the last digit of the solution is an end, too
Help costs a part of the reward, and so do moves that are not legal or lead to a board that was there before."""

_COMMAND = re.compile(
    r"^(?:[^\w\n]|[0-9]{1,2}[.)]){0,9}(?:(place|undo|candidates|hint|finish)\b([^0-9\n]{0,20}(?:[0-9]{1,3}[^0-9\n]{0,20}){0,3})"
    r"|(r[0-9]{1,3}c[0-9]{1,3} ?[=:] ?[0-9]{1,3}))[^\w\n]{0,9}$",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBERS = {"place": (3,), "undo": (0, 2), "candidates": (2,), "hint": (1,), "finish": (0,)}
"""How many numbers stand behind each command."""

_LONGEST = 1 << 16
"""So many last characters of a turn are read."""


class TextEnvironment:
    """A puzzle that is solved by talking.

        >>> game = TextEnvironment([{"clues": 60}, {"level": "easy"}, {"rules": "diagonal"}], seed=1)
        >>> prompt = game.reset(number=0)
        >>> game.place("r1c1", 99)
        'Not legal: 99 is no digit from 1 to 9.'

    The reward is 0.7 for the solution and 0.3 for right digits, of which each wrong one takes back three; less the
    price of help, and a cell for each move that is not legal or leads to a board that was there before. It is never
    below 0. So copying, guessing and asking for every digit earn nothing.
    """

    def __init__(
        self,
        curriculum: Curriculum | Sequence[Stage | Mapping[str, Any]] = ({},),
        *,
        seed: int = 0,
        most_moves: int | None = None,
    ) -> None:
        """Take the stages of a curriculum, or a `Curriculum` that several environments share.

        An episode is cut off after `most_moves`: four for each empty cell, and 20, by default. ValueError as from
        `Curriculum`, and for less than one move.
        """
        if most_moves is not None and most_moves < 1:
            raise ValueError(f"most_moves {most_moves} is below 1")
        self._curriculum = curriculum if isinstance(curriculum, Curriculum) else Curriculum(curriculum)
        self._seed, self._most_moves, self._next = seed, most_moves, count()
        self._puzzle = variants.Variant.of(4)
        self._begin([1] * 16)
        self._is_done = self._is_counted = True  # until the first puzzle

    def _begin(self, solution: list[int]) -> None:
        self._solution, self._cells = solution, list(self._puzzle.clues.tolist())
        self._is_clue = [digit > 0 for digit in self._cells]
        self._empty = max(1, self._cells.count(0))
        self._left = self._most_moves or 4 * self._empty + 20
        self._placed: list[int] = []
        self._boards, self._asked = {bytes(self._cells)}, set[tuple[object, bytes]]()
        self._illegal, self._repeated, self._moves, self._help = 0, 0, 0, 0.0
        self._is_done = self._is_counted = False
        self._seen: list[set[int]] = [set() for _ in self._cells]
        for house in self._puzzle.rules.houses:
            for cell in house.cells:
                self._seen[cell].update(house.cells)

    # --- For trainers ---

    def reset(
        self, puzzle: Puzzles | None = None, constraints: str | None = None, number: int | None = None, **columns: Any
    ) -> str:
        """Begin a puzzle and return its prompt: the rules, the board and the commands.

        It is `puzzle`: text, cells or a variant, perhaps with constraint text, as data sets have them. Or it is puzzle
        `number` of the seed at the present stage, by default the next one. Other columns of a data set are ignored.
        ValueError for a puzzle without exactly one solution, and for one that is not square.
        """
        if puzzle is None:
            self._puzzle = self._curriculum.puzzle(self._seed, next(self._next) if number is None else number)
        elif is_variant(puzzle):
            self._puzzle = puzzle
        elif constraints:
            self._puzzle = whole_variant(constraints).with_givens(cells_of(puzzle).reshape(-1).tolist())  # type: ignore[arg-type]
        else:
            cells, shape = puzzles_and_shape(puzzle, None)  # type: ignore[arg-type]
            self._puzzle = variants.Variant.of(shape.size, blocks=shape.blocks).with_givens(cells.reshape(-1).tolist())
        self._puzzle.check_square("played as text")
        if self._puzzle.rules.count:
            raise ValueError("rules with cells beside the grid are not played as text")
        found = solve(self._puzzle, limit=2)
        if found.counts != 1:
            raise ValueError(f"the puzzle has {'several solutions' if found.counts else 'no solution'}, not one")
        self._begin(found.solutions.tolist())
        return "\n\n".join(["Solve this puzzle.", *self._described(), COMMANDS])

    def get_reward(self) -> float:
        """End the episode, count it for the curriculum, and return its reward, a number from 0 to 1."""
        self._is_done = True
        if not self._is_counted:
            self._is_counted = True
            self._curriculum.record(solved=self.is_solved)
        return self.reward

    @property
    def tools(self) -> list[Callable[..., str]]:
        """What a model may call, for trainers that do not look for it."""
        return [self.place, self.undo, self.candidates, self.hint, self.finish]

    def __call__(self, text: str) -> str:
        """Follow the commands in a turn of a model, one a line, behind what is thought; return what it sees next.

        A turn without a command is a move that is not legal. No text raises an error.
        """
        begin, end = outside_thinking(text, THINKING)
        said: list[str] = []
        for found in _COMMAND.finditer(text, max(begin, end - _LONGEST), end):
            name = (found[1] or "place").lower()
            numbers = [int(number) for number in re.findall(r"[0-9]+", found[2] or found[3] or "")]
            if len(numbers) in _NUMBERS[name] and not self._is_done:
                cell = f"r{numbers[0]}c{numbers[1]}" if len(numbers) > 1 else ""
                rest = numbers[2:] if cell else numbers
                said.append(getattr(self, name)(*([cell] if cell else []), *rest))
        return "\n".join(said) or self._over() or f"{self._refused('there is no command')}\n{COMMANDS}"

    @property
    def is_done(self) -> bool:
        """Whether the episode has ended."""
        return self._is_done

    @property
    def is_solved(self) -> bool:
        """Whether the board is the solution."""
        return self._cells == self._solution

    @property
    def reward(self) -> float:
        """What the episode is worth so far. The differences from move to move add up to the reward."""
        return float(self.report["reward"])

    @property
    def report(self) -> dict[str, float]:
        """The reward and its parts: shares of the empty cells, help in cells, and counts."""
        filled = [digit == right for digit, right in zip(self._cells, self._solution, strict=True) if digit]
        right, wrong = sum(filled) - sum(self._is_clue), filled.count(False)
        outcome, process = float(self.is_solved), max(0, right - WRONG * wrong) / self._empty
        price = (self._help + self._illegal + self._repeated) / self._empty
        return {
            "reward": min(1.0, max(0.0, OUTCOME * outcome + PROCESS * process - price)),
            "outcome": outcome,
            "process": process,
            "help": self._help,
            "illegal": self._illegal,
            "repeated": self._repeated,
            "moves": self._moves,
            "stage": self._curriculum.stage,
        }

    # --- For models: the docstrings are in the schemas ---

    def place(self, cell: str, digit: int) -> str:
        """Place a digit in an empty cell.

        Args:
            cell: The cell, such as r1c2 for row 1, column 2.
            digit: The digit, from 1 to the size of the board.
        """
        if over := self._over():
            return over
        place = self._place_of(cell)
        if place is None:
            return self._refused(f"{_short(cell)} is no cell of this board")
        if self._cells[place]:
            return self._refused(f"{self._name(place)} is {DIGITS[self._cells[place]]} already")
        value = _whole(digit)
        if not 1 <= value <= self._puzzle.size:
            return self._refused(f"{_short(digit)} is no digit from 1 to {self._puzzle.size}")
        if why := self._why_not(place, value):
            return self._refused(f"{self._name(place)} cannot be {DIGITS[value]}: {why}")
        self._cells[place] = value
        self._placed.append(place)
        return self._moved(f"{self._name(place)} is {DIGITS[value]}.", place)

    def undo(self, cell: str = "") -> str:
        """Take a digit back that was placed.

        Args:
            cell: The cell, such as r1c2; without one the last digit is taken back.
        """
        if over := self._over():
            return over
        place = self._place_of(cell) if cell else next(iter(self._placed[::-1]), None)
        if place not in self._placed:
            return self._refused("no digit was placed there" if cell else "no digit was placed")
        self._placed.remove(place)
        self._cells[place] = 0
        return self._moved(f"{self._name(place)} is empty.", place, is_back=True)

    def candidates(self, cell: str) -> str:
        """Ask which digits an empty cell can hold beside the digits on the board. It costs a tenth of a cell.

        Args:
            cell: The cell, such as r1c2 for row 1, column 2.
        """
        if over := self._over():
            return over
        place = self._place_of(cell)
        if place is None or self._cells[place]:
            return self._refused(f"{_short(cell)} is no empty cell")
        self._pay(("candidates", place), CANDIDATES)
        can = [DIGITS[digit] for digit in range(1, self._puzzle.size + 1) if not self._why_not(place, digit)]
        return f"{self._name(place)} can hold {', '.join(can) or 'no digit'}."

    def hint(self, stage: int) -> str:
        """Ask for a hint that leads to the next right digit. It costs a quarter, a half or all of a cell.

        It does not say which digits on the board are wrong.

        Args:
            stage: 1 for the techniques, 2 for where to look, 3 for all in words.
        """
        if over := self._over():
            return over
        if (wanted := _whole(stage)) not in HINTS:
            return self._refused("a hint has stage 1, 2 or 3")
        # wrong digits are passed over: a hint that named them would prove guesses for little
        right = [digit if digit == value else 0 for digit, value in zip(self._cells, self._solution, strict=True)]
        puzzle = self._puzzle
        try:
            plain = self._is_plain
            given = puzzle_of(puzzle.clues, blocks=puzzle.board_shape.blocks) if plain else puzzle_of(puzzle)
            steps = Begun(given, right).to_next_digit()
        except ValueError:  # boards above 12x12
            steps = []
        if not steps:
            return "There is no hint: no technique is known that goes on here."
        self._pay(("hint", wanted), HINTS[wanted])
        says: Callable[[Any], str] = {1: title_of, 2: where_to_look, 3: lambda step: step.sentence}[wanted]
        return "\n".join(dict.fromkeys(map(says, steps)))

    def finish(self) -> str:
        """End the game, as soon as you do not want to place or take back any digit."""
        if over := self._over():
            return over
        self._is_done = True
        return f"The game is over; {self._cells.count(0)} cells are empty."

    # --- Inside ---

    @property
    def _is_plain(self) -> bool:
        """Whether rows, columns and usual blocks, or none, are all that there is."""
        return not self._puzzle.uses and (self._puzzle.board_shape.has_blocks or not self._puzzle.regions)

    def _described(self) -> list[str]:
        puzzle, size = self._puzzle, self._puzzle.size
        block = f"block of {puzzle.board_shape.blocks}" if puzzle.board_shape.has_blocks else "region"
        units = ["row", f"column and {block}" if puzzle.regions else "column"]
        said = f"Each {(', ' if puzzle.regions else ' and ').join(units)} holds each digit from 1 to {size} once."
        if size > 9:
            said += f" {DIGITS[10]} to {DIGITS[size]} in the board are 10 to {size}."
        if self._is_plain:
            return [said, "\n".join(f"r{row + 1} {self._row(row)}" for row in range(size))]
        return ["\n".join([said, *in_words(puzzle)]), "\n".join([boxes(puzzle, self._cells), *legend(puzzle)])]

    def _row(self, row: int) -> str:
        size = self._puzzle.size
        return " ".join(DIGITS[digit] for digit in self._cells[row * size : (row + 1) * size])

    def _name(self, cell: int) -> str:
        return cell_name(*divmod(cell, self._puzzle.size))

    def _place_of(self, cell: object) -> int | None:
        found = re.fullmatch(r"[^0-9]{0,9}([0-9]{1,2})[^0-9]{1,9}([0-9]{1,2})[^0-9]{0,9}", _short(cell))
        if not found or not all(1 <= int(number) <= self._puzzle.size for number in found.groups()):
            return None
        return (int(found[1]) - 1) * self._puzzle.size + int(found[2]) - 1

    def _why_not(self, cell: int, digit: int) -> str:
        """Why a digit breaks a rule in an empty cell; "" if it does not, though it may still be wrong."""
        if (other := next((peer for peer in sorted(self._seen[cell]) if self._cells[peer] == digit), None)) is not None:
            return f"{self._name(other)} is {DIGITS[digit]}"
        if not self._puzzle.uses:
            return ""
        tried = [*self._cells[:cell], digit, *self._cells[cell + 1 :]]
        broken = broken_rules(self._puzzle, tried, cell=cell)
        return broken[0].sentence.rstrip(".") if broken else ""

    def _over(self) -> str:
        """Count a move; what is said if there is none left."""
        if self._is_done:
            return "The game is over."
        self._moves += 1
        self._is_done = self._moves >= self._left
        return ""

    def _refused(self, why: str) -> str:
        self._illegal += 1
        return f"Not legal: {why}."

    def _pay(self, what: object, price: float) -> None:
        """Pay for help once; asked again on the same board, it is a repeated move."""
        if (what, bytes(self._cells)) in self._asked:
            self._repeated += 1
        else:
            self._asked.add((what, bytes(self._cells)))
            self._help += price

    def _moved(self, said: str, cell: int, *, is_back: bool = False) -> str:
        board, row = bytes(self._cells), cell // self._puzzle.size
        said += f" Row {row + 1}: {self._row(row)}"
        if board in self._boards and not is_back:  # an undo leads back
            self._repeated += 1
            said += " This board was there before."
        self._boards.add(board)
        if self.is_solved:
            self._is_done = True
            return f"{said} The puzzle is solved."
        return f"{said} Empty cells: {self._cells.count(0)}."


def _short(value: object) -> str:
    """What a model wrote, not longer than it may be shown."""
    if isinstance(value, str):
        return value[:40]
    return str(value) if isinstance(value, int | float) and abs(value) < 10**9 else "this"


def _whole(value: object) -> int:
    """A number that a model may have written as text; 0 for anything else."""
    if isinstance(value, bool):
        return 0
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\s*[0-9]{1,3}\s*", value) else 0
    return int(value) if isinstance(value, int | float) and value in range(1000) else 0
