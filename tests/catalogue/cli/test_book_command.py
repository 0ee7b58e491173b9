import pymupdf
import pytest

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines


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
    assert [entry[1] for entry in document.get_toc()] == ["Ours", "Medium", "Hard", "Solutions"]


def test_a_catalogue_without_ratings_makes_a_book_too(call, filled_small, tmp_path):
    path = tmp_path / "book.pdf"
    assert call("book", "--limit", 5, "--output", path, "--home", filled_small).status == 0
    assert "5 Sudoku puzzles" in pymupdf.open(path)[0].get_text()


def test_what_makes_no_book_is_refused(call, rated, error_of, tmp_path):
    for words, status, message in [
        (["--grade", "easy=5000"], 1, "easy puzzles match, not 5,000"),
        (["--min-clues", "80"], 1, "0 puzzles match, not any"),
        (["--grade", "easy"], 2, "--grade easy needs a number"),
        (["--grade", "easy=1", "--grade", "easy=2"], 2, "and each grade once"),
        (["--grade", "easy=1", "--limit", "2"], 2, "give either --limit or --grade"),
        (["--title", " "], 2, "--title is empty"),
        (["--per-page", "3"], 2, "'3' is not one of 1, 2, 4, 6, 12"),
    ]:
        path = tmp_path / "book.pdf"
        done = call("book", *words, "--output", path, "--home", rated)
        assert done.status == status
        assert message in done.err.splitlines()[-1]
        assert not path.exists()


# --- Variants ---


@pytest.mark.daily("file")
@pytest.mark.parametrize("of", ["catalogue", "file"])
def test_a_book_of_killers_has_their_sums_and_their_rule_in_words(call, tmp_path, of):
    home, path, lines = tmp_path / "killers", tmp_path / "book.pdf", tmp_path / "killers.constraints"
    assert call("fill", "--rules", "killer", "--size", 6, "--count", 3, "--seed", 1, "--home", home).status == 0
    assert call("export", "all", "--output", lines, "--home", home).status == 0
    assert call("book", *([lines] if of == "file" else []), "--output", path, "--home", home).status == 0
    document = pymupdf.open(path)
    page, solutions = document[3].get_text(), document[-1].get_text()
    assert page.count("Cage: Cells of a cage hold different digits that add up to its number.") == 1
    sums = [part.split("~")[0] for line in lines.read_text().splitlines() for part in line.split(".Cage~")[1:]]
    assert len(sums) > 20
    words = page.split()
    assert all(words.count(each) >= sums.count(each) for each in sums)
    found = [word for word in solutions.split() if len(word) == 1]
    assert len(found) >= 3 * 36


# --- A file of puzzles --------------------------------------------------------------------------------------------


@pytest.fixture
def file(call, rated, tmp_path):
    path = tmp_path / "puzzles.csv"
    call("export", "0-19", "--columns", "id,givens,grade", "--output", path, "--home", rated)
    return path


def test_a_book_of_a_file_has_its_puzzles_and_their_solutions(call, file, tmp_path):
    path = tmp_path / "book.pdf"
    assert call("book", file, "--output", path, "--per-page", 4, "--home", tmp_path / "none").status == 0
    document = pymupdf.open(path)
    assert "20 Sudoku puzzles" in document[0].get_text() and "no two are the same" in document[1].get_text()
    assert len(document) == 3 + 5 + 2  # front, puzzles, 12 solutions a page


def test_chapters_of_a_file_are_by_grade(call, file, tmp_path):
    path = tmp_path / "book.pdf"
    rows = [line.split(",") for line in file.read_text().splitlines()[1:]]
    hard = sum(grade == "hard" for _, _, grade in rows)
    assert call("book", file, "--grade", f"hard={hard}", "--output", path).status == 0
    assert f"{hard} hard Sudoku puzzles" in pymupdf.open(path)[0].get_text()
    assert "match, not 99" in call("book", file, "--grade", "hard=99", "--output", tmp_path / "b.pdf").err


def test_repeated_puzzles_are_not_called_different(call, file, tmp_path):
    twice = tmp_path / "twice.txt"
    twice.write_text("\n".join([file.read_text().splitlines()[1].split(",")[1]] * 2))
    assert call("book", twice, "--output", tmp_path / "book.pdf").status == 0
    assert "no two are the same" not in pymupdf.open(tmp_path / "book.pdf")[1].get_text()


def test_what_makes_no_book_of_a_file_is_refused(call, file, error_of, tmp_path):
    several = tmp_path / "several.txt"
    several.write_text("." * 80 + "1\n")
    for words, status, message in (
        ([several], 1, "line 1: the puzzle has several solutions, not one"),
        ([file, "--min-clues", 20], 2, "options that choose puzzles are for those of the catalogue"),
        ([file, "--limit", 21], 1, "20 puzzles match, not 21"),
        ([tmp_path / "none.txt"], 1, "No such file"),
        ([file, "--isbn", "123"], 2, "does not have 13 or 10 digits"),
        ([file, "--words", tmp_path / "none.toml"], 1, "name a file of words"),
    ):
        done = call("book", *words, "--output", tmp_path / "book.pdf")
        assert (done.status, message in done.err.splitlines()[-1]) == (status, True), done.err
        assert not (tmp_path / "book.pdf").exists()


def test_the_base_of_a_file_is_the_one_that_is_named(call, filled, tmp_path, error_of):
    cells = call("export", "0", "--format", "line", "--no-solution", "--home", filled).out.strip()
    clues = [(*divmod(place, 9), digit) for place, digit in enumerate(cells) if digit != "."]
    file = tmp_path / "puzzle.triples"
    file.write_text("".join(f"{row + 1} {column + 1} {digit}\n" for row, column, digit in clues))
    assert call("book", file, "--output", tmp_path / "a.pdf", "--base", 1).status == 0
    assert "puzzle.triples" in error_of(call("book", file, "--output", tmp_path / "b.pdf", "--base", 0))
    assert call("frontier", file, "--limit", 2, "--base", 1).status == 0
    assert "puzzle.triples" in error_of(call("frontier", file, "--limit", 2, "--base", 0))
    assert "--base is for FILE" in error_of(call("book", "--output", tmp_path / "c.pdf", "--base", 1), status=2)


@pytest.mark.daily("shape1-so that every row and every column has 1 to 7")
@pytest.mark.parametrize(
    ("shape", "rule"),
    [
        (("--size", 6, "--blocks", "3x2"), "and every region with a thick border"),
        (("--size", 7, "--blocks", "none"), "so that every row and every column has 1 to 7"),
        (("--size", 9, "--blocks", "none"), "so that every row and every column has 1 to 9"),
        (("--size", 6, "--rules", "jigsaw"), "and every region with a thick border"),
        (("--size", 9, "--rules", "windoku"), "every row, every column and every block has 1 to 9"),
    ],
)
def test_a_book_of_a_file_says_what_its_boards_have(call, tmp_path, shape, rule):
    assert call("fill", "--count", 2, "--seed", 1, *shape).status == 0
    lines, path = tmp_path / "puzzles.constraints", tmp_path / "book.pdf"
    assert call("export", "all", "--output", lines).status == 0
    assert call("book", lines, "--output", path).status == 0
    contents = " ".join(pymupdf.open(path)[2].get_text().split())
    assert rule in contents


@pytest.mark.daily("shape1")
@pytest.mark.sqlite("a file")
@pytest.mark.parametrize("shape", [("--size", 6, "--blocks", "3x2"), ("--size", 7, "--blocks", "none")])
def test_a_book_of_another_catalogue_has_its_solutions(call, home, tmp_path, shape):
    assert call("fill", "--count", 3, "--seed", 1, *shape).status == 0
    pages = {}
    for name, words in (("file", [home / "catalogue.db"]), ("home", [])):
        path = tmp_path / f"{name}.pdf"
        assert call("book", *words, "--output", path).status == 0
        pages[name] = pymupdf.open(path)[-1].get_text()
    assert pages["file"] == pages["home"]


def test_puzzles_of_every_size_have_levels(call, tmp_path):
    puzzle = engine.carve(engine.generate(1, seed=1, size=4), seed=1)
    (tmp_path / "small.txt").write_text(f"{as_lines(puzzle)[0]}\n")
    assert call("book", tmp_path / "small.txt", "--level", "easy=1", "--output", tmp_path / "book.pdf").status == 0
