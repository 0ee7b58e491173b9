"""The pages of a book: title, contents, puzzles by chapter, solutions."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from ....engine.grades import Grade, Level
from ....engine.rules.picture import Figure, sign_of
from ....engine.rules.texts import statement
from ....engine.rules.variant import usual_regions
from ...errors import CatalogueError
from .content import GRIDS, LARGE_SOLUTIONS, MM, SOLUTION_GRIDS, SOLUTIONS, Area, Book, BookPuzzle, Paper, places
from .pen import BOLD, GREY, REGULAR, SIGN_HEIGHT, Font, Pen

_FRONT = 3
"""Pages before the first puzzle: title, imprint, contents."""

_HEAD, _SMALL, _IMPRINT, _TEXT = Font(REGULAR, 9), Font(REGULAR, 8), Font(REGULAR, 8.5, GREY), Font(REGULAR, 10.5)
_ENTRY = Font(BOLD, 13)
_TITLE, _LEAST_TITLE, _TITLE_LINES = 44, 20, 3
_FIRST_PAGE = "first page"


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
    solutions = solutions_per_page or (SOLUTIONS if book.shape.size <= 9 else LARGE_SOLUTIONS)[per_page]
    _Pages(Pen(canvas, fonts, book.shape), book, paper, per_page, solutions).draw()
    canvas.save()
    return file.getvalue()


def _fonts_of(book: Book) -> Mapping[str, str]:
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
    pen: Pen
    book: Book
    paper: Paper
    per_page: int
    solutions_per_page: int
    page: int = 1
    _starts: dict[str, int] = field(default_factory=dict)

    def draw(self) -> None:
        first = _FRONT + 1
        for chapter in self.book.chapters:
            self._starts[chapter.name] = first
            first += ceil(len(chapter.puzzles) / self.per_page)
        self._starts[self.book.words.solutions] = first
        self._begin()
        self._title()
        self._imprint()
        self._contents()
        every: list[tuple[int, BookPuzzle]] = []
        for chapter, number in self.book.numbered():
            some = list(enumerate(chapter.puzzles, number))
            self._boards(chapter.name, some, GRIDS[self.per_page], self._label_height, self._puzzle)
            every += some
        grid = SOLUTION_GRIDS[self.solutions_per_page]
        self._boards(self.book.words.solutions, every, grid, 4.6 * MM, self._solution)

    # --- Front ----------------------------------------------------------------------------------------------

    def _title(self) -> None:
        area = self.paper.text(1)
        lines, font = self._title_lines(area.width)
        baseline = area.top - 28 * MM + (len(lines) - 1) * font.size * 0.6
        self._mark(self.book.title, _FIRST_PAGE, 0)
        for place, line in enumerate(lines):
            self.pen.centred(area, baseline - place * font.size * 1.2, line, font)
        baseline -= (len(lines) - 1) * font.size * 1.2
        self.pen.rule(area.middle - 16 * MM, baseline - 11 * MM, area.middle + 16 * MM, 1.6)
        for text, font, down in ((self._subtitle(), Font(REGULAR, 13), 23), (self.book.author, Font(BOLD, 13), 33)):
            if text:
                self.pen.centred(area, baseline - down * MM, text, self.pen.fitting(text, font, area.width))
        side = min(area.width * 0.66, (baseline - 40 * MM - area.bottom) * 0.9)
        board = Area(area.middle - side / 2, area.bottom + (baseline - 40 * MM - area.bottom - side) / 2, side, side)
        self.pen.board(board, self.book.chapters[0].puzzles[0])
        self._next()

    def _title_lines(self, width: float) -> tuple[list[str], Font]:
        for size in range(_TITLE, _LEAST_TITLE, -2):
            font = Font(BOLD, size)
            lines = self.pen.wrapped(self.book.title, font, width)
            if len(lines) <= _TITLE_LINES and max(self.pen.width(line, font) for line in lines) <= width:
                return lines, font
        least = Font(BOLD, _LEAST_TITLE)
        return self.pen.wrapped(self.book.title, least, width), least

    def _subtitle(self) -> str:
        words, count = self.book.words, self.book.count
        grades = [chapter.grade for chapter in self.book.chapters if chapter.grade]
        if len(grades) < 2:
            return words.count(count, grades[0] if grades else None)
        first, last = words.grade(grades[0]), words.grade(grades[-1])
        return str(words.from_grade_to_grade).format(count=words.number(count), first=first, last=last)

    def _imprint(self) -> None:
        area, words = self.paper.text(self.page), self.book.words
        marks = [puzzle.grade for chapter in self.book.chapters for puzzle in chapter.puzzles]
        texts = (
            self.book.copyright,
            words.isbn.format(isbn=self.book.isbn) if self.book.isbn else "",
            words.all_different if self.book.are_different else words.one_solution,
            words.where_solutions_are,
            words.what_grades_are if any(isinstance(mark, Grade) for mark in marks) else "",
            words.what_levels_are if any(isinstance(mark, Level) for mark in marks) else "",
            words.credit if self.book.has_credit else "",
        )
        lines = [line for text in texts if text for line in self.pen.wrapped(text, _IMPRINT, area.width)]
        for place, line in enumerate(reversed(lines)):
            self.pen.text(area.left, area.bottom + place * 13, line, _IMPRINT)
        self._next()

    def _contents(self) -> None:
        area = self.paper.text(self.page)
        baseline = area.top - 6 * MM
        self.pen.text(area.left, baseline, self.book.words.contents, Font(BOLD, 24))
        self.pen.rule(area.left, baseline - 5 * MM, area.right, 1.2)
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
        pen, page = self.pen, str(self._starts[name])
        pen.text(area.left, baseline, name, _ENTRY)
        left = area.left + pen.width(name, _ENTRY) + 3 * MM
        if numbers:
            pen.text(left, baseline, numbers, _TEXT._replace(colour=GREY))
            left += pen.width(numbers, _TEXT) + 3 * MM
        right = area.right - pen.width(page, _ENTRY)
        pen.text(right, baseline, page, _ENTRY)
        dots_right = right - 3 * MM
        if grade:
            dots_right = pen.stars(right - 6 * MM, baseline, 10, grade) - 3 * MM
        pen.canvas.saveState()
        pen.canvas.setLineCap(1)
        pen.canvas.setDash([0.01, 4.5])
        pen.rule(left, baseline + 1, dots_right, 1)
        pen.canvas.restoreState()
        pen.canvas.linkRect("", name, (area.left, baseline - 4, area.right, baseline + 14), relative=1, thickness=0)

    def _how_to_solve(self, area: Area) -> None:
        words = self.book.words
        rules = (self._rule_of(self.book.chapters[0].puzzles[0]), words.one_solution)
        lines = [line for text in rules for line in self.pen.wrapped(text, _TEXT, area.width)]
        baseline = area.bottom + 4 * MM + len(lines) * 16
        self.pen.text(area.left, baseline, words.how_to_solve, _ENTRY)
        self.pen.lines(area.left, baseline - 4, lines, _TEXT, 16)

    def _rule_of(self, puzzle: BookPuzzle) -> str:
        """Return the sentence about every row, column and block or region of a puzzle."""
        shape, words = self.book.shape, self.book.words
        has_blocks = shape.has_blocks and (puzzle.variant is None or bool(puzzle.variant.regions))
        rule = words.rule if has_blocks else words.rule_without_blocks
        if self._has_regions(puzzle):
            rule = words.rule_with_regions
        digits = words.digits if shape.size < 10 else words.digits_and_letters
        return str(rule.format(digits=digits.format(last=max(puzzle.solution))))

    def _has_regions(self, puzzle: BookPuzzle) -> bool:
        if puzzle.variant is None or not puzzle.variant.regions:
            return False
        return set(puzzle.variant.regions) != set(usual_regions(self.book.shape.size, self.book.shape.blocks))

    # --- Puzzles --------------------------------------------------------------------------------------------

    def _boards(
        self,
        name: str,
        puzzles: Sequence[tuple[int, BookPuzzle]],
        grid: tuple[int, int],
        label: float,
        draw: Callable[[Area, int, BookPuzzle], None],
    ) -> None:
        """Pages of numbered boards in columns and rows, each with room for a label, under the name of a chapter."""
        columns, rows = grid
        self._mark(name, name, 1)
        for start in range(0, len(puzzles), columns * rows):
            area, some = self.paper.text(self.page), puzzles[start : start + columns * rows]
            self._running_head(area, name)
            room = self._below_rules(area, some) if draw == self._puzzle else area
            for (number, puzzle), board in zip(some, places(room, columns, rows, label), strict=False):
                draw(board, number, puzzle)
            self._footer(area)
            self._next()

    def _below_rules(self, area: Area, numbered: Sequence[tuple[int, BookPuzzle]]) -> Area:
        """Write the rules of some puzzles at the top of an area, and return the rest of it."""
        puzzles = [puzzle for _, puzzle in numbered]
        used = dict.fromkeys(use.rule for puzzle in puzzles if puzzle.variant for use in puzzle.variant.uses)
        told = [(self._rule_of(puzzle), list[Figure]()) for puzzle in puzzles[:1] if self._has_regions(puzzle)]
        told += ((self.book.words.rule_in_words(rule), sign_of(rule, SIGN_HEIGHT)) for rule in used)
        for number, puzzle in numbered:  # what no picture shows
            if puzzle.variant:
                choices = (statement(use, puzzle.variant) for use in puzzle.variant.uses if use.rule == "or")
                told += ((f"{self.book.words.number(number)}: {choice}", []) for choice in choices)
        if not told:
            return area
        step, top = _SMALL.size * 1.35, area.top
        indent = 1.7 * _SMALL.size if any(sign for _, sign in told) else 0
        for text, sign in told:
            if sign:
                self.pen.sign(area.left, top - step, sign, _SMALL)
            lines = self.pen.wrapped(text, _SMALL, area.width - indent)
            self.pen.lines(area.left + indent, top, lines, _SMALL, step)
            top -= len(lines) * step
        return area._replace(height=top - area.bottom - 3 * MM)

    @property
    def _label_height(self) -> float:
        return (10 if self.per_page <= 2 else 8 if self.per_page <= 6 else 6.5) * MM

    def _puzzle(self, board: Area, number: int, puzzle: BookPuzzle) -> None:
        size = self._label_height * 0.6
        baseline = board.top + self._label_height * 0.32
        self.pen.text(board.left, baseline, self.book.words.number(number), Font(BOLD, size))
        if puzzle.grade:
            left = self.pen.stars(board.right, baseline, size * 0.62, puzzle.grade)
            name, font = self.book.words.grade(puzzle.grade), Font(REGULAR, size * 0.6)
            self.pen.text(left - size * 0.3 - self.pen.width(name, font), baseline, name, font)
        self.pen.board(board, puzzle)

    def _solution(self, board: Area, number: int, puzzle: BookPuzzle) -> None:
        label = self.book.words.number(number)
        self.pen.text(board.left, board.top + 1.4 * MM, label, _SMALL._replace(name=BOLD))
        self.pen.board(board, puzzle, solved=True)

    # --- What pages share -----------------------------------------------------------------------------------

    def _running_head(self, area: Area, name: str) -> None:
        baseline = area.top + (self.paper.height - area.top) * 0.32
        is_right, bold = self.page % 2 == 1, _HEAD._replace(name=BOLD)
        room = area.width - self.pen.width(name, bold) - 6 * MM
        title, grey = self.pen.shortened(self.book.title, _HEAD, room), _HEAD._replace(colour=GREY)
        self.pen.text(area.left if is_right else area.right, baseline, title, grey, ends_there=not is_right)
        self.pen.text(area.right if is_right else area.left, baseline, name, bold, ends_there=is_right)
        self.pen.rule(area.left, baseline - 2.4 * MM, area.right, 0.5)

    def _footer(self, area: Area) -> None:
        is_right = self.page % 2 == 1
        x, font = area.right if is_right else area.left, _TEXT._replace(name=BOLD)
        self.pen.text(x, area.bottom / 2, str(self.page), font, ends_there=is_right)

    def _mark(self, title: str, name: str, level: int) -> None:
        self.pen.canvas.bookmarkPage(name)
        self.pen.canvas.addOutlineEntry(title, name, level)

    def _next(self) -> None:
        self.pen.canvas.showPage()
        self.page += 1
        self._begin()

    def _begin(self) -> None:
        """Say where the page is trimmed, and make the corner of the trimmed paper the origin."""
        paper, bleed = self.paper, self.paper.bleed
        if bleed:
            self.pen.canvas.setTrimBox((bleed, bleed, bleed + paper.width, bleed + paper.height))
            self.pen.canvas.setBleedBox((0, 0, paper.width + 2 * bleed, paper.height + 2 * bleed))
            self.pen.canvas.translate(bleed, bleed)
