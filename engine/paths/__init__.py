"""How a person solves a puzzle: the `path`, step by step, the next step from any position, scores, and lessons.

`record` is a step as data, of whatever scale: `rated` reads those of ratings from the kernels, `scored` those of
HoDoKu's scores, and `people` those under rules. `sentences` and `rule_sentences` say a step, `drawing` draws it in a
position, and `claims` reads and checks those of others.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .claims import check_step
    from .drawing import LINKS, SHAPES, SIGNS, draw_step, svg_overlay, svg_step
    from .lessons import LESSONS, PEOPLE_LESSONS, Lesson, course, example_of, exercises, grouped, lesson_of
    from .path import AnyPuzzle, begun, path_of
    from .people import LAST_RESORTS, PEOPLE_SCORED, board_of_people, hardest_of, people_steps
    from .record import PLACE, Mark, Position, Step, as_data, first_cells, is_single, moves_of
    from .scores import SCORED, Wish, with_clues, with_techniques
    from .sentences import (
        branch_lines,
        branch_texts,
        meaning_in_words,
        meaning_of,
        rating_of,
        technique_in_words,
        title_of,
        weight_of,
        where_to_look,
    )
else:
    from ..lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
