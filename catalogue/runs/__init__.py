"""Work that takes long: each run is a source, a crew, a checker and a keeper (`pipeline`, `keeping`).

`recipe` says which boards and puzzles are made, `making` makes them, in threads or on the `workers` of a `cluster`.
`how` is what a request says of threads, workers and progress. `filling`, `importing`, `rating`, `hunting`, `verify`,
`dataset` and `audit` are the runs.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import audit as audit
    from . import verify as verify
    from .analysis import MINIMAL as MINIMAL
    from .analysis import RATING as RATING
    from .analysis import TEXTBOOK_BACKTRACKS as TEXTBOOK_BACKTRACKS
    from .analysis import MetricValues as MetricValues
    from .analysis import Searches as Searches
    from .analysis import metric_values as metric_values
    from .analysis import searches as searches
    from .analysis import together as together
    from .audit import FileReport as FileReport
    from .cluster import check_workers as check_workers
    from .cluster import scheduler_of as scheduler_of
    from .dataset import DatasetPlan as DatasetPlan
    from .dataset import make_dataset as make_dataset
    from .dataset import verify_dataset as verify_dataset
    from .dataset.plan import SIZE as SIZE
    from .distinct_boards import permutation_boards as permutation_boards
    from .filling import FillReport as FillReport
    from .filling import fill as fill
    from .how import HowToImport as HowToImport
    from .hunting import Ending as Ending
    from .hunting import Hunt as Hunt
    from .hunting import Neighbourhood as Neighbourhood
    from .hunting import as_boards as as_boards
    from .hunting import puzzles_of_catalogue as puzzles_of_catalogue
    from .hunting import puzzles_of_file as puzzles_of_file
    from .importing.checks import Refusal as Refusal
    from .importing.run import ImportReport as ImportReport
    from .importing.run import import_puzzles as import_puzzles
    from .importing.source import Listing as Listing
    from .importing.source import survey as survey
    from .keeping import write_board_files as write_board_files
    from .opening import Choices as Choices
    from .opening import check_not_itself as check_not_itself
    from .opening import open_to_fill as open_to_fill
    from .opening import opened_to_import as opened_to_import
    from .pipeline import Part as Part
    from .pipeline import in_order as in_order
    from .pipeline import in_time as in_time
    from .rating import measure_unmeasured as measure_unmeasured
    from .rating import rate_unrated as rate_unrated
    from .recipe import Order as Order
    from .recipe import Recipe as Recipe
    from .verify import Extent as Extent
    from .verify import Report as Report
    from .verify.adoption import adopt as adopt
    from .verify.adoption import can_adopt as can_adopt
    from .verify.ground import Fault as Fault
    from .verify.repair import repair as repair
    from .verify.repair import repair_files as repair_files
else:
    from ...engine.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
