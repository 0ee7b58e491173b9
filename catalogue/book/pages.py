"""The pages of a book: title, contents, puzzles by chapter, solutions."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalogue.book.drawing import (
    BLACK,
    BOLD,
    GREY,
    GRIDS,
    MM,
    REGULAR,
    Area,
    Book,
    BookPuzzle,
    Chapter,
    Paper,
    draw_board,
    draw_stars,
    pages_of,
    places,
)
from catalogue.errors import CatalogueError
from engine.grades import Grade

_FRONT = 3
"""Pages before the first puzzle: title, imprint, contents."""

_SOLUTIONS = {4: (8, 9), 6: (6, 8), 8: (5, 7), 9: (5, 6), 10: (4, 6), 12: (4, 5), 15: (3, 4), 16: (3, 4)}
"""Columns and rows of solutions on a page, by the size of the boards."""

_LARGE = (2, 2)
_HEAD, _SMALL, _TEXT = 9, 8, 10.5


def book_as_pdf(book: Book, paper: Paper, per_page: int) -> bytes:
    """Return the PDF, all vectors and fonts embedded. CatalogueError without reportlab, or for an unknown character."""
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise CatalogueError("books need reportlab; install it with: pip install 'board-catalogue[book]'") from None
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    known = pdfmetrics.getFont(BOLD).face.charToGlyph
    if unknown := [symbol for symbol in book.title if ord(symbol) not in known]:
        raise CatalogueError(f"the font of the book has no {unknown[0]!a}; choose another title")
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(paper.width, paper.height), initialFontName=REGULAR, invariant=1)
    canvas.setTitle(book.title)
    canvas.setSubject(f"{book.count:,} Sudoku puzzles with their solutions")
    canvas.setCreator("Board Catalogue")
    _Pages(canvas, book, paper, per_page).draw()
    canvas.save()
    return file.getvalue()


@dataclass
class _Pages:
    """A book on its way to a canvas, page by page."""

    canvas: Any
    book: Book
    paper: Paper
    per_page: int
    page: int = 1
    _starts: dict[str, int] = field(default_factory=dict)

    def draw(self) -> None:
        first = _FRONT + 1
        for chapter in self.book.chapters:
            self._starts[chapter.name] = first
            first += pages_of(len(chapter.puzzles), self.per_page)
        self._starts["Solutions"] = first
        self._title()
        self._imprint()
        self._contents()
        for chapter, number in self.book.numbered():
            self._chapter(chapter, number)
        self._solutions()

    # --- Front ----------------------------------------------------------------------------------------------

    def _title(self) -> None:
        area = self.paper.text(1)
        size = self._fitting(self.book.title, BOLD, area.width, 44)
        baseline = area.top - 28 * MM
        self._centred(area, baseline, self.book.title, BOLD, size)
        self._rule(area.middle - 16 * MM, baseline - 11 * MM, area.middle + 16 * MM, 1.6)
        self._centred(area, baseline - 23 * MM, self._subtitle(), REGULAR, 13)
        side = min(area.width * 0.66, area.height * 0.5)
        board = Area(area.middle - side / 2, area.bottom + 26 * MM, side, side)
        draw_board(self.canvas, board, self.book.shape, self.book.chapters[0].puzzles[0].puzzle)
        self._next()

    def _subtitle(self) -> str:
        names = [chapter.name.lower() for chapter in self.book.chapters if chapter.puzzles[0].grade]
        if len(names) < 2:
            kind = f"{names[0]} " if names else ""
            return f"{self.book.count:,} {kind}Sudoku puzzle{'s' * (self.book.count > 1)}"
        return f"{self.book.count:,} Sudoku puzzles from {names[0]} to {names[-1]}"

    def _imprint(self) -> None:
        area = self.paper.text(self.page)
        lines = [
            "Every puzzle in this book has exactly one solution, and no two are the same.",
            "Solutions are at the end, with the clues in bold.",
        ]
        if any(chapter.puzzles[0].grade for chapter in self.book.chapters):
            lines.append("Grades follow the ratings of Sudoku Explainer: the hardest step that a puzzle needs.")
        lines += ["", "Made with Board Catalogue. Set in Bitstream Vera."]
        for place, line in enumerate(reversed(lines)):
            self._text(area.left, area.bottom + place * 13, line, REGULAR, _SMALL + 0.5, GREY)
        self._next()

    def _contents(self) -> None:
        area = self.paper.text(self.page)
        baseline = area.top - 6 * MM
        self._text(area.left, baseline, "Contents", BOLD, 24)
        self._rule(area.left, baseline - 5 * MM, area.right, 1.2)
        baseline -= 18 * MM
        for chapter, first in self.book.numbered():
            last = first + len(chapter.puzzles) - 1
            numbers = f"{first:,} to {last:,}" if last > first else f"{first:,}"
            self._entry(area, baseline, chapter.name, numbers, chapter.puzzles[0].grade)
            baseline -= 12 * MM
        self._entry(area, baseline, "Solutions", "", None)
        self._how_to_solve(area)
        self._footer(area)
        self._next()

    def _entry(self, area: Area, baseline: float, name: str, numbers: str, grade: Grade | None) -> None:
        page = str(self._starts[name])
        self._text(area.left, baseline, name, BOLD, 13)
        left = area.left + self._width(name, BOLD, 13) + 3 * MM
        if numbers:
            self._text(left, baseline, numbers, REGULAR, _TEXT, GREY)
            left += self._width(numbers, REGULAR, _TEXT) + 3 * MM
        right = area.right - self._width(page, BOLD, 13)
        self._text(right, baseline, page, BOLD, 13)
        dots_right = right - 3 * MM
        if grade:
            dots_right = draw_stars(self.canvas, right - 6 * MM, baseline, 10, grade) - 3 * MM
        self.canvas.saveState()
        self.canvas.setLineCap(1)
        self.canvas.setDash([0.01, 4.5])
        self._rule(left, baseline + 1, dots_right, 1)
        self.canvas.restoreState()
        self.canvas.linkRect("", name, (area.left, baseline - 4, area.right, baseline + 14), relative=0, thickness=0)

    def _how_to_solve(self, area: Area) -> None:
        shape = self.book.shape
        units = "row, every column and every block" if shape.has_blocks else "row and every column"
        digits = self.book.shape.size
        last = self.book.chapters[0].puzzles[0].solution
        symbols = f"1 to {digits}" if digits < 10 else f"1 to 9 and A to {max(last)}"
        lines = [
            f"Fill the empty cells so that every {units} has {symbols}, each once.",
            "Every puzzle has exactly one solution.",
        ]
        baseline = area.bottom + 20 * MM
        self._text(area.left, baseline, "How to solve", BOLD, 13)
        for place, line in enumerate(lines, 1):
            size = self._fitting(line, REGULAR, area.width, _TEXT)
            self._text(area.left, baseline - 4 - place * 16, line, REGULAR, size)

    # --- Puzzles --------------------------------------------------------------------------------------------

    def _chapter(self, chapter: Chapter, first: int) -> None:
        self._mark(chapter.name)
        for start in range(0, len(chapter.puzzles), self.per_page):
            area = self.paper.text(self.page)
            self._running_head(area, chapter.name)
            columns, rows = GRIDS[self.per_page]
            boards = places(area, columns, rows, label=self._label_height)
            some = chapter.puzzles[start : start + self.per_page]
            for number, puzzle, board in zip(
                range(first + start, first + start + len(some)), some, boards, strict=False
            ):
                self._puzzle(board, number, puzzle)
            self._footer(area)
            self._next()

    @property
    def _label_height(self) -> float:
        return (10 if self.per_page <= 2 else 8 if self.per_page <= 6 else 6.5) * MM

    def _puzzle(self, board: Area, number: int, puzzle: BookPuzzle) -> None:
        size = self._label_height * 0.6
        baseline = board.top + self._label_height * 0.32
        self._text(board.left, baseline, f"{number:,}", BOLD, size)
        if puzzle.grade:
            left = draw_stars(self.canvas, board.right, baseline, size * 0.62, puzzle.grade)
            name = str(puzzle.grade)
            self._text(left - size * 0.3 - self._width(name, REGULAR, size * 0.6), baseline, name, REGULAR, size * 0.6)
        draw_board(self.canvas, board, self.book.shape, puzzle.puzzle)

    # --- Solutions ------------------------------------------------------------------------------------------

    def _solutions(self) -> None:
        self._mark("Solutions")
        columns, rows = _SOLUTIONS.get(self.book.shape.size, _LARGE)
        every = list(self._every_puzzle())
        for start in range(0, len(every), columns * rows):
            area = self.paper.text(self.page)
            self._running_head(area, "Solutions")
            boards = places(area, columns, rows, label=4.6 * MM)
            for (number, puzzle), board in zip(every[start : start + columns * rows], boards, strict=False):
                self._text(board.left, board.top + 1.4 * MM, f"{number:,}", BOLD, _SMALL)
                draw_board(self.canvas, board, self.book.shape, puzzle.puzzle, puzzle.solution)
            self._footer(area)
            self._next()

    def _every_puzzle(self) -> Iterator[tuple[int, BookPuzzle]]:
        for chapter, first in self.book.numbered():
            yield from enumerate(chapter.puzzles, first)

    # --- What pages share -----------------------------------------------------------------------------------

    def _running_head(self, area: Area, name: str) -> None:
        baseline = area.top + 8 * MM
        is_right = self.page % 2
        self._text(
            area.left if is_right else area.right, baseline, self.book.title, REGULAR, _HEAD, GREY, is_right == 0
        )
        self._text(area.right if is_right else area.left, baseline, name, BOLD, _HEAD, BLACK, is_right == 1)
        self._rule(area.left, baseline - 2.4 * MM, area.right, 0.5)

    def _footer(self, area: Area) -> None:
        is_right = self.page % 2 == 1
        self._text(
            area.right if is_right else area.left, area.bottom - 11 * MM, str(self.page), BOLD, _TEXT, BLACK, is_right
        )

    def _mark(self, name: str) -> None:
        """Make the page a target of links, and an entry of the outline."""
        self.canvas.bookmarkPage(name)
        self.canvas.addOutlineEntry(name, name)

    def _next(self) -> None:
        self.canvas.showPage()
        self.page += 1

    def _text(
        self,
        x: float,
        baseline: float,
        text: str,
        font: str,
        size: float,
        colour: Sequence[float] = BLACK,
        ends_there: bool = False,
    ) -> None:
        self.canvas.setFont(font, size)
        self.canvas.setFillColorRGB(*colour)
        (self.canvas.drawRightString if ends_there else self.canvas.drawString)(x, baseline, text)

    def _centred(self, area: Area, baseline: float, text: str, font: str, size: float) -> None:
        self._text(area.middle - self._width(text, font, size) / 2, baseline, text, font, size)

    def _rule(self, left: float, y: float, right: float, width: float) -> None:
        self.canvas.setStrokeColorRGB(*BLACK)
        self.canvas.setLineWidth(width)
        self.canvas.line(left, y, right, y)

    def _width(self, text: str, font: str, size: float) -> float:
        return float(self.canvas.stringWidth(text, font, size))

    def _fitting(self, text: str, font: str, width: float, size: float) -> float:
        """The size, or the one at which the text is as wide as it may be."""
        return min(size, size * width / max(self._width(text, font, size), 1))
