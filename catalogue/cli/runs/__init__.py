"""One module a command, with the same name as in `catalogue.cli.commands`: `run(options)` does the work."""
