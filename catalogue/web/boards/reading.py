"""A puzzle that a person typed or pasted, in any text format."""

from io import BytesIO

from catalogue.formats import FORMATS
from catalogue.formats.cells import clash_in
from engine import Grid
from engine.reading import MOST_BYTES, read
from engine.shape import NoUsualBlocks


def read_puzzle(text: str, size: int | None = None, blocks: str | None = None) -> Grid:
    """Read one puzzle, as drawings, lines or tables, or in a format of an application. ValueError says what is wrong.

    Blocks are those of a drawing or those that are named, else the usual ones of the size.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: paste one puzzle")
    try:
        found = read(text, size, blocks)
        grid = Grid(found.cells, blocks=found.shape.blocks)
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error
    except ValueError as error:
        grid = _of_application(text, blocks, error)
    if clash := clash_in(grid):
        raise ValueError(clash)
    return grid


def _of_application(text: str, blocks: str | None, fault: ValueError) -> Grid:
    """The puzzle of a text that only the formats of files can read; what was wrong before where these cannot either."""
    content = text.encode("utf-8", "replace")
    for form in FORMATS.values():
        if form.is_binary or not form.is_like(content):
            continue
        try:
            puzzles = [record.puzzle for record in form.read(BytesIO(content))]
        except ValueError:
            continue
        if len(puzzles) > 1:
            raise ValueError(f"{len(puzzles)} puzzles of the format {form.name}: paste one")
        if puzzles:
            return Grid.parse(puzzles[0], blocks=blocks)
    raise fault
