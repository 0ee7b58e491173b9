"""The threads of a fill, in the order of a batch: generator, checker, filer, writer."""
