"""The tickets of a fill on a cluster: `Dispatcher` takes the place of the generators, `Receiver` that of a checker."""
