"""Shim until the merge."""

from catalogue.repair import SYMMETRY as SYMMETRY
from catalogue.repair import Adopted as Adopted
from catalogue.repair import adopt as adopt
from catalogue.repair import can_adopt as can_adopt
