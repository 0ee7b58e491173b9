"""Shim until the merge."""

from catalogue.rating_ import RatingReport as RatingReport
from catalogue.rating_ import rate_unrated as rate_unrated
