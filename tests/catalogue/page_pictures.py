"""Make the pictures of the page that the README shows, from the catalogue of its tour.

    python tests/catalogue/page_pictures.py [FOLDER]      # catalogue/web/pictures; needs chromium and pillow

Letters differ a little with the fonts of the machine; otherwise the same version makes the same pictures.
"""

import io
import sys
import tempfile
from pathlib import Path

from page_in_browser import served, started_browser
from PIL import Image

from board_catalogue import catalogue

FOLDER = Path(__file__).resolve().parents[2] / "catalogue" / "web" / "pictures"
COLOURS = 64  # in a picture: enough for the edges of letters


def make(folder, browser):
    """Write the pictures to a folder."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "data"
        with catalogue.open(home) as found:
            found.fill(2000, seed=7, rate="full", files=False)
            drawn = found.puzzles(technique="x-chain", max_rating=6.6).first()
        with served(home) as address:
            for name, path, scheme, prepare in (
                ("board", f"/boards/{drawn.name}", "light", to_the_chain),
                ("browse", "/puzzles?min_rating=4", "dark", None),
            ):
                view = {"width": 1180, "height": 760}
                with browser.new_page(viewport=view, color_scheme=scheme, reduced_motion="reduce") as page:
                    page.goto(address + path)
                    if prepare:
                        prepare(page)
                    page.wait_for_load_state("networkidle")
                    (folder / f"{name}.png").write_bytes(compressed(page.screenshot()))


def to_the_chain(page):
    """Go to the step of the path that draws a chain, and back to the top of the page."""
    page.get_by_label("Style").select_option("rating")
    page.get_by_text("All steps").click()
    page.locator("#steps button", has_text="x-chain").first.click()
    page.get_by_text("All steps").click()
    page.evaluate("scrollTo(0, 0)")


def compressed(png):
    """The same picture with few colours, which makes it small."""
    file = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "png", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    chosen.mkdir(exist_ok=True)
    with started_browser() as chosen_browser:
        make(chosen, chosen_browser)
