"""The tags of puzzles: what there is, and how puzzles get them and lose them."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.library.puzzles import Puzzles
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria, tag_counts
from catalogue.store.tags import add_tag, check_tag, remove_tag
from catalogue.web.api.operation import NUMBER, Operation, counts, flag, record, several, text, whole
from catalogue.web.browsing.downloads import check_there, numbers_of
from catalogue.web.browsing.filters import view_of
from catalogue.web.handling import json_of
from catalogue.web.site import site_of


def _tags(request: Request) -> Response:
    """How many puzzles have each tag."""
    with site_of(request).readers.store() as store:
        return JSONResponse({"tags": tag_counts(store)})


def _tag(request: Request) -> Response:
    """Tag puzzles, those of `numbers` or those of a `query`; with `remove` take the tag from them."""
    data = json_of(request)
    name, remove = data.get("name"), data.get("remove", False)
    if not isinstance(name, str):
        raise ValueError("name is not a text, the tag")
    if not isinstance(remove, bool):
        raise ValueError("remove is neither true nor false")
    check_tag(name)
    criteria = criteria_in(data)
    with Store.write(site_of(request).config.home) as store:
        check_there(store, criteria.ranges)
        changed = (remove_tag if remove else add_tag)(store, name, Puzzles(store, criteria).ids())
    return JSONResponse({"changed": changed})


def criteria_in(data: Mapping[str, Any]) -> Criteria:
    """The puzzles that a request names: by their `numbers`, or by the `query` of the address of a list."""
    numbers, query = data.get("numbers"), data.get("query")
    if (numbers is None) == (query is None):
        raise ValueError("give either numbers or query")
    if query is not None:
        if not isinstance(query, str):
            raise ValueError("query is not a text such as min_clues=24")
        return view_of(QueryParams(query)).criteria
    if not isinstance(numbers, list) or not numbers:
        raise ValueError("numbers are not a list of numbers of puzzles, such as 12 or 12.1")
    return Criteria(ranges=numbers_of([str(each) for each in numbers]))


operations = [
    Operation(
        path="/api/tags",
        work=_tags,
        answer=record({"tags": counts("By tag.")}, needs=["tags"]),
    ),
    Operation(
        path="/api/tags",
        method="POST",
        work=_tag,
        body=record(
            {
                "name": text("The tag.", maxLength=100),
                "numbers": several(NUMBER, "The puzzles."),
                "query": text("In place of numbers: the filters, as in the address of a list, such as min_clues=24."),
                "remove": flag("Take the tag from the puzzles. Default: false."),
            },
            needs=["name"],
        ),
        answer=record({"changed": whole("Puzzles that got the tag, or lost it.")}, needs=["changed"]),
        example={"name": "book-2026", "numbers": ["1", "2"]},
        writes=True,
        seconds=60,
    ),
]
