"""One module a command: its docstring is the help, its `Options` are what can be asked. No work is done here."""
