"""Shim until the merge."""

from catalogue.cluster_ import opened_pool as opened_pool
from catalogue.cluster_ import scheduler_of as scheduler_of
