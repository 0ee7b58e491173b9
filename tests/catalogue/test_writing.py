import numpy as np
import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.stored import BoardRows, PuzzleRows, Stretch
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.storage.writing import claim, forget_unfinished, next_number, position, record


@pytest.fixture
def store(home, new_settings):
    with Store.write(home, new_settings()) as store:
        yield store


def keys(*names):
    return [b"key %03d" % name for name in names]


def rows_of(count, clues=24):
    puzzles = PuzzleRows(
        ["givens"] * count,
        [True] * count,
        [None] * count,
        [[clues] * count, *([5] * count for _ in plain_view.METRICS[1:])],
        [("clues", clues, count)],
    )
    return BoardRows(range(count), ["solution"] * count, puzzles)


def stretch(end, attempts=0, duplicates=0, seed=7):
    return Stretch(seed, end, attempts, duplicates)


def claimed(home):
    return {row["key"]: row["board_id"] for row in plain_view.table(home, "claims", "1")}


def test_what_is_new_is_claimed_in_order(store, home):
    new, looked_at = claim(store, keys(0, 1, 2), 0, 10)
    assert (list(new), looked_at) == ([0, 1, 2], 3)
    store.commit()
    assert claimed(home) == {b"key 000": 0, b"key 001": 1, b"key 002": 2}


def test_a_key_is_claimed_once_however_it_comes_again_and_leaves_no_gap(store, home):
    claim(store, keys(0, 1), 0, 10)
    new, looked_at = claim(store, keys(1, 2, 2, 3, 0, 4), 2, 10)
    assert (list(new), looked_at) == ([1, 3, 5], 6)
    store.commit()
    assert claimed(home) == {b"key 000": 0, b"key 001": 1, b"key 002": 2, b"key 003": 3, b"key 004": 4}


@pytest.mark.parametrize(
    ("names", "wanted", "new", "looked_at"),
    [
        ((1, 2, 3), 2, [0, 1], 2),
        ((0, 1, 1, 2, 3, 4), 2, [1, 3], 4),
        ((1, 0, 0), 1, [0], 1),  # what comes after the last one wanted is not looked at
        ((0, 0, 0), 5, [], 3),
        ((0, 1), 1, [1], 2),
    ],
)
def test_no_more_are_looked_at_than_it_takes_to_get_what_is_wanted(store, home, names, wanted, new, looked_at):
    claim(store, keys(0), 0, 1)
    got, seen = claim(store, keys(*names), 1, wanted)
    assert (list(got), seen) == (new, looked_at)
    store.commit()
    numbers = {keys(names[index])[0]: number for number, index in enumerate(new, 1)}
    assert claimed(home) == {b"key 000": 0} | numbers


def test_numbers_begin_at_0_and_go_on(store, home):
    assert next_number(store) == 0
    claim(store, keys(0, 1, 2), 0, 3)
    record(store, 0, stretch(1), rows_of(1))
    record(store, 1, stretch(3), rows_of(2))
    assert next_number(store) == 3
    store.commit()
    assert [row["id"] for row in plain_view.table(home, "boards")] == [0, 1, 2]
    assert [(row["id"], row["board_id"]) for row in plain_view.table(home, "puzzles")] == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.parametrize(("first", "more"), [(1, 1), (300, 500), (0, 700)])
def test_ids_of_boards_and_puzzles_are_the_numbers_of_the_boards(store, home, first, more):
    claim(store, keys(*range(first + more)), 0, first + more)
    record(store, 0, stretch(first), rows_of(first))
    record(store, first, stretch(first + more), rows_of(more))
    store.commit()
    for name in ("boards", "puzzles"):
        assert [row["id"] for row in plain_view.table(home, name)] == list(range(first + more))


@pytest.mark.daily("puzzles")
@pytest.mark.parametrize("table", ["boards", "puzzles"])
def test_rows_deleted_by_hand_stop_a_fill_before_anything_is_numbered_wrongly(home, filled_by, call, error_of, table):
    filled_by(home, boards=10)
    deletes = "DELETE FROM puzzles WHERE board_id > 7", "DELETE FROM boards WHERE id > 7"
    plain_view.change(home, *deletes[: 1 + (table == "boards")])
    for path in plain_view.paths(home, 8, 9) if table == "boards" else ():
        path.unlink()
    before = plain_view.table(home, "boards")
    numbers = {"boards": (10, 8), "puzzles": (8, 10)}[table]
    message = error_of(call("fill", "--count", 5))
    assert "the next row of {} would get number {}, not {}".format(table, *numbers) in message
    assert plain_view.table(home, "boards") == before


def test_numbers_of_a_batch_that_failed_are_given_again(store, home):
    claim(store, keys(0, 1), 0, 2)
    record(store, 0, stretch(1), rows_of(1))
    store.commit()
    claim(store, keys(2), 2, 1)
    with pytest.raises(Exception, match=r"NOT NULL|not-null"):
        record(store, 1, stretch(3), rows_of(2, clues=None))
        store.commit()  # PostgreSQL gets its rows late
    assert next_number(store) == 1
    assert position(store, 7) == 1
    assert plain_view.table(home, "tallies", "1") == [{"metric": "clues", "value": 24, "puzzles": 1}]
    assert [row["id"] for row in plain_view.table(home, "boards")] == [0]


def test_a_number_out_of_step_is_never_recorded(store):
    claim(store, keys(0), 5, 1)
    with pytest.raises(CatalogueError, match=r"the next row of boards would get number [01], not 5"):
        record(store, 5, stretch(1), rows_of(1))
    assert next_number(store) == 0


def test_tallies_and_streams_add_up(store, home):
    claim(store, keys(0, 1, 2), 0, 3)
    record(store, 0, stretch(4, attempts=9, duplicates=3), rows_of(1))
    record(store, 1, stretch(5, attempts=1), rows_of(1, clues=25))
    record(store, 2, stretch(2, attempts=2, duplicates=1, seed=8), rows_of(1))
    store.commit()
    counted = {(row["metric"], row["value"]): row["puzzles"] for row in plain_view.table(home, "tallies", "1")}
    assert counted == {("clues", 24): 2, ("clues", 25): 1}
    assert plain_view.table(home, "streams") == [
        {"seed": 7, "position": 5, "attempts": 10, "duplicates": 3, "unwanted": 0},
        {"seed": 8, "position": 2, "attempts": 2, "duplicates": 1, "unwanted": 0},
    ]
    assert (position(store, 7), position(store, 8), position(store, 9)) == (5, 2, 0)


def test_a_stretch_without_a_new_board_moves_the_stream_all_the_same(store, home):
    record(store, 0, stretch(12, attempts=20, duplicates=12), rows_of(0))
    assert position(store, 7) == 12
    assert next_number(store) == 0


def test_claims_without_a_board_are_forgotten_and_those_with_one_are_not(store, home):
    claim(store, keys(0, 1, 2, 3), 0, 4)
    record(store, 0, stretch(2), rows_of(2))
    store.commit()  # and with it the claims of the boards to come
    assert len(claimed(home)) == 4
    assert forget_unfinished(store) == 2
    assert claimed(home) == {b"key 000": 0, b"key 001": 1}
    assert forget_unfinished(store) == 0


def test_no_board_gets_a_number_whose_claim_was_undone(store, home):
    """One checker fails while an earlier batch is on its way to the writer: the error undoes both their claims."""
    claim(store, keys(0, 1), 0, 2)
    with pytest.raises((CatalogueError, TypeError)):
        claim(store, [b"key 002", object()], 2, 2)
    try:
        record(store, 0, stretch(2), rows_of(2))
    except Exception:
        store.close()  # to refuse is one right answer, to keep the claims is another
    assert {row["id"] for row in plain_view.table(home, "boards")} <= set(claimed(home).values())


def test_a_board_turned_or_mirrored_is_not_new(store):
    board = engine.generate(1, seed=7).reshape(9, 9)
    turned = [np.rot90(image, quarter) for image in (board, board.T) for quarter in range(4)]
    every = np.array([image.reshape(81) for image in turned])
    new, looked_at = claim(store, [key.tobytes() for key in engine.keys(every)], 0, 10)
    assert (list(new), looked_at) == ([0], 8)
