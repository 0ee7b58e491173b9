"""Where the program begins: `catalogue`, or `python -m board_catalogue.catalogue`."""

import signal

# Until the commands are loaded, and once their work is done, a signal ends the program as the system does: an exception
# in the middle of an import leaves a traceback, or is lost in a callback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import atexit  # noqa: E402
import gc  # noqa: E402
import sys  # noqa: E402


def main() -> None:
    """Load the commands and run them. Ctrl-C ends the program with 130."""
    # What a command loads stays until it ends. Looking for garbage there, during the work and again at the end, would
    # take time and find none. `catalogue.cli.group` turns the search on again when the command begins.
    gc.disable()
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    try:
        from .cli import main as run

        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
