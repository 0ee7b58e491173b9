"""Shim until the merge."""

from catalogue.kinds import DEFAULT_DEPTH as DEFAULT_DEPTH
from catalogue.kinds import FAST_CEILING as FAST_CEILING
from catalogue.kinds import Depth as Depth
from catalogue.kinds import spelled as spelled
