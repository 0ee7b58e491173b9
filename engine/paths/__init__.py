"""How a person solves a puzzle: the `path`, step by step, the next step from any position, scores, and lessons.

`record` is a step as data, of whatever scale: `rated` reads those of ratings from the kernels, `scored` those of
HoDoKu's scores, and `people` those under rules, which a `board` of people knows. `sentences` and `rule_sentences` say a
step, `drawing` draws it in a position, `data` writes and reads it, and `proofs` checks those of others.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import board_of_people as board_of_people
    from .data import PLACE as PLACE
    from .data import as_data as as_data
    from .data import moves_of as moves_of
    from .drawing import LINKS as LINKS
    from .drawing import SHAPES as SHAPES
    from .drawing import SIGNS as SIGNS
    from .drawing import draw_step as draw_step
    from .drawing import svg_overlay as svg_overlay
    from .drawing import svg_step as svg_step
    from .lessons import LESSONS as LESSONS
    from .lessons import PEOPLE_LESSONS as PEOPLE_LESSONS
    from .lessons import Lesson as Lesson
    from .lessons import example_of as example_of
    from .lessons import grouped as grouped
    from .lessons import lesson_of as lesson_of
    from .lessons import meaning_in_words as meaning_in_words
    from .lessons import meaning_of as meaning_of
    from .lessons import rating_of as rating_of
    from .lessons import technique_in_words as technique_in_words
    from .lessons import title_of as title_of
    from .lessons import weight_of as weight_of
    from .lessons import where_to_look as where_to_look
    from .path import AnyPuzzle as AnyPuzzle
    from .path import next_of as next_of
    from .path import path_from as path_from
    from .path import path_of as path_of
    from .path import possible_now as possible_now
    from .path import style_of as style_of
    from .path import to_next_digit as to_next_digit
    from .people import PEOPLE_SCORED as PEOPLE_SCORED
    from .people import Wish as Wish
    from .people import hardest_of as hardest_of
    from .people import people_steps as people_steps
    from .people import with_clues as with_clues
    from .people_techniques import LAST_RESORTS as LAST_RESORTS
    from .proofs import check_step as check_step
    from .record import Mark as Mark
    from .record import Position as Position
    from .record import Step as Step
    from .record import first_cells as first_cells
    from .record import is_single as is_single
    from .scores import SCORED as SCORED
    from .sentences import branch_lines as branch_lines
    from .sentences import branch_texts as branch_texts
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
