"""The public face of the engine: its names, and that no name of a module hides another."""

import importlib.metadata
import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

from board_catalogue import engine

NAMES = {
    "Grid",
    "LEVELS",
    "METHODS",
    "METRICS",
    "PATTERNS",
    "RULES",
    "RatingStatus",
    "Reward",
    "Rulebook",
    "SOLVING_TECHNIQUES",
    "SYMMETRIES",
    "ScoreStatus",
    "Shape",
    "Step",
    "TECHNIQUES",
    "TextEnvironment",
    "Use",
    "Variant",
    "answer_reading",
    "band",
    "canonical",
    "carve",
    "check",
    "check_steps",
    "contradiction",
    "count_solutions",
    "fair_puzzles",
    "find_step",
    "generate",
    "keys",
    "measure",
    "minimal",
    "mistakes",
    "needless",
    "next_step",
    "puzzle_keys",
    "random_images",
    "rank",
    "rate",
    "read_answer",
    "read_variant",
    "reward",
    "score",
    "solve",
    "steps",
    "symmetries_of",
    "time_limit",
    "true_candidates",
    "unavoidable_sets",
    "unrank",
}
MODULES = [
    module.name
    for module in pkgutil.walk_packages(engine.__path__, "board_catalogue.engine.")
    if not module.name.startswith("board_catalogue.engine._")
]


def in_fresh_python(*lines):
    # -P: the installed package, not the sources in the current folder
    words = [sys.executable, "-P", "-c", "\n".join(lines)]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout


def test_the_public_names_are_these():
    assert set(engine.__all__) == NAMES
    assert list(engine.__all__) == sorted(engine.__all__, key=lambda name: (not name.isupper(), name))
    assert all(getattr(engine, name) is not None for name in NAMES)
    assert set(dir(engine)) >= NAMES | {"__version__"}


def test_help_shows_types_by_their_names():
    """`help(engine.rate)` says `ArrayLike`, not the page of what NumPy takes for one."""
    functions = [getattr(engine, name) for name in NAMES if inspect.isfunction(getattr(engine, name))]
    assert len(functions) > 20
    assert not [each.__name__ for each in functions if "_typing" in str(inspect.signature(each))]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'no_such_name'"):
        _ = engine.no_such_name


MOVED = [(name, home) for home, names in engine._MOVED.items() for name in names.split()]


def test_names_that_moved_are_found_with_a_warning_that_says_where():
    assert len(MOVED) > 40 and NAMES.isdisjoint(name for name, _ in MOVED)
    for name, home in MOVED:
        with pytest.warns(DeprecationWarning, match=rf"^engine\.{name} is engine\.({home}\.{name}|\w+\(..., style=)"):
            found = getattr(engine, name)
        assert found is getattr(import_module(f"board_catalogue.engine.{home}"), name)


def test_no_public_name_is_that_of_a_module():
    assert len(MODULES) > 20
    assert NAMES.isdisjoint(name.split(".")[1] for name in MODULES)


@pytest.mark.slow
def test_every_module_is_reached_by_its_path_after_its_own_import_alone():
    """As in `from engine import steps; steps.Step`, which failed while the package had a function `steps`."""
    out = in_fresh_python(
        "import sys",
        "from importlib import import_module",
        f"for name in {MODULES}:",
        "    for loaded in [m for m in sys.modules if m.startswith('board_catalogue.engine') and '._' not in m]:",
        "        del sys.modules[loaded]",
        "    import_module(name)",
        "    found = sys.modules['board_catalogue']",
        "    for part in name.split('.')[1:]:",
        "        found = getattr(found, part)",
        "    assert found is sys.modules[name], name",
        "print('all')",
    )
    assert out == "all\n"


def test_the_light_modules_do_not_import_numpy():
    out = in_fresh_python(
        "import sys",
        "from board_catalogue import engine",
        "from board_catalogue.engine import grades, shape",
        "print('numpy' in sys.modules)",
        "engine.METRICS",
        "print('numpy' in sys.modules)",
    )
    assert out == "False\nTrue\n"


@pytest.mark.slow
def test_a_name_loads_its_own_module_alone():
    out = in_fresh_python(
        "import sys",
        "from board_catalogue import engine",
        "engine.Grid, engine.solve",
        "late = {f'board_catalogue.engine.{name}' for name in ('carving', 'paths.path', 'rules.model')}",
        "print(late & sys.modules.keys())",
        "print(set(engine.__all__) <= set(dir(engine)))",
    )
    assert out == "set()\nTrue\n"


def test_the_version_is_that_of_the_installed_package(monkeypatch):
    monkeypatch.setattr(importlib.metadata, "version", {"board-catalogue": "7.8.9"}.__getitem__)
    assert engine.__version__ == "7.8.9"
