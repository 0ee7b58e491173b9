"""Shim until the merge."""

from catalogue._files import differing_files as differing_files
from catalogue._files import sync_files as sync_files
