"""Books are read again from the PDF: every digit is where its cell is."""

import pymupdf
import pytest

import engine
from catalogue.book.drawing import GRIDS, PAPERS, Book, BookPuzzle, Chapter, Paper
from catalogue.book.pages import book_as_pdf
from catalogue.errors import CatalogueError
from engine.boards import as_lines
from engine.grades import Grade
from engine.shape import Shape


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


@pytest.mark.parametrize(("size", "per_page"), [(9, 1), (9, 4), (9, 12), (4, 6), (6, 6), (12, 2)])
def test_every_puzzle_and_solution_is_there(size, per_page):
    book = book_of(13, size)
    expected = [each for chapter in book.chapters for each in chapter.puzzles]
    found = [
        cells_of(page, place, size) for page in list(pages_of(book, per_page=per_page))[3:] for place in squares(page)
    ]
    assert found == [each.puzzle for each in expected] + [each.solution for each in expected]


@pytest.mark.parametrize("per_page", GRIDS)
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_of_the_paper_and_nothing_leaves_it(paper, per_page):
    width, height = PAPERS[paper]
    for number, page in enumerate(pages_of(book_of(26), paper, per_page), 1):
        assert (page.rect.width, page.rect.height) == pytest.approx((width, height), abs=0.01)
        inside = pymupdf.Rect(40, 40, width - 40, height - 25)
        for *place, word, _, _, _ in page.get_text("words"):
            assert inside.contains(pymupdf.Rect(place)), (number, word)
        if number > 2:
            assert str(number) in page.get_text().split()


def test_fonts_are_embedded_and_all_is_vectors():
    document = pages_of(book_of(20))
    for page in document:
        assert not page.get_images()
        for reference, *_ in page.get_fonts():
            name, kind, _, content = document.extract_font(reference)
            assert name.endswith(("+BitstreamVeraSans-Roman", "+BitstreamVeraSans-Bold"))
            assert kind == "ttf" and content


def test_contents_lead_to_the_chapters():
    document = pages_of(book_of(20), per_page=6)
    assert [(name, page) for _, name, page in document.get_toc()] == [("Medium", 4), ("Hard", 6), ("Solutions", 8)]
    assert [int(link["page"]) for link in document[2].get_links()] == [4, 6, 8]  # named pages count from 1
    assert "1 to 10" in document[2].get_text()


def test_the_same_puzzles_make_the_same_file():
    assert book_as_pdf(book_of(4), Paper(*PAPERS["a4"]), 4) == book_as_pdf(book_of(4), Paper(*PAPERS["a4"]), 4)


def test_a_title_that_cannot_be_printed_is_refused():
    with pytest.raises(CatalogueError, match="has no '\\\\u6570'"):
        pages_of(book_of(2, title="数独"))


def test_a_long_title_is_made_to_fit():
    page = pages_of(book_of(2, title="A Very Long Title That No Page Has Room For At Its Usual Size"))[0]
    assert all(word[2] < page.rect.width - 30 for word in page.get_text("words"))
