"""Which puzzles are new, and the numbers that they get: decided by UNIQUE keys, in the order of the puzzles."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from catalogue.formats.digits import from_lines
from catalogue.store import Store
from catalogue.store.databases.insertion import Insertion
from catalogue.store.inserting import insert_rows
from catalogue.store.schema import claims, forms, puzzles

_CLAIMS = Insertion(claims, ("key", "board_id"))
_FORMS = Insertion(forms, ("board_id", "form", "place"))


class Claim(NamedTuple):
    """The number of a puzzle: of one that is new, or of the one in the catalogue that it equals."""

    board: int
    place: int
    is_new: bool


class Claims:
    """Claims numbers for puzzles. Used by one thread at a time."""

    def __init__(self, store: Store, next_board: int, forms_of: Callable[[NDArray[np.uint8]], Sequence[bytes]]) -> None:
        """`next_board` is the next number of a board; `forms_of` computes the forms of puzzles, `(n, S*S)`."""
        self._store, self._forms_of = store, forms_of
        self.next_board = next_board

    def claim(self, keys: Sequence[bytes], given: Sequence[bytes]) -> list[Claim]:
        """Claim puzzles by the keys of their boards and their forms, in this order.

        A puzzle whose board is new claims the next number N; one with a new form on a board that is there claims the
        next place on it, N.k. The caller commits.
        """
        with self._store.turn() as connection:
            boards = _boards_of(connection, set(keys))
            places = self._places_on(connection, set(boards.values()))
            new_boards: list[tuple[bytes, int]] = []
            new_forms: list[tuple[int, bytes, int]] = []
            found: list[Claim] = []
            for key, form in zip(keys, given, strict=True):
                board = boards.get(key)
                if board is None:
                    board = boards[key] = self.next_board
                    self.next_board += 1
                    places[board] = {}
                    new_boards.append((key, board))
                on_board = places[board]
                is_new = form not in on_board
                if is_new:
                    on_board[form] = len(on_board)
                    new_forms.append((board, form, on_board[form]))
                found.append(Claim(board, on_board[form], is_new))
            insert_rows(connection, _CLAIMS, new_boards)
            insert_rows(connection, _FORMS, new_forms)
        return found

    def _places_on(self, connection: Connection, boards: Collection[int]) -> dict[int, dict[bytes, int]]:
        """The places of the puzzles on some boards, by their forms.

        A board of a fill has one puzzle, whose form nothing needed to know until now.
        """
        places: dict[int, dict[bytes, int]] = {}
        for board, form, place in connection.execute(select(forms).where(forms.c.board_id.in_(boards))):
            places.setdefault(board, {})[form] = place
        alone = select(puzzles.c.board_id, puzzles.c.givens).where(
            puzzles.c.board_id.in_([board for board in boards if board not in places])
        )
        if rows := connection.execute(alone).all():
            first = [
                (row.board_id, form, 0)
                for row, form in zip(rows, self._forms_of(from_lines([row.givens for row in rows])), strict=True)
            ]
            insert_rows(connection, _FORMS, first)
            places |= {board: {form: place} for board, form, place in first}
        return places


def _boards_of(connection: Connection, keys: Collection[bytes]) -> dict[bytes, int]:
    """The numbers of the boards that have some of the keys."""
    rows = connection.execute(select(claims).where(claims.c.key.in_(keys)))
    return {row.key: row.board_id for row in rows}
