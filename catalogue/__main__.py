"""Where the program begins: `catalogue`, or `python -m board_catalogue.catalogue`."""

import signal

# Until the commands are loaded, and once their work is done, a signal ends the program as the system does: an exception
# in the middle of an import leaves a traceback, or is lost in a callback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import atexit  # noqa: E402
import gc  # noqa: E402
import sys  # noqa: E402
from types import FrameType  # noqa: E402

AGAIN = 0.01  # seconds until a signal that came at a bad moment is given again


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but never within an import: cut off, it keeps locks that other threads wait for."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def heed_ctrl_c() -> None:
    """Let Ctrl-C raise KeyboardInterrupt: after an import that runs, and again where a callback loses it."""
    print_lost = sys.unraisablehook

    def on_lost(lost: "sys.UnraisableHookArgs") -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            print_lost(lost)

    sys.unraisablehook = on_lost
    signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    signal.signal(signal.SIGINT, interrupt)


def main() -> None:
    """Load the commands and run them. Ctrl-C ends the program with 130."""
    # What a command loads stays until it ends. Looking for garbage there, during the work and again at the end, would
    # take time and find none. `catalogue.cli.group` turns the search on again when the command begins.
    gc.disable()
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)
    try:
        from .cli import main as run

        heed_ctrl_c()
        run()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # the work is done, and at the very end nothing heeds SIGALRM
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
