"""What the commands print in a terminal, and how: tables, bars, progress, animations, Ctrl-C."""
