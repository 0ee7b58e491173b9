"""The site of documents: what it shows is what the programs do, its links lead somewhere, and it is built."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from test_pages import PAGES
from test_readme import ROOT, assert_all_same, blocks, tour_of, typed

from board_catalogue.catalogue.cli.group import COMMANDS, load

DOCUMENTS = sorted((ROOT / ".github/documents").rglob("*.md"))
HAVE_THEIR_OWN = "data-sets"  # a folder of pages whose examples other tests run, on data sets that they make
GENERATED = ("reference/", "pictures/", "browser.md")  # files of the site that no file of the repository is


def anchors(page: Path) -> set[str]:
    """The anchors of a page: its headings as GitHub and MkDocs both spell them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in DOCUMENTS if tour_of(page)], ids=lambda page: page.stem)
def test_the_commands_of_a_page_print_what_it_shows(tmp_path, page):
    tour = tour_of(page)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    assert_all_same(tour, typed([command for command, _ in tour], tmp_path, path))


def test_commands_that_need_a_server_or_a_cluster_have_these_options():
    seen = set()
    for page in DOCUMENTS:
        for line in "\n".join(blocks(page, "sh")).replace("\\\n", "").splitlines():
            words = shlex.split(line.rpartition("&& ")[2], comments=True)
            if words[:1] == ["catalogue"]:
                known = {option for parameter in load(words[1]).params for option in parameter.opts}
                assert {word for word in words if word.startswith("--")} <= known, line
                seen.add(words[1])
    assert seen >= {"fill", "query", "serve", "backup", "restore"} and seen <= set(COMMANDS)


@pytest.mark.parametrize(
    "page",
    [page for page in DOCUMENTS if blocks(page, "python") and page.parent.name != HAVE_THEIR_OWN],
    ids=lambda page: page.stem,
)
def test_the_examples_in_python_run(page):
    for example in blocks(page, "python"):
        exec(compile(example, str(page), "exec"), {})


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_has_a_file_and_its_anchor(page):
    source = ROOT / page
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", source.read_text(), flags=re.MULTILINE | re.DOTALL)
    for path, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", prose):
        if source in DOCUMENTS and path.removeprefix("../").startswith(GENERATED):
            continue  # the build is strict about these
        target = source.parent / path if path else source
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


def test_the_menu_has_every_page():
    text = (ROOT / ".github/mkdocs.yml").read_text()
    written = {page.relative_to(ROOT / ".github/documents").as_posix() for page in DOCUMENTS}
    assert set(re.findall(r": ([\w/-]+\.md)$", text, re.MULTILINE)) == written | {
        "how-to/browser.md",
        "reference/commands.md",
        "reference/catalogue.md",
        "reference/engine.md",
    }
