"""The tables of the pages are those that the kept figures give, and two sets of figures can be compared."""

import json

import cluster
import figures
import pages
import pytest

KEPT = json.loads(figures.KEPT.read_text())


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.parent.name)
def test_the_tables_of_a_page_are_those_of_the_kept_figures(page):
    assert pages.with_figures(page.read_text(), KEPT) == page.read_text()


def test_the_tables_about_clusters_are_those_of_their_kept_figures():
    text = cluster.PAGE.read_text()
    assert cluster.with_tables(text, json.loads(cluster.KEPT.read_text())) == text
    assert f"({cluster.PICTURE.name})" in text


def test_every_table_has_a_place():
    places = {place[2] for page in pages.PAGES for place in pages.PLACE.finditer(page.read_text())}
    assert places == pages.TABLES.keys()


def test_figures_replace_what_stood_between_the_comments():
    before = "above\n<!-- figures: fill -->\n| retyped by hand |\n<!-- end of figures -->\nbelow\n"
    after = pages.with_figures(before, KEPT)
    assert "retyped" not in after
    assert after.startswith("above\n<!-- figures: fill -->\n| folder")
    assert after.endswith("|\n<!-- end of figures -->\nbelow\n")


def test_a_comparison_gives_the_ratio_of_each_figure_in_both_files(tmp_path, monkeypatch, capsys):
    sides = {
        "a": {"kernels": {"9": {"carve": 10.0, "solve": 0.5}}},
        "b": {"kernels": {"9": {"carve": 15.0, "rate": 1.0}}},
    }
    for name, side in sides.items():
        (tmp_path / name).write_text(json.dumps(side))
    monkeypatch.setattr("sys.argv", ["figures.py", "--compare", str(tmp_path / "a"), str(tmp_path / "b")])
    figures.main()
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.replace(" ", "") == "|kernels:9:carve|10|15|1.50|"
