"""The compose file of the page names programs and options that exist."""

import re
from pathlib import Path

import yaml

from board_catalogue.catalogue.cli.group import load

PAGE = Path(__file__).resolve().parents[3] / ".github/documents/how-to/cluster.md"


def test_the_compose_file_starts_what_exists():
    from distributed.cli import dask_scheduler, dask_worker

    (text,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    file = yaml.safe_load(text)
    services = file["services"]
    assert set(services) == {"scheduler", "worker", "database", "fill"}
    for name, program, command in (
        ("scheduler", ["dask", "scheduler"], dask_scheduler.main),
        ("worker", ["dask", "worker"], dask_worker.main),
        ("fill", ["catalogue", "fill"], load("fill")),
    ):
        words = services[name]["command"].split()
        assert words[:2] == program
        command.make_context(name, words[2:])
        assert services[name]["build"] == file["x-ours"]["build"]
    for extra in re.search(r"\[([\w,]+)\]'", file["x-ours"]["build"]["dockerfile_inline"])[1].split(","):
        assert f"\n{extra} = [" in (PAGE.parents[3] / "pyproject.toml").read_text()
