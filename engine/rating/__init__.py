"""How hard a puzzle is for a person: techniques, ratings, the solution path, and its sentences and drawings."""
