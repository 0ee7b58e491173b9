"""Joins the marks of a drawing with the meanings of its sentences, and says what is left over on both sides."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..formats.all_different import named
from ..formats.f_puzzles import WORDLESS
from ..formats.marks import LINE_COLOUR, SHADES, Label, Line, Outside, Shade, marks_of
from ..geometry import Cells, beside, name_of
from ..model import broken
from ..named.rule import Board, Use
from ..statements import stated_in
from ..variant import RULES, Variant, usual_regions
from .colours import names_of
from .composing import COMPOSED_OF_BOARD, PartOfRule, sum_of_cages
from .digits import digits_of, in_frame, is_by_cells
from .drawing import (
    CAGE,
    CIRCLE,
    DECORATION,
    DIAMOND,
    DOT,
    EDGE_SQUARE,
    LETTER,
    LINE,
    OTHER,
    OUTSIDE,
    SIGN,
    Drawing,
    Element,
)
from .edges import nowhere_else, use_of
from .making import UNITED, form_of, one_of, united, uses_of
from .meanings import ALL_GIVEN, EDGE, NOTHING, ONE_OF, SUDOKU, Meaning, understand
from .report import Pair, Reading
from .sentences import sentences_of, symbol_of

SUM_OF_CAGES = "sum of cages"
OF_EACH_TYPE = "lines of each type"
X_OR_V = (("x_or_v", 0),)
SILENT_RULES = (
    NOTHING,
    OF_EACH_TYPE,
    "permission",
    "digits",
    "zipper of odd length",
    "segments of region sums",
    "cage may repeat",
)
"""Meanings that add no rule of their own."""


def read_drawing(drawing: Drawing) -> Reading:
    """Return the reading of a drawing with its text. ValueError for a rule that cannot hold where it is."""
    return _Joining(drawing).reading()


class _Joining:
    """One drawing on its way to a reading."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.size = drawing.size
        self.elements = drawing.elements
        self.stated, words = stated_in(drawing.rules, drawing.size)
        self.frame, sentences = digits_of(sentences_of(words), drawing.size)
        self.solution = self._solution()
        found, left = understand(sentences, drawing.size)
        self.said = [(one.text, meaning) for one in found for meaning in one.meanings]
        self.left = [*(f"{text!r}" for text in left), *drawing.left]
        self.meanings = [meaning for _, meaning in self.said]
        self.pairs: list[Pair] = []
        self.uses: list[Use] = []
        self.explained: set[int] = set()
        """Elements that have a meaning, by their places."""
        self.used: set[int] = set()
        """Meanings that have a mark, by their places."""

    def reading(self) -> Reading:
        has_text = bool(self.drawing.rules.strip())
        regions = self._regions(has_text)
        self._document()
        self._stated()
        if not has_text:
            self._without_text()
        self._whole_board()
        chosen = [self._chosen(place) for place in range(len(self.elements))]
        self._marks(chosen, regions)
        self._all_given(chosen)
        self._exempt_either(chosen)
        self._left_over()
        if not self.frame.is_square:
            self._check_digits()
        givens = in_frame(self.drawing.givens, self.frame)
        variant = named(self._variant(regions, tuple(dict.fromkeys(self.uses)), givens), WORDLESS)
        self._check(variant)
        kept = [*dict.fromkeys(self.drawing.kept)]
        aside = Counter(
            one.kind
            for place, one in enumerate(self.elements)
            if one.kind in DECORATION and place not in self.explained
        )
        kept += [f"{kind} ({count})" for kind, count in aside.items()]
        return Reading(
            variant,
            tuple(self.pairs),
            tuple(dict.fromkeys(self.left)),
            tuple(kept),
            self.drawing.title,
            self.drawing.author,
        )

    def _variant(self, regions: tuple[Cells, ...], uses: tuple[Use, ...], givens: tuple[int, ...] = ()) -> Variant:
        return Variant(self.frame.digits, regions, uses, givens, frame=self.frame)

    def _solution(self) -> tuple[int, ...]:
        """The solution that the document gives, as an array has it; or none."""
        try:
            found = in_frame(self.drawing.solution, self.frame)
        except ValueError:
            return ()
        return found if all(found) else ()

    def _check_digits(self) -> None:
        """Leave rules whose words say which digits the board has, where it has others."""
        others = [use for use in self.uses if not is_by_cells(use)]
        for rule in dict.fromkeys(use.rule for use in others):
            self.left.append(f"the rule {rule}, which is read for the digits 1 to {self.size}")
        self.uses = [use for use in self.uses if use not in others]
        named_digits = f"the digits {self.frame.values[0]} to {self.frame.values[-1]}"
        self.pairs.insert(0, Pair("the digits that the text names", named_digits))

    # --- The board ---

    def _regions(self, has_text: bool) -> tuple[Cells, ...]:
        """The regions that the document has; the usual ones where the text speaks of boxes, or there is no text."""
        sudoku = [(text, meaning) for text, meaning in self.said if meaning.rule == SUDOKU]
        if has_text and not sudoku:
            self.left.append("no sentence says that digits differ in rows and columns")
        boxes = any("boxes" in meaning.flags for _, meaning in sudoku)
        for text, _ in sudoku[:1]:
            self.pairs.append(
                Pair(text, "different digits in rows, columns and boxes" if boxes else "rows and columns")
            )
        if self.drawing.regions is not None:
            if has_text and sudoku and not boxes:
                self.left.append("the regions: no sentence speaks of boxes")
            return self.drawing.regions
        return usual_regions(self.size) if boxes or not has_text else ()

    def _document(self) -> None:
        """The rules that the document states itself, as a field."""
        natives: dict[str, list[Element]] = {}
        for place, one in enumerate(self.elements):
            if one.native:
                self.uses.append(one.native)
                self.explained.add(place)
                natives.setdefault(one.native.rule, []).append(one)
        for rule, some in natives.items():
            self.pairs.append(Pair("a field of the document", rule, tuple(one.named(self.size) for one in some)))
        self.uses += self.drawing.uses
        for use in self.drawing.uses:
            self.pairs.append(
                Pair("a field of the document", use.rule, tuple(name_of(c, self.size) for c in use.cells))
            )

    def _stated(self) -> None:
        """The rules that the text states with their cells, and the marks that show where they are."""
        board = Board(self.size)
        shown = {mark for one in self.stated for mark in marks_of(one.use, board)}
        texts = {mark.text for mark in shown if isinstance(mark, Label | Outside)}
        colours = {names_of(colour) for colour in (LINE_COLOUR, *SHADES)}
        cells = {cell for mark in shown for cell in (mark.cells if isinstance(mark, Line | Shade) else ())}
        self.uses += [one.use for one in self.stated]
        for line, use in self.stated:
            self.pairs.append(Pair(line, use.rule))
        for place, one in enumerate(self.elements):
            is_text = one.kind in (LETTER, OTHER, OUTSIDE) and one.text in texts and not one.colours
            if not one.native and (is_text or (one.colours in colours and set(one.cells) <= cells)):
                self.explained.add(place)

    def _without_text(self) -> None:
        """Cages mean what they mean in the program; nothing else does."""
        known = self.drawing.cages_are_rules
        for place, one in enumerate(self.elements):
            if one.kind != CAGE or one.native or not (one.text == "" or one.text.isdecimal()) or not known:
                continue
            value = int(one.text) if one.text else None
            if one.unique is not False:
                self.uses.append(Use("all different", one.cells) if value is None else Use("cage", one.cells, value))
            elif value is not None:
                self.uses.append(Use("sum", one.cells, value))
            self.explained.add(place)
            self.pairs.append(Pair("a field of the document", "cage", (one.named(self.size),)))

    def _whole_board(self) -> None:
        for place, (text, meaning) in enumerate(self.said):
            if meaning.on or meaning.rule in (SUDOKU, ALL_GIVEN, EDGE):
                continue
            self.used.add(place)
            if meaning.rule == OF_EACH_TYPE and all(one.rule != ONE_OF for one in self.meanings):
                self.left.append(f"{text!r}")
            if meaning.rule in SILENT_RULES:
                continue
            if meaning.rule in COMPOSED_OF_BOARD:
                self._compose_of_board(meaning, text)
                continue
            use = Use(meaning.rule)
            if meaning.rule == "diagonal":
                use = Use("diagonal", value=self._sign_of(meaning, text))
            self.uses.append(use)
            self.pairs.append(Pair(text, meaning.rule))

    def _compose_of_board(self, meaning: Meaning, text: str) -> None:
        try:
            self.uses += COMPOSED_OF_BOARD[meaning.rule](meaning, self.size)
        except PartOfRule as problem:
            self.left.append(f"{text!r}: {problem}")
        self.pairs.append(Pair(text, meaning.rule))

    def _sign_of(self, meaning: Meaning, text: str) -> str | None:
        """Which diagonal is meant: the one that is named, those that are drawn, or both."""
        size = self.size
        falling, rising = set(range(0, size * size, size + 1)), set(range(size - 1, size * size - 1, size - 1))
        drawn = ""
        for place, one in enumerate(self.elements):
            if one.kind == LINE and set(one.cells) in (falling, rising) and len(one.cells) == size:
                drawn += "\\" if set(one.cells) == falling else "/"
                self.explained.add(place)
        for flag, other, sign in (("positive", "negative", "/"), ("negative", "positive", "\\")):
            if flag in meaning.flags and other not in meaning.flags:
                return sign
        if not drawn and ("marked" in meaning.flags or "both" not in meaning.flags):
            self.left.append(f"{text!r}: no diagonal is drawn")
        return drawn if len(drawn) == 1 else None

    # --- Marks ---

    def _chosen(self, place: int) -> list[int]:
        """The meanings of a mark, by their places: the meanings of its colour, else the only one that fits."""
        one = self.elements[place]
        if place in self.explained and not one.native:
            return []
        fitting = [number for number, meaning in enumerate(self.meanings) if self._fits(one, meaning)]
        named = [number for number in fitting if self.meanings[number].colours]
        if named or one.native:
            rules = {self.meanings[number].rule for number in named}
            return named + [n for n in fitting if n not in named and (one.native or self.meanings[n].rule in rules)]
        if one.kind == CAGE or len({self.meanings[number].rule for number in fitting}) <= 1:
            return fitting
        usual = [number for number in fitting if self.meanings[number].usual & one.colours]
        return usual if len({self.meanings[number].rule for number in usual}) == 1 else []

    def _fits(self, one: Element, meaning: Meaning) -> bool:
        if one.kind not in meaning.on or meaning.rule == ALL_GIVEN:
            return False
        if one.native:
            return self._is_native(one.native, one, meaning)
        if meaning.native or meaning.circles > one.circles or (meaning.colours and not meaning.colours & one.colours):
            return False
        if one.kind == OUTSIDE and meaning.diagonal != one.diagonal:
            return False
        if one.kind == SIGN and meaning.sign != one.text.upper():
            return False
        if one.kind == LETTER and (not meaning.sign or meaning.sign != symbol_of(one.text)):
            return False
        return not (one.kind in (DOT, EDGE_SQUARE) and one.text)

    def _is_native(self, native: Use, one: Element, meaning: Meaning) -> bool:
        """Whether a meaning says of a mark what the program says."""
        if meaning.rule == EDGE:
            return use_of(meaning, native.cells, self.size) in (native, Use(native.rule, native.cells))
        if meaning.rule == "arrow":
            return native.rule in ("arrow", "pill arrow")
        same = meaning.rule == native.rule
        if same and meaning.rule in ("whispers", "lockout", "modular") and meaning.value is not None:
            usual = {"whispers": (self.size + 1) // 2, "lockout": 4, "modular": 3}[meaning.rule]
            return meaning.value == (usual if native.value is None else native.value)
        return same

    def _marks(self, chosen: Sequence[list[int]], regions: tuple[Cells, ...]) -> None:
        """Make the rules of all marks, meaning by meaning, with the marks that each is about."""
        about: dict[str, list[int]] = {}
        for place, numbers in enumerate(chosen):
            self.used.update(numbers)
            for rule in dict.fromkeys(self.meanings[number].rule for number in numbers):
                if not self.elements[place].native:
                    about.setdefault(rule, []).append(place)
        for rule, places in about.items():
            for some in self._together(rule, places, regions):
                self._make(
                    rule,
                    some,
                    [n for n in dict.fromkeys(n for p in some for n in chosen[p]) if self.meanings[n].rule == rule],
                    regions,
                )

    def _together(self, rule: str, places: list[int], regions: tuple[Cells, ...]) -> Iterator[list[int]]:
        """The marks that make one rule: all counting circles, the cells of a shaded area, else each by itself."""
        if rule in ("counting circles", ONE_OF):
            yield places
        elif rule == "all different":
            yield from self._connected(places, self._are_beside)
        elif rule == "clone":
            by_form: dict[tuple[tuple[int, int], ...], list[int]] = {}
            for area in self._connected(places, self._are_beside):
                by_form.setdefault(form_of([c for p in area for c in self.elements[p].cells], self.size), []).extend(
                    area
                )
            yield from by_form.values()
        elif rule in UNITED:
            for some in self._connected(places, self._touch):
                if len(some) > 1 and not self.solution:
                    first = self.elements[some[0]].named(self.size)
                    self.left.append(f"{first} touches another one: nothing says whether they are one line")
                if len(some) > 1 and self._are_one(rule, some, regions):
                    yield some
                else:
                    yield from ([place] for place in some)
        else:
            yield from ([place] for place in places)

    def _connected(self, places: list[int], are: Callable[[Element, Element], bool]) -> Iterator[list[int]]:
        """Marks of one colour in groups, within which one leads to the next."""
        rest = list(places)
        while rest:
            group = [rest.pop(0)]
            for place in group:
                one = self.elements[place]
                same = [p for p in rest if self.elements[p].colours == one.colours and are(one, self.elements[p])]
                group += same
                rest = [p for p in rest if p not in same]
            yield group

    def _are_beside(self, one: Element, other: Element) -> bool:
        return bool({c for cell in one.cells for c in beside(self.size)[cell]} & set(other.cells))

    @staticmethod
    def _touch(one: Element, other: Element) -> bool:
        """Whether a line ends on another one."""
        return any(a in b.cells for c, b in ((one, other), (other, one)) for a in (c.cells[0], c.cells[-1]))

    def _are_one(self, rule: str, places: list[int], regions: tuple[Cells, ...]) -> bool:
        """Whether lines that touch are one line: the document's solution refutes that each is one by itself."""
        if not self.solution:
            return False
        lines = [self.elements[place] for place in places]

        def refuted(*uses: Use) -> bool:
            return bool(broken(self._variant(regions, uses).rules, self.solution))

        return refuted(*(united(rule, [one], regions) for one in lines)) and not refuted(united(rule, lines, regions))

    def _make(self, rule: str, places: list[int], numbers: list[int], regions: tuple[Cells, ...]) -> None:
        some = [self.elements[place] for place in places]
        about = [self.meanings[number] for number in numbers]
        names = tuple(one.named(self.size) for one in some)
        silent = {meaning.rule for meaning in self.meanings if meaning.rule in SILENT_RULES}
        try:
            if rule == SUM_OF_CAGES:
                uses = self._sum_of_cages(some[0], about[0])
            elif rule == ONE_OF:
                if len(about) > 1:
                    raise PartOfRule("several sentences give lines a choice of rules")
                each = next((one.value for one in self.meanings if one.rule == OF_EACH_TYPE), None)
                uses = one_of(some, about[0], each, self.size, regions, silent)
            else:
                uses = uses_of(rule, some, about, self.size, regions, silent)
        except PartOfRule as problem:
            self.left.append(f"{names[0]}: {problem}")
            self.explained.update(places)
            return
        self.uses += uses
        self.explained.update(places)
        if about[0].circles:
            ends = {cell for one in some for cell in (one.cells[0], one.cells[-1])}
            self.explained |= {
                p for p, one in enumerate(self.elements) if one.kind in (CIRCLE, DIAMOND) and set(one.cells) <= ends
            }
        texts = dict.fromkeys(self.said[number][0] for number in numbers)
        self._add_pair(" ".join(texts), _words(rule, about[0]), names)

    def _sum_of_cages(self, sign: Element, meaning: Meaning) -> list[Use]:
        """The sum of the numbers in the two cages that a sign joins."""
        cages = {p: one for p, one in enumerate(self.elements) if one.kind == CAGE and set(one.cells) & set(sign.cells)}
        if len(cages) != 2 or any(one.text for one in cages.values()) or meaning.value is None:
            raise PartOfRule("it does not join two cages without a number")
        self.explained.update(cages)
        return [sum_of_cages(list(cages.values()), meaning.value)]

    def _add_pair(self, text: str, rule: str, names: tuple[str, ...]) -> None:
        """Add marks to the pair of their sentence."""
        for place, pair in enumerate(self.pairs):
            if (pair.sentence, pair.rule) == (text, rule):
                self.pairs[place] = Pair(text, rule, pair.marks + names)
                return
        self.pairs.append(Pair(text, rule, names))

    def _all_given(self, chosen: Sequence[list[int]]) -> None:
        """That all marks between cells are given: nowhere else do two digits do what they say."""
        for number, (text, meaning) in enumerate(self.said):
            if meaning.rule != ALL_GIVEN:
                continue
            self.used.add(number)
            if "all" not in meaning.flags:
                continue
            group = [n for n in self._group(meaning, number) if self.meanings[n].rule == EDGE]
            kinds = {kind for n in group for kind in self.meanings[n].on}
            marks = [one for one in self.elements if one.kind in kinds]
            if not group or set(meaning.on) - {"dot", "X", "V", "square on an edge"}:
                self.left.append(f"{text!r}")
                continue
            known = all(set(chosen[p]) & set(group) for p, one in enumerate(self.elements) if one.kind in kinds)
            said = [self.meanings[n] for n in group]
            uses = nowhere_else(
                said, [one.cells for one in marks], self.size, known and not any(m.native for m in marks)
            )
            self.uses += uses
            self.pairs.append(Pair(text, "nowhere else on the board"))

    def _exempt_either(self, chosen: Sequence[list[int]]) -> None:
        """Take marks that are an X or a V out of a field of the document which says that all X and V are given."""
        either = [
            self.elements[place].cells
            for place, numbers in enumerate(chosen)
            if any(self.meanings[number].relations == X_OR_V for number in numbers)
        ]
        if either and Use("all xv") in self.uses:
            self.uses.remove(Use("all xv"))
            marked = [*either, *(use.cells for use in self.uses if use.rule in ("x", "v"))]
            said = [Meaning(EDGE, relations=(("sum", number),)) for number in (5, 10)]
            self.uses += nowhere_else(said, marked, self.size, all_named=False)

    def _group(self, meaning: Meaning, number: int) -> list[int]:
        """The meanings of the marks that are all given."""
        edges = [n for n, one in enumerate(self.meanings) if one.rule == EDGE]
        if {"X", "V"} <= set(meaning.on):
            either = [n for n in edges if self.meanings[n].relations == X_OR_V]
            return either + [n for n in edges if self.meanings[n].sign in meaning.on]
        if not meaning.on:
            before = [n for n in edges if n < number]
            return [n for n in before if self.meanings[n].on == self.meanings[before[-1]].on]
        return [
            n
            for n in edges
            for one in (self.meanings[n],)
            if (one.sign in meaning.on if one.sign else set(one.on) & set(meaning.on))
            and (not meaning.colours or not one.colours or meaning.colours & one.colours)
        ]

    # --- What is left ---

    def _left_over(self) -> None:
        rest = [one for p, one in enumerate(self.elements) if p not in self.explained and one.kind not in DECORATION]
        by_kind: dict[str, list[str]] = {}
        for one in rest:
            words = one.named(self.size)
            by_kind.setdefault(words.partition(" at ")[0], []).append(words)
        for kind, names in by_kind.items():
            where = names[0].partition(" at ")[2]
            self.left.append(names[0] if len(names) == 1 else f"{len(names)} times {kind}, the first at {where}")
        for number, (text, meaning) in enumerate(self.said):
            if number in self.used or meaning.rule == SUDOKU or self._is_vacuous(meaning, bool(rest)):
                continue
            self.left.append(f"no mark is there for {text!r}")

    def _is_vacuous(self, meaning: Meaning, is_left: bool) -> bool:
        """Whether a meaning without a mark changes nothing: no mark is left over, none of its kind means another."""
        if is_left:
            return False
        return meaning.rule == EDGE or not any(one.kind in meaning.on for one in self.elements)

    def _check(self, variant: Variant) -> None:
        """A reading that the document's own solution breaks is wrong."""
        if self.solution and broken(variant.ruled, self.solution):
            names = [use.rule for use in variant.uses if broken(variant.with_uses([use]).rules, self.solution)]
            self.left.append(
                f"the solution in the document breaks what was read: {', '.join(dict.fromkeys(names)) or 'a given'}"
            )


def _words(rule: str, meaning: Meaning) -> str:
    if rule == EDGE:
        said = [name.replace("_", " ") + (f" {number}" if number else "") for name, number in meaning.relations]
        return (" or " if "or" in meaning.flags else " and ").join(said)
    value = meaning.value if rule in RULES and meaning.value is not None else None
    return rule if value is None else f"{rule} {value}"
