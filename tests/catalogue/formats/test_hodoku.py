"""What HoDoKu prints of puzzles that it solves, and the names that it has for techniques."""

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.formats.applications import technique_called, technique_codes
from board_catalogue.catalogue.formats.opening import records_in

PUZZLES = [
    "..............1..2.34.....5.......6...5.3....7.....1.....4....31.7..6...2.....8..",
    "9.4..5...25.6..1..31......8.7...9...4..26......147....7.......2...3..8.6.4.....9.",
]
SOLVED = f"""{PUZZLES[0].replace(".", "0")} #1 Hard (746)
   Naked Single: r1c1=4
   Naked Single: r1c9=2
   2-String Kite: 4 in r4c1,r2c5 (connected by r1c5,r2c4) => r4c4<>4
   Forcing Net Contradiction in c4 => r5c4<>3
  r5c4=3 r5c4<>4 r5c6=4 (r2c6<>4 r2c9=4)
   Almost Locked Set XZ-Rule: A=r1c1 {{1}}, B=r2c2 {{2}}, X=2, Z=7 => r3c4<>8
   Brute Force: r5c4=3

{PUZZLES[1]} #2 Extreme (24704) bf
"""
PATH = "naked-single x2; two-string-kite; forcing-net-contradiction; als-xz; brute-force"


@pytest.fixture
def solved(tmp_path):
    def write(text):
        path = tmp_path / "puzzles.out.txt"
        path.write_text(text)
        with records_in(path) as (found, records):
            return found.name, list(records)

    return write


def test_a_solved_puzzle_comes_with_level_score_and_techniques(solved):
    name, records = solved(SOLVED)
    assert name == "hodoku"
    assert [record.puzzle for record in records] == PUZZLES
    assert [record.line for record in records] == [1, 10]
    assert records[0].columns == {"level": "hard", "score": "746", "techniques": PATH}
    assert records[1].columns == {"level": "extreme", "score": "24704"}


def test_a_list_of_verdicts_is_one_too(solved):
    name, records = solved("".join(f"{puzzle} #{n} Easy (304)\n" for n, puzzle in enumerate(PUZZLES, 1)))
    assert name == "hodoku"
    assert [record.columns for record in records] == [{"level": "easy", "score": "304"}] * 2


def test_a_list_with_other_notes_is_none(solved):
    name, records = solved(f"{PUZZLES[0]} #1 easy\n")
    assert (name, records[0].columns) == ("line", {"note": "1 easy"})


def test_another_line_is_refused(solved):
    with pytest.raises(Exception, match="line 12: not a line such as :0000:x:PUZZLE:::"):
        solved(SOLVED + "\nno puzzle\n")


def test_every_name_is_that_of_a_technique():
    names = {technique.name for technique in engine.SOLVING_TECHNIQUES}
    assert set(technique_codes().values()) == names - {"brute-force"}
    assert {technique_called(name) for name in ("Sue de Coq", "W-Wing", "Uniqueness Test 4", "Multi Colors 2")} <= names


def test_a_step_of_the_library_is_named(solved):
    _, records = solved(f":0300:9:{PUZZLES[0]}::916 926::\n:9999:1:{PUZZLES[0]}::::\n")
    assert records[0].columns == {"technique": "x-wing", "candidates": "9", "eliminated": "916 926"}
    assert records[1].columns["technique"] == "9999"
