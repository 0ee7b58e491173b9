"""How hard a puzzle is for a person: techniques, ratings, grades, the solution path, its sentences and drawings."""
