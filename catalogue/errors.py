"""What goes wrong for a reason the user can mend."""


class CatalogueError(Exception):
    """One line that says what is wrong and what to do about it."""


def advised(where: object, fault: str) -> str:
    """Return one line about a fault that the system or SQLite reports, with what to do about it."""
    if "full" in fault or "space" in fault:
        advice = "free some space, then run the same command again"
    elif any(sign in fault for sign in ("malformed", "not a database", "no such ", "has no column")):
        advice = "restore catalogue.db from a copy, or name another folder with --home"
    elif "unable to open database" in fault:
        advice = "copy the folder to a place that can be written"
    else:
        advice = "check its name and that it can be written, or name another one"
    return f"{where}: {fault}; {advice}"
