"""The tables of a catalogue; the metrics among the columns come from `catalogue.puzzles.columns`.

A board goes through them in this order: a *claim* on its canonical key, then a numbered *board*, its *puzzle*, and the
*tallies* of the puzzle's numbers. A puzzle that is rated has a row of *uses* for each technique that its path takes.
An imported puzzle has an *origin* in one of the *sources*; if its board is already stored, its *form* decides whether
it is new.
"""

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    event,
)

from ...engine.grades import BOUNDS, Level
from ..puzzles.columns import PUZZLE_METRICS, TEXTBOOK_METRICS

REVISION = "7"
"""The newest Alembic revision: what a catalogue written by this program has."""

APPLICATION_ID = 0x53756442  # "SudB"
"""What the header of a database file says of the program that made it, in SQLite."""

metadata = MetaData()

INTEGER = Integer().with_variant(BigInteger(), "postgresql")
"""Any integer of 64 bits: SQLite has no other."""

TEXT = String().with_variant(String(collation="C"), "postgresql")
"""Text in the order of its code points, whatever the language of a server."""

alembic_version = Table(
    "alembic_version",
    metadata,
    Column("version_num", String(32)),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
    comment="Alembic's own note of the revision; a new catalogue begins at the newest one.",
)

settings = Table(
    "settings",
    metadata,
    Column("size", INTEGER, nullable=False),
    Column("symmetry", TEXT, nullable=False),
    Column("seed", INTEGER, nullable=False),
    Column("metrics_version", INTEGER, nullable=False),
    Column("method", TEXT, nullable=False, comment="how boards are made: part of what a seed means"),
    Column("rating_version", INTEGER, nullable=False, comment="of the ratings stored"),
    Column("files", Boolean, nullable=False, comment="whether every board has its file"),
    Column("blocks", TEXT, nullable=False, comment="rows x columns of a block, such as 3x3, or none"),
    Column("rules", TEXT, nullable=False, comment="rules that all share, such as diagonal,windoku; empty for none"),
    Column("score_version", INTEGER, nullable=False, comment="of the scores stored"),
    comment="One row, most of it fixed when the catalogue is created; a fill continues its seed by default.",
)

streams = Table(
    "streams",
    metadata,
    Column("seed", INTEGER, primary_key=True, autoincrement=False),
    Column("position", INTEGER, nullable=False, comment="first board of the seed that was not examined yet"),
    Column("attempts", INTEGER, nullable=False, comment="attempts at the boards looked at"),
    Column("duplicates", INTEGER, nullable=False, comment="boards refused because their key was taken"),
    Column(
        "unwanted",
        INTEGER,
        nullable=False,
        server_default="0",
        comment="boards passed over because their puzzle was not of the kind that the fill was asked for",
    ),
    comment="How far the boards of each seed have been looked at.",
)

recipes = Table(
    "recipes",
    metadata,
    Column("seed", INTEGER, primary_key=True, autoincrement=False),
    Column("start", INTEGER, primary_key=True, autoincrement=False, comment="first board of the seed that it made"),
    Column("recipe", TEXT, comment="as `catalogue.runs.recipe.Recipe` spells it; none: not known"),
    Column("own", Boolean, comment="whether this is the catalogue's own seed; none: not known"),
    comment="How puzzles were made from the boards of a seed: from a row's start to that of the next one.",
    sqlite_with_rowid=False,
)

claims = Table(
    "claims",
    metadata,
    Column("key", LargeBinary, primary_key=True, comment="packed canonical board; its uniqueness decides what is new"),
    # No foreign key: a board is claimed before it has its row.
    Column("board_id", INTEGER, nullable=False, comment="the number that the board has, or will get"),
    sqlite_with_rowid=False,
)

boards = Table(
    "boards",
    metadata,
    Column("id", INTEGER, Identity(start=0, minvalue=0), primary_key=True, comment="from 0, without gaps"),
    Column("seed", INTEGER, comment="none: the board came with an imported puzzle"),
    Column("position", INTEGER, comment="which board of the seed"),
    Column("solution", TEXT, nullable=False, comment="one character per cell"),
    sqlite_autoincrement=True,
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", INTEGER, Identity(start=0, minvalue=0), primary_key=True, comment="from 0, without gaps"),
    Column("board_id", INTEGER, ForeignKey("boards.id"), nullable=False),
    Column("givens", TEXT, nullable=False, comment="one character per cell, a full stop if it is empty"),
    Column("minimal", Boolean, nullable=False, comment="proven: no clue can go"),
    Column("pattern", TEXT, comment="symmetry of the clues' places, a name of engine.PATTERNS"),
    *(Column(name, INTEGER, nullable=False, comment=metric.meaning) for name, metric in PUZZLE_METRICS.items()),
    *(Column(name, INTEGER, comment=metric.meaning) for name, metric in TEXTBOOK_METRICS.items()),
    Column("rating_status", INTEGER, comment="a number of engine.RatingStatus; none: not rated yet"),
    Column("rating", INTEGER, comment="Sudoku Explainer's, in tenths, as pearl and diamond"),
    Column("pearl", INTEGER, comment="the hardest step up to the first placement"),
    Column("diamond", INTEGER, comment="the first step"),
    Column("hardest", TEXT, comment="the first technique of that rating, a name of engine.TECHNIQUES"),
    Column("score", INTEGER, comment="HoDoKu's; none: not scored"),
    Column("level", INTEGER, comment="HoDoKu's, from 0 (easy) to 4 (extreme)"),
    Column("weight", Float, comment="how many puzzles it counts for in a fair sample; none: its chance is not known"),
    Column("place", INTEGER, nullable=False, server_default="0", comment="0: the board's first puzzle; k: puzzle N.k"),
    Column("solution", TEXT, comment="of a further puzzle, perhaps another image of the board; none: the board"),
    Column(
        "constraints", TEXT, comment="what the puzzle obeys besides the settings, as constraint text; none: no more"
    ),
    Column("rules", TEXT, comment="names of its own rules, such as diagonal,killer; none: those of the settings alone"),
)

Index("ix_puzzles_number", puzzles.c.board_id, puzzles.c.place, unique=True)

# To count further puzzles; it costs first ones nothing.
Index("ix_puzzles_further", puzzles.c.id, sqlite_where=puzzles.c.place > 0)

# A puzzle that is not rated, not measured by the textbook search, or without rules of its own costs these nothing.
for _name in ("rating", "hardest", "score", *TEXTBOOK_METRICS, "rules"):
    Index(f"ix_puzzles_{_name}", puzzles.c[_name], sqlite_where=puzzles.c[_name].is_not(None))

uses = Table(
    "uses",
    metadata,
    Column("technique", INTEGER, primary_key=True, autoincrement=False, comment="its number, which never changes"),
    # No foreign key, so that a migration can replace the table of puzzles.
    Column("puzzle_id", INTEGER, primary_key=True, autoincrement=False),
    Column("times", INTEGER, nullable=False, comment="how many steps of the puzzle's path are of the technique"),
    comment="The techniques that rated puzzles take, ordered by technique, for queries by technique",
    sqlite_with_rowid=False,
)

forms = Table(
    "forms",
    metadata,
    # No foreign key: a puzzle is claimed before it has its row.
    Column("board_id", INTEGER, primary_key=True, autoincrement=False),
    Column("form", LargeBinary, primary_key=True, comment="the canonical puzzle: one bit per cell, 1 for a clue"),
    Column("place", INTEGER, nullable=False, comment="the puzzle's place on its board, or the one it will get"),
    comment="What tells puzzles of one board apart. A board that never met an imported puzzle needs no row here.",
    sqlite_with_rowid=False,
)

sources = Table(
    "sources",
    metadata,
    Column("id", INTEGER, Identity(), primary_key=True),
    Column("name", TEXT, nullable=False, comment="of the file"),
    Column("digest", TEXT, nullable=False, comment="SHA-256 of its puzzles"),
    Column("position", INTEGER, nullable=False, comment="how many of its puzzles have been looked at"),
    Column("finished", Boolean, nullable=False, comment="whether that was all"),
    comment="Where imported puzzles came from. An import that was interrupted continues at its position.",
)

origins = Table(
    "origins",
    metadata,
    # No foreign key, so that a migration can replace the table of puzzles.
    Column("puzzle_id", INTEGER, primary_key=True, autoincrement=False),
    Column("source_id", INTEGER, ForeignKey("sources.id"), primary_key=True, autoincrement=False),
    Column("line", INTEGER, nullable=False, comment="of the file, from 1"),
    Column("details", TEXT, comment="what else the file says of the puzzle, as a JSON object"),
    Column("joined", Boolean, nullable=False, comment="whether the puzzle was there before this source had it"),
    comment="Where each imported puzzle came from, and which other sources have it.",
)

tags = Table(
    "tags",
    metadata,
    Column("name", TEXT, primary_key=True),
    # No foreign key, so that a migration can replace the table of puzzles.
    Column("puzzle_id", INTEGER, primary_key=True, autoincrement=False),
    comment="Names that people give to puzzles, such as that of the book they went into.",
    sqlite_with_rowid=False,
)

Index("ix_tags_puzzle_id", tags.c.puzzle_id)

digests = Table(
    "digests",
    metadata,
    Column("name", TEXT, primary_key=True, comment="of the table"),
    Column("digest", INTEGER, nullable=False, comment="as `catalogue.storage.digests` computes it"),
    comment="What shows whether rows that cannot be computed were altered; no row: the table has always been empty.",
)

tallies = Table(
    "tallies",
    metadata,
    Column("metric", TEXT, primary_key=True, comment="a column of puzzles, or technique"),
    Column("value", INTEGER, primary_key=True, autoincrement=False),
    Column("puzzles", INTEGER, nullable=False, comment="how many have that value"),
    comment="The distribution of every metric, kept as rows arrive: six indexes would cost ten times an insert.",
    sqlite_with_rowid=False,
)

techniques = Table(
    "techniques",
    metadata,
    Column("number", INTEGER, primary_key=True, autoincrement=False, comment="as in uses"),
    Column("name", TEXT, nullable=False),
    comment="The names of the techniques, for people who open the file; the program has its own list.",
)

_GRADES = "\n       ".join(
    f"WHEN p.rating BETWEEN {low} AND {high} THEN '{grade}'" if high else f"WHEN p.rating >= {low} THEN '{grade}'"
    for grade, (low, high) in BOUNDS.items()
)


_LEVELS = " ".join(f"WHEN {place} THEN '{level}'" for place, level in enumerate(Level))


def _view(board: str, tenths: str) -> str:
    return f"""CREATE VIEW catalogue AS
SELECT CASE p.place WHEN 0 THEN {board} ELSE p.board_id || '.' || p.place END AS number,
       p.clues, p.rating / {tenths} AS rating, CASE {_GRADES} END AS grade,
       p.hardest, p.score, CASE p.level {_LEVELS} END AS level, p.givens, coalesce(p.solution, b.solution) AS solution
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id"""


VIEW = _view("p.board_id", "10.0")
"""For people who open the database with another program: what a puzzle is, as people write it."""

POSTGRESQL_VIEW = _view("p.board_id::text", "10.0::float8")
"""The same if a column has one type."""

for _dialect, _text in (("sqlite", VIEW), ("postgresql", POSTGRESQL_VIEW)):
    event.listen(metadata, "after_create", DDL(_text).execute_if(dialect=_dialect))  # type: ignore[no-untyped-call]
