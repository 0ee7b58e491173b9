"""The pages of a book: title, contents, puzzles by chapter, solutions."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....engine.grades import Grade, Level
from ....engine.rules.variant import usual_regions
from ...errors import CatalogueError
from .boards import draw_board
from .drawing import (
    BLACK,
    BOLD,
    GREY,
    GRIDS,
    MM,
    REGULAR,
    SOLUTION_GRIDS,
    Area,
    Book,
    BookPuzzle,
    Chapter,
    Fonts,
    Paper,
    draw_stars,
    pages_of,
    places,
    solutions_for,
)

_FRONT = 3
"""Pages before the first puzzle: title, imprint, contents."""

_HEAD, _SMALL, _IMPRINT, _TEXT = 9, 8, 8.5, 10.5
_TITLE, _LEAST_TITLE, _TITLE_LINES = 44, 20, 3
_FIRST_PAGE = "first page"
_MORE = "..."


def book_as_pdf(book: Book, paper: Paper, per_page: int, solutions_per_page: int | None = None) -> bytes:
    """Return the PDF, all vectors and fonts embedded; ValueError for numbers per page that `GRIDS` does not have.

    CatalogueError without reportlab, for a font that cannot be used, and for a character that the font lacks.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise CatalogueError("books need reportlab; install it with: pip install 'board-catalogue[book]'") from None
    fonts = _fonts_of(book)
    file = io.BytesIO()
    size = (paper.width + 2 * paper.bleed, paper.height + 2 * paper.bleed)
    canvas = Canvas(file, pagesize=size, initialFontName=fonts[REGULAR], invariant=1)
    canvas.setTitle(book.title)
    canvas.setAuthor(book.author)
    canvas.setSubject(book.words.count(book.count))
    canvas.setCreator("Board Catalogue" if book.has_credit else "")
    solutions = solutions_per_page or solutions_for(per_page, book.shape.size)
    _Pages(canvas, book, paper, fonts, per_page, solutions).draw()
    canvas.save()
    return file.getvalue()


def _fonts_of(book: Book) -> Fonts:
    """Register the fonts of a book, and check that they have its letters."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    files = [*map(str, book.fonts), *map(str, book.fonts[-1:])][:2] or [f"{REGULAR}.ttf", f"{BOLD}.ttf"]
    for file in files:
        try:
            pdfmetrics.registerFont(TTFont(file, file))
        except (TTFError, OSError) as error:
            raise CatalogueError(f"{file} cannot be used as a font: {error}; name a TrueType font, a .ttf") from None
    texts = (book.title, book.author, book.copyright, *book.words.texts, *(c.name for c in book.chapters))
    for file in files:
        known = pdfmetrics.getFont(file).face.charToGlyph
        for text in texts:
            if unknown := [symbol for symbol in text if ord(symbol) not in known]:
                raise CatalogueError(
                    f"the font of the book has no {unknown[0]!r} of {text!r}; name one that has it with --font"
                )
    return dict(zip((REGULAR, BOLD), files, strict=True))


@dataclass
class _Pages:
    """Draws a book on a canvas, page by page."""

    canvas: Any
    book: Book
    paper: Paper
    fonts: Fonts
    per_page: int
    solutions_per_page: int
    page: int = 1
    _starts: dict[str, int] = field(default_factory=dict)

    def draw(self) -> None:
        first = _FRONT + 1
        for chapter in self.book.chapters:
            self._starts[chapter.name] = first
            first += pages_of(len(chapter.puzzles), self.per_page)
        self._starts[self.book.words.solutions] = first
        self._begin()
        self._title()
        self._imprint()
        self._contents()
        for chapter, number in self.book.numbered():
            self._chapter(chapter, number)
        self._solutions()

    # --- Front ----------------------------------------------------------------------------------------------

    def _title(self) -> None:
        area = self.paper.text(1)
        lines, size = self._title_lines(area.width)
        baseline = area.top - 28 * MM + (len(lines) - 1) * size * 0.6
        self.canvas.bookmarkPage(_FIRST_PAGE)
        self.canvas.addOutlineEntry(self.book.title, _FIRST_PAGE, 0)
        for place, line in enumerate(lines):
            self._centred(area, baseline - place * size * 1.2, line, BOLD, size)
        baseline -= (len(lines) - 1) * size * 1.2
        self._rule(area.middle - 16 * MM, baseline - 11 * MM, area.middle + 16 * MM, 1.6)
        subtitle = self._subtitle()
        self._centred(area, baseline - 23 * MM, subtitle, REGULAR, self._fitting(subtitle, REGULAR, area.width, 13))
        if self.book.author:
            name = self._fitting(self.book.author, BOLD, area.width, 13)
            self._centred(area, baseline - 33 * MM, self.book.author, BOLD, name)
        side = min(area.width * 0.66, (baseline - 40 * MM - area.bottom) * 0.9)
        board = Area(area.middle - side / 2, area.bottom + (baseline - 40 * MM - area.bottom - side) / 2, side, side)
        draw_board(self.canvas, self.fonts, board, self.book.shape, self.book.chapters[0].puzzles[0], solved=False)
        self._next()

    def _title_lines(self, width: float) -> tuple[list[str], float]:
        """The title in as few lines as need no small letters, and their size."""
        for size in range(_TITLE, _LEAST_TITLE, -2):
            lines = self._wrapped(self.book.title, BOLD, size, width)
            if len(lines) <= _TITLE_LINES and max(self._width(line, BOLD, size) for line in lines) <= width:
                return lines, size
        return self._wrapped(self.book.title, BOLD, _LEAST_TITLE, width), _LEAST_TITLE

    def _subtitle(self) -> str:
        words, count = self.book.words, self.book.count
        grades = [chapter.grade for chapter in self.book.chapters if chapter.grade]
        if len(grades) < 2:
            return words.count(count, grades[0] if grades else None)
        first, last = words.grade(grades[0]), words.grade(grades[-1])
        return words.from_grade_to_grade.format(count=words.number(count), first=first, last=last)

    def _imprint(self) -> None:
        area, words = self.paper.text(self.page), self.book.words
        marks = [puzzle.grade for chapter in self.book.chapters for puzzle in chapter.puzzles if puzzle.grade]
        graded, levelled = (any(isinstance(mark, kind) for mark in marks) for kind in (Grade, Level))
        rights = [self.book.copyright, words.isbn.format(isbn=self.book.isbn) if self.book.isbn else ""]
        sayings = [words.all_different if self.book.are_different else words.one_solution]
        sayings += [words.where_solutions_are, words.what_grades_are if graded else ""]
        sayings += [words.what_levels_are if levelled else ""]
        lines: list[str] = []
        for text in (*rights, *sayings, words.credit if self.book.has_credit else ""):
            if text:
                lines += self._wrapped(text, REGULAR, _IMPRINT, area.width)
        for place, line in enumerate(reversed(lines)):
            self._text(area.left, area.bottom + place * 13, line, REGULAR, _IMPRINT, GREY)
        self._next()

    def _contents(self) -> None:
        area = self.paper.text(self.page)
        baseline = area.top - 6 * MM
        self._text(area.left, baseline, self.book.words.contents, BOLD, 24)
        self._rule(area.left, baseline - 5 * MM, area.right, 1.2)
        baseline -= 18 * MM
        for chapter, first in self.book.numbered():
            last = first + len(chapter.puzzles) - 1
            self._entry(area, baseline, chapter.name, self.book.words.span(first, last), chapter.grade)
            baseline -= 12 * MM
        self._entry(area, baseline, self.book.words.solutions, "", None)
        self._how_to_solve(area)
        self._footer(area)
        self._next()

    def _entry(self, area: Area, baseline: float, name: str, numbers: str, grade: Grade | Level | None) -> None:
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
        self.canvas.linkRect("", name, (area.left, baseline - 4, area.right, baseline + 14), relative=1, thickness=0)

    def _how_to_solve(self, area: Area) -> None:
        words = self.book.words
        rules = (self._rule_of(self.book.chapters[0].puzzles[0]), words.one_solution)
        lines = [line for text in rules for line in self._wrapped(text, REGULAR, _TEXT, area.width)]
        baseline = area.bottom + 4 * MM + len(lines) * 16
        self._text(area.left, baseline, words.how_to_solve, BOLD, 13)
        for place, line in enumerate(lines, 1):
            self._text(area.left, baseline - 4 - place * 16, line, REGULAR, _TEXT)

    def _rule_of(self, puzzle: BookPuzzle) -> str:
        """Return the sentence about every row, column and block or region of a puzzle."""
        shape, words = self.book.shape, self.book.words
        has_blocks = shape.has_blocks and (puzzle.variant is None or bool(puzzle.variant.regions))
        rule = words.rule if has_blocks else words.rule_without_blocks
        if self._has_regions(puzzle):
            rule = words.rule_with_regions
        digits = words.digits if shape.size < 10 else words.digits_and_letters
        return rule.format(digits=digits.format(last=max(puzzle.solution)))

    def _has_regions(self, puzzle: BookPuzzle) -> bool:
        """Whether it has regions of another form than blocks."""
        if puzzle.variant is None or not puzzle.variant.regions:
            return False

        return set(puzzle.variant.regions) != set(usual_regions(self.book.shape.size, self.book.shape.blocks))

    # --- Puzzles --------------------------------------------------------------------------------------------

    def _chapter(self, chapter: Chapter, first: int) -> None:
        self._mark(chapter.name)
        for start in range(0, len(chapter.puzzles), self.per_page):
            area = self.paper.text(self.page)
            self._running_head(area, chapter.name)
            columns, rows = GRIDS[self.per_page]
            some = chapter.puzzles[start : start + self.per_page]
            boards = places(self._below_rules(area, some), columns, rows, label=self._label_height)
            for number, puzzle, board in zip(
                range(first + start, first + start + len(some)), some, boards, strict=False
            ):
                self._puzzle(board, number, puzzle)
            self._footer(area)
            self._next()

    def _below_rules(self, area: Area, puzzles: Sequence[BookPuzzle]) -> Area:
        """Write the rules of some puzzles at the top of an area, and return the rest of it."""
        used = dict.fromkeys(use.rule for puzzle in puzzles if puzzle.variant for use in puzzle.variant.uses)
        told = [self._rule_of(puzzle) for puzzle in puzzles[:1] if self._has_regions(puzzle)]
        told += map(self.book.words.rule_in_words, used)
        if not told:
            return area
        lines = [line for text in told for line in self._wrapped(text, REGULAR, _SMALL, area.width)]
        for place, line in enumerate(lines, 1):
            self._text(area.left, area.top - place * _SMALL * 1.35, line, REGULAR, _SMALL)
        return area._replace(height=area.height - len(lines) * _SMALL * 1.35 - 3 * MM)

    @property
    def _label_height(self) -> float:
        return (10 if self.per_page <= 2 else 8 if self.per_page <= 6 else 6.5) * MM

    def _puzzle(self, board: Area, number: int, puzzle: BookPuzzle) -> None:
        size = self._label_height * 0.6
        baseline = board.top + self._label_height * 0.32
        self._text(board.left, baseline, self.book.words.number(number), BOLD, size)
        if puzzle.grade:
            left = draw_stars(self.canvas, board.right, baseline, size * 0.62, puzzle.grade)
            name = self.book.words.grade(puzzle.grade)
            self._text(left - size * 0.3 - self._width(name, REGULAR, size * 0.6), baseline, name, REGULAR, size * 0.6)
        draw_board(self.canvas, self.fonts, board, self.book.shape, puzzle, solved=False)

    # --- Solutions ------------------------------------------------------------------------------------------

    def _solutions(self) -> None:
        solutions = self.book.words.solutions
        self._mark(solutions)
        columns, rows = SOLUTION_GRIDS[self.solutions_per_page]
        every = list(self._every_puzzle())
        for start in range(0, len(every), columns * rows):
            area = self.paper.text(self.page)
            self._running_head(area, solutions)
            boards = places(area, columns, rows, label=4.6 * MM)
            for (number, puzzle), board in zip(every[start : start + columns * rows], boards, strict=False):
                self._text(board.left, board.top + 1.4 * MM, self.book.words.number(number), BOLD, _SMALL)
                draw_board(self.canvas, self.fonts, board, self.book.shape, puzzle, solved=True)
            self._footer(area)
            self._next()

    def _every_puzzle(self) -> Iterator[tuple[int, BookPuzzle]]:
        for chapter, first in self.book.numbered():
            yield from enumerate(chapter.puzzles, first)

    # --- What pages share -----------------------------------------------------------------------------------

    def _running_head(self, area: Area, name: str) -> None:
        baseline = area.top + (self.paper.height - area.top) * 0.32
        is_right = self.page % 2 == 1
        room = area.width - self._width(name, BOLD, _HEAD) - 6 * MM
        title = self._shortened(self.book.title, REGULAR, _HEAD, room)
        self._text(area.left if is_right else area.right, baseline, title, REGULAR, _HEAD, GREY, not is_right)
        self._text(area.right if is_right else area.left, baseline, name, BOLD, _HEAD, BLACK, is_right)
        self._rule(area.left, baseline - 2.4 * MM, area.right, 0.5)

    def _footer(self, area: Area) -> None:
        is_right = self.page % 2 == 1
        self._text(area.right if is_right else area.left, area.bottom / 2, str(self.page), BOLD, _TEXT, BLACK, is_right)

    def _mark(self, name: str) -> None:
        """Make the page a target of links, and an entry of the outline."""
        self.canvas.bookmarkPage(name)
        self.canvas.addOutlineEntry(name, name, 1)

    def _next(self) -> None:
        self.canvas.showPage()
        self.page += 1
        self._begin()

    def _begin(self) -> None:
        """Say where the page is trimmed, and make the corner of the trimmed paper the origin."""
        paper, bleed = self.paper, self.paper.bleed
        if bleed:
            self.canvas.setTrimBox((bleed, bleed, bleed + paper.width, bleed + paper.height))
            self.canvas.setBleedBox((0, 0, paper.width + 2 * bleed, paper.height + 2 * bleed))
            self.canvas.translate(bleed, bleed)

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
        self.canvas.setFont(self.fonts[font], size)
        self.canvas.setFillColorRGB(*colour)
        (self.canvas.drawRightString if ends_there else self.canvas.drawString)(x, baseline, text)

    def _centred(self, area: Area, baseline: float, text: str, font: str, size: float) -> None:
        self._text(area.middle - self._width(text, font, size) / 2, baseline, text, font, size)

    def _rule(self, left: float, y: float, right: float, width: float) -> None:
        self.canvas.setStrokeColorRGB(*BLACK)
        self.canvas.setLineWidth(width)
        self.canvas.line(left, y, right, y)

    def _width(self, text: str, font: str, size: float) -> float:
        return float(self.canvas.stringWidth(text, self.fonts[font], size))

    def _fitting(self, text: str, font: str, width: float, size: float) -> float:
        """The size, or the smaller one at which the text fits the width."""
        return min(size, size * width / max(self._width(text, font, size), 1))

    def _wrapped(self, text: str, font: str, size: float, width: float) -> list[str]:
        """The text in lines, broken at blanks, or anywhere in what has none and is too long."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self._width(longer, font, size) <= width:
                lines[-1] = longer
                continue
            lines += [word] if lines[-1] else []
            lines[-1] = word
            while self._width(lines[-1], font, size) > width and len(lines[-1]) > 1:
                fitting = self._start_of(lines[-1], font, size, width)
                lines[-1:] = [lines[-1][:fitting], lines[-1][fitting:]]
        return lines

    def _shortened(self, text: str, font: str, size: float, width: float) -> str:
        """The text, or as much of it as fits, with an ellipsis."""
        if self._width(text, font, size) <= width:
            return text
        return text[: self._start_of(text, font, size, width - self._width(_MORE, font, size))].rstrip() + _MORE

    def _start_of(self, text: str, font: str, size: float, width: float) -> int:
        """How many characters fit, at least one."""
        return max((end for end in range(1, len(text)) if self._width(text[:end], font, size) <= width), default=1)
