import json

import plain_view
import pytest


@pytest.mark.slow
@pytest.mark.sqlite("files of boards")
def test_readers_answer_while_a_fill_runs_and_see_whole_rows(home, running_fill, interrupt, call):
    # That many clues take several orders of carving: the catalogue stays small enough to be read quickly.
    with running_fill("--clues", 23) as process:
        before = 0
        for _ in range(2):
            done = call("query", "--format", "jsonl")
            assert (done.status, done.err) == (0, "")
            rows = [json.loads(line) for line in done.out.splitlines()]
            assert [row["id"] for row in rows] == list(range(len(rows)))
            assert len(rows) >= before
            before = len(rows)
        for words in (
            ("stats",),
            ("export", "99"),
            ("show", "5"),
            ("query", "--max-clues", 24, "--limit", 5),
        ):
            assert call(*words)[::2] == (0, "")
        # What a reader is told has a number has its file as well.
        number = before - 1
        assert (home / "boards" / f"{number}.txt").read_bytes() == plain_view.file_text(rows[number]["solution"])
        assert process.poll() is None
        assert interrupt(process).status == 130
    plain_view.assert_sound(home)
