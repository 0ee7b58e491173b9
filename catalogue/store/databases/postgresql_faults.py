"""What to do about an error that PostgreSQL or the way to it reports.

Nothing here imports psycopg: errors are known by their SQLSTATE.
"""

from urllib.parse import unquote, urlsplit

from catalogue.home import Server

AGAIN = "what was reported is kept; run the same command again when the server answers"
_REACH = "check that the server runs, and its name and port"

_ADVICE = {  # by the beginning of the SQLSTATE, longer ones first
    "57P": AGAIN,  # the server ends, ended this connection, or starts
    "25006": "open it by a command that writes, and on a server that is no replica",
    "3D": "create it with: createdb NAME",
    "3F": "check the schema that the role finds first (search_path)",
    "28": "check the user, and the password in ~/.pgpass or PGPASSWORD",
    "42501": "use the role that made the catalogue, or have it granted what this command needs",
    "42": "a table or a column is missing: restore the database from a backup",
    "53": "the server has no room left: free some, then run the same command again",
    "08": AGAIN,
    "23": "rows were added or changed by hand: look at catalogue verify",
}
_BY_WORDS = {  # of a connection that is refused, for which there is no SQLSTATE
    'database "': "create it with: createdb NAME",
    "password": "check the user, and the password in ~/.pgpass or PGPASSWORD",
    'role "': "check the user in the URL",
    "pg_hba.conf": "have the server let this user in from here",
    "too many": "wait until other programs have left it",
    "starting up": AGAIN,
    "shutting down": AGAIN,
}


def advised_by_state(error: BaseException) -> str:
    """Return an error of psycopg in one line, with advice."""
    state = getattr(error, "sqlstate", None)
    said = getattr(getattr(error, "diag", None), "message_primary", None) or str(error)
    line = _first_line(said)
    if state is None:
        return f"{line}; {_advice_on_connection(line)}"
    known = next((_ADVICE[begin] for begin in _ADVICE if state.startswith(begin)), None)
    return f"{line}; {known}" if known else f"{line} (SQLSTATE {state})"


def refusal(server: Server, error: BaseException) -> str:
    """Return why there is no connection to a server, in one line without a password."""
    line = without_password(server, _first_line(str(error)))
    return f"{line}; {_advice_on_connection(line)}"


def without_password(server: Server, text: str) -> str:
    """Return a text in which the URL has no password: the client library may quote it."""
    password = urlsplit(server.url).netloc.rpartition("@")[0].partition(":")[2]
    for secret in (server.url, password, unquote(password)):
        text = text.replace(secret, str(server) if secret == server.url else "***") if secret else text
    return text


def _first_line(text: str) -> str:
    """What the client library says, without its guesses on further lines."""
    first, *others = text.strip().splitlines() or [text]
    return " ".join(" ".join([first, *others] if first.endswith(":") else [first]).split())


def _advice_on_connection(line: str) -> str:
    lost = "lost" in line or "terminat" in line or "closed" in line
    return next((advice for words, advice in _BY_WORDS.items() if words in line), AGAIN if lost else _REACH)
