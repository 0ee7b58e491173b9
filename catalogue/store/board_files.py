"""Shim until the merge."""

from catalogue.files import BoardFiles as BoardFiles
from catalogue.files import files_in as files_in
