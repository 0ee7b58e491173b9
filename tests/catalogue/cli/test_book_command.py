import pymupdf
import pytest


def test_a_book_has_its_chapters(call, rated, tmp_path):
    path = tmp_path / "book.pdf"
    done = call(
        "book", "--grade", "medium=6", "--grade", "hard=3", "--title", "Ours", "--output", path, "--home", rated
    )
    assert done.status == 0, done
    document = pymupdf.open(path)
    assert document.metadata["title"] == "Ours"
    assert "9 Sudoku puzzles from medium to hard" in document[0].get_text()
    assert document[3].get_text().count("medium") == 4
    assert [entry[1] for entry in document.get_toc()] == ["Medium", "Hard", "Solutions"]


def test_a_catalogue_without_ratings_makes_a_book_too(call, filled_small, tmp_path):
    path = tmp_path / "book.pdf"
    assert call("book", "--limit", 5, "--output", path, "--home", filled_small).status == 0
    assert "5 Sudoku puzzles" in pymupdf.open(path)[0].get_text()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--grade", "easy=5000"], 1, "easy puzzles match, not 5,000"),
        (["--min-clues", "80"], 1, "0 puzzles match, not any"),
        (["--grade", "easy"], 2, "--grade easy needs a number"),
        (["--grade", "easy=1", "--grade", "easy=2"], 2, "name each --grade once"),
        (["--grade", "easy=1", "--limit", "2"], 2, "give either --limit or --grade"),
        (["--title", " "], 2, "--title is empty"),
        (["--per-page", "3"], 2, "'3' is not one of 1, 2, 4, 6, 12"),
    ],
)
def test_what_makes_no_book_is_refused(call, rated, error_of, tmp_path, words, status, message):
    path = tmp_path / "book.pdf"
    done = call("book", *words, "--output", path, "--home", rated)
    assert done.status == status
    assert message in done.err.splitlines()[-1]
    assert not path.exists()
