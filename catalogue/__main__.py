"""Where the program begins: `catalogue`, or `python -m board_catalogue.catalogue`."""

import atexit
import gc
import sys


def main() -> None:
    """Load the commands and run them. Ctrl-C ends the program with 130, even while they are loaded."""
    # What a command loads stays until it ends. Looking for garbage there, during the work and again at the end, would
    # take time and find none. `catalogue.cli.group` turns the search on again when the command begins.
    gc.disable()
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    try:
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
