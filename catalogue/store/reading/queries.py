"""Shim until the merge."""

from catalogue.queries import COLUMNS as COLUMNS
from catalogue.queries import NUMBERS as NUMBERS
from catalogue.queries import ON_REQUEST as ON_REQUEST
from catalogue.queries import ROW_ID as ROW_ID
from catalogue.queries import Criteria as Criteria
from catalogue.queries import Rated as Rated
from catalogue.queries import Row as Row
from catalogue.queries import check_numbers as check_numbers
from catalogue.queries import count as count
from catalogue.queries import find as find
from catalogue.queries import find_shuffled as find_shuffled
from catalogue.queries import meeting as meeting
from catalogue.queries import missing_numbers as missing_numbers
from catalogue.queries import numbered as numbered
from catalogue.queries import rated as rated
from catalogue.queries import rows_query as rows_query
from catalogue.queries import tallied as tallied
from catalogue.queries import within as within
from catalogue.statistics import RatingStatistics as RatingStatistics
from catalogue.statistics import Spread as Spread
from catalogue.statistics import Statistics as Statistics
from catalogue.statistics import TechniqueFigures as TechniqueFigures
from catalogue.statistics import statistics as statistics
from catalogue.statistics import tag_counts as tag_counts
