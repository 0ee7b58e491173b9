"""Classes of solutions that other sets have: an index of them, what is left out for them, and what two sets share."""

import json

import numpy as np
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.engine.boards import as_lines

parquet = pytest.importorskip("pyarrow.parquet")

from board_catalogue.catalogue.runs import known  # noqa: E402


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """A data set, and a file of images of some of its puzzles with two rows that have no class."""
    folder = tmp_path_factory.mktemp("known")
    catalogue.dataset(folder / "one", count=30, seed=1)
    boards = engine.generate(10, seed=1)
    images = engine.random_images(engine.carve(boards, seed=1), seed=5)
    (folder / "some.txt").write_text("\n".join([*as_lines(images), "." * 81, "1" * 81]) + "\n")
    return folder, np.sort(engine.rank(boards))


def classes(folder):
    return parquet.read_table(folder / "data").column("class").to_numpy()


def test_images_have_the_classes_of_their_solutions(sets):
    folder, expected = sets
    said = []
    found = known.classes_in([folder / "some.txt"], on_notice=said.append)
    assert found.tolist() == expected.tolist() and found.dtype == np.int64
    assert "2 rows have no class" in said[0]
    assert known.classes_in([folder / "one", folder / "some.txt"]).tolist() == sorted(classes(folder / "one"))


def test_an_index_has_8_bytes_a_class_and_grows(sets, call):
    folder, expected = sets
    index = folder / "known.npy"
    assert call("audit", folder / "some.txt", "--rated", 0, "--index", index).status == 0
    assert np.load(index).tolist() == expected.tolist() and index.stat().st_size - 8 * 10 <= 128
    assert catalogue.audit([folder / "one"], rated=0, index=index).indexed == {str(index): 30}
    assert known.classes_in([index]).tolist() == sorted(classes(folder / "one"))
    (folder / "other.npy").write_bytes(b"x")
    with pytest.raises(CatalogueError, match="is no index"):
        catalogue.audit([folder / "some.txt"], rated=0, index=folder / "other.npy")


def test_no_excluded_class_is_in_a_set_and_it_is_proven_without_the_file(sets, tmp_path):
    folder, expected = sets
    (tmp_path / "some.txt").write_text((folder / "some.txt").read_text())
    made = catalogue.dataset(tmp_path / "new", count=30, seed=1, exclude=[tmp_path / "some.txt"])
    assert (made.excluded, made.positions) == (10, 40)
    found = classes(tmp_path / "new")
    assert len(found) == 30 and not np.isin(found, expected).any()
    (tmp_path / "some.txt").unlink()
    assert not catalogue.dataset(tmp_path / "new", verify=True).faults
    stored = json.loads((tmp_path / "new" / "dataset.json").read_text())
    assert (
        stored["excluded"] == known.digest_of(expected)
        and stored["excluded"] in (tmp_path / "new" / "README.md").read_text()
    )
    assert catalogue.audit([folder / "one", tmp_path / "new"], rated=0).shared == {
        f"{folder / 'one'} and {tmp_path / 'new'}": 20
    }


def test_the_index_of_the_data_home(sets, tmp_path, call, monkeypatch):
    monkeypatch.setenv("CATALOGUE_HOME", str(tmp_path / "home"))
    words = ("dataset", tmp_path / "new", "--count", 5, "--seed", 1, "--exclude-known", "--test", 0, "--validation", 0)
    done = call(*words)
    assert done.status == 1 and "catalogue audit --known" in done.err and not (tmp_path / "new").exists()
    assert call("audit", sets[0] / "some.txt", "--rated", 0, "--known").status == 0
    assert call(*words).status == 0
    assert not np.isin(classes(tmp_path / "new"), sets[1]).any()


@pytest.mark.slow
@pytest.mark.parametrize("several", [{"rules": "killer,jigsaw"}, {"solutions": "2-4"}])
def test_variants_and_several_solutions_leave_out_classes(several, tmp_path):
    more = {"count": 8, "size": 6, "validation": 0, "test": 0, **several}
    if "rules" in several:
        more["score"] = False
    catalogue.dataset(tmp_path / "one", seed=1, **more)
    catalogue.dataset(tmp_path / "two", seed=1, exclude=tmp_path / "one", **more)
    one, two = (known.classes_in([tmp_path / name]) for name in ("one", "two"))
    assert len(one) and len(two) and not known.common(one, two)
    assert not catalogue.dataset(tmp_path / "two", verify=True).faults
