"""The list of puzzles in a browser: its order, its dialogs, and what they write."""

import io
import re
from zipfile import ZipFile

import pymupdf
import pytest
from playwright.sync_api import expect


def counted(page):
    expect(page.locator("#count")).to_have_text(re.compile(r"^[\d,]+ puzzles?$"))
    return page.locator("#count").text_content()


@pytest.mark.slow
@pytest.mark.parametrize("query", ["grade=easy&grade=medium", "technique=pointing&max_clues=24"])
def test_the_order_and_apply_keep_every_filter(page, server, query):
    page.goto(f"{server}/puzzles?{query}")
    count, chips = counted(page), page.locator(".chip").all_text_contents()
    page.get_by_label("Sort by").select_option("rating")
    page.wait_for_url(re.compile("sort=rating"))
    assert (counted(page), page.locator(".chip").all_text_contents()) == (count, chips)
    page.get_by_label("greatest first").check()
    page.wait_for_url(re.compile("desc=1"))
    page.get_by_text("More filters").click()
    page.get_by_role("button", name="Apply").click()
    page.wait_for_load_state()
    assert (counted(page), page.locator(".chip").all_text_contents()) == (count, chips)
    page.get_by_role("button", name="Export…").click()
    expect(page.locator("#exporting input[type=hidden]")).to_have_count(len(query.split("&")) + 2)  # and the order


@pytest.mark.slow
def test_pictures_of_several_puzzles_are_an_archive(page, server):
    page.goto(f"{server}/puzzles")
    for number in (3, 5):
        page.get_by_label(f"Select puzzle {number}", exact=True).check()
    page.get_by_role("button", name="Export…").click()
    page.locator("#exporting select[name=format]").select_option("svg")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download", exact=True).click()
    assert waiting.value.suggested_filename == "puzzles.zip"
    with ZipFile(io.BytesIO(waiting.value.path().read_bytes())) as archive:
        assert sorted(archive.namelist()) == ["puzzle-3.svg", "puzzle-5.svg"]
        assert archive.read("puzzle-3.svg").startswith(b"<svg")
    expect(page.locator("#exporting")).to_be_hidden()


@pytest.mark.slow
def test_a_download_that_fails_says_why_and_keeps_the_selection(browser, server):
    with browser.new_page() as page:  # whose console names the answer that failed
        page.goto(f"{server}/puzzles?min_clues=24")
        page.get_by_label(re.compile("Select puzzle")).first.check()
        page.get_by_role("button", name="Book…").click()
        page.locator("#binding input[name=title]").evaluate("field => { field.removeAttribute('maxlength'); }")
        page.get_by_label("Title").fill("x" * 101)
        page.get_by_role("button", name="Download the PDF").click()
        expect(page.locator("#binding").get_by_role("alert")).to_have_text("a title has at most 100 characters")
        page.locator("#binding").get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Book…").click()
        expect(page.get_by_label("Title")).to_be_visible()
        expect(page.locator("#binding").get_by_role("alert")).to_be_hidden()
        page.get_by_label("Title").fill("Mine")
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Download the PDF").click()
        assert waiting.value.path().read_bytes().startswith(b"%PDF")
        expect(page.locator("#selected")).to_have_text("1 selected")


@pytest.mark.slow
def test_long_numbers_stay_on_one_line(page, server):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server}/puzzles")
    number = page.locator(".card .head a").first
    height = number.bounding_box()["height"]
    number.evaluate("link => { link.textContent = '12345678.12'; }")
    assert number.bounding_box()["height"] == height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_every_download_names_its_type(client):
    for form, kind in (("csv", "text/csv; charset=utf-8"), ("json", "application/json"), ("png", "image/png")):
        answer = client.get(f"/puzzles/export?format={form}&numbers=3")
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        several = client.get(f"/puzzles/export?format={form}&numbers=3,5")
        assert several.headers["content-type"] == ("application/zip" if form == "png" else kind)


def test_a_truth_is_1_or_0(client):
    assert client.get("/puzzles.json?desc=maybe").status_code == 400
    first = {value: client.get(f"/puzzles.json?desc={value}").json()["puzzles"][0]["id"] for value in "10"}
    assert first["1"] != first["0"]


@pytest.mark.slow
def test_tagging_all_that_match_names_their_number_and_asks_first(page, writing_server):
    page.goto(f"{writing_server}/puzzles?max_clues=23")
    number = counted(page)
    asked = []

    def answer(dialog):
        asked.append(dialog.message)
        dialog.accept() if len(asked) > 1 else dialog.dismiss()

    page.on("dialog", answer)
    page.get_by_role("button", name="Tag…").click()
    expect(page.locator("#tagging .every")).to_have_text(f"All that match ({number})")
    page.locator("#tagging input[name=name]").fill("few")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#tagging")).to_be_visible()
    expect(page.locator(".card .tags")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    page.locator(".card .tags").first.get_by_role("link", name="few").click()
    page.wait_for_url(re.compile(r"puzzles\?tag=few$"))
    assert counted(page) == number
    assert asked == [f"Give the tag few to all that match ({number})?"] * 2


@pytest.mark.slow
def test_a_selection_survives_a_turn_of_the_page(page, server):
    page.goto(f"{server}/puzzles?limit=5")
    expect(page.locator("#span")).to_have_text(re.compile(r"^1 to 5 of \d+$"))
    page.get_by_label("Select puzzle 3", exact=True).check()
    page.get_by_role("link", name="Next").click()
    page.get_by_label("Select puzzle 6", exact=True).check()
    expect(page.locator("#selected")).to_have_text("2 selected, 1 of them on other pages")
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download", exact=True).click()
    lines = waiting.value.path().read_text().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["3", "6"]
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_label("Select puzzle 3", exact=True)).to_be_checked()
    page.get_by_role("button", name="Select none").click()
    expect(page.locator("#selected")).to_have_text("")
    page.goto(f"{server}/puzzles?limit=5&min_clues=24")
    expect(page.locator("#span")).to_have_text(re.compile(r"^1 to 5 of \d+$"))  # counted once the page is there
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    expect(page.get_by_role("link", name="Remove the filter clues from 24")).to_be_in_viewport()


@pytest.mark.slow
def test_a_selection_survives_another_order(page, server):
    page.goto(f"{server}/puzzles?min_clues=22")
    page.get_by_label(re.compile("Select puzzle")).first.check()
    page.get_by_label("Sort by").select_option("clues")
    page.wait_for_url(re.compile("sort=clues"))
    expect(page.locator("#selected")).to_contain_text("1 selected")
    page.goto(f"{server}/puzzles?min_clues=23")
    expect(page.locator("#selected")).to_have_text("")


@pytest.mark.slow
def test_a_page_that_is_shown_again_knows_what_was_selected_since(page, server):
    page.goto(f"{server}/puzzles?limit=5")
    page.get_by_label("Select puzzle 3", exact=True).check()
    page.evaluate("""() => {
        sessionStorage.setItem("board-catalogue/selected/", '["3", "4", "7"]');
        dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}));
    }""")  # what a browser does that has kept the page as it was
    expect(page.locator("#selected")).to_have_text("3 selected, 1 of them on other pages")
    expect(page.get_by_label("Select puzzle 4", exact=True)).to_be_checked()
    page.get_by_label("Select puzzle 3", exact=True).uncheck()
    assert page.evaluate("sessionStorage.getItem('board-catalogue/selected/')") == '["4","7"]'


def test_what_is_wrong_with_a_filter_stands_beside_it_and_input_is_kept(browser, server):
    with browser.new_page() as page:  # whose console names the answer that failed
        page.goto(f"{server}/puzzles?grade=easy&min_clues=24")
        page.get_by_text("More filters").click()
        for name, text, message in (
            ("clues, at most", "20", "the least clues is above the greatest"),
            ("clues, at most", "3x", "'3x' is not a number such as 24, or 7.1 for a rating"),
        ):
            page.get_by_label(name).fill(text)
            page.get_by_role("button", name="Apply").click()
            field = page.get_by_label(name)
            expect(field).to_be_focused()
            expect(field).to_have_accessible_description(message)
            assert field.input_value() == text and page.get_by_label("clues, at least").input_value() == "24"
            assert page.locator(".bound", has=page.get_by_role("alert")).count() == 1
        assert page.locator(".chip").first.text_content().startswith("clues 24 to 3x")
        page.get_by_label("clues, at most").fill("30")
        page.get_by_role("button", name="Apply").click()
        expect(page.locator("[aria-invalid]")).to_have_count(0)
        assert counted(page)


def test_every_wrong_filter_is_named_where_it_stands(client):
    for query, field in (("grade=x", "grade"), ("technique=x", "technique"), ("max_rating=7.15", "max_rating")):
        answer = client.get(f"/puzzles?{query}", headers={"accept": "text/html"})
        marked = re.search(r'name="(\w+)"[^>]* aria-invalid="true"', answer.text)[1]
        assert (answer.status_code, marked) == (400, field)
        assert client.get(f"/puzzles?{query}").json()["error"]


@pytest.mark.slow
def test_the_first_key_goes_past_the_filters_and_print_leaves_them_out(page, server):
    page.goto(f"{server}/puzzles")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the puzzles")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.card') !== null"):
            break
    else:
        pytest.fail("more than twelve keys to the first puzzle")
    page.emulate_media(media="print")
    for part in ("aside", ".actions", ".order", ".pages", ".pick"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.locator(".card").first).to_be_visible()
    page.emulate_media(media="screen")


@pytest.mark.slow
def test_a_book_has_the_options_of_the_command(page, server, tmp_path):
    page.goto(f"{server}/puzzles")
    page.get_by_role("button", name="Book…").click()
    dialog = page.locator("#binding")
    dialog.get_by_text("More options").click()
    for name in ("author", "copyright", "isbn", "solutions_per_page", "bleed", "credit", "shuffled", "limit"):
        expect(dialog.locator(f"[name={name}]")).to_be_visible()
    dialog.get_by_label("Easy").fill("3")
    dialog.get_by_label("Hard").fill("2")
    dialog.locator("[name=author]").fill("A. Name")
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name="Download the PDF").click()
    waiting.value.save_as(tmp_path / "book.pdf")
    with pymupdf.open(tmp_path / "book.pdf") as pdf:
        text = "".join(sheet.get_text() for sheet in pdf)
    assert "A. Name" in text and "5 Sudoku puzzles from easy to hard" in text


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("bleed=99", "99"),
        ("level=hard&chapter=easy=1", "the list has no easy puzzles"),
        ("chapter=easy", "such as easy=50"),
        ("chapter=easy=9999", "more than 2,000 puzzles"),
        ("limit=1999", "puzzles match, not 1,999"),
        ("limit=0", "limit '0' is not a whole number"),
        ("shuffled=2", "shuffled is 1 or 0"),
    ],
)
def test_wrong_options_of_a_book_are_named(client, query, message):
    answer = client.get(f"/puzzles/book?{query}")
    assert answer.status_code in (400, 409) and message in answer.json()["error"], answer.text


@pytest.mark.slow
def test_the_theme_is_chosen_on_every_page(page, server):
    page.goto(f"{server}/techniques")
    grounds = {}
    for name in ("light", "dark", "light, high contrast", "dark, high contrast", "as the system"):
        page.locator("#theme").click()
        assert page.locator("#theme").get_attribute("title") == f"Theme: {name}"
        grounds[name] = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert grounds["light"] != grounds["dark"]
    page.locator("#theme").click()
    page.locator("#theme").click()
    page.goto(f"{server}/api")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == grounds["dark"]


def test_the_depth_of_trial_and_error_is_a_filter_of_the_page(client):
    page = client.get("/puzzles?trial_depth=1&lang=fr").text
    options = page.partition('<select name="trial_depth"')[2].partition("</select>")[0]
    assert [f'value="{depth}"' in options for depth in range(5)] == [True, False, True, True, False]
    assert "Profondeur d&#39;essai" in page and "profondeur d&#39;essai 1" in page
