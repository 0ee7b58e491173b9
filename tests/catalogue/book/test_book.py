"""Books are read again from the PDF: every digit is where its cell is."""

import re
import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats.book.content import (
    GRIDS,
    PAPERS,
    Book,
    BookPuzzle,
    Chapter,
    Paper,
    Words,
    check_isbn,
    languages,
    read_words,
)
from board_catalogue.catalogue.formats.book.pages import book_as_pdf
from board_catalogue.catalogue.verbs.book import BookRequest
from board_catalogue.catalogue.web.api import request_in
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.grades import Grade
from board_catalogue.engine.shape import Shape


def book_of(count, size=9, grade=Grade.hard, title="A Book"):
    boards = engine.generate(count, size=size, seed=8)
    puzzles = engine.carve(boards, seed=8)
    found = [BookPuzzle(*pair, grade) for pair in zip(as_lines(puzzles), as_lines(boards), strict=True)]
    chapters = [Chapter("Medium", found[: count // 2]), Chapter("Hard", found[count // 2 :])]
    return Book(title, Shape.of(size), chapters)


def pages_of(book, paper="a4", per_page=4):
    return pymupdf.open(stream=book_as_pdf(book, Paper(*PAPERS[paper]), per_page))


def cells_of(page, place, size):
    """The digits in a square of the page, cell by cell."""
    cells = ["."] * (size * size)
    width = place.width / size
    for x, y, right, bottom, word, *_ in page.get_text("words"):
        middle = pymupdf.Point((x + right) / 2, (y + bottom) / 2)
        if len(word) == 1 and place.contains(middle):
            row, column = int((middle.y - place.y0) / width), int((middle.x - place.x0) / width)
            cells[row * size + column] = word
    return "".join(cells)


def squares(page):
    """The frames of the boards on a page, row by row."""
    rects = [drawing["rect"] for drawing in page.get_drawings() if drawing["rect"].height > 30]
    frames = {(round(rect.x0), round(rect.y0)): rect for rect in rects if abs(rect.width - rect.height) < 2}
    return [frames[place] for place in sorted(frames, key=lambda place: (place[1], place[0]))]


@pytest.mark.daily("6-6")
@pytest.mark.parametrize(("size", "per_page"), [(9, 1), (9, 4), (9, 12), (4, 6), (6, 6), (12, 2)])
def test_every_puzzle_and_solution_is_there(size, per_page):
    book = book_of(13, size)
    expected = [each for chapter in book.chapters for each in chapter.puzzles]
    found = [
        cells_of(page, place, size) for page in list(pages_of(book, per_page=per_page))[3:] for place in squares(page)
    ]
    assert found == [each.puzzle for each in expected] + [each.solution for each in expected]


@pytest.mark.daily("8x10-4")
@pytest.mark.parametrize(
    ("paper", "per_page"), [*(("a4", number) for number in GRIDS), *((name, 4) for name in PAPERS)]
)
def test_pages_are_of_the_paper_and_nothing_leaves_it(paper, per_page):
    width, height = PAPERS[paper]
    for number, page in enumerate(pages_of(book_of(10), paper, per_page), 1):
        assert (page.rect.width, page.rect.height) == pytest.approx((width, height), abs=0.01)
        scale = min(1, width / PAPERS["a4"][0])  # a small book has small margins
        inside = pymupdf.Rect(40 * scale, 40 * scale - 4, width - 40 * scale, height - 25 * scale)
        for *place, word, _, _, _ in page.get_text("words"):
            assert inside.contains(pymupdf.Rect(place)), (number, word)
        if number > 2:
            assert str(number) in page.get_text().split()


def test_fonts_are_embedded_and_all_is_vectors():
    document = pages_of(book_of(6))
    for page in document:
        assert not page.get_images()
        for reference, *_ in page.get_fonts():
            name, kind, _, content = document.extract_font(reference)
            assert name.endswith(("+BitstreamVeraSans-Roman", "+BitstreamVeraSans-Bold"))
            assert kind == "ttf" and content


def test_contents_lead_to_the_chapters():
    document = pages_of(book_of(20), per_page=6)
    assert [tuple(entry) for entry in document.get_toc()] == [
        (1, "A Book", 1),
        (2, "Medium", 4),
        (2, "Hard", 6),
        (2, "Solutions", 8),
    ]
    assert [int(link["page"]) for link in document[2].get_links()] == [4, 6, 8]  # named pages count from 1
    assert "1 to 10" in document[2].get_text()


def test_the_same_puzzles_make_the_same_file():
    assert book_as_pdf(book_of(4), Paper(*PAPERS["a4"]), 4) == book_as_pdf(book_of(4), Paper(*PAPERS["a4"]), 4)


def test_a_title_that_cannot_be_printed_is_refused():
    with pytest.raises(CatalogueError, match="has no '数' of"):
        pages_of(book_of(2, title="数独"))


LONG = "A Very Long Title That No Page Has Room For At Its Usual Size, And No Running Head Either"


@pytest.mark.daily("a4-title1")
@pytest.mark.parametrize("title", [LONG, "Sudoku" * 30])
@pytest.mark.parametrize("paper", ["a4", "5x8"])
def test_a_long_title_is_wrapped_and_never_over_the_chapter(title, paper):
    document = pages_of(book_of(2, title=title), paper)
    words = document[0].get_text("words")
    assert all(word[0] > 20 and word[2] < document[0].rect.width - 20 for word in words)
    assert len({round(word[1]) for word in words if word[4] in title}) > 1
    for page in list(document)[3:]:
        head = sorted((word[0], word[2]) for word in page.get_text("words") if word[3] < page.rect.height * 0.1)
        assert head and all(right < left for (_, right), (left, _) in pairwise(head))


def test_solutions_show_what_was_to_be_found():
    book = book_of(1)
    page = pages_of(Book("A", book.shape, [book.chapters[1]]), per_page=4)[-1]
    spans = [span for block in page.get_text("dict")["blocks"] for line in block["lines"] for span in line["spans"]]
    cells = [span for span in spans if len(span["text"].strip()) == 1 and span["size"] < 11 and span["bbox"][1] > 60]
    bold = [span for span in cells if "Bold" in span["font"] and span["color"] == 0]
    grey = [span for span in cells if "Roman" in span["font"] and span["color"] == 0x737373]
    clues = sum(cell != "." for cell in book.chapters[1].puzzles[0].puzzle)
    assert len(grey) == clues and len(bold) >= 81 - clues


@pytest.mark.slow
def test_solutions_are_as_large_as_asked_for_and_follow_the_puzzles():
    def side(per_page, solutions=None):
        book = book_of(6)
        content = book_as_pdf(book, Paper(*PAPERS["a4"]), per_page, solutions)
        return squares(pymupdf.open(stream=content)[-1])[0].width

    assert side(1) > side(4) > side(12)
    assert side(4, 1) > side(4, 2) > side(4, 6) > side(4, 30)


@pytest.mark.slow
def test_small_solutions_can_be_read():
    for paper, (width, _) in PAPERS.items():
        page = pages_of(book_of(4), paper)[-1]
        assert min(place.width for place in squares(page)) > 0.15 * width


def test_a_page_says_where_it_is_trimmed():
    content = book_as_pdf(book_of(2), Paper(*PAPERS["6x9"], bleed=9), 4)
    for page in pymupdf.open(stream=content):
        assert (page.mediabox.width, page.mediabox.height) == pytest.approx((450, 666))
        assert tuple(page.trimbox) == pytest.approx((9, 9, 441, 657))
        assert tuple(page.bleedbox) == pytest.approx((0, 0, 450, 666))
        assert all(word[0] > 20 for word in page.get_text("words"))


def test_who_made_it_is_said_and_nobody_else_is():
    book = book_of(2)
    plain = pymupdf.open(stream=book_as_pdf(book, Paper(*PAPERS["a5"]), 4))
    assert "Board Catalogue" not in "".join(page.get_text() for page in plain) + str(plain.metadata)
    named = replace(book, author="Ann Author", copyright="© 2026 Ann", isbn="978-3-16-148410-0", has_credit=True)
    document = pymupdf.open(stream=book_as_pdf(named, Paper(*PAPERS["a5"]), 4))
    assert "Ann Author" in document[0].get_text() and document.metadata["author"] == "Ann Author"
    imprint = document[1].get_text()
    assert all(each in imprint for each in ("© 2026 Ann", "ISBN 978-3-16-148410-0", "Made with Board Catalogue."))


@pytest.mark.parametrize(
    ("count", "grade", "text"),
    [
        (1, None, "1 Sudoku puzzle"),
        (13, None, "13 Sudoku puzzles"),
        (1, Grade.easy, "1 easy Sudoku puzzle"),
        (1200, Grade.hard, "1,200 hard Sudoku puzzles"),
    ],
)
def test_plurals(count, grade, text):
    assert Words().count(count, grade) == text


def test_a_chapter_of_any_puzzles_is_not_a_kind_of_puzzle():
    book = book_of(13)
    one = Book("A", book.shape, [Chapter("Puzzles", book.chapters[1].puzzles)])
    assert "7 Sudoku puzzles" in pages_of(one)[0].get_text()


# --- Words and fonts ----------------------------------------------------------------------------------------------


def test_the_words_of_a_book_are_those_of_a_file(tmp_path):
    path = tmp_path / "de.toml"
    path.write_text(
        'contents = "Inhalt"\nsolutions = "Lösungen"\nthousands = "."\nhard = "schwer"\n'
        'from_to = "{first} bis {last}"\n'
        'several_graded_puzzles = "{count} Sudokus, {grade}"\n',
        encoding="utf-8",
    )
    words = read_words(path)
    assert words.count(1200, Grade.hard) == "1.200 Sudokus, schwer" and words.span(1, 9) == "1 bis 9"
    document = pymupdf.open(stream=book_as_pdf(replace(book_of(4), words=words), Paper(*PAPERS["a4"]), 4))
    assert "Inhalt" in document[2].get_text() and document.get_toc()[-1][1] == "Lösungen"
    assert "schwer" in document[3].get_text() and "hard" not in document[3].get_text()


@pytest.mark.parametrize("language", languages()[1:])
def test_a_language_has_every_word_and_every_rule(language):
    words = read_words(Path(language))
    own = {name for name, value in vars(words).items() if value != getattr(Words(), name)}
    assert set(vars(words)) - own <= SAME_IN[language]
    assert list(words.rules) == list(engine.RULES)
    lines = list(words.rules.values())
    assert len(set(lines)) == len(lines)
    assert all(re.fullmatch(r"[A-ZÀ-Ý][^:.]*: .*\.", line) for line in lines), lines


SAME_IN = {"de": {"isbn", "unfair"}, "es": {"isbn"}, "fr": {"isbn", "solutions"}}
"""Words that are the same in English."""


@pytest.mark.parametrize("language", languages())
def test_a_page_has_its_rules_in_its_language(language):
    words = read_words(Path(language))
    variant = engine.Variant.of(9, *[engine.Use(name) for name in ("diagonal", "anti-knight")], engine.Use("odd", (3,)))
    puzzle = BookPuzzle("." * 81, engine.Grid(engine.generate(1, seed=1)[0]).line(), None, variant)
    book = Book("A", Shape.of(9), [Chapter(words.puzzles, [puzzle])], words=words)
    text = " ".join(pages_of(book)[3].get_text().split())
    assert all(words.rule_in_words(rule) in text for rule in ("diagonal", "anti-knight", "odd"))
    assert ("Each marked diagonal" in text) == (language == "en")


def test_the_words_of_clues_outside_stand_beside_their_signs():
    line = tuple(range(9))
    uses = (engine.Use("x-sum", line, 12), engine.Use("skyscraper", line[::-1], 3), engine.Use("anti-knight"))
    puzzle = BookPuzzle("." * 81, "1" * 81, None, engine.Variant.of(9, *uses))
    page = pages_of(Book("A", Shape.of(9), [Chapter("Puzzles", [puzzle])]))[3]
    drawn = [one["rect"] for one in page.get_drawings()]

    def signs_before(words):
        (place,) = page.search_for(words)
        return [one for one in drawn if one.x1 < place.x0 and one.y0 < (place.y0 + place.y1) / 2 < one.y1]

    assert [len(signs_before(words)) for words in ("X-sum:", "Skyscraper:", "Anti-knight:")] == [1, 1, 0]


def test_a_page_of_jigsaws_says_what_its_regions_are():
    regions = ((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15))
    puzzle = BookPuzzle("." * 16, "1234341221434321", None, engine.Variant(4, regions))
    text = pages_of(Book("A", Shape.of(4, "none"), [Chapter("Puzzles", [puzzle])]))[3].get_text()
    assert "every region with a thick border has 1 to 4, each once." in " ".join(text.split())


@pytest.mark.parametrize("option", ["--language", "--words"])  # --words is its name of before
def test_a_language_is_named_on_the_command_line(tmp_path, call, filled, option):
    call("book", "--home", filled, "--limit", "1", option, "de", "--output", tmp_path / "de.pdf")
    assert "Inhalt" in pymupdf.open(tmp_path / "de.pdf")[2].get_text()
    assert "--words" not in call("book", "--help-all").out
    done = call("book", "--home", filled, "--limit", "1", option, "xx", "--output", tmp_path / "xx.pdf")
    assert done.status == 1 and "name a file of words, or en, de, es or fr" in done.err


def test_the_library_takes_the_name_of_before(tmp_path, filled):
    with catalogue.open(filled) as opened:
        for name in ("language", "words"):
            opened.book(tmp_path / f"{name}.pdf", limit=1, **{name: "fr"})
            assert "Table des matières" in pymupdf.open(tmp_path / f"{name}.pdf")[2].get_text()
    assert request_in({"words": "es", "limit": 1}, BookRequest, output="x.pdf").language == "es"


def test_the_page_lists_the_words():
    page = (Path(__file__).parents[3] / ".github/documents/how-to/book.md").read_text(encoding="utf-8")
    assert tomllib.loads(page.partition("```toml\n")[2].partition("```")[0]) == vars(Words())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('nonsense = "x"', "no word is called nonsense; there are contents, "),
        ("contents = 5", "contents is not text"),
        ('from_to = "{first}"', "from_to has {first} where it needs {first}, {last}"),
        ('from_to = "{"', "from_to has {a single brace}"),
        ('several_puzzles = "{count:,}"', "several_puzzles has {count:,} where it needs {count}"),
        ('several_puzzles = "{count!x}"', "several_puzzles has {count!x} where it needs {count}"),
        ("contents", "write lines such as"),
        (b"\xff", "utf-8"),
        ("rules = 5", "rules is no table"),
        ("[rules]\nfog = 'x'", "no rule is called fog; there are diagonal, "),
        ("[rules]\ncage = 5", "the rule cage is not text"),
    ],
)
def test_wrong_words_are_answered_by_one_line(tmp_path, content, message):
    path = tmp_path / "words.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(CatalogueError) as error:
        read_words(path)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_font_of_a_file_is_embedded_and_has_to_have_the_letters(tmp_path):
    from matplotlib import font_manager

    font = Path(font_manager.findfont("DejaVu Sans"))
    book = replace(book_of(2, title="Судоку Ελληνικά"), fonts=[font])
    document = pymupdf.open(stream=book_as_pdf(book, Paper(*PAPERS["a4"]), 4))
    assert "Судоку" in document[0].get_text()
    assert {name for page in document for *_, name, _, _ in page.get_fonts()} and all(
        "DejaVuSans" in font[3] for page in document for font in page.get_fonts()
    )
    (tmp_path / "font.ttf").write_text("no font")
    with pytest.raises(CatalogueError, match="cannot be used as a font"):
        book_as_pdf(replace(book, fonts=[tmp_path / "font.ttf"]), Paper(*PAPERS["a4"]), 4)


@pytest.mark.parametrize("isbn", ["978-3-16-148410-0", "3-16-148410-X", "9783161484100"])
def test_an_isbn_has_the_right_last_digit(isbn):
    assert check_isbn(isbn) == isbn
    with pytest.raises(ValueError, match="its check digit is wrong"):
        check_isbn(isbn[:-1] + "5")
    with pytest.raises(ValueError, match="does not have 13 or 10 digits"):
        check_isbn(isbn[:-1])
