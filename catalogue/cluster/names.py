"""Shim until the merge."""

from catalogue.cluster_ import check_workers as check_workers
from catalogue.cluster_ import local_workers as local_workers
