"""Numbers of different versions are never mixed, and the numbers of techniques never change."""

import plain_view
import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.columns import FIRST_OF_PEOPLE
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.puzzles.techniques import SCORED_NUMBERS
from board_catalogue.catalogue.puzzles.techniques import TECHNIQUE_NUMBERS as NUMBERS
from board_catalogue.catalogue.storage.columns import name_of
from board_catalogue.engine.grades import RATING_VERSION, RatingStatus

_NAMES = """
    last-value hidden-single-block hidden-single-line direct-pointing direct-claiming direct-hidden-pair
    naked-single direct-hidden-triplet pointing claiming naked-pair x-wing hidden-pair naked-triplet swordfish
    hidden-triplet xy-wing xyz-wing unique-rectangle unique-loop naked-quad jellyfish hidden-quad bug-1 bug-2 bug-3
    bug-4 aligned-pair-exclusion x-cycle y-cycle x-chain xy-cycle forcing-chain aligned-triplet-exclusion nishio
    cell-chains region-chains dynamic-chains dynamic-chains-plus nested-chains nested-multiple-chains
    nested-dynamic-chains twice-nested-chains
"""
PINNED = _NAMES.split()
"""Names by the numbers that catalogues have stored for them: only ever append."""

_SCORED = """
    full-house naked-single hidden-single locked-pair locked-triple pointing claiming naked-pair naked-triple
    hidden-pair hidden-triple naked-quadruple hidden-quadruple x-wing swordfish jellyfish remote-pair bug-plus-1
    skyscraper two-string-kite turbot-fish empty-rectangle w-wing xy-wing xyz-wing uniqueness-1 uniqueness-2
    uniqueness-3 uniqueness-4 uniqueness-5 uniqueness-6 hidden-rectangle avoidable-rectangle-1 avoidable-rectangle-2
    finned-x-wing sashimi-x-wing finned-swordfish sashimi-swordfish finned-jellyfish sashimi-jellyfish sue-de-coq -
    - x-chain xy-chain - - als-xz als-xy-wing als-chain death-blossom franken-x-wing franken-swordfish
    franken-jellyfish finned-franken-x-wing finned-franken-swordfish finned-franken-jellyfish mutant-x-wing
    mutant-swordfish mutant-jellyfish finned-mutant-x-wing finned-mutant-swordfish finned-mutant-jellyfish - - -
    brute-force simple-colors-trap simple-colors-wrap multi-colors-1 multi-colors-2 continuous-nice-loop
    discontinuous-nice-loop aic grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic
    kraken-fish-1 kraken-fish-2 forcing-chain-contradiction forcing-chain-verity forcing-net-contradiction
    forcing-net-verity
"""
PINNED_SCORED = _SCORED.split()
"""Those of the score, from 100 on, with a hyphen where no step has that number."""

_OF_PEOPLE = """
    1003:locked-candidates 1004:seen-by-all-places 1014:rule-of-45 1023:contradiction-chain 1024:all-rules
    1025:ways-to-fill-a-unit 1026:contradiction-net 1027:law-of-leftovers 1028:finned-fish 1029:ways-to-fill-a-rule
    1030:rules-together
    1031:marks-that-meet 1032:rule
    1034:digit-of-rule 1035:cage-combinations 1037:digit-of-cage
    1038:thermometer-bounds 1041:slow-thermometer-bounds 1042:slow-thermometer-in-units
    1044:arrow-sum 1046:digit-of-arrow 1047:pill-arrow-sum 1049:digit-of-pill-arrow
    1050:double-arrow-sum 1052:digit-of-double-arrow 1053:white-dot 1055:digit-of-white-dot 1056:black-dot
    1058:digit-of-black-dot 1059:x-sum-of-ten 1061:digit-of-x 1062:v-sum-of-five 1064:digit-of-v 1065:inequality
    1068:minimum 1071:maximum 1074:whispers 1075:whispers-line-in-units 1076:digit-of-whispers-line 1077:palindrome
    1080:clone 1083:renban-range 1085:digit-of-renban-line 1086:between-bounds 1088:digit-of-between-line
    1089:lockout-bounds 1091:digit-of-lockout-line 1092:region-sum 1094:digit-of-region-sum-line 1095:sum-line
    1097:digit-of-sum-line 1098:sum-loop 1100:digit-of-sum-loop 1101:zipper 1103:digit-of-zipper 1104:modular-sets
    1105:modular-line-in-units 1106:digit-of-modular-line 1107:entropic-sets 1108:entropic-line-in-units
    1109:digit-of-entropic-line 1110:sum-combinations 1112:digit-of-sum 1113:equal-sums 1115:digit-of-equal-sums
    1119:quadruple 1121:digit-of-quadruple
    1122:counting-circles 1124:digit-of-circles 1125:indexing-column 1128:indexing-row 1131:little-killer-sum
    1133:digit-of-little-killer 1134:sandwich-sum 1137:x-sum 1139:digit-of-x-sum
    1140:skyscraper-clue 1143:numbered-room
    1146:non-consecutive 1149:no-dot 1152:no-white-dot 1155:no-black-dot 1158:no-x-or-v 1161:odd-cells
    1164:even-cells 1167:given-digits 1170:table 1172:digit-of-table 1173:regular-expression
    1175:digit-of-regular-expression 1176:or 1178:digit-of-alternatives
    1240:ways-to-fill-rules 1241:sum-parity
"""
PINNED_OF_PEOPLE = {name: int(number) for number, name in (each.split(":") for each in _OF_PEOPLE.split())}
"""Those by which people solve puzzles of any rules, where the score has none of the same name."""


def test_every_technique_keeps_its_stored_number():
    assert {NUMBERS[name]: name for name in PINNED} == dict(enumerate(PINNED))
    assert {name: 100 + place for place, name in enumerate(PINNED_SCORED) if name != "-"} == SCORED_NUMBERS
    assert {name: number for name, number in NUMBERS.items() if number >= FIRST_OF_PEOPLE} == PINNED_OF_PEOPLE
    assert {name.removeprefix("score:") for name in NUMBERS} == {
        technique.name for technique in (*engine.TECHNIQUES, *engine.SOLVING_TECHNIQUES)
    } | set(PINNED_OF_PEOPLE)
    assert len(set(NUMBERS.values())) == len(NUMBERS)


def test_the_numbers_of_states_never_change():
    numbers = {"RATED": 0, "ABOVE": 1, "NO_SOLUTION": 2, "SEVERAL_SOLUTIONS": 3, "BEYOND": 4}
    assert {status.name: status.value for status in RatingStatus} == numbers


def set_version(home, name, version):
    plain_view.change(home, f"UPDATE settings SET {name} = {version}")


@pytest.fixture
def rated_by_another(home, filled_by):
    filled_by(home, boards=20, rate=Depth.fast)
    set_version(home, "rating_version", RATING_VERSION + 1)
    return home


@pytest.mark.daily("words1")
@pytest.mark.parametrize(
    "words", [("rate",), ("fill", "--count", 5, "--rate", "full"), ("fill", "--count", 5, "--grade", "easy")]
)
def test_ratings_of_two_versions_are_not_mixed(rated_by_another, call, error_of, words):
    before = plain_view.tables(rated_by_another)
    message = error_of(call(*words))
    assert f"the ratings are of version {RATING_VERSION + 1}, not {RATING_VERSION} as of this program" in message
    assert f"run catalogue rate --again --home {rated_by_another}" in message
    assert plain_view.tables(rated_by_another) == before


def test_ratings_of_another_version_can_be_read_and_boards_without_ratings_added(rated_by_another, call):
    for words in (("query", "--min-rating", "1.0"), ("stats",), ("show", 3), ("export", 3), ("fill", "--count", 5)):
        assert call(*words).status == 0
    assert len(plain_view.table(rated_by_another, "puzzles")) == 25


def test_a_catalogue_without_ratings_takes_the_version_of_the_program_that_rates_it(home, filled_by, call):
    filled_by(home, boards=20)
    set_version(home, "rating_version", RATING_VERSION + 1)
    assert call("rate").status == 0
    assert plain_view.table(home, "settings", "1")[0]["rating_version"] == RATING_VERSION
    plain_view.assert_sound(home, count=20)


def test_a_technique_unknown_here_has_a_name_too(home, filled_by, call):
    filled_by(home, boards=20, rate=Depth.full)
    plain_view.change(
        home,
        "UPDATE uses SET technique = 99 WHERE technique = 1",
        "UPDATE tallies SET value = 99 WHERE metric = 'technique' AND value = 1",
    )
    assert name_of(99) == "technique-99"
    for words in (("stats",), ("export", "0-19", "--format", "json")):
        assert "technique-99" in call(*words).out
