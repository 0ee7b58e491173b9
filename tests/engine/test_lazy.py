"""Packages whose names load at their first use."""

import sys

import pytest

INIT = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from .inner import Thing as Thing
else:
    from board_catalogue.engine.lazy import lazy_names
    __getattr__, __dir__ = lazy_names(__name__)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "lazy_example"
    folder.mkdir()
    (folder / "__init__.py").write_text(INIT)
    (folder / "inner.py").write_text("class Thing: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("lazy_example")
    for name in [name for name in sys.modules if name.startswith("lazy_example")]:
        del sys.modules[name]


def test_a_name_loads_its_module_at_its_first_use(package):
    assert "lazy_example.inner" not in sys.modules
    assert "Thing" in dir(package)
    assert package.Thing is sys.modules["lazy_example.inner"].Thing
    assert vars(package)["Thing"] is package.Thing  # found without a search from now on


def test_a_module_is_an_attribute(package):
    assert package.inner is sys.modules["lazy_example.inner"]


@pytest.mark.parametrize("name", ["absent", "_hidden"])
def test_other_names_are_not_there(package, name):
    with pytest.raises(AttributeError, match=f"module 'lazy_example' has no attribute '{name}'"):
        getattr(package, name)
