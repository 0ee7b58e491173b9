"""Work that takes long: each run is a source, a crew, a checker and a keeper (`pipeline`, `keeping`).

`recipe` says which boards and puzzles are made, `making` makes them, in threads or on the `workers` of a `cluster`.
`how` is what a request says of threads, workers and progress. `filling`, `importing`, `rating`, `hunting`, `verify`,
`dataset` and `audit` are the runs.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import audit, known, verify
    from .analysis import (
        MINIMAL,
        RATING,
        TEXTBOOK_BACKTRACKS,
        MetricValues,
        Searches,
        metric_values,
        searches,
        together,
    )
    from .audit.findings import FileReport
    from .cluster import check_workers, scheduler_of
    from .dataset import DatasetPlan, make_dataset, verify_dataset
    from .dataset.plan import SIZE
    from .filling import FillReport, fill
    from .how import HowToImport
    from .hunting import Ending, Hunt, Neighbourhood, as_boards, lacking, puzzles_of_catalogue, puzzles_of_file
    from .importing.checks import Refusal
    from .importing.run import ImportReport, import_puzzles
    from .importing.source import Listing, survey
    from .keeping import write_board_files
    from .opening import Choices, check_not_itself, open_to_fill, opened_to_import, permutation_boards
    from .pipeline import Part, in_order, in_time
    from .rating import measure_unmeasured, rate_unrated
    from .recipe import Order, Recipe
    from .verify import Extent, Report
    from .verify.adoption import adopt, can_adopt
    from .verify.checking import repair, repair_files
    from .verify.ground import Fault
else:
    from ...engine.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
