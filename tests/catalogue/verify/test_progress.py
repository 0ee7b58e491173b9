import pytest

from board_catalogue.catalogue.runs.verify import Extent, verify
from board_catalogue.catalogue.storage.store import Store


@pytest.mark.daily("full")
@pytest.mark.parametrize("depth", Extent)
def test_the_progress_counts_the_boards_of_the_catalogue_and_each_once(home, filled_by, depth):
    filled_by(home, size=4, boards=1000)  # all there are: most boards of the seed were duplicates
    told = []
    with Store.read(home) as store:
        report = verify(store, depth=depth, on_progress=lambda done, wanted: told.append((done, wanted)))
    assert max(told) == told[-1] == (report.boards, report.boards)
