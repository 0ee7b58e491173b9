"""The list of puzzles: the same puzzles as everywhere, whatever the filters."""

import csv
import html
import io
import json
import re
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from board_catalogue import catalogue
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.verbs.export import EXPORTED
from board_catalogue.catalogue.web.listings import MOST

HTML = {"accept": "text/html"}

BOUNDS = {
    "clues": st.integers(20, 28),
    "id": st.integers(0, 300),
    "comparisons": st.integers(200, 2000),
    "backtracks": st.integers(0, 5),
    "rating": st.integers(10, 90).map(lambda tenths: tenths / 10),
}
NAMES = {
    "grade": ["easy", "medium", "hard", "fiendish", "diabolical"],
    "pattern": ["rotate180", "diagonal", "all"],
    "technique": ["pointing", "naked-pair", "x-wing", "forcing-chain"],
    "without_technique": ["claiming", "x-chain"],
    "trial_depth": ["1", "2"],
    "tag": ["book"],
    "without_tag": ["book"],
}


@st.composite
def filters(draw):
    """Filters as keywords of the library; no least value is above the greatest."""
    found = {}
    for name, values in BOUNDS.items():
        low, high = sorted([draw(values), draw(values)])
        found |= draw(st.sampled_from([{}, {}, {f"min_{name}": low}, {f"max_{name}": high}]))
        if draw(st.booleans()) and f"min_{name}" in found:
            found[f"max_{name}"] = high
    for name, values in NAMES.items():
        chosen = draw(st.one_of(st.just([]), st.lists(st.sampled_from(values), max_size=2, unique=True)))
        if chosen:
            found[name] = chosen
    sort = draw(st.sampled_from(["id", "clues", "comparisons", "rating", "depth"]))
    return found, sort, draw(st.booleans())


@pytest.fixture(scope="module")
def tagged(rated, tmp_path_factory, places):
    """The rated catalogue with a tag on every third puzzle."""
    home = tmp_path_factory.mktemp("tagged") / "home"
    places.copy(rated, home)
    with catalogue.open(home) as found:
        found.tag("book", found.puzzles(numbers=range(0, 300, 3)))
    return home


def as_options(given):
    for name, value in given.items():
        for each in value if isinstance(value, list) else [value]:
            yield from (f"--{name.replace('_', '-')}", str(each))


@pytest.fixture(scope="module")
def tagged_client(tagged, client_of):
    return client_of(tagged)


@settings(max_examples=5)
@given(asked=filters())
def test_query_library_and_page_give_the_same_rows(tagged, tagged_client, asked, run_query):
    check_same_rows(tagged, tagged_client, run_query, *asked)


@pytest.mark.fuzz
@settings(max_examples=3000)
@given(asked=filters())
def test_query_library_and_page_give_the_same_rows_often(tagged, tagged_client, asked, run_query):
    check_same_rows(tagged, tagged_client, run_query, *asked)


def check_same_rows(tagged, client, run_query, wanted, sort, descending):
    with catalogue.open(tagged) as found:
        rows = [puzzle.name for puzzle in found.puzzles(**wanted).order_by(sort, descending=descending)]
    order = ["--sort", sort, *(["--desc"] if descending else [])]
    queried = run_query("--home", tagged, *as_options(wanted), *order, "--columns", "id", "--format", "csv")
    assert queried.split()[1:] == rows
    address, shown = "/puzzles", []
    parameters = wanted | {"sort": sort, "limit": 70} | ({"desc": 1} if descending else {})
    while address:
        page = client.get(address, params=parameters, headers=HTML)
        assert page.status_code == 200, page.text
        shown += re.findall(r'class="pick" value="([\d.]+)"', page.text)
        more = re.search(r'rel="next" href="([^"]*)"', page.text)
        address, parameters = (more[1].replace("&amp;", "&") if more else None), None
    assert shown == rows
    counted = client.get("/api/puzzles/histograms", params=wanted).json()
    assert counted["puzzles"] == len(rows)


@pytest.fixture(scope="module")
def run_query():
    """What `catalogue query` prints, in this process: `run_query("--min-clues", 24)`."""
    from contextlib import redirect_stderr, redirect_stdout

    from board_catalogue.catalogue.cli.group import program

    def run(*words):
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            program(["query", *map(str, words)], standalone_mode=False)
        return out.getvalue()

    return run


def test_every_page_is_there_as_json_and_as_csv(client, run_query, rated):
    query = {"min_clues": 24, "sort": "clues", "limit": 20, "after": "17"}
    page = client.get("/puzzles", params=query, headers=HTML).text
    numbers = re.findall(r'class="pick" value="([\d.]+)"', page)
    data = client.get("/puzzles.json", params=query).json()
    assert [str(each["id"]) for each in data["puzzles"]] == numbers
    answer = client.get("/puzzles.csv", params=query)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["id"] for row in rows] == numbers
    following = re.search(r'rel="next" href="/puzzles\?([^"]*)"', page)[1].replace("&amp;", "&")
    assert answer.headers["link"] == f'</puzzles.csv?{following}>; rel="next"'
    assert data["next"] == f"/puzzles.json?{following}"
    whole = run_query("--home", rated, "--format", "csv", "--limit", 50)
    assert client.get("/puzzles.csv").text.splitlines() == whole.splitlines()


def test_a_form_with_empty_fields_gets_a_short_address(client):
    answer = client.get("/puzzles?min_clues=&max_clues=24&grade=&sort=&technique=pointing")
    assert (answer.status_code, answer.headers["location"]) == (303, "/puzzles?max_clues=24&technique=pointing")


@pytest.mark.slow
def test_bars_lead_to_their_puzzles_and_back(client):
    page = client.get("/puzzles", headers=HTML).text
    link, label, number = r'<a href="/puzzles\?([^"]*)">', r'<span class="label">([^<]*)</span>', r'"number">([\d,]+)'
    bars = re.findall(rf"{link}\s*{label}.*?{number}", page, re.DOTALL)
    assert {"24", "easy", "Pointing", "2.0 to 2.9"} <= {label for _, label, _ in bars}
    for address, _, count in bars:
        figures = client.get(f"/puzzles/figures?{address.replace('&amp;', '&')}", headers=HTML).text
        assert re.search(r'id="counted" hidden[^>]*>([\d,]+)', figures)[1] == count
        figures += client.get(f"/puzzles/techniques?{address.replace('&amp;', '&')}", headers=HTML).text
        chosen = re.findall(r'<a href="/puzzles\?([^"]*)" aria-current="true">', figures)
        assert chosen == [""]


def test_a_second_grade_can_be_added_because_facets_count_without_themselves(client):
    bar = r'<a href="/puzzles\?([^"]*)"[^>]*>\s*<span class="label">(easy|hard)</span>.*?"number">([\d,]+)'
    alone = {name: int(count) for _, name, count in re.findall(bar, client.get("/puzzles").text, re.DOTALL)}
    found = re.findall(bar, client.get("/puzzles/figures?grade=easy").text, re.DOTALL)
    assert {name: int(count) for _, name, count in found} == alone
    both = next(address for address, name, _ in found if name == "hard").replace("&amp;", "&")
    assert both == "grade=easy&grade=hard"
    figures = client.get(f"/puzzles/figures?{both}").text
    assert int(re.search('data-count="([0-9]+)"', figures)[1]) == alone["easy"] + alone["hard"]


@pytest.mark.slow
def test_the_list_says_where_it_is_and_leads_to_its_ends(client):
    def page(address):
        text = client.get(address).text
        links = dict(re.findall(r'href="(/puzzles\?[^"]*)">[^<]*(First|Previous|Next|Last)', text))
        return (
            re.search('<span id="span"[^>]*>([^<]*)<', text)[1],
            {word: link.replace("&amp;", "&") for link, word in links.items()},
            re.findall('aria-label="Puzzle ([0-9.]+)"', text),
        )

    whole = page("/puzzles?limit=500&sort=rating")[2]
    said, links, first = page("/puzzles?limit=7&sort=rating")
    assert said == f"1 to 7 of {len(whole)}" and set(links) == {"Next", "Last"}
    said, links, second = page(links["Next"])
    assert said == f"8 to 14 of {len(whole)}" and set(links) == {"First", "Previous", "Next", "Last"}
    assert page(links["Previous"])[::2] == (f"1 to 7 of {len(whole)}", first)
    said, links, last = page(links["Last"])
    assert said == f"{len(whole) - 6} to {len(whole)} of {len(whole)}" and set(links) == {"First", "Previous"}
    assert first + second == whole[:14] and last == whole[-7:]
    assert page(links["Previous"])[2] == whole[-14:-7]
    assert client.get("/puzzles?last=1&after=3").status_code == 400


def test_a_board_leads_on_within_its_list_and_back(client):
    query = "grade=easy&sort=clues&desc=1"
    listed = re.findall(r'aria-label="Puzzle ([0-9.]+)"', client.get(f"/puzzles?{query}").text)
    address = f"/boards/{listed[1]}?in={quote(query, safe='')}"
    assert f'href="{address}"' in client.get(f"/puzzles?{query}").text
    text = html.unescape(client.get(address).text)
    assert f'href="/puzzles?{query}">Back to the list' in text
    before, behind = re.search('href="([^"]*)" rel="prev"', text)[1], re.search('href="([^"]*)" rel="next"', text)[1]
    assert (before, behind) == tuple(f"/boards/{listed[place]}?in={quote_plus(query)}" for place in (0, 2))
    assert f"in={quote_plus(query)}" in re.search('href="([^"]*)">Turn<', text)[1]
    assert client.get("/boards/3?in=color=red").status_code == 400


def test_chips_take_their_filter_away(client):
    query = "min_clues=24&max_clues=25&grade=easy&grade=hard&min_backtracks=2&sort=clues"
    page = client.get(f"/puzzles?{query}", headers=HTML).text
    found = re.findall(r'href="/puzzles\?([^"]*)" aria-label="Remove the filter ([^"]*)"', page)
    chips = {text: address.replace("&amp;", "&") for address, text in found}
    assert chips == {
        "clues 24 to 25": "grade=easy&grade=hard&min_backtracks=2&sort=clues",
        "backtracks from 2": "min_clues=24&max_clues=25&grade=easy&grade=hard&sort=clues",
        "grade easy": "min_clues=24&max_clues=25&grade=hard&min_backtracks=2&sort=clues",
        "grade hard": "min_clues=24&max_clues=25&grade=easy&min_backtracks=2&sort=clues",
    }


@pytest.mark.slow
def test_no_text_of_a_user_becomes_part_of_the_page(writing_client):
    evil = '"><script>alert(1)</script>'
    assert writing_client.post("/api/tags", json={"name": evil, "numbers": ["3"]}).json() == {"changed": 1}
    for query in ("", "?tag=" + evil, "?without_tag=" + evil, "?tag=%27%3E%3Cb%3E"):
        page = writing_client.get(f"/puzzles{query}", headers=HTML)
        assert page.status_code == 200 and "<script>alert" not in page.text and "'><b>" not in page.text
    assert "<script>alert" not in writing_client.get("/puzzles?grade=" + evil, headers=HTML).text


@pytest.mark.parametrize("name", ["csv", "json", "grid", "npz", "sqlite", "pdf" if "pdf" in EXPORTED else "hodoku"])
def test_a_download_is_the_file_that_export_writes(client, rated, call, tmp_path, name):
    chosen = {"max_clues": 23, "sort": "clues"}
    answer = client.get("/puzzles/export", params=chosen | {"format": name})
    assert answer.status_code == 200, answer.text
    file = tmp_path / "file"
    words = ["--max-clues", 23, "--sort", "clues", "--format", name, "--output", file, "--home", rated]
    assert call("export", *words).status == 0
    if name in ("npz", "parquet", "sqlite"):  # whose bytes have times in them
        (tmp_path / "ours").write_bytes(answer.content)
        with (tmp_path / "ours").open("rb") as ours, file.open("rb") as theirs:
            assert list(FORMATS[name].read(ours)) == list(FORMATS[name].read(theirs))
    else:
        assert answer.content == file.read_bytes()
    assert "attachment" in answer.headers["content-disposition"]


def test_a_download_of_some_puzzles_by_number(client):
    answer = client.get("/puzzles/export?format=jsonl&numbers=7,3&numbers=12")
    assert [json.loads(line)["id"] for line in answer.text.splitlines()] == [3, 7, 12]
    without = client.get("/puzzles/export?format=csv&numbers=7&solution=0").text
    assert "solution" not in without and "givens" in without
    alone = client.get("/puzzles/export?format=svg&numbers=7")
    assert alone.status_code == 200 and alone.text.startswith("<svg")


def test_downloads_that_cannot_be_made_have_their_status(client):
    assert client.get("/puzzles/export?numbers=300").status_code == 404
    assert client.get("/puzzles/book?numbers=300").status_code == 404
    many = ",".join(map(str, range(MOST + 1)))
    for wrong in ("solution=perhaps", "format=table", "format=none", "numbers=x", f"numbers={many}"):
        assert client.get(f"/puzzles/export?{wrong}").status_code == 400


def test_a_download_from_no_catalogue_is_no_fault_of_the_request(home, client_of):
    with client_of(home) as client:
        for address in ("/puzzles/export", "/puzzles/export?format=svg", "/puzzles/book"):
            answer = client.get(address)
            assert answer.status_code == 409 and "no catalogue" in answer.json()["error"]


def test_a_book_has_the_puzzles(client):
    import pymupdf

    answer = client.get("/puzzles/book?max_clues=22&title=On%20the%20train&per_page=6")
    assert answer.headers["content-type"] == "application/pdf"
    with pymupdf.open(stream=answer.content) as pdf:
        assert "On the train" in pdf[0].get_text()
    for query in ("paper=a9", "per_page=5", "min_clues=99", "title=" + "x" * 101):
        assert client.get(f"/puzzles/book?{query}").status_code == 400


def test_other_sizes_have_drawings_too(client_of, filled_large, filled_small):
    for home, size in ((filled_large, 16), (filled_small, 4)):
        page = client_of(home).get("/puzzles", headers=HTML).text
        assert f'viewBox="-1 -1 {size * 10 + 2} {size * 10 + 2}"' in page


def test_without_a_catalogue_the_first_page_says_what_to_do(client_of, tmp_path, rated):
    page = client_of(tmp_path).get("/", headers=HTML)
    assert page.status_code == 200 and "No boards yet" in page.text
    assert client_of(rated).get("/").headers["location"] == "/puzzles"


@pytest.mark.slow
def test_in_a_browser_filter_page_on_select_and_export(page, server):
    page.goto(f"{server}/puzzles")
    page.locator(".histogram a").filter(has=page.locator(".label", has_text=re.compile("^25$"))).click()
    page.wait_for_url("**/puzzles?min_clues=25&max_clues=25")
    expect(page.locator("#count")).to_have_text(re.compile("puzzles$"))
    counted = int(page.get_by_role("heading", level=1).inner_text().split()[0])
    page.get_by_label("Sort by").select_option("rating")
    page.wait_for_url("**sort=rating**")
    assert "min_backtracks" not in page.url
    seen = page.locator(".card").count()
    while page.get_by_role("link", name="Next").count():
        page.get_by_role("link", name="Next").click()
        page.wait_for_url("**after=**")
        seen += page.locator(".card").count()
    assert seen == counted
    page.get_by_label("Select puzzle").nth(0).check()
    page.get_by_label("Select puzzle").nth(2).check()
    numbers = [page.locator(".pick").nth(place).input_value() for place in (0, 2)]
    page.get_by_role("button", name="Export…").click()
    page.get_by_role("combobox", name="Format").select_option("jsonl")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    lines = download.value.path().read_text().splitlines()
    assert sorted(str(json.loads(line)["id"]) for line in lines) == sorted(numbers)
    page.get_by_role("button", name="Export…").click()
    page.get_by_role("radio", name="All that match").check()
    page.get_by_label("Leave out the solutions").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    rows = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert len(rows) == counted and "solution" not in rows[0]


@pytest.mark.slow
def test_in_a_browser_tag_the_selected_puzzles(page, writing_server):
    page.goto(f"{writing_server}/puzzles")
    for place in (1, 3):
        page.get_by_label("Select puzzle").nth(place).check()
    page.get_by_role("button", name="Tag…").click()
    page.get_by_role("dialog").get_by_label("Tag", exact=True).fill("book-2026")
    page.get_by_role("button", name="Save").click()
    page.locator(".tags").first.wait_for()
    expect(page.locator(".card", has_text="book-2026")).to_have_count(2)
