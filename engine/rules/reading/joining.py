"""Joins the marks of a drawing with the meanings of its sentences, and says what is left over on both sides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ..formats.f_puzzles import WORDLESS
from ..frame import LONGEST, Cells, Frame, beside, columns, name_of, rows
from ..named.rule import Board, Use
from ..solving import solve_ruled
from ..texts import LINE_COLOUR, SHADES, marks_of, stated_in
from ..variant import RULES, Variant, usual_regions, with_named
from . import drawing as kinds
from .drawing import Drawing, Element, Pair, Reading, names_of
from .layers import (
    COLOURS,
    COUNTED,
    LAYERS,
    OF_LAYER,
    REGIONS,
    check_layer,
    count_of_shades,
    rules_of_layer,
    with_layer,
)
from .layers import SHADES as YIN_YANG
from .making import (
    BOARD_MAKERS,
    MAGIC,
    Ground,
    PartOfRule,
    form_of,
    magic_square,
    nowhere_else,
    one_of,
    sum_of_cages,
    takes_number,
    united,
    use_of,
    uses_of,
    with_number,
)
from .meanings import Understood, is_conditional, may_loosen, understand
from .patterns import ALL_GIVEN, EDGE, NOTHING, ONE_OF, SUDOKU, TOGETHER, Meaning
from .sentences import digits_of, in_frame, sentences_of, symbol_of
from .values import EACH_DIGIT, OF_DIGITS, OF_SHADE, OTHER_VALUES, UNITS, VALUE, by_values, frame_of

SUM_OF_CAGES, EQUAL_CAGES = "sum of cages", "equal cages"
OF_EACH_TYPE = "lines of each type"
X_OR_V = (("x_or_v", 0),)
SILENT_RULES = (
    *(NOTHING, OF_EACH_TYPE, "permission", "digits"),
    *("zipper of odd length", "segments of region sums", "cage may repeat", UNITS, EACH_DIGIT, VALUE, OF_SHADE),
    *(*LAYERS, *OF_LAYER),
)
"""Meanings that add no rule of their own."""


@dataclass(slots=True, eq=False)
class _Said:
    """A meaning of a sentence, and whether a mark has it."""

    text: str
    meaning: Meaning
    is_used: bool = False


@dataclass(slots=True, eq=False)
class _Mark:
    """An element with the meanings that it has, and whether a rule explains it."""

    one: Element
    chosen: list[_Said] = field(default_factory=list)
    is_explained: bool = False


class Joining:
    """One drawing on its way to a reading."""

    def __init__(
        self, drawing: Drawing, *, loosely: bool = False, guessed: Mapping[str, Meaning] | None = None
    ) -> None:
        self.drawing = drawing
        self.size = drawing.size
        self.has_text = bool(drawing.rules.strip())
        self.marks = [_Mark(one) for one in drawing.elements]
        self.stated, words = stated_in(drawing.rules, drawing.size)
        self.frame, sentences = digits_of(sentences_of(words), drawing.size)
        found, left = understand(sentences, drawing.size, loosely=loosely)
        found += [Understood(text, (meaning,)) for text, meaning in (guessed or {}).items()]
        left = [text for text in left if text not in (guessed or {})]
        self.unread = [one for one in sentences if one.text in left]
        self.is_in_doubt = any(map(may_loosen, left))
        """Whether what is left over may change what was read."""
        self.said = [_Said(one.text, meaning) for one in found for meaning in one.meanings]
        self.left = [*(f"{text!r}" for text in left), *drawing.left]
        self.pairs: list[Pair] = []
        self.uses: list[Use] = []
        self.modifying = [one for one in self.said if one.meaning.rule in (UNITS, EACH_DIGIT, VALUE, OF_SHADE)]
        self.layered = [one for one in self.said if one.meaning.rule in (*LAYERS, *OF_LAYER)]
        layer = next((one.meaning.rule for one in self.layered if one.meaning.rule in LAYERS), None)
        if (self.modifying or layer) and self.frame.is_square and self.size < LONGEST:
            meanings = [one.meaning for one in self.modifying]
            self.frame = frame_of(self.size, meanings) if meanings else with_layer(self.frame, layer or "")
        self.are_chosen = {one.meaning.value for one in self.said if "chosen" in one.meaning.flags} == {self.size}
        """Whether all units have the same digits, which are to be found among 1 to 9."""
        if self.are_chosen and self.frame.is_square and self.size < 9:
            self.frame = Frame(self.size, self.size, 9)
        self.solution = self._solution()
        silent = {said.meaning.rule for said in self.said if said.meaning.rule in SILENT_RULES}
        self.ground = Ground(self.size, self._regions(), silent)

    def reading(self) -> Reading:
        """Return what was made of the drawing. ValueError for a rule that cannot hold where it is."""
        self._document()
        self._stated()
        if not self.has_text:
            self._without_text()
        self._whole_board()
        for mark in self.marks:
            mark.chosen = self._chosen(mark)
        self._make_all()
        self._all_given()
        self._exempt_either()
        self._left_over()
        if self.modifying or self.layered:
            self._other_values()
        elif not self.frame.is_square:
            self._check_digits()
        if self.are_chosen:
            self.uses.append(Use("same digits", groups=(*rows(self.size), *columns(self.size), *self.ground.regions)))
        givens = in_frame(self.drawing.givens, self.frame)
        variant = with_named(self._variant(tuple(dict.fromkeys(self.uses)), givens), WORDLESS)
        self._check(variant)
        unexplained = (mark.one.kind for mark in self.marks if not mark.is_explained)
        aside = Counter(kind for kind in unexplained if kind in kinds.DECORATION)
        kept = [*dict.fromkeys(self.drawing.kept), *(f"{kind} ({count})" for kind, count in aside.items())]
        left = tuple(dict.fromkeys(self.left))
        return Reading(variant, tuple(self.pairs), left, tuple(kept), self.drawing.title, self.drawing.author)

    def _variant(self, uses: tuple[Use, ...], givens: tuple[int, ...] = ()) -> Variant:
        return Variant(self.frame.digits, self.ground.regions, uses, givens, frame=self.frame)

    def _solution(self) -> tuple[int, ...]:
        """The solution that the document gives, as an array has it; or none."""
        with suppress(ValueError):
            found = in_frame(self.drawing.solution, self.frame)
            return found if all(found) else ()
        return ()

    def _other_values(self) -> None:
        """The rules by the values of cells, where some have others than their digits, and those of a second layer."""
        plain = [use for use in self.uses if max(use.cells, default=0) < self.size**2]
        try:
            self._second_cells()
        except PartOfRule as problem:
            self.left.append(f"the cells with another value, or a second layer: {problem}")
            self.uses = plain
            self.frame = Frame.square(self.size)
            self.solution = self._solution()

    def _second_cells(self) -> None:
        """Make the rules of values and of a layer. PartOfRule where the text says too little or too much of them."""
        if not self.frame.groups:
            raise PartOfRule("nothing says what it is, or the board has other digits or is too large")
        said = {one.meaning.rule for one in self.layered}
        if self.modifying:
            check_layer(said, is_of_shades=any(one.meaning.rule == OF_SHADE for one in self.modifying))
            of_digits = [one for one in self.pairs if one.rule in OF_DIGITS and "value" in one.sentence.lower()]
            self.left += [f"{one.sentence!r}: nothing says whether digits or values are meant" for one in of_digits]
            uses, left = by_values([one.meaning for one in self.modifying], self.uses, self.ground)
            self.uses, self.left = uses, self.left + left
            self.pairs += [Pair(one.text, OTHER_VALUES) for one in self.modifying]
        if self.layered:
            shades = any(mark.one.kind == kinds.SHADE for mark in self.marks)
            if shades and said & {COLOURS, YIN_YANG}:
                raise PartOfRule("shaded cells are drawn, and the text may speak of them")
            self.uses += rules_of_layer(said, self.ground)
            self.pairs += [Pair(one.text, one.meaning.rule) for one in self.layered]

    def _check_digits(self) -> None:
        """Leave rules whose words say which digits the board has, where it has others."""
        names_digits = {use: any(RULES[one.rule].names_digits for one in use.each()) for use in self.uses}
        rules = dict.fromkeys(use.rule for use, does in names_digits.items() if does)
        self.left += [f"the rule {rule}, which is read for the digits 1 to {self.size}" for rule in rules]
        self.uses = [use for use in self.uses if not names_digits[use]]
        named_digits = f"the digits {self.frame.values[0]} to {self.frame.values[-1]}"
        self.pairs.insert(0, Pair("the digits that the text names", named_digits))

    def _add_pair(self, text: str, rule: str, names: tuple[str, ...]) -> None:
        """Add marks to the pair of their sentence."""
        same = (place for place, pair in enumerate(self.pairs) if (pair.sentence, pair.rule) == (text, rule))
        if (place := next(same, None)) is not None:
            self.pairs[place] = Pair(text, rule, self.pairs[place].marks + names)
        else:
            self.pairs.append(Pair(text, rule, names))

    # --- The board ---

    def _regions(self) -> tuple[Cells, ...]:
        """The regions that the document has; the usual ones where the text speaks of boxes, or there is no text."""
        sudoku = [said for said in self.said if said.meaning.rule == SUDOKU]
        if self.has_text and not sudoku and not self.drawing.is_sudoku:
            self.is_in_doubt = True
            self.left.append("no sentence says that digits differ in rows and columns")
        boxes = any("boxes" in said.meaning.flags for said in sudoku)
        units = "different digits in rows, columns and boxes" if boxes else "rows and columns"
        self.pairs += [Pair(said.text, units) for said in sudoku[:1]]
        if any(one.meaning.rule == REGIONS for one in self.layered):
            if not boxes or any(re.search("box|block|3x3", said.text.lower()) for said in sudoku):
                self.left.append(
                    "the regions to be found: no sentence says that digits differ in them, or one speaks of boxes"
                )
            return ()
        if self.drawing.regions is not None:
            if self.has_text and sudoku and not boxes and not self.drawing.is_sudoku:
                self.left.append("the regions: no sentence speaks of boxes")
            return self.drawing.regions
        return usual_regions(self.size) if boxes or not self.has_text or self.drawing.is_sudoku else ()

    def _document(self) -> None:
        """The rules that the document states itself, as a field."""
        natives: dict[str, list[str]] = {}
        for mark in self.marks:
            if native := mark.one.native:
                self.uses.append(native)
                mark.is_explained = True
                natives.setdefault(native.rule, []).append(mark.one.named(self.size))
        self.pairs += [Pair("a field of the document", rule, tuple(names)) for rule, names in natives.items()]
        for use in self.drawing.uses:
            self.uses.append(use)
            cells = tuple(name_of(cell, self.size) for cell in use.cells)
            self.pairs.append(Pair("a field of the document", use.rule, cells))

    def _stated(self) -> None:
        """The rules that the text states with their cells, and the marks that show where they are."""
        board = Board(self.size)
        shown = {mark for one in self.stated for mark in marks_of(one.use, board)}
        texts = {mark.text for mark in shown if mark.kind in ("label", "outside")}
        colours = {names_of(colour) for colour in (LINE_COLOUR, *SHADES)}
        cells = {cell for mark in shown if mark.kind in ("line", "shade") for cell in mark.cells}
        self.uses += [one.use for one in self.stated]
        self.pairs += [Pair(line, use.rule) for line, use in self.stated]
        for mark in self.marks:
            one = mark.one
            is_text = one.kind in (kinds.LETTER, kinds.OTHER, kinds.OUTSIDE) and one.text in texts and not one.colours
            if not one.native and (is_text or (one.colours in colours and set(one.cells) <= cells)):
                mark.is_explained = True

    def _without_text(self) -> None:
        """Cages mean what they mean in the program; nothing else does."""
        for mark in self.marks if self.drawing.cages_are_rules else ():
            one = mark.one
            if one.kind != kinds.CAGE or one.native or not (one.text == "" or one.text.isdecimal()):
                continue
            value = int(one.text) if one.text else None
            if one.unique is not False:
                self.uses.append(Use("all different", one.cells) if value is None else Use("cage", one.cells, value))
            elif value is not None:
                self.uses.append(Use("sum", one.cells, value))
            mark.is_explained = True
            self.pairs.append(Pair("a field of the document", "cage", (one.named(self.size),)))

    def _equal_cages(self, said: _Said) -> None:
        """All cages, or those of each letter, have one sum; whether their digits differ another sentence says."""
        by_letter, of_letters = dict[str, list[_Mark]](), "lettered" in said.meaning.flags
        for mark in self.marks:
            if mark.one.kind == kinds.CAGE and (not of_letters or mark.one.text.isalpha()):
                by_letter.setdefault(mark.one.text, []).append(mark)
        if not by_letter or (not of_letters and (by_letter.keys() != {""} or len(by_letter[""]) < 2)):
            self.left.append(f"{said.text!r}")
            return
        others = any(kinds.CAGE in one.meaning.on for one in self.said)
        for marks in by_letter.values():
            if len(marks) > 1:
                self.uses.append(Use("equal sums", groups=tuple(mark.one.cells for mark in marks)))
            for mark in marks if of_letters else ():
                mark.one, mark.is_explained = replace(mark.one, text=""), not others

    def _whole_board(self) -> None:
        for said in self.said:
            text, meaning, rule = said.text, said.meaning, said.meaning.rule
            if meaning.on or rule in (SUDOKU, ALL_GIVEN, EDGE):
                continue
            said.is_used = True
            if rule == OF_EACH_TYPE and all(one.meaning.rule != ONE_OF for one in self.said):
                self.left.append(f"{text!r}")
            if rule in SILENT_RULES:
                continue
            if rule == EQUAL_CAGES:
                self._equal_cages(said)
            elif rule == MAGIC or rule in BOARD_MAKERS:
                middle = self.ground.regions[len(self.ground.regions) // 2] if self.ground.regions else ()
                try:
                    self.uses += (
                        magic_square(middle, False, self.ground)
                        if rule == MAGIC
                        else BOARD_MAKERS[rule](self.size, meaning)
                    )
                except PartOfRule as problem:
                    self.left.append(f"{text!r}: {problem}")
            elif rule != "diagonal" or all(use.rule != rule for use in self.drawing.uses):
                self.uses.append(Use(rule, value=self._sign_of(meaning, text) if rule == "diagonal" else None))
            self.pairs.append(Pair(text, rule))

    def _sign_of(self, meaning: Meaning, text: str) -> str | None:
        """Which diagonal is meant: the one that is named, those that are drawn, or both."""
        size = self.size
        falling, rising = set(range(0, size * size, size + 1)), set(range(size - 1, size * size - 1, size - 1))
        drawn = ""
        for mark in self.marks:
            cells = mark.one.cells
            if mark.one.kind == kinds.LINE and set(cells) in (falling, rising) and len(cells) == size:
                drawn += "\\" if set(cells) == falling else "/"
                mark.is_explained = True
        for flag, other, sign in (("positive", "negative", "/"), ("negative", "positive", "\\")):
            if flag in meaning.flags and other not in meaning.flags:
                return sign
        if not drawn and ("marked" in meaning.flags or "both" not in meaning.flags):
            self.left.append(f"{text!r}: no diagonal is drawn")
        return drawn if len(drawn) == 1 else None

    # --- The meanings of a mark ---

    def _chosen(self, mark: _Mark) -> list[_Said]:
        """The meanings of a mark: those of its colour, else the only one that fits."""
        one = mark.one
        if mark.is_explained and not one.native:
            return []
        fitting = [said for said in self.said if self._fits(one, said.meaning)]
        coloured = [said for said in fitting if said.meaning.colours]
        if coloured or one.native:
            rules = {said.meaning.rule for said in coloured}
            others = [said for said in fitting if said not in coloured]
            return coloured + [said for said in others if one.native or said.meaning.rule in rules]
        if one.kind == kinds.CAGE or len({said.meaning.rule for said in fitting}) <= 1:
            return fitting
        if all(TOGETHER in said.meaning.flags for said in fitting) and len({said.text for said in fitting}) == 1:
            return fitting
        usual = [said for said in fitting if said.meaning.usual & one.colours]
        return usual if len({said.meaning.rule for said in usual}) == 1 else []

    def _fits(self, one: Element, meaning: Meaning) -> bool:
        if one.native and meaning.on:
            return self._is_native(one.native, meaning)
        if one.kind not in meaning.on or meaning.rule == ALL_GIVEN:
            return False
        if meaning.native or meaning.circles > one.circles or (meaning.colours and not meaning.colours & one.colours):
            return False
        match one.kind:
            case kinds.OUTSIDE:
                return meaning.diagonal == one.diagonal
            case kinds.SIGN:
                return meaning.sign == one.text.upper()
            case kinds.LETTER:
                return bool(meaning.sign) and meaning.sign == symbol_of(one.text)
            case kinds.DOT | kinds.EDGE_SQUARE:
                return one.text.isdecimal() if takes_number(meaning) else not one.text
        return True

    def _is_native(self, native: Use, meaning: Meaning) -> bool:
        """Whether a meaning says of a mark what the program says."""
        if meaning.rule == EDGE:
            said = (
                with_number(meaning, str(native.value or 1)) if native.value or not takes_number(meaning) else meaning
            )
            return use_of(said, native.cells, self.size) in (native, Use(native.rule, native.cells))
        if meaning.rule == "arrow":
            return native.rule in ("arrow", "pill arrow")
        row, value = RULES[native.rule], meaning.value
        is_same_number = value is None or not row.default or value == row.filled(native, self.size).value
        return meaning.rule == native.rule and is_same_number

    # --- The rules of marks ---

    def _make_all(self) -> None:
        """Make the rules of all marks, meaning by meaning, with the marks that each is about."""
        about: dict[str, list[_Mark]] = {}
        for mark in self.marks:
            for said in mark.chosen:
                said.is_used = True
            for rule in dict.fromkeys(said.meaning.rule for said in mark.chosen):
                if not mark.one.native:
                    about.setdefault(rule, []).append(mark)
        for rule, marks in about.items():
            for some in self._together(rule, marks):
                chosen = dict.fromkeys(said for mark in some for said in mark.chosen)
                self._make(rule, some, [said for said in chosen if said.meaning.rule == rule])

    def _together(self, rule: str, marks: list[_Mark]) -> Iterator[list[_Mark]]:
        """The marks that make one rule: circles that one sentence counts, cells of an area, else each by itself."""
        if rule == "counting circles":  # those of each sentence count each other
            by_sentence: dict[tuple[str, ...], list[_Mark]] = {}
            for mark in marks:
                by_sentence.setdefault(tuple(said.text for said in mark.chosen), []).append(mark)
            yield from by_sentence.values()
        elif rule in ("minimum", "maximum", ONE_OF):
            yield marks
        elif rule in ("all different", MAGIC):
            yield from self._connected(marks, self._are_beside)
        elif rule == "clone":
            by_form: dict[tuple[tuple[int, int], ...], list[_Mark]] = {}
            for area in self._connected(marks, self._are_beside):
                form = form_of([cell for mark in area for cell in mark.one.cells], self.size)
                by_form.setdefault(form, []).extend(area)
            yield from by_form.values()
        else:
            joins = rule in RULES and RULES[rule].joins
            for some in self._connected(marks, _touch) if joins else ([mark] for mark in marks):
                if len(some) > 1 and not self.solution:
                    first = some[0].one.named(self.size)
                    self.left.append(f"{first} touches another one: nothing says whether they are one line")
                yield from [some] if len(some) > 1 and self._are_one(rule, some) else ([mark] for mark in some)

    def _connected(self, marks: list[_Mark], are: Callable[[Element, Element], bool]) -> Iterator[list[_Mark]]:
        """Marks of one colour in groups, within which one leads to the next."""
        rest = list(marks)
        while rest:
            group = [rest.pop(0)]
            for mark in group:
                one = mark.one
                same = [other for other in rest if other.one.colours == one.colours and are(one, other.one)]
                group += same
                rest = [other for other in rest if other not in same]
            yield group

    def _are_beside(self, one: Element, other: Element) -> bool:
        return bool({c for cell in one.cells for c in beside(self.size)[cell]} & set(other.cells))

    def _are_one(self, rule: str, marks: Sequence[_Mark]) -> bool:
        """Whether lines that touch are one line: the document's solution refutes that each is one by itself."""
        if not self.solution:
            return False
        lines = [mark.one for mark in marks]

        def is_refuted(*uses: Use) -> bool:
            return not _is_solution(self._variant(uses), self.solution)

        alone = [united(rule, [one], self.ground) for one in lines]
        return is_refuted(*alone) and not is_refuted(united(rule, lines, self.ground))

    def _make(self, rule: str, marks: list[_Mark], said: list[_Said]) -> None:
        some, about = [mark.one for mark in marks], [one.meaning for one in said]
        names = tuple(one.named(self.size) for one in some)
        for mark in marks:
            mark.is_explained = True
        try:
            self.uses += self._made(rule, some, about)
        except PartOfRule as problem:
            self.left.append(f"{names[0]}: {problem}")
            return
        ends = {cell for one in some for cell in one.ends} if about[0].circles else set()
        for mark in self.marks:
            if mark.one.kind in (kinds.CIRCLE, kinds.DIAMOND) and ends and set(mark.one.cells) <= ends:
                mark.is_explained = True
        self._add_pair(" ".join(dict.fromkeys(one.text for one in said)), _words(about[0]), names)

    def _made(self, rule: str, some: list[Element], about: list[Meaning]) -> list[Use]:
        if rule == SUM_OF_CAGES:
            return [self._sum_of_cages(some[0], about[0])]
        if rule in COUNTED:
            return [use for one in about for use in count_of_shades(some[0], one, self.ground)]
        if rule != ONE_OF:
            return uses_of(some, about, self.ground)
        if len(about) > 1:
            raise PartOfRule("several sentences give lines a choice of rules")
        each = next((said.meaning.value for said in self.said if said.meaning.rule == OF_EACH_TYPE), None)
        return one_of(some, about[0], each, self.ground)

    def _sum_of_cages(self, sign: Element, meaning: Meaning) -> Use:
        """The sum of the numbers in the two cages that a sign joins."""
        cages = [mark for mark in self.marks if mark.one.kind == kinds.CAGE and set(mark.one.cells) & set(sign.cells)]
        if len(cages) != 2 or any(mark.one.text for mark in cages) or meaning.value is None:
            raise PartOfRule("it does not join two cages without a number")
        for mark in cages:
            mark.is_explained = True
        return sum_of_cages([mark.one for mark in cages], meaning.value)

    # --- All marks are given ---

    def _all_given(self) -> None:
        """That all marks between cells are given: nowhere else do two digits do what they say."""
        for number, said in enumerate(self.said):
            meaning = said.meaning
            if meaning.rule != ALL_GIVEN:
                continue
            said.is_used = True
            if "all" not in meaning.flags:
                continue
            group = self._group(meaning, self.said[:number])
            is_known = not any(takes_number(one.meaning) for one in group)  # any two digits have some difference
            if not group or not is_known or set(meaning.on) - {"dot", "X", "V", "square on an edge"}:
                self.left.append(f"{said.text!r}")
                continue
            for one in group:
                one.is_used = True
            on = {kind for one in group for kind in one.meaning.on}
            marks = [mark for mark in self.marks if mark.one.kind in on]
            all_named = all(set(mark.chosen) & set(group) and not mark.one.native for mark in marks)
            cells = [mark.one.cells for mark in marks]
            self.uses += nowhere_else([one.meaning for one in group], cells, self.size, all_named)
            self.pairs.append(Pair(said.text, "nowhere else on the board"))

    def _exempt_either(self) -> None:
        """Take marks that are an X or a V out of a field of the document which says that all X and V are given."""
        either = [mark for mark in self.marks if any(said.meaning.relations == X_OR_V for said in mark.chosen)]
        if either and Use("all xv") in self.uses:
            self.uses.remove(Use("all xv"))
            marked = [mark.one.cells for mark in either] + [use.cells for use in self.uses if use.rule in ("x", "v")]
            said = [Meaning(EDGE, relations=(("sum", number),)) for number in (5, 10)]
            self.uses += nowhere_else(said, marked, self.size, all_named=False)

    def _group(self, meaning: Meaning, before: Sequence[_Said]) -> list[_Said]:
        """The meanings of the marks that are all given; those of the last sentence before it where it names none."""
        edges = [said for said in self.said if said.meaning.rule == EDGE]
        if {"X", "V"} <= set(meaning.on):
            either = [said for said in edges if said.meaning.relations == X_OR_V]
            return either + [said for said in edges if said.meaning.sign in meaning.on]
        if not meaning.on:
            earlier = [said for said in before if said.meaning.rule == EDGE]
            return [said for said in earlier if said.meaning.on == earlier[-1].meaning.on]
        return [said for said in edges if _is_of(said.meaning, meaning)]

    # --- What is left ---

    def _left_over(self) -> None:
        by_kind: dict[str, list[str]] = {}
        for mark in self.marks:
            if not mark.is_explained and mark.one.kind not in kinds.DECORATION:
                kind, _, where = mark.one.named(self.size).partition(" at ")
                by_kind.setdefault(kind, []).append(where)
        for kind, (first, *more) in by_kind.items():
            alone = f"{kind} at {first}" if first else kind
            self.left.append(f"{1 + len(more)} times {kind}, the first at {first}" if more else alone)
        used = {said.text for said in self.said if said.is_used}
        for said in self.said:
            # a sentence may speak of more kinds of marks than are drawn, of X and V; else the mark is lost or misread
            is_vacuous = not by_kind and (said.text in used or is_conditional(said.text))
            if not (said.is_used or said.meaning.rule == SUDOKU or is_vacuous):
                self.left.append(f"no mark is there for {said.text!r}")

    def _check(self, variant: Variant) -> None:
        """A reading that the document's own solution breaks is wrong."""
        if self.solution and not _is_solution(variant, self.solution):
            plain, uses = variant.with_givens(()), variant.uses
            alone = {rule: [use for use in uses if use.rule == rule] for rule in dict.fromkeys(u.rule for u in uses)}
            rules = [rule for rule, of in alone.items() if not _is_solution(plain.with_uses(of), self.solution)]
            self.is_in_doubt = True
            self.left.append(f"the solution in the document breaks what was read: {', '.join(rules) or 'a given'}")


def _touch(one: Element, other: Element) -> bool:
    return any(not set(a.ends).isdisjoint(b.cells) for a, b in ((one, other), (other, one)))


def _is_solution(variant: Variant, board: Cells) -> bool:
    """Whether a full board obeys the rules and has the givens."""
    if any(given not in (0, digit) for given, digit in zip(variant.givens, board, strict=False)):
        return False
    try:
        return bool(solve_ruled(variant, [board], limit=1)[1][0])
    except ValueError:  # rules that no board obeys
        return False


def _is_of(edge: Meaning, given: Meaning) -> bool:
    """Whether a mark between cells is of the kind, and the colour, of which all are given."""
    if not (edge.sign in given.on if edge.sign else set(edge.on) & set(given.on)):
        return False
    return not given.colours or not edge.colours or bool(given.colours & edge.colours)


def _words(meaning: Meaning) -> str:
    if meaning.relations:
        said = [name.replace("_", " ") + (f" {number}" if number else "") for name, number in meaning.relations]
        return (" or " if "or" in meaning.flags else " and ").join(said)
    has_value = meaning.rule in RULES and meaning.value is not None
    return f"{meaning.rule} {meaning.value}" if has_value else meaning.rule
