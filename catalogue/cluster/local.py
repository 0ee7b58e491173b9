"""Shim until the merge."""

from catalogue.cluster_ import import_dask as import_dask
from catalogue.cluster_ import local_cluster as local_cluster
