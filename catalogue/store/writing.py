"""Shim until the merge."""

from catalogue.writing import BoardRows as BoardRows
from catalogue.writing import PuzzleRows as PuzzleRows
from catalogue.writing import RatingRows as RatingRows
from catalogue.writing import Stretch as Stretch
from catalogue.writing import claim as claim
from catalogue.writing import forget_unfinished as forget_unfinished
from catalogue.writing import further_puzzles as further_puzzles
from catalogue.writing import insert_boards as insert_boards
from catalogue.writing import insert_puzzles as insert_puzzles
from catalogue.writing import next_number as next_number
from catalogue.writing import position as position
from catalogue.writing import record as record
from catalogue.writing import record_ratings as record_ratings
