"""Work that takes long: each run is a source, a crew, a checker and a keeper (`pipeline`, `keeping`).

`recipe` says which boards and puzzles are made, `making` makes them, in threads or on the `workers` of a `cluster`.
`filling`, `importing`, `rating`, `measuring`, `hunting`, `verify`, `dataset` and `audit` are the runs.
"""
