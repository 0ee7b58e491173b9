"""How a verb is asked: options and their values, requests, the puzzles they select or name, and where output goes."""
