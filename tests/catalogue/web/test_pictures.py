"""The pictures of the page that the README shows."""

from pathlib import Path

import page_pictures
import pytest
from PIL import Image

MOST_BYTES = 120_000
NAMES = ("board.png", "browse.png")


@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_a_small_picture(name):
    root = Path(__file__).resolve().parents[3]
    shown = [(root / page).read_text(encoding="utf-8") for page in ("README.md", "catalogue/web/README.md")]
    assert any(f"pictures/{name})" in text for text in shown)
    assert (page_pictures.FOLDER / name).stat().st_size < MOST_BYTES


@pytest.mark.slow
def test_pictures_can_be_made_again(tmp_path, browser):
    page_pictures.make(tmp_path, browser)
    for name in NAMES:
        with Image.open(tmp_path / name) as made, Image.open(page_pictures.FOLDER / name) as kept:
            assert made.size == kept.size
        assert (tmp_path / name).stat().st_size < MOST_BYTES
