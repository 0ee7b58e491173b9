"""Shim until the merge."""

from catalogue.fill_ import FillReport as FillReport
from catalogue.fill_ import Progress as Progress
from catalogue.fill_ import fill as fill
from catalogue.request import FillRequest as FillRequest
