"""What a page needs to show a step over its board."""

from typing import Any

from engine import Step
from engine.explanations import Mark
from engine.positions import Position
from engine.sentences import BranchText, branch_texts
from engine.step_drawing import LINKS, SHAPES, WORDS, svg_overlay

LEGEND = [
    *((mark.name.lower(), SHAPES[mark], WORDS[mark]) for mark in Mark),
    *((kind, line, words) for kind, (line, words) in LINKS.items()),
]
"""The class, the shape and the meaning of each mark and each kind of link."""


def drawn(position: Position, step: Step) -> dict[str, Any]:
    """The drawing of a step, and its branches in words where its sentence does not name every link.

    `drawing` is an SVG image to lie over the board. Each of `branches` has a `question` and `links`, each of these a
    `text` and, in `nested`, the branches of the chain within the chain.
    """
    shape = position.grid.board_shape
    says_all = len(step.chains) < 2 and not any(link.nested for branch in step.chains for link in branch)
    texts = () if says_all else branch_texts(step.chains, shape)
    return {"drawing": svg_overlay(position, step), "branches": [_as_data(text) for text in texts]}


def _as_data(branch: BranchText) -> dict[str, Any]:
    links = [{"text": link.text, "nested": [_as_data(inner) for inner in link.nested]} for link in branch.links]
    return {"question": branch.question, "links": links}
