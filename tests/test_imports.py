"""Imports go one way: no circle of modules, and nothing in the engine imports the catalogue."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

COMPILED = {"board_catalogue.engine._core"}


def module_name(path):
    parts = ("board_catalogue", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node):
    """The statements below a node; what is in their expressions takes most of a walk."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child
            yield from statements(child)


def imported(tree, modules, package):
    """The modules of a set that a module imports: at the top, in functions, and for the type checker."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            inner = (f"{origin}.{alias.name}" for alias in node.names)
            yield from (name if name in modules else origin for name in inner)


@cache
def import_graph():
    """Each module of both packages with those that it imports."""
    files = [path for package in ("engine", "catalogue") for path in sorted((ROOT / package).rglob("*.py"))]
    trees = {module_name(path): ast.parse(path.read_text()) for path in files}
    packages = {module_name(path): module_name(path.parent / "__init__.py") for path in files}
    return {
        name: {other for other in imported(tree, {*trees, *COMPILED}, packages[name]) if other in trees}
        for name, tree in trees.items()
    }


@pytest.mark.slow
def test_the_graph_has_the_imports_of_all_kinds():
    tree = ast.parse("import a\nif x:\n    from b import c\ndef f():\n    from ..h import d\n    import e.g")
    assert set(imported(tree, {"b.c"}, "k.l")) == {"a", "b.c", "k.h", "e.g"}
    assert len(import_graph()) > 70
    assert "board_catalogue.engine.native" in import_graph()["board_catalogue.engine.boards"]


@pytest.mark.slow
def test_the_packages_import_their_own_modules_by_relative_names():
    """Tools that read imports from files find them then, whatever the folder of the repository is called."""
    for package in ("engine", "catalogue"):
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text())
            for node in ast.walk(tree):
                names = [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
                names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                assert not [name for name in names if name.startswith("board_catalogue")], path


@pytest.mark.slow
def test_no_modules_import_each_other():
    try:
        TopologicalSorter(import_graph()).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(reversed(error.args[1]))}")


def test_the_engine_imports_nothing_of_the_catalogue():
    strays = {name: others for name, others in import_graph().items() if name.startswith("board_catalogue.engine")}
    catalogue = "board_catalogue.catalogue"
    assert not [other for others in strays.values() for other in others if other.startswith(catalogue)]


FLOORS = [
    "cli",
    "web",
    "library",
    "verbs",
    "requests",
    "runs",
    "storage",
    "pages",
    "formats",
    "puzzles",
    "errors",
    "engine",
]
"""The rooms from the roof to the ground: a room imports those below it, cli and web not each other."""

ALLOWED = {("cli.finding", "web.serving"), ("cli.finding", "web.agents")}  # commands that start servers
"""Imports between rooms of one floor."""


def room_of(module):
    """The folder, or the file, of the catalogue that a module is in; engine for all of the engine."""
    parts = module.split(".")[1:]
    return parts[0] if parts[0] == "engine" else (*parts, "library")[1]


def steps_up(graph):
    """The imports that climb: a room that imports one above it."""
    rooms = [(room_of(name), room_of(other), name, other) for name, others in graph.items() for other in others]
    return sorted(
        f"{name} imports {other}"
        for room, below, name, other in rooms
        if room in FLOORS and below in FLOORS
        if FLOORS.index(below) < FLOORS.index(room) or {room, below} == {"cli", "web"}
    )


def test_rooms_import_only_those_below_them():
    base = "board_catalogue.catalogue"
    allowed = {f"{base}.{one} imports {base}.{other}" for one, other in ALLOWED}
    assert [step for step in steps_up(import_graph()) if step not in allowed] == []


SERVES = {"web.site", "web.serving", "library"}
"""What may open a catalogue: the server, and the object that holds one open."""

NAMES_OF_PLACES = {"storage", "storage.home", "storage.whole_files"}
"""What any face may import of storage: how a place is named, and where output goes."""


def openings(graph):
    """The imports of storage by the faces that are not for serving."""
    base = "board_catalogue.catalogue."
    short = {name.removeprefix(base): {other.removeprefix(base) for other in others} for name, others in graph.items()}
    return sorted(
        f"{name} imports {other}"
        for name, others in short.items()
        if name.partition(".")[0] in ("cli", "web", "library") and name not in SERVES
        for other in others
        if other.startswith("storage") and other not in NAMES_OF_PLACES
    )


def test_no_face_opens_a_catalogue_or_knows_a_table():
    assert openings(import_graph()) == []


def test_a_face_that_opens_one_is_found():
    base = "board_catalogue.catalogue"
    planted = {f"{base}.web.puzzles": {f"{base}.storage.schema", f"{base}.storage.home"}, f"{base}.web.site": set()}
    assert openings(planted) == ["web.puzzles imports storage.schema"]


def test_a_climbing_import_is_found():
    base = "board_catalogue.catalogue"
    planted = {f"{base}.puzzles.kinds": {f"{base}.storage.store"}, f"{base}.cli.keeping": {f"{base}.verbs.fill"}}
    assert steps_up(planted) == [f"{base}.puzzles.kinds imports {base}.storage.store"]


@pytest.mark.slow
def test_what_workers_make_needs_no_database(tmp_path):
    code = "import sys\nimport board_catalogue.catalogue.runs.making\n"
    code += "print({'sqlalchemy', 'sqlite3', 'psycopg'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "set()\n"


@pytest.mark.slow
def test_commands_leave_what_only_clusters_and_servers_need_until_it_is_asked_for(tmp_path):
    base = "board_catalogue.catalogue."
    runs = {name for name in import_graph() if name.startswith((f"{base}cli.", f"{base}verbs."))}
    heavy = {other for name in runs for other in import_graph()[name]}  # also what they import inside functions
    heavy |= {other for name in heavy & {f"{base}runs", f"{base}storage"} for other in import_graph()[name]}
    modules = {"board_catalogue.catalogue.library", *runs, *heavy} - {"board_catalogue.catalogue.web.serving"}
    assert {
        "board_catalogue.catalogue.runs.filling",
        "board_catalogue.catalogue.runs.importing.run",
        "board_catalogue.catalogue.runs.rating",
    } <= modules
    code = f"import sys, {', '.join(sorted(modules))}\nprint({{'dask', 'distributed', 'psycopg'}} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "set()\n"


def test_a_catalogue_in_a_folder_loads_nothing_of_a_server_and_no_pydantic(tmp_path):
    calls = [["fill", "--count", "3", "--quiet"], ["query", "--min-clues", "17", "--tag", "a"], ["stats"], ["verify"]]
    code = (
        "import sys\nfrom board_catalogue.catalogue.cli import main\n"
        f"for words in {calls}:\n"
        f"    sys.argv = ['catalogue', *words, '--home', 'home']\n"
        "    try: main()\n"
        "    except SystemExit as end: assert not end.code, words\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    loaded = set(done.stderr.split())
    assert "board_catalogue.catalogue.runs.filling" in loaded
    assert not loaded & {"psycopg", "sqlalchemy.dialects.postgresql", "distributed", "pydantic"}
    assert not {name for name in loaded if name.startswith("board_catalogue.catalogue.storage.postgresql")}
