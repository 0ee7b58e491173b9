"""One board on its way to a page and back: read, turned, shown as a grid, drawn with a step, written as a file."""
