"""Hashes of what the program prints, the API answers and the engine finds, so that a refactoring can keep them.

`python tests/pinned/pins.py` compares with `pins.tsv` and names the cases that differ; `--write` writes the file,
`--only REGEX` takes some of the cases, `--show NAME` prints the output of one, for a diff of two trees.
"""

import argparse
import contextlib
import gzip
import hashlib
import io
import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import warnings
import zipfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

os.environ.update(COLUMNS="80", NO_COLOR="1", TERM="dumb", LANG="C.UTF-8", LC_ALL="C.UTF-8", TZ="UTC")
os.environ.pop("CATALOGUE_HOME", None)

import numpy as np

from board_catalogue import catalogue, engine

HERE = Path(__file__).resolve().parent
PINS = Path(os.environ.get("PINS", HERE / "pins.tsv"))
SAMPLES = HERE.parent.parent / "data" / "samples"
PUZZLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."
HARD = "2...51.3.....8......3.2.68....53..62..7..6....9........1.4....6...7..3..4......9."
SMALL = "1...23..4......1"
CAGES = ".Windoku.Cage~15~R1C1~R1C2"
LANGUAGES = ("en", "de", "es", "fr")
CASES: dict[str, Callable[[], object]] = {}

# What differs from run to run: times, speeds, dates, folders, versions, random names.
NOISE = [
    (rb"[\d,]+ of [\d,]+ \w+, [\d.,]+/s[^\n]*\n", b""),  # progress, which a slow machine prints more often
    (rb"/[^\s\"']*pinned-[^\s/\"']+", b"FOLDER"),
    (rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?", b"DATE"),
    (rb"\b20\d\d-\d\d-\d\d\b", b"DATE"),
    (rb"\b0\.3\.0\b", b"VERSION"),
    (rb"[\d.,]+ ?(ms|\xc2\xb5s|us|seconds?|s|min|minutes?)\b( *[\d.,]+ s\b)?", b"TIME"),
    (rb"[\d.,]+ (boards|puzzles)/s", b"SPEED"),
    (rb"((?:seconds|per second)[a-z ]*?) {2,}[\d.,]+", rb"\1 TIME"),
    (
        rb"(\"?[\w/ ]*(seconds|milliseconds|_ms|elapsed|per_second|rate_per|speed|cpu_s|time)\"?[:=] *)[\d.e-]+",
        rb"\1TIME",
    ),
    (rb"(nonce[-=\"']+)[\w+/=-]+", rb"\1NONCE"),
]
HOMES = {
    "home9": "fill --count 40 --seed 1 --rate all --measure textbook",
    "home4": "fill --count 12 --size 4 --seed 2 --rate all",
    "home6": "fill --count 12 --size 6 --seed 3 --rate all",
    "killer": "fill --count 3 --size 6 --rules killer --seed 3 --rate score",
    "windoku": "fill --count 4 --rules windoku,diagonal --seed 4 --rate all",
    "drawn": "fill --count 3 --size 6 --rules thermo,xv --seed 5",
    "mixed": "import samples/puzzles.csv samples/described.opensudoku variants.constraints --rate all",
}


def case(name: str, work: Callable[..., object], *given: object, **named: object) -> None:
    """Add a case."""
    assert name not in CASES, name
    CASES[name] = partial(work, *given, **named)


def cleaned(content: bytes) -> bytes:
    """Replace what differs from run to run."""
    for pattern, word in NOISE:
        content = re.sub(pattern, word, content)
    return content


def content_of(name: str, data: bytes) -> bytes:
    """What a file says, without the times that its format keeps."""
    if data[:2] == b"\x1f\x8b":
        return content_of(name, gzip.decompress(data))
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(each, archive.read(each)) for each in archive.namelist()]
        return b"\n".join(each.encode() + b": " + content_of(each, part) for each, part in parts)
    if data[:4] == b"%PDF":
        return re.sub(rb"/(CreationDate|ModDate) \(.*?\)|/ID *\[.*?\]", b"", data, flags=re.DOTALL)
    if data[:4] == b"PAR1":
        from pyarrow import parquet

        table = parquet.read_table(io.BytesIO(data))
        return cleaned(f"{table.schema.to_string()}\n{table.to_pylist()}".encode())
    if data[:15] == b"SQLite format 3":
        Path("dumped.db").write_bytes(data)
        with contextlib.closing(sqlite3.connect("dumped.db")) as database:
            return cleaned("\n".join(sorted(database.iterdump())).encode())
    return data if data[:4] in (b"\x93NUM", b"\x89PNG") else cleaned(data)


def as_bytes(found: object) -> bytes:
    """The bytes of a result: of arrays their own, of text and data what is printed."""
    if isinstance(found, bytes):
        return found
    if isinstance(found, np.ndarray):
        return f"{found.dtype} {found.shape}\n".encode() + (
            repr(found.tolist()).encode() if found.dtype == object else found.tobytes()
        )
    if isinstance(found, tuple | list) and any(isinstance(each, np.ndarray | bytes) for each in found):
        return b"\n".join(map(as_bytes, found))
    return cleaned((found if isinstance(found, str) else repr(found)).encode("utf-8", "backslashreplace"))


def files_in(folder: Path) -> bytes:
    """The names and contents of all files of a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return b"".join(
        f"\n--- {path.relative_to(folder)}\n".encode() + content_of(path.name, path.read_bytes()) for path in paths
    )


def call(words: list[str], typed: str = "") -> tuple[object, bytes]:
    """Run the program in this process as a shell would; its status, and what it prints."""
    from board_catalogue.catalogue.cli import main

    out, err = io.BytesIO(), io.BytesIO()
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr, warnings.showwarning
    sys.argv = ["catalogue", *words]
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
    sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
    status: object = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(ValueError):
                stream.flush()
        ours = sys.stdout, sys.stderr  # kept, so that their buffers are not closed
        sys.argv, sys.stdin, sys.stdout, sys.stderr, warnings.showwarning = before
    printed = content_of("", out.getvalue()) + b"\n--- stderr\n" + cleaned(err.getvalue())
    del ours
    return status, printed


@cache
def home(name: str) -> None:
    """Make a catalogue at its first use."""
    if name == "mixed":
        home("windoku")
        call(["export", "all", "--format", "constraints", "--output", "variants.constraints", "--home", "windoku"])
    status, printed = call([*HOMES[name].split(), "--home", name, *(["--threads", "1"])])
    assert status in (0, None), printed


def cli(words: str, typed: str = "", at: str = "", fresh: bool = False, then: str = "") -> bytes:
    """What a command prints and writes; OUT is a new folder, {P} a puzzle. A fresh home is a copy, dumped after."""
    shutil.rmtree("OUT", ignore_errors=True)
    Path("OUT").mkdir()
    if at:
        home(at)
    place = at
    if fresh:
        place = "OUT/copy"
        if at:
            shutil.copytree(at, place)
    parts = b""
    for line in filter(None, (words, *then.split(" ; "))):
        texts = [word.replace("{P}", PUZZLE) for word in line.split()]
        status, printed = call([*texts, *(["--home", place] if place else [])], typed)
        parts += f"status {status}\n".encode() + printed
    return parts + files_in(Path("OUT"))


@cache
def client(name: str, copied: bool = False):
    """A client of the page of a catalogue."""
    from starlette.testclient import TestClient

    from board_catalogue.catalogue.web.serving import create_app
    from board_catalogue.catalogue.web.site import Config

    home(name)
    place = f"{name}-served" if copied else name
    if copied:
        shutil.copytree(name, place)
    app = create_app(Config(home=catalogue.open(place).home))
    return TestClient(app, base_url="http://127.0.0.1:8000", follow_redirects=False, raise_server_exceptions=False)


def web(method: str, path: str, at: str = "home9", body: object = None, raw: bytes | None = None, **headers: str):
    """What the server answers: its status, some headers, its body."""
    copied = method == "POST" and not path.startswith(("/api/catalogue/query", "/api/catalogue/stats"))
    given = {"content": raw} if raw is not None else {"json": body} if method == "POST" else {}
    client(at, copied).cookies.clear()  # of the language of a page before
    answer = client(at, copied).request(method, path, headers=headers, **given)
    kept = {name: answer.headers.get(name) for name in ("content-type", "location", "content-language", "vary")}
    text = content_of("", answer.content)
    if path.startswith("/api/work/") and answer.status_code < 300 and not path.endswith("stop"):
        until = time.monotonic() + 20  # work is done in the background
        while time.monotonic() < until:
            state = client(at, copied).get("/api/work")
            if state.json().get("state") != "running":
                break
            time.sleep(0.02)
        text = cleaned(state.content)
    return f"{answer.status_code} {kept}\n".encode() + text


def api_bodies(at: str) -> dict[tuple[str, str], object]:
    """The example of each operation of the API, by its method and path."""
    paths = client(at).get("/api/openapi.json").json()["paths"]
    return {
        (method.upper(), path): (
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
        )
        for path, operations in paths.items()
        for method, operation in operations.items()
    }


def add_commands() -> None:
    """Add the help of each command, and each command in several ways."""
    bad = ["--no-such-option", "--format nothing", "--home nowhere", "99999", "nothing.txt", "x", "--language xx", ""]
    for name in NAMES.split():
        case(f"help/{name}", cli, f"{name} --help-all")
        for number, words in enumerate(bad):
            if (name, words) not in SLOW and name != "serve" and (name != "fewest" or number in (0, 2, 6)):
                case(
                    f"bad/{name}/{number}", cli, f"{name} {words}", fresh=name in ("fill", "rate", "measure", "verify")
                )
    for words in ("", "--help", "--version", "nothing", "generate", "qurey", "list"):
        case(f"program/{words}", cli, words)
    for line in (HERE / "commands.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            at, words = line.split(None, 1)
            fresh, at = at.endswith("+"), at.rstrip("+").replace("-", "")
            first, *then = words.split(" ; ")
            case(f"cli/{at or 'none'}/{words}", cli, first, "", at, fresh, " ; ".join(then))
    for at in HOMES:
        for form in FORMATS.split():
            words = f"export all --limit 3 --format {form} --output OUT/x"
            single = f"export 0 --format {form} --output OUT/x"
            case(f"cli/export/{at}/{form}", cli, single if form in ("svg", "png") else words, at=at)
            if form not in ("svg", "png", "files"):
                case(
                    f"cli/read-back/{at}/{form}",
                    cli,
                    words,
                    at=at,
                    then="solve OUT/x --format jsonl ; import OUT/x --dry-run",
                )
            case(f"cli/show/{at}/{form}", cli, f"show 1 --format {form}", at=at)
        for form in ["table", "csv", "tsv", "json", "jsonl", "npz", "parquet", "sqlite", "line"]:
            case(f"cli/query/{at}/{form}", cli, f"query --limit 6 --format {form} --output OUT/x", at=at)
        for language in LANGUAGES:
            for style in ("score", "rating"):
                case(f"cli/path/{at}/{style}/{language}", cli, f"path 2 --style {style} --language {language}", at=at)
                for form in ("text", "json", "svg"):
                    words = f"hint 2 --step 3 --style {style} --language {language} --format {form}"
                    case(f"cli/hint/{at}/{style}/{language}/{form}", cli, words, at=at)
    for path in sorted(SAMPLES.iterdir()):
        for verb in ("solve", "show", "dedupe", "rate --rate all", "import --dry-run", "audit", "canonical"):
            case(f"cli/sample/{path.name}/{verb}", cli, f"{verb} samples/{path.name}", fresh="import" in verb)


def add_web() -> None:
    """Add each operation of the API with its example and with bad input, and each page in four languages."""
    pages = PAGES.split()
    for path in pages:
        for language in LANGUAGES if "." not in path else LANGUAGES[:1]:
            mark = "&" if "?" in path else "?"
            case(f"page/{path}/{language}", web, "GET", f"{path}{mark}lang={language}")
    for at in ("windoku", "killer", "mixed", "home4", "drawn"):
        for path in ("/puzzles", "/boards/1", "/play?board=1", "/puzzles/figures", "/boards/1/svg", "/api/boards/1"):
            case(f"page/{at}{path}", web, "GET", path, at)
    for (method, path), body in api_bodies("home9").items():
        if path in ("/api/fill/events", "/api/fill", "/api/experiment", "/api/experiment/events"):
            continue
        filled = path.replace("{number}", "3")
        case(f"api/{method} {filled}/example", web, method, filled, body=body)
        if method == "GET":
            for number, query in enumerate(
                ("limit=3&columns=clues,grade", "min_clues=25", "sort=no", "level=easy", "size=x")
            ):
                case(f"api/{method} {filled}/{number}", web, method, f"{filled}?{query}")
        else:
            case(f"api/POST {path}/empty", web, method, path, raw=b"")
            case(f"api/POST {path}/no json", web, method, path, raw=b"{")
            case(f"api/POST {path}/wrong", web, method, path, body={"puzzle": "12x", "no_such_field": 1})
            if isinstance(body, dict) and "puzzle" in body:
                for number, more in enumerate(MORE):
                    case(f"api/POST {path}/{number}", web, method, path, body={**body, **more})
    case("api/other site", web, "POST", "/api/solve", body={"puzzle": PUZZLE}, origin="http://elsewhere")
    case("api/GET experiment", web, "GET", "/api/experiment?clues=0,20&sizes=4&runs=2&seed=1")


@cache
def puzzles() -> np.ndarray:
    """Sixty puzzles: some as they come, and the highest rated of a batch."""
    made = engine.carve(engine.generate(500, seed=11), seed=11)
    order = np.argsort(engine.rate(made)["rating"], kind="stable")
    return np.concatenate([made[:25], made[order[-35:]]])


def said(steps: list) -> str:
    """Steps as data and in words."""
    return "\n".join("\n".join([repr(step), *(step.say(language) for language in LANGUAGES)]) for step in steps)


def add_engine() -> None:
    """Add the paths of puzzles, every rule in every format, and the answers of the kernels."""
    for number in range(60):
        case(f"engine/steps/{number}", lambda n: said(engine.steps(puzzles()[n])), number)
        case(f"engine/solving_steps/{number}", lambda n: said(engine.paths.scored.solving_steps(puzzles()[n])), number)
        case(f"engine/check_steps/{number}", checked, number)
    for number in range(40, 60, 2):
        for style in ("score", "rating"):
            for form in ("text", "json", "svg"):
                case(f"engine/drawn/{number}/{style}/{form}", drawn_step, number, style, form)
    for rule in engine.RULES:
        for size in (9,):
            for form in ["grid", "svg", "link", "sudokupad", "fpuzzles", "constraints", "iss"]:
                case(f"rule/{rule}/{size}/{form}", shown, rule, size, form)
            case(f"rule/{rule}/{size}/fpuzzles link", shown, rule, size, "link --service f-puzzles")
        case(f"rule/{rule}/steps", ruled_steps, rule)
    case("rule/table", lambda: repr(engine.RULES["cage"])[:0] + repr(list(engine.RULES)))
    boards = cache(lambda: engine.generate(20000, seed=5))
    carved = cache(lambda: engine.carve(boards()[:2000], seed=5))
    few = cache(lambda: carved()[:300])
    kernels = {
        "generate": boards,
        "carve": carved,
        "solve": lambda: engine.solve(carved()),
        "count": lambda: engine.count_solutions(
            np.where(np.arange(81) % 7 == 0, 0, carved()).astype(np.uint8), limit=50
        ),
        "measure": lambda: engine.measure(carved()),
        "textbook": lambda: engine.solving.textbook(carved()[:30], most=10**5),
        "rate": lambda: engine.rate(few()),
        "score": lambda: engine.score(few()),
        "pattern": lambda: engine.carving.pattern_of(carved()),
        "minimal": lambda: engine.minimal(carved()),
        "rank": lambda: engine.rank(boards()[:50]),
        "unrank": lambda: engine.unrank(np.arange(20) * 10**8),
        "band": lambda: engine.class_numbers.band(boards()[:500]),
        "automorphisms": lambda: engine.symmetry.automorphisms(boards()[:2000]),
        "true_candidates": lambda: engine.true_candidates(few()),
        "unavoidable": lambda: engine.unavoidable_sets(boards()[0]),
        "fair": lambda: list(engine.fair_puzzles(5, seed=1)),
        "images": lambda: engine.random_images(few(), seed=3),
        "patterned": lambda: engine.carve(boards()[:200], seed=1, pattern="rotate180"),
        "clues": lambda: engine.carve(boards()[:200], seed=1, clues=28),
        "vicinity": lambda: [np.concatenate(list(engine.carving.vicinity(few()[0], remove=1, add=1)) or [few()[0]])],
        "public names": lambda: repr(engine.__all__) + repr(catalogue.__all__),
        "tables": lambda: repr((engine.TECHNIQUES, engine.SOLVING_TECHNIQUES, engine.METRICS, engine.PATTERNS)),
        "people": lambda: repr(engine.paths.people.PEOPLE_TECHNIQUES),
    }
    for name, work in kernels.items():
        case(f"kernel/{name}", work)
    for symmetry in engine.SYMMETRIES:
        case(f"kernel/canonical/{symmetry}", lambda s: engine.canonical(boards()[:5000], symmetry=s), symmetry)
        case(f"kernel/keys/{symmetry}", lambda s: engine.keys(boards()[:1000], symmetry=s), symmetry)
    for size in (1, 2, 4, 6, 8, 10, 12, 15, 16):
        case(f"kernel/size/{size}", sized, size)
    for method in engine.METHODS:
        case(f"kernel/method/{method}", lambda m: engine.generate(50, seed=2, method=m), method)


def sized(size: int) -> list[object]:
    """Boards of a size, carved, solved, measured, rated where they can be, and drawn."""
    made = engine.generate(5, size=size, seed=size, **({} if size > 3 else {"blocks": "none"}))
    blocks = None if size > 3 else "none"
    carved = engine.carve(made, seed=1, blocks=blocks, clues=size * size * 2 // 3)
    drawn = engine.Grid(carved[0], blocks=blocks)
    results = [made, carved, engine.solve(carved, blocks=blocks), engine.measure(carved, blocks=blocks)]
    return [
        *results,
        *(str(drawn).encode(), drawn._repr_svg_().encode(), repr(drawn).encode(), drawn.triples().encode()),
    ]


def checked(number: int) -> str:
    """What is said of the sentences of a path in each language, of its records, and of wrong ones."""
    puzzle = puzzles()[number]
    steps = engine.paths.scored.solving_steps(puzzle)[:: 9 if number % 10 else 3]
    found = [engine.check_steps(puzzle, [step.say(LANGUAGES[number % 4]) for step in steps])]
    found.append(engine.check_steps(puzzle, [f"r{n}c{n} is {n}" for n in range(1, 6)] + ["nothing at all"]))
    return "\n".join(map(repr, found))


def drawn_step(number: int, style: str, form: str) -> bytes:
    """A step of a hard puzzle, in the language of its turn."""
    line = engine.Grid(puzzles()[number]).line()
    turn = LANGUAGES[number // 2 % 4]
    last = len((engine.steps if style == "rating" else engine.paths.scored.solving_steps)(puzzles()[number])) // 3
    return cli(f"hint {line} --style {style} --format {form} --language {turn} --step {last}")


def uses(rule: str, size: int) -> list[engine.Use]:
    """Uses of a rule where its kind may be, with usual values."""
    where, line, of = engine.RULES[rule].where, (0, 1, 2, size + 2), VALUES.get(rule)
    values = of(size) if of else [3, size + 1] if engine.RULES[rule].value else [None]
    use = partial(engine.Use, rule)
    if rule == "or":
        cages = tuple((engine.Use("cage", (0, 1), number),) for number in (3, 5))
        return [use(alternatives=cages), use(alternatives=((), (engine.Use("anti-knight"),)))]
    if where in ("board", "frame"):
        return [use(value=value) for value in values]
    if where == "groups":
        return [use(groups=((0, 1), (size, size + 1)), value=value) for value in values]
    pairs = ("white dot", "black dot", "x", "v", "inequality")
    places = [(0, 1), (size, 0)] if rule in pairs else [line, (0, size + 1), (1,)]
    if where == "outside":
        places = [tuple(range(size - 1, size * size, size)), tuple(range(size))]
    if rule == "little killer":
        places = [tuple(range(size - 1, size * size - 1, size - 1))]
    if rule == "quadruple":
        places = [(0, 1, size, size + 1)]
    if rule == "connected":
        places = [tuple(range(size * size))]
    title = "Named so" if rule.startswith("table") else ""
    return [use(place, value, title=title) for value in values[-2:] for place in places[:2]]


def each_use(rule: str, size: int, work: Callable[[engine.Variant], bytes]) -> bytes:
    """What is found for each use of a rule; errors are found too."""
    parts = []
    for use in uses(rule, size):
        try:
            parts.append(work(engine.Variant.of(size, use)))
        except Exception as error:
            parts.append(f"{type(error).__name__}: {error}".encode())
    return b"\n".join(parts)


def shown(rule: str, size: int, form: str) -> bytes:
    """A rule in a format, and what is read back of it."""

    def work(variant: engine.Variant) -> bytes:
        text = written(variant)
        printed = cli(f"show {text} --format {form}")
        lines = printed.decode().splitlines()
        back = lines[1] if form not in ("grid", "svg") and len(lines) > 1 else ""
        return printed + as_bytes(repr(engine.rules.reading.reading_of(back)) if back else "")

    return each_use(rule, size, work)


def written(variant: engine.Variant) -> str:
    """A variant as constraint text."""
    from board_catalogue.engine.rules.formats import constraint_text

    return constraint_text.write(variant)


def ruled_steps(rule: str) -> bytes:
    """The path of a puzzle with a rule, of 6x6 cells, and how it rates."""

    def work(variant: engine.Variant) -> bytes:
        answer = engine.solve(variant, limit=1)
        for kept in KEPT:  # the fewest clues that leave one solution
            digits = enumerate(answer.solutions.ravel()[:36].tolist())
            puzzle = variant.with_givens([digit if kept(n) else 0 for n, digit in digits])
            if engine.count_solutions(puzzle) == 1:
                break
        found = engine.count_solutions(puzzle), engine.measure(puzzle), engine.score(puzzle)
        return as_bytes([answer.solutions, *map(np.asarray, found), said(engine.steps(puzzle)).encode()])

    return each_use(rule, 6, work)


KEPT = (lambda n: n % 3 == 1, lambda n: n % 2, lambda n: n % 3, lambda n: n % 5, lambda n: n % 9)
VALUES: dict[str, Callable[[int], list]] = {
    "diagonal": lambda size: [None, "/", "\\"],
    "sum": lambda size: [size + 2, (3, 2, -1, 1, -2)],
    "digits": lambda size: [(1, size), tuple(range(1, size))],
    "quadruple": lambda size: [(1,), (1, 2, 3, 4)],
    "contains": lambda size: [(2,), (1, 2, 2)],
    "contains exactly": lambda size: [(size,), (1, 2, 2)],
    "look and say": lambda size: ["12", "1203"],
    "connected": lambda size: [(0, 1), (4, 1, 2)],
    "full rank ties": lambda size: ["none", "any"],
    "table": lambda size: [(2, 1, *[0] * (size - 2))],
    "table of all": lambda size: [(3, 3, *[5] * (size - 2))],
    "regular expression": lambda size: ["12*3.", "[12]?(3|4)*[^1]"],
    "automaton": lambda size: ["RlUHgF8CrfAqwA"],
} | dict.fromkeys(("cage", "white dot", "black dot", "whispers", "lockout", "modular"), lambda size: [None, 3])
NAMES = """fill import rate measure tag hunt query export book site stats report serve verify backup restore dataset
audit check create show solve hint path techniques fewest canonical automorphisms rank dedupe demo
explore frontier"""
FORMATS = """grid line txt triples sdm sdk ss sdx hodoku opensudoku csv tsv json jsonl npz parquet sqlite svg png link
sudokupad fpuzzles constraints iss files"""
PAGES = """/ /puzzles /puzzles?level=easy&sort=rating /puzzles?min_clues=x /puzzles/figures /puzzles/techniques
/puzzles.json /puzzles.csv /puzzles/export?format=csv /puzzles/book?limit=4 /boards/3 /boards/999
/boards/3/class /class /class/5472730537 /class/x /boards/3/svg /boards/3/board.svg /boards/3/puzzle.txt
/play /play?board=3 /techniques /techniques/x-wing /techniques/skyscraper /techniques/nothing
/practise/x-wing /practise/nothing /make /watch /experiment
/experiment.svg?clues=0,20&sizes=4&runs=2&seed=1 /enter /api /api/openapi.json /manifest.webmanifest
/worker.js /nowhere"""
MORE = (
    *({"language": language, "puzzle": HARD} for language in LANGUAGES),
    {"puzzle": SMALL},
    {"puzzle": "." * 81},
    {"puzzle": "1" * 81},
    {"puzzle": SMALL, "blocks": "none"},
    {"constraints": CAGES},
    {"style": "rating"},
    {"style": "none"},
)
BUDGET = 70  # seconds of processor time of --write
SLOW = {(name, "") for name in ("fill", "report", "demo", "explore", "serve", "frontier", "verify")} | {
    ("fill", "--language xx"),
    ("report", "--home nowhere"),
    ("explore", "--home nowhere"),
    ("demo", "--home nowhere"),
    ("frontier", "--home nowhere"),
    ("fill", "--home nowhere"),
}


class TooSlow(BaseException):
    """A case takes too long to be pinned."""


def ended(*_given: object) -> None:
    """End a case that takes too long."""
    raise TooSlow


def result_of(name: str, limit: float = 60) -> bytes:
    """The output of a case; of an exception, its text. TooSlow after a number of seconds."""
    signal.signal(signal.SIGPROF, ended)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        return as_bytes(CASES[name]())
    except Exception as error:
        return cleaned(f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace"))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> int:
    """Compare, write or show."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--show", metavar="NAME")
    asked = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="pinned-")
    before = Path.cwd()
    os.chdir(folder)
    try:
        shutil.copytree(SAMPLES, "samples")
        with contextlib.suppress(ImportError):
            import reportlab.rl_config

            reportlab.rl_config.invariant = 1  # no dates in books
        add_commands()
        add_engine()
        add_web()
        if asked.show:
            sys.stdout.buffer.write(result_of(asked.show) + b"\n")
            return 0
        return compare(asked)
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


def compare(asked: argparse.Namespace) -> int:
    """Hash the cases asked for; write the hashes, or name those that differ."""
    known = dict(line.split("\t") for line in PINS.read_text().splitlines()) if PINS.exists() else {}
    chosen = [name for name in CASES if re.search(asked.only, name) and (asked.write or name in known)]
    first = ("kernel/", "help/", "program/", "cli/none/", "cli/home9/", "engine/")
    chosen.sort(key=lambda name: (not name.startswith(first), hashlib.sha256(name.encode()).digest()))  # for the budget
    found, began = {}, time.process_time()
    for number, name in enumerate(chosen):
        start = time.process_time()
        if asked.write and start - began > BUDGET:
            print(f"no time for {len(chosen) - number} cases", file=sys.stderr)
            break
        try:
            found[name] = hashlib.sha256(result_of(name, 2 if asked.write else 60)).hexdigest()[:16]
        except TooSlow:
            print(f"too slow: {name}", file=sys.stderr)
        if (took := time.process_time() - start) > 1 or number % 200 == 0:
            print(f"{number} of {len(chosen)}: {name} {took:.1f} s", file=sys.stderr, flush=True)
    print(f"{len(found)} cases, {time.process_time() - began:.0f} s of processor time", file=sys.stderr)
    if asked.write:
        PINS.write_text(
            "".join(f"{name}\t{value}\n" for name, value in sorted((known | found if asked.only else found).items()))
        )
        return 0
    gone = [name for name in known if name not in CASES and re.search(asked.only, name)]
    differ = sorted([name for name in found if found[name] != known.get(name)] + gone)
    print("\n".join(differ), end="\n" if differ else "")
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
