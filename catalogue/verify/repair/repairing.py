"""Shim until the merge."""

from catalogue.repair import Repaired as Repaired
from catalogue.repair import new_folder as new_folder
from catalogue.repair import repair as repair
from catalogue.repair import repair_files as repair_files
from catalogue.repair import set_aside as set_aside
