"""Catalogues in which fewer boards count as different."""

import numpy as np
import plain_view
import pytest

from board_catalogue import engine

larger_symmetries = pytest.mark.parametrize("symmetry", ["d4+relabel", "full"])


@pytest.fixture
def generated_in_pairs(monkeypatch):
    """Has every board of a seed followed by an image of it, made by the function given."""

    def use(image):
        def generate_in_pairs(count, *, size, blocks, seed, start, method, return_attempts):
            assert return_attempts
            numbers = np.arange(start, start + count)
            boards = generate(start + count, size=size, seed=seed, method=method)[numbers // 2]
            odd = numbers % 2 == 1
            boards[odd] = image(boards[odd].reshape(-1, size, size)).reshape(-1, size**2)
            return boards, np.ones(count, np.int32)

        generate = engine.generate
        monkeypatch.setattr(engine, "generate", generate_in_pairs)

    return use


def turned_and_renamed(squares):
    return 10 - np.rot90(squares, axes=(1, 2))


def rows_exchanged(squares):
    return squares[:, [1, 0, 2, 3, 4, 5, 8, 6, 7]]


@pytest.mark.slow_cases("rows_exchanged-d4+relabel-False")
@pytest.mark.parametrize(
    ("image", "symmetry", "refused"),
    [
        (turned_and_renamed, "d4", False),
        (turned_and_renamed, "d4+relabel", True),
        (turned_and_renamed, "full", True),
        (rows_exchanged, "d4", False),
        (rows_exchanged, "d4+relabel", False),
        (rows_exchanged, "full", True),
    ],
)
def test_an_image_is_refused_where_it_counts_as_the_same_board(
    home, filled_by, generated_in_pairs, image, symmetry, refused
):
    generated_in_pairs(image)
    report = filled_by(home, symmetry=symmetry, boards=20, threads=3)
    assert report.boards == 20
    positions = [row["position"] for row in plain_view.table(home, "boards")]
    assert positions == (list(range(0, 40, 2)) if refused else list(range(20)))
    assert report.duplicates == report.looked_at - 20 == 19 * refused
    plain_view.assert_sound(home, count=20)


@larger_symmetries
def test_a_board_is_kept_as_it_was_generated(home, filled_by, symmetry):
    filled_by(home, symmetry=symmetry, boards=30)
    expected = engine.generate(30, seed=7)
    assert [plain_view.cells(row["solution"]) for row in plain_view.table(home, "boards")] == expected.tolist()


@pytest.mark.daily("full")
@larger_symmetries
def test_threads_and_pieces_do_not_show(home, tmp_path, filled_by, symmetry, monkeypatch):
    monkeypatch.setattr("board_catalogue.catalogue.runs.filling.BATCH", 64)
    filled_by(home, symmetry=symmetry, boards=160, threads=1)
    plain_view.assert_sound(home, count=160)
    pieces = tmp_path / "pieces"
    for piece in ({"boards": 1}, {"boards": 80, "threads": 4}, {"total": 160}):
        filled_by(pieces, symmetry=symmetry, **piece)
    assert plain_view.contents(pieces) == plain_view.contents(home)
    assert plain_view.tables(pieces) == plain_view.tables(home)


@pytest.mark.slow
def test_a_killed_fill_goes_on_as_if_nothing_had_happened(home, tmp_path, filled_by, running_fill, call):
    symmetry = "full"
    with running_fill("--symmetry", symmetry, "--seed", 7, "--clues", 23) as process:
        process.kill()
        process.wait()
    total = len(plain_view.table(home, "boards")) + 50
    filled_by(home, total=total, clues=23)
    plain_view.assert_sound(home, count=total)
    filled_by(tmp_path / "undisturbed", symmetry=symmetry, boards=total, clues=23)
    assert plain_view.contents(home) == plain_view.contents(tmp_path / "undisturbed")
    assert plain_view.tables(home) == plain_view.tables(tmp_path / "undisturbed")
    assert call("verify").status == 0


@pytest.mark.sqlite("files of boards")
def test_files_are_mended_whatever_the_symmetry(home, filled_by, call):
    filled_by(home, symmetry="full", boards=20)
    before = plain_view.contents(home)
    (home / "boards" / "3.txt").unlink()
    (home / "boards" / "5.txt").write_text("5\n")
    assert call("verify").out == "files 3 is missing\nfiles 5: differs from its board\n"
    assert call("verify", "--repair").status == 0
    assert plain_view.contents(home) == before
