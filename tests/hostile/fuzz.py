"""Coverage-guided fuzzing of the parsers: it keeps inputs that reach new code, and goes on from them.

    pip install atheris
    python tests/hostile/fuzz.py open -max_total_time=3600      (a name of parsers.PARSERS, then options of libFuzzer)

It stops at the first fault, prints it, and writes the input to a file `crash-...`; that file as the only option
repeats it.
"""

import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

with atheris.instrument_imports(include=["catalogue", "engine"]):
    import parsers


def main() -> None:
    """Fuzz the parser that the first word names, with the samples to begin with."""
    name = sys.argv.pop(1)
    with tempfile.TemporaryDirectory() as corpus:
        for number, sample in enumerate(parsers.SAMPLES):
            (Path(corpus) / str(number)).write_bytes(sample)
        atheris.Setup([*sys.argv, corpus], lambda data: parsers.check(name, data))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
