"""Batches computed by a Dask cluster, on this machine or on others, in place of threads."""
