"""Files of puzzles: the formats that commands read and write, one module a format.

`FORMATS` lists them all. A module has the functions that its line in the registry promises:

- `read(file)` yields a `Record` for each puzzle of a binary file, as they come; ValueError names the line of an error;
- `is_like(head)` says whether a file that begins with these bytes can be of the format;
- `write(rows, columns, file)` writes rows of values, as they come, with the names of their columns.

No module imports more than it needs, and none is imported before it is used.
"""

from catalogue.formats.registry import FORMATS, ROW_FORMATS, Format, Record, format_for

__all__ = ["FORMATS", "ROW_FORMATS", "Format", "Record", "format_for"]
