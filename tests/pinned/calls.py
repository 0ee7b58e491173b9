"""How many Python calls a hint takes, and the processor time of what people start most.

`python tests/pinned/calls.py PYTHON...` prints them; it starts a new interpreter for each.
"""

import os
import resource
import subprocess
import sys
import tempfile

PUZZLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
RUN = "import sys; sys.argv = ['catalogue', *{words!r}]; from board_catalogue.catalogue.__main__ import main; main()"
COUNT = """
import atexit, os, sys
calls, files = [0], set()
def seen(frame, event, argument):
    if event == "call":
        calls[0] += 1
        files.add(frame.f_code.co_filename)
def told():
    sys.setprofile(None)
    os.write(2, f"{{calls[0]}} calls in {{len(files)}} files\\n".encode())
atexit.register(told)
sys.setprofile(seen)
"""


def run(code: str, folder: str) -> subprocess.CompletedProcess:
    """Run a program in a new interpreter."""
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)


def seconds(code: str, folder: str, times: int = 7) -> float:
    """The least processor time of a program."""
    found = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(code, folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def main() -> None:
    """Count and time."""
    os.environ.update(COLUMNS="80", NO_COLOR="1")
    with tempfile.TemporaryDirectory() as folder:
        run(RUN.format(words=["fill", "--count", "20", "--seed", "1", "--quiet"]), folder)
        hint = RUN.format(words=["hint", PUZZLE])
        run(hint, folder)  # so that all is compiled
        print("hint:", run(COUNT.replace("{{", "{").replace("}}", "}") + hint, folder).stderr.strip())
        programs = {
            "import board_catalogue.engine": "import board_catalogue.engine",
            "catalogue --help": RUN.format(words=["--help"]),
            "catalogue query --limit 1": RUN.format(words=["query", "--limit", "1"]),
            "catalogue hint PUZZLE": hint,
        }
        for name, code in programs.items():
            print(f"{name}: {seconds(code, folder):.3f} s")


if __name__ == "__main__":
    main()
