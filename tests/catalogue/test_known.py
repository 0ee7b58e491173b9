"""Classes of solutions that other sets have: an index of them, what is left out for them, and what two sets share."""

import json

import numpy as np
import pytest

from board_catalogue import catalogue, engine
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.engine.boards import as_lines, from_lines

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


def test_an_index_has_the_gaps_between_classes_and_grows(sets, call):
    folder, expected = sets
    index = folder / "known.npz"
    assert call("audit", folder / "some.txt", "--rated", 0, "--index", index).status == 0
    assert np.cumsum(np.load(index)["gaps"]).tolist() == expected.tolist()
    assert catalogue.audit([folder / "one"], rated=0, index=index).indexed == {str(index): 30}
    assert known.classes_in([index]).tolist() == sorted(classes(folder / "one"))
    (folder / "other.npz").write_bytes(b"x")
    with pytest.raises(CatalogueError, match="is no index"):
        catalogue.audit([folder / "some.txt"], rated=0, index=folder / "other.npz")
    content = bytearray(index.read_bytes())
    content[content.index(b"gaps.npy") + 60] ^= 255
    (folder / "damaged.npz").write_bytes(content)
    with pytest.raises(CatalogueError, match="is a damaged index"):
        known.classes_in([folder / "damaged.npz"])


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


@pytest.mark.slow
def test_the_index_of_the_data_home(sets, tmp_path, call, monkeypatch):
    monkeypatch.setenv("CATALOGUE_HOME", str(tmp_path / "home"))
    words = ("--count", 5, "--seed", 1, "--exclude-known", "--test", 0, "--validation", 0)
    assert call("dataset", tmp_path / "first", *words).status == 0
    assert np.isin(sets[1], classes(tmp_path / "first")).any()  # the index that comes along has none of them
    assert call("audit", sets[0] / "some.txt", "--rated", 0, "--known").status == 0
    assert call("dataset", tmp_path / "new", *words).status == 0
    assert not np.isin(classes(tmp_path / "new"), sets[1]).any()


PUBLIC = """
.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........
98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2
........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3
...45......7.8....6......1.21..........5..4.89...................487.........362.
"""


def test_the_index_that_comes_along_has_public_sets(tmp_path):
    found = known.classes_in([known.PUBLIC])
    assert len(found) == 91_732 and (np.diff(found) > 0).all() and found[0] >= 0 and found[-1] < 5_472_730_538
    assert np.isin(engine.rank(engine.solve(from_lines(PUBLIC.split()))), found).all()
    (tmp_path / "public.txt").write_text(PUBLIC)
    assert catalogue.audit([known.PUBLIC, tmp_path / "public.txt"], rated=0).shared == {
        f"{known.PUBLIC} and {tmp_path / 'public.txt'}": 5
    }


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
