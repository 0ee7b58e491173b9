"""Other common names of options and commands: the error message suggests the right one."""

from typing import Any

OPTIONS: dict[str, tuple[str, ...]] = {
    "--grade": ("--difficulty", "--difficulties", "--hardness"),
    "--min-rating": ("--min-difficulty", "--min-score"),
    "--max-rating": ("--max-difficulty", "--max-score"),
    "--clues": ("--givens", "--hints", "--filled", "--num-clues"),
    "--min-clues": ("--min-givens", "--clues-min"),
    "--max-clues": ("--max-givens", "--clues-max"),
    "--output": ("--out", "--outfile", "--out-file", "--file", "--save", "--to", "--dest"),
    "--home": ("--db", "--database", "--catalogue", "--catalog", "--dir", "--folder", "--data", "--url", "--out"),
    "--count": ("--number", "--num", "--boards", "--puzzles", "--amount", "--limit", "--total"),
    "--limit": ("--number", "--num", "--max", "--top", "--first", "--head", "--count", "--rows"),
    "--threads": ("--jobs", "--cores", "--processes", "--procs", "--parallel", "--checkers", "--generators", "--cpus"),
    "--workers": ("--cluster", "--dask"),
    "--format": ("--report", "--type", "--fmt", "--output-format", "--as"),
    "--format json": ("--json",),
    "--format csv": ("--csv",),
    "--format line": ("--line", "--lines", "--plain", "--raw"),
    "--input-format": ("--format", "--from"),
    "--quiet": ("--silent", "--no-progress"),
    "--force": ("--overwrite", "--yes", "--replace"),
    "--rate": ("--depth", "--rating"),
    "--rate full": ("--rated",),
    "--sort": ("--order", "--order-by", "--sort-by", "--orderby"),
    "--sort random": ("--random", "--shuffle"),
    "--desc": ("--reverse", "--descending"),
    "--pattern": ("--symmetric",),
    "--method": ("--by", "--algorithm", "--using"),
    "--size": ("--dimension", "--order", "--width", "--n"),
    "--blocks": ("--box", "--boxes", "--regions", "--block"),
    "--technique": ("--techniques", "--strategy", "--requires"),
    "--without-technique": ("--avoid", "--exclude-technique"),
    "--columns": ("--fields", "--column", "--select"),
    "--max-seconds": ("--timeout", "--time-limit", "--seconds"),
    "--seconds": ("--timeout", "--time-limit", "--max-seconds"),
    "--solution": ("--solutions", "--solved", "--answer"),
    "--symmetry full --dry-run": ("--dedupe", "--dedup", "--deduplicate", "--unique"),
    "--symmetry full": ("--dedupe", "--dedup", "--deduplicate", "--unique"),
    "--dry-run": ("--check", "--simulate", "--test"),
    "--repair": ("--fix",),
}
"""The names of options that are guessed, by the option that is meant if the command has it."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "fill": ("generate", "gen", "make", "build", "populate"),
    "create": ("new", "puzzle"),
    "import": ("load", "add", "read", "merge"),
    "rate": ("grade", "score", "rating"),
    "query": ("list", "find", "search", "select", "filter", "ls"),
    "export": ("dump", "write", "save", "download", "convert"),
    "show": ("view", "print", "display", "draw", "cat"),
    "stats": ("info", "statistics", "summary", "status", "count"),
    "serve": ("web", "server", "browse", "gui", "start"),
    "verify": ("validate", "test", "fsck"),
    "verify --repair": ("repair", "fix"),
    "book": ("pdf", "print-book"),
    "path": ("steps", "explain", "walkthrough"),
    "hint": ("step", "next"),
    "fewest": ("minimize", "minimum"),
    "canonical": ("normalize", "canonicalize", "minlex"),
    "automorphisms": ("symmetries", "automorphism"),
    "dedupe": ("unique", "uniq", "duplicates", "deduplicate"),
}
"""The names of commands that are guessed, by the command that is meant."""


def meant(error: Any) -> str | None:
    """Return the message of a usage error with the name that was meant; None if none is known."""
    context = getattr(error, "ctx", None)
    option = getattr(error, "option_name", None)
    if option and context and type(error).__name__ == "NoSuchOption":
        known = {name for parameter in context.command.params for name in parameter.opts}
        for right, guesses in OPTIONS.items():
            if option in guesses and known.issuperset(word for word in right.split() if word.startswith("--")):
                return f"No such option: {option}; use {right}"
    return None


def command_meant(name: str) -> str | None:
    """Return the command that is meant by a name that no command has."""
    return next((command for command, guesses in COMMANDS.items() if name.lower() in guesses), None)
