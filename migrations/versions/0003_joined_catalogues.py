"""A puzzle may come from several sources, scores have a version of their own, and digests show altered rows.

Rows of before count as they stand. The tables of settings and origins are made again in SQLite, so that the schema is
word for word that of a new catalogue.
"""

import json
from hashlib import sha256

from alembic import op

revision = "3"
down_revision = "2"

_SETTINGS = """CREATE TABLE settings (
    size INTEGER NOT NULL,
    symmetry VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    metrics_version INTEGER NOT NULL,
    method VARCHAR NOT NULL,
    rating_version INTEGER NOT NULL,
    files BOOLEAN NOT NULL,
    blocks VARCHAR NOT NULL,
    rules VARCHAR NOT NULL,
    score_version INTEGER NOT NULL
)"""

_ORIGINS = """CREATE TABLE origins (
    puzzle_id INTEGER NOT NULL,
    source_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    details VARCHAR,
    joined BOOLEAN NOT NULL,
    PRIMARY KEY (puzzle_id, source_id),
    FOREIGN KEY(source_id) REFERENCES sources (id)
)"""

_DIGESTS = """CREATE TABLE digests (
    name VARCHAR NOT NULL,
    digest INTEGER NOT NULL,
    PRIMARY KEY (name)
)"""

_OF_SERVER = (
    "ALTER TABLE settings ADD COLUMN score_version BIGINT",
    "UPDATE settings SET score_version = 1",
    "ALTER TABLE settings ALTER COLUMN score_version SET NOT NULL",
    "ALTER TABLE origins ADD COLUMN joined BOOLEAN",
    "UPDATE origins SET joined = false",
    "ALTER TABLE origins ALTER COLUMN joined SET NOT NULL",
    "ALTER TABLE origins DROP CONSTRAINT origins_pkey",
    "ALTER TABLE origins ADD PRIMARY KEY (puzzle_id, source_id)",
    'CREATE TABLE digests (name VARCHAR COLLATE "C" NOT NULL, digest BIGINT NOT NULL, PRIMARY KEY (name))',
)

_OF_FILE = (
    "ALTER TABLE settings RENAME TO settings_of_before",
    _SETTINGS,
    "INSERT INTO settings SELECT *, 1 FROM settings_of_before",
    "DROP TABLE settings_of_before",
    "ALTER TABLE origins RENAME TO origins_of_before",
    _ORIGINS,
    "INSERT INTO origins SELECT puzzle_id, source_id, line, details, 0 FROM origins_of_before",
    "DROP TABLE origins_of_before",
    _DIGESTS,
)

_DIGESTED = {
    "tags": "SELECT name, puzzle_id FROM tags",
    "origins": "SELECT puzzle_id, source_id, line, details FROM origins",
    "sources": "SELECT id, name, digest FROM sources",
}

_TECHNIQUES = """
    0:last-value 1:hidden-single-block 2:hidden-single-line 3:direct-pointing 4:direct-claiming 5:direct-hidden-pair
    6:naked-single 7:direct-hidden-triplet 8:pointing 9:claiming 10:naked-pair 11:x-wing 12:hidden-pair
    13:naked-triplet 14:swordfish 15:hidden-triplet 16:xy-wing 17:xyz-wing 18:unique-rectangle 19:unique-loop
    20:naked-quad 21:jellyfish 22:hidden-quad 23:bug-1 24:bug-2 25:bug-3 26:bug-4 27:aligned-pair-exclusion
    28:x-cycle 29:y-cycle 30:x-chain 31:xy-cycle 32:forcing-chain 33:aligned-triplet-exclusion 34:nishio
    35:cell-chains 36:region-chains 37:dynamic-chains 38:dynamic-chains-plus 39:nested-chains
    40:nested-multiple-chains 41:nested-dynamic-chains 42:twice-nested-chains 100:full-house 101:score:naked-single
    102:hidden-single 103:locked-pair 104:locked-triple 105:score:pointing 106:score:claiming 107:score:naked-pair
    108:naked-triple 109:score:hidden-pair 110:hidden-triple 111:naked-quadruple 112:hidden-quadruple
    113:score:x-wing 114:score:swordfish 115:score:jellyfish 116:remote-pair 117:bug-plus-1 118:skyscraper
    119:two-string-kite 120:turbot-fish 121:empty-rectangle 122:w-wing 123:score:xy-wing 124:score:xyz-wing
    125:uniqueness-1 126:uniqueness-2 127:uniqueness-3 128:uniqueness-4 129:uniqueness-5 130:uniqueness-6
    131:hidden-rectangle 132:avoidable-rectangle-1 133:avoidable-rectangle-2 134:finned-x-wing 135:sashimi-x-wing
    136:finned-swordfish 137:sashimi-swordfish 138:finned-jellyfish 139:sashimi-jellyfish 140:sue-de-coq
    143:score:x-chain 144:xy-chain 147:als-xz 148:als-xy-wing 149:als-chain 150:death-blossom 151:franken-x-wing
    152:franken-swordfish 153:franken-jellyfish 154:finned-franken-x-wing 155:finned-franken-swordfish
    156:finned-franken-jellyfish 157:mutant-x-wing 158:mutant-swordfish 159:mutant-jellyfish
    160:finned-mutant-x-wing 161:finned-mutant-swordfish 162:finned-mutant-jellyfish 166:brute-force
    167:simple-colors-trap 168:simple-colors-wrap 169:multi-colors-1 170:multi-colors-2 171:continuous-nice-loop
    172:discontinuous-nice-loop 173:aic 174:grouped-continuous-nice-loop 175:grouped-discontinuous-nice-loop
    176:grouped-aic 177:kraken-fish-1 178:kraken-fish-2 179:forcing-chain-contradiction 180:forcing-chain-verity
    181:forcing-net-contradiction 182:forcing-net-verity 1003:locked-candidates 1004:seen-by-all-places
    1014:rule-of-45 1023:contradiction-chain 1024:all-rules 1031:marks-that-meet 1032:rule 1034:digit-of-rule
    1035:cage-combinations 1037:digit-of-cage 1038:thermometer-bounds 1040:digit-of-thermometer
    1041:slow-thermometer-bounds 1042:slow-thermometer-in-units 1043:digit-of-slow-thermometer 1044:arrow-sum
    1046:digit-of-arrow 1047:pill-arrow-sum 1049:digit-of-pill-arrow 1050:double-arrow-sum
    1052:digit-of-double-arrow 1053:white-dot 1055:digit-of-white-dot 1056:black-dot 1058:digit-of-black-dot
    1059:x-sum-of-ten 1061:digit-of-x 1062:v-sum-of-five 1064:digit-of-v 1065:inequality 1068:minimum 1071:maximum
    1074:whispers 1075:whispers-line-in-units 1076:digit-of-whispers-line 1077:palindrome 1080:clone
    1083:renban-range 1085:digit-of-renban-line 1086:between-bounds 1088:digit-of-between-line 1089:lockout-bounds
    1091:digit-of-lockout-line 1092:region-sum 1094:digit-of-region-sum-line 1095:sum-line 1097:digit-of-sum-line
    1098:sum-loop 1100:digit-of-sum-loop 1101:zipper 1103:digit-of-zipper 1104:modular-sets
    1105:modular-line-in-units 1106:digit-of-modular-line 1107:entropic-sets 1108:entropic-line-in-units
    1109:digit-of-entropic-line 1110:sum-combinations 1112:digit-of-sum 1113:equal-sums 1115:digit-of-equal-sums
    1116:all-different 1118:digit-of-all-different-cells 1119:quadruple 1121:digit-of-quadruple
    1122:counting-circles 1124:digit-of-circles 1125:indexing-column 1128:indexing-row 1131:little-killer-sum
    1133:digit-of-little-killer 1134:sandwich-sum 1136:digit-of-sandwich 1137:x-sum 1139:digit-of-x-sum
    1140:skyscraper-clue 1142:digit-of-skyscraper 1143:numbered-room 1145:digit-of-numbered-room
    1146:non-consecutive 1149:no-dot 1152:no-white-dot 1155:no-black-dot 1158:no-x-or-v 1161:odd-cells
    1164:even-cells 1167:given-digits 1170:table 1172:digit-of-table 1173:regular-expression
    1175:digit-of-regular-expression 1176:or 1178:digit-of-alternatives
"""
"""The techniques of the program at this revision: number and name."""


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    run("DELETE FROM techniques")
    rows = ", ".join("({}, '{}')".format(*each.split(":", 1)) for each in _TECHNIQUES.split())
    run(f"INSERT INTO techniques (number, name) VALUES {rows}")
    for statement in _OF_SERVER if op.get_bind().dialect.name == "postgresql" else _OF_FILE:
        run(statement)
    for table, rows in _DIGESTED.items():
        total = 0
        for row in run(rows):
            text = json.dumps([table, *row], ensure_ascii=True, separators=(",", ":"), default=str)
            total += int.from_bytes(sha256(text.encode()).digest()[:8])
        if total:
            run(f"INSERT INTO digests (name, digest) VALUES ('{table}', {total % (2**61 - 1)})")
