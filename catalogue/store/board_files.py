"""Where the files of a catalogue's boards are."""

from dataclasses import dataclass
from pathlib import Path

from catalogue.home import BOARDS
from catalogue.own_files import LOCK


@dataclass(frozen=True)
class BoardFiles:
    """The folder of the files `N.txt`, and the one of the lock and of the mark that belong to them."""

    folder: Path
    beside: Path

    @property
    def lock(self) -> Path:
        """The lock file, which names the process that writes."""
        return self.beside / LOCK


def files_in(home: Path) -> BoardFiles:
    """Return where a catalogue in a folder has the files of its boards."""
    return BoardFiles(home / BOARDS, home)
