"""Environments of Gymnasium in which an agent fills a board: one puzzle, or many side by side.

Importing this module registers them: `gymnasium.make("board_catalogue.engine.environments:board_catalogue/Sudoku-v0")`,
and `make_vec` of the same name with `vectorization_mode="vector_entry_point"`. It needs `pip install
'board-catalogue[train]'`.

An observation is `uint8 (S, S)`, the digits with 0 for an empty cell; with `observation="candidates"` it is `uint8
(S, S, S)`: 1 where no unit of the cell holds the digit, and for a filled cell its digit alone. Action a means cell
`a // (S + 1)`, row by row, and digit `a % (S + 1)`: digit 0 erases. `info["action_mask"]` has the legal actions as
`int8`: place a candidate in an empty cell, or erase a cell that is no clue. What is not legal changes nothing.

Rewards: "solved" gives 1.0 for the last digit of a solution; "cells" gives 1 / empty cells for a right digit, as much
less for a wrong one, and takes it back when it is erased; "steps" takes 1 / empty cells for every action, so that an
episode without a detour ends with 0, and gives 1.0 for the solution. An action that is not legal costs 1 / empty cells
in each. An episode ends when the board is solved, and is cut off after `max_steps`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces, vector
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from .boards import Boards, check_seed, puzzles_and_shape
from .carving import carve
from .generation import generate
from .grid import Grid
from .paths.scores import score
from .shape import Shape
from .solving import solve

OBSERVATIONS = ("cells", "candidates")
REWARDS = ("solved", "cells", "steps")
RENDERS = ("ansi", "svg")

_QUICK = 9
"""Up to this size a puzzle is made in microseconds and scored in a millisecond; larger ones take a thousand times as
long, so fewer are made together, and their empty cells order them in place of the score."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options that `gymnasium.make` and `make_vec` take for both environments."""

    size: int | None = None
    """Cells in a row of the puzzles of a seed, 9 by default."""
    blocks: str | None = None
    """Those usual for the size by default."""
    clues: int | None = None
    """As many as are left in the puzzles of a seed; by default they are minimal."""
    puzzles: ArrayLike | None = None
    """Puzzles that come in turn in place of those of a seed, such as the first array of `Catalogue.to_numpy()`."""
    easiest_first: bool = False
    """Whether they are ordered by their score."""
    reward: str = REWARDS[0]
    observation: str = OBSERVATIONS[0]
    max_steps: int | None = None
    """After which an episode is cut off: four for each cell by default."""
    render_mode: str | None = None

    def __post_init__(self) -> None:
        """ValueError for an unknown name, less than one step, and for what says how puzzles are made beside puzzles."""
        for name, value, known in (
            ("reward", self.reward, REWARDS),
            ("observation", self.observation, OBSERVATIONS),
            ("render_mode", self.render_mode or RENDERS[0], RENDERS),
        ):
            if value not in known:
                raise ValueError(f"{name} {value!r} is not one of {', '.join(known)}")
        if self.max_steps is not None and self.max_steps < 1:
            raise ValueError(f"max_steps {self.max_steps} is below 1")
        if self.puzzles is not None and (self.clues is not None or self.size is not None):
            raise ValueError("size and clues are for puzzles of a seed: leave them out beside puzzles")


class Stream:
    """Puzzles with their solutions: the rows of an array in turn, or puzzle k of a seed for k = 0, 1, 2, ..."""

    def __init__(self, options: Options) -> None:
        """ValueError for puzzles without exactly one solution."""
        self._clues, self._is_ordered = options.clues, options.easiest_first
        self._given: tuple[Boards, Boards] | None = None
        if options.puzzles is None:
            self.shape = Shape.of(options.size or 9, options.blocks)
            return
        cells, self.shape = puzzles_and_shape(options.puzzles, options.blocks)
        cells = np.atleast_2d(cells)
        found = solve(cells, limit=2, blocks=self.shape.blocks)
        if not len(cells) or (found.counts != 1).any():
            raise ValueError("each puzzle of an environment has one solution")
        self._given = self._ordered(cells, found.solutions)

    def begin(self, seed: int) -> None:
        """Begin at the first puzzle of a seed; of given puzzles that are not ordered, at place `seed` among them."""
        self._seed, self._start = check_seed(seed), 0
        self._puzzles, self._solutions = self._given or self._made(0)
        self._next = 0 if self._given is None or self._is_ordered else seed % len(self._puzzles)

    def take(self, count: int) -> tuple[Boards, Boards]:
        """Return the next puzzles and their solutions, `uint8 (count, S*S)`. Those that were taken are not kept."""
        puzzles, solutions = [self._puzzles[:0]], [self._solutions[:0]]
        while count:
            if self._next == len(self._puzzles):
                self._start, self._next = self._start + self._next, 0
                if self._given is None:
                    self._puzzles, self._solutions = self._made(self._start)
            rows = slice(self._next, self._next + count)
            puzzles.append(self._puzzles[rows])
            solutions.append(self._solutions[rows])
            self._next += len(puzzles[-1])
            count -= len(puzzles[-1])
        return np.concatenate(puzzles), np.concatenate(solutions)

    def _made(self, start: int) -> tuple[Boards, Boards]:
        size, blocks = self.shape.size, self.shape.blocks
        boards = generate(1024 if size <= _QUICK else 8, seed=self._seed, start=start, size=size, blocks=blocks)
        return self._ordered(carve(boards, seed=self._seed, clues=self._clues, blocks=blocks), boards)

    def _ordered(self, puzzles: Boards, solutions: Boards) -> tuple[Boards, Boards]:
        if not self._is_ordered:
            return puzzles, solutions
        if self.shape.size <= _QUICK:
            costs = score(puzzles, blocks=self.shape.blocks)["score"]
        else:
            costs = (puzzles == 0).sum(axis=1)
        order = np.argsort(costs, kind="stable")
        return puzzles[order], solutions[order]


class Games:
    """Boards that are being filled, side by side: all that both environments know of the game."""

    def __init__(self, options: Options, count: int) -> None:
        """ValueError as in `Stream`."""
        self.stream = Stream(options)
        self._reward, self._observation = options.reward, options.observation
        self.shape, size = self.stream.shape, self.stream.shape.size
        self.most = options.max_steps or 4 * size**2
        self.cells = np.zeros((count, size**2), np.uint8)
        self._puzzles, self._solutions = self.cells.copy(), self.cells.copy()
        self._empty, self._steps = np.ones(count), np.zeros(count, np.int64)
        self._rows = np.arange(count)
        self._members, self._units_of = np.array(self.shape.units), np.array(self.shape.units_of)
        self._bits = np.concatenate([[0], 1 << np.arange(size)]).astype(np.int32)
        seen, most = ((size, size), size) if self._observation == "cells" else ((size, size, size), 1)
        self.observation_space: spaces.Space[Any] = spaces.Box(0, most, seen, np.uint8)
        self.action_space = spaces.Discrete(size**2 * (size + 1))

    def begin(self, which: NDArray[np.bool_]) -> None:
        """Put the next puzzles into some places."""
        puzzles, solutions = self.stream.take(int(which.sum()))
        self.cells[which] = self._puzzles[which] = puzzles
        self._solutions[which], self._steps[which] = solutions, 0
        self._empty[which] = np.maximum(1, (puzzles == 0).sum(axis=1))
        self._candidates = self._found_candidates()

    def step(
        self, actions: NDArray[Any], which: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Act on some boards; return the rewards, which are solved and which are cut off. ValueError for no action."""
        if actions.shape != self._rows.shape or actions.min() < 0 or actions.max() >= self.action_space.n:
            raise ValueError(f"actions are {len(self._rows)} numbers in 0 .. {self.action_space.n - 1}")
        cell, digit = np.divmod(actions.astype(np.int64), self.shape.size + 1)
        before, right = self.cells[self._rows, cell], self._solutions[self._rows, cell]
        is_erased = (digit == 0) & (before != 0) & (self._puzzles[self._rows, cell] == 0)
        is_placed = (before == 0) & ((self._candidates[self._rows, cell] & self._bits[digit]) != 0)
        legal = which & (is_erased | is_placed)
        self.cells[self._rows[legal], cell[legal]] = digit[legal]
        self._steps += which
        solved = which & (self.cells == self._solutions).all(axis=1)
        rewards = solved * (self._reward != "cells") * 1.0
        if self._reward == "cells":
            now, then = np.where(digit == right, 1.0, -1.0), np.where(before == right, 1.0, -1.0)
            rewards += np.where(digit != 0, now, -then) * legal / self._empty
        if self._reward == "steps":
            rewards -= which / self._empty
        else:
            rewards -= (which & ~legal) / self._empty
        self._candidates = self._found_candidates()
        return rewards, solved, which & ~solved & (self._steps >= self.most)

    def observed(self) -> NDArray[np.uint8]:
        """Return what is seen of every board."""
        size = self.shape.size
        if self._observation == "cells":
            return self.cells.reshape(-1, size, size).copy()
        shown = np.where(self.cells != 0, self._bits[self.cells], self._candidates)
        planes: NDArray[np.uint8] = ((shown[:, :, None] & self._bits[1:]) != 0).astype(np.uint8)
        return planes.reshape(-1, size, size, size)

    def masks(self) -> NDArray[np.int8]:
        """Return which actions are legal, `int8 (n, actions)`."""
        legal = np.empty((*self.cells.shape, self.shape.size + 1), np.int8)
        np.not_equal(self._candidates[:, :, None] & self._bits[1:], 0, out=legal[:, :, 1:], casting="unsafe")
        legal[:, :, 0] = (self.cells != 0) & (self._puzzles == 0)
        return legal.reshape(len(legal), -1)

    def drawn(self, row: int, how: str) -> str:
        """Draw a board as text, or as SVG with its clues in black."""
        grid = Grid(self.cells[row], blocks=self.shape.blocks)
        if how == "ansi":
            return str(grid)
        for cell in np.flatnonzero(self._puzzles[row] == 0):
            grid.unlock(*divmod(int(cell), self.shape.size))
        return grid._repr_svg_()

    def _found_candidates(self) -> NDArray[np.int32]:
        """The digits that no unit of an empty cell holds, `int32 (n, S*S)`, bit d - 1 for digit d; else 0."""
        held = np.bitwise_or.reduce(self._bits[self.cells][:, self._members], axis=2)
        seen = np.bitwise_or.reduce(held[:, self._units_of], axis=2)
        return np.where(self.cells == 0, ~seen & int(self._bits.sum()), 0).astype(np.int32)


Observed = NDArray[np.uint8]
Info = dict[str, Any]


class SudokuEnv(gymnasium.Env[Observed, np.int64]):
    """One board at a time.

    Puzzles are those of the seed that `reset` gets, or those of the options. After a reset without a seed comes the
    next puzzle.
    """

    metadata: ClassVar[Info] = {"render_modes": list(RENDERS), "render_fps": 4}  # type: ignore[misc]

    def __init__(self, **options: Any) -> None:
        """Take the fields of `Options`. ValueError for what cannot be made, and unknown names."""
        chosen = Options(**options)
        self._games = Games(chosen, 1)
        self.observation_space, self.action_space = self._games.observation_space, self._games.action_space
        self.render_mode = chosen.render_mode

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observed, Info]:
        """Begin the next puzzle; with a seed, its first one."""
        _reseeded(self, self._games.stream, seed, super().reset)
        self._games.begin(np.array([True]))
        return self._games.observed()[0], self._info()

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, Info]:
        """Place or erase a digit."""
        rewards, solved, cut = self._games.step(np.array([action]), np.array([True]))
        return self._games.observed()[0], float(rewards[0]), bool(solved[0]), bool(cut[0]), self._info()

    def render(self) -> str | None:
        """Draw the board in the render mode: text, or SVG."""
        return None if self.render_mode is None else self._games.drawn(0, self.render_mode)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions under the name that maskable agents look for."""
        legal: NDArray[np.bool_] = self._games.masks()[0].astype(np.bool_)
        return legal

    def _info(self) -> Info:
        return {"action_mask": self._games.masks()[0]}


_NEXT_STEP = vector.AutoresetMode.NEXT_STEP if hasattr(vector, "AutoresetMode") else "NextStep"
"""Gymnasium 1.0 knows no other way to begin again, and gives it no name."""


class SudokuVectorEnv(VectorEnv[Observed, NDArray[np.int64], NDArray[Any]]):
    """Many boards side by side, with the same `Options`.

    A board that is solved or cut off gets the next puzzle with the next step, whatever its action.
    `info["action_mask"]` is `int8 (num_envs, actions)`.
    """

    metadata: ClassVar[Info] = {**SudokuEnv.metadata, "autoreset_mode": _NEXT_STEP}  # type: ignore[misc]

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        """ValueError as in `SudokuEnv`."""
        chosen = Options(**options)
        self.num_envs, self.render_mode = num_envs, chosen.render_mode
        self._games = games = Games(chosen, num_envs)
        self.single_observation_space, self.single_action_space = games.observation_space, games.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observed, Info]:
        """Begin the next puzzles; with a seed, its first ones."""
        _reseeded(self, self._games.stream, seed, super().reset)
        self._ended[:] = False
        self._games.begin(~self._ended)
        return self._games.observed(), self._info()

    def step(self, actions: Any) -> tuple[Observed, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Place or erase a digit on each board."""
        rewards, solved, cut = self._games.step(np.asarray(actions), ~self._ended)
        if self._ended.any():
            self._games.begin(self._ended)
        self._ended = solved | cut
        return self._games.observed(), rewards, solved, cut, self._info()

    def render(self) -> tuple[str, ...] | None:
        """Draw all boards."""
        how = self.render_mode
        return None if how is None else tuple(self._games.drawn(row, how) for row in range(self.num_envs))

    def _info(self) -> Info:
        return {"action_mask": self._games.masks()}


def _reseeded(env: Any, stream: Stream, seed: int | None, reset: Any) -> None:
    """Begin the stream again if there is a seed, or if it never began: then with one that Gymnasium draws."""
    is_first = env._np_random is None
    reset(seed=seed)
    if seed is not None:
        stream.begin(seed)
    elif is_first:
        stream.begin(int(env.np_random.integers(2**62)))


gymnasium.register(
    id="board_catalogue/Sudoku-v0",
    entry_point="board_catalogue.engine.environments:SudokuEnv",
    vector_entry_point="board_catalogue.engine.environments:SudokuVectorEnv",
)
