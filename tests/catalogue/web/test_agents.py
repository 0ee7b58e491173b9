"""The tools of language models, as a client of the official package lists and calls them."""

import asyncio
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

PUZZLE = "......45..1...8..97.5......4...2..1.....84.........7.624..5.....596....78...1...."


def asked(server, *calls):
    """The tools of a server, and its answers to some calls."""
    import mcp

    async def run():
        async with mcp.Client(server) as client:
            listed = await client.list_tools()
            return listed.tools, [await client.call_tool(name, given) for name, given in calls]

    with ThreadPoolExecutor(1) as thread:  # this one may have the loop of a browser
        return thread.submit(asyncio.run, run()).result()


@pytest.fixture
def agents():
    """The module of the tools, without which no other test takes the second that the official package needs."""
    pytest.importorskip("mcp")
    from board_catalogue.catalogue.web import agents

    return agents


def test_every_tool_answers_what_the_api_answers(agents, rated, client):
    operations = agents.tools()
    listed, answers = asked(agents.server_of(rated)[0], *((name, each.example) for name, each in operations.items()))
    assert [tool.name for tool in listed] == list(agents.TOOLS) == list(operations)
    for (name, operation), answer in zip(operations.items(), answers, strict=True):
        path = operation.path.format_map(operation.example)
        if operation.body is None:
            query = {key: value for key, value in operation.example.items() if f"{{{key}}}" not in operation.path}
            expected = client.get(path, params=query)
        else:
            expected = client.post(path, json=operation.example)
        assert expected.is_success and not answer.is_error, name
        assert answer.structured_content == json.loads(answer.content[0].text) == expected.json(), name


def test_what_is_wrong_is_an_error_of_the_tool_in_one_line(agents, rated):
    given = [
        ("solve", {}),
        ("solve", {"puzzle": "12"}),
        ("solve", {"puzzle": PUZZLE, "colour": "red"}),
        ("show", {"number": "99999"}),
        ("query", {"max_clues": "few"}),
        ("fill", {}),
    ]
    _, answers = asked(agents.server_of(rated)[0], *given)
    for (name, values), answer in zip(given, answers, strict=True):
        assert answer.is_error, (name, values)
        assert "\n" not in answer.content[0].text
    assert answers[0].content[0].text == "give puzzle"
    assert "no tool is called 'fill'" in answers[-1].content[0].text


def test_a_client_starts_the_program(agents, tmp_path):
    import mcp

    words = ["-m", "board_catalogue.catalogue", "mcp", "--home", str(tmp_path / "none")]
    program = mcp.StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    listed, (solved, none) = asked(program, ("solve", {"puzzle": PUZZLE}), ("show", {"number": "1"}))
    assert len(listed) == len(agents.TOOLS)
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in listed)
    assert solved.structured_content["count"] == 1
    assert none.is_error
