"""Every path in backticks on a page exists, and the changelog knows the version."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
FILES = [
    name
    for name in subprocess.run(_listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    if (ROOT / name).exists()
]
NOT_OURS = ("/data/", "CHANGELOG")  # pages of others, and what was once
PAGES = [name for name in FILES if name.endswith(".md") and not any(part in name for part in NOT_OURS)]
ENDINGS = "py|pyi|hpp|cpp|toml|sh|md|yml|css|js|html|cmake"
_path = re.compile(rf"`((?:[\w.-]+/)*[\w.-]+\.(?:{ENDINGS})|(?:[\w.-]+/)+)`")


def is_there(name: str) -> bool:
    """Whether a path is the end of a file's path; that of a folder a part of one."""
    return any(f"/{file}".endswith(f"/{name}") or (name.endswith("/") and f"/{name}" in f"/{file}") for file in FILES)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_a_page_exists(page):
    prose = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(), flags=re.MULTILINE | re.DOTALL)
    assert [name for name in _path.findall(prose) if not is_there(name)] == []


def test_paths_are_found():
    text = "`engine/boards.py`, `solve_lanes.hpp`, `core/`, `--home`, `N.txt`, `engine.rate`"
    assert _path.findall(text) == ["engine/boards.py", "solve_lanes.hpp", "core/"]
    assert all(map(is_there, _path.findall(text)))
    assert not is_there("no_such_module.py")
    assert not is_there("oards.py")


def test_the_changelog_has_a_date_for_this_version():
    """The release workflow takes its notes from there; later changes stand above it as `## Unreleased`."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    headings = re.findall("^## (.+)$", (ROOT / ".github/CHANGELOG.md").read_text(), re.MULTILINE)
    newest = next(heading for heading in headings if heading != "Unreleased")
    assert re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", newest)
