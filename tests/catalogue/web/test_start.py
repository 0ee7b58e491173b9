"""The first page, in this process and in a browser."""


def test_the_first_page_counts_the_puzzles(client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert "300 puzzles" in answer.text


def test_the_first_page_in_a_browser(page, server):
    page.goto(server)
    assert page.get_by_role("heading", level=1).inner_text() == "300 puzzles"
