"""Shim until the merge."""

from catalogue.plots import BLUE as BLUE
from catalogue.plots import GREEN as GREEN
from catalogue.plots import GREY as GREY
from catalogue.plots import ORANGE as ORANGE
from catalogue.plots import RED as RED
from catalogue.plots import SUFFIXES as SUFFIXES
from catalogue.plots import VIOLET as VIOLET
from catalogue.plots import check as check
from catalogue.plots import check_installed as check_installed
from catalogue.plots import written as written
