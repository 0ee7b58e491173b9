"""Bounds on the numbers of a puzzle: two options for each metric in the one table of metrics."""

from collections.abc import Iterable, Mapping
from inspect import Parameter
from typing import Annotated, Any

import typer

from catalogue.cli.values import tenths, whole
from catalogue.metrics import NUMBER_COLUMNS, PUZZLE_METRICS
from catalogue.rating.grades import spelled


class Bounds(dict[str, tuple[int | None, int | None]]):
    """The least and the greatest value to keep, by column; None: no bound. Ratings are in tenths."""


_LABELS = {column: label for label, column in NUMBER_COLUMNS.items()}


def expanded(parameters: Iterable[Parameter]) -> list[Parameter]:
    """Replace a parameter of type `Bounds` by the options of all columns."""
    return [
        option for parameter in parameters for option in (_options() if parameter.annotation is Bounds else [parameter])
    ]


def gathered(values: Mapping[str, Any]) -> dict[str, Any]:
    """Put the values of the options from `expanded` back into one, `bounds`; BadParameter where two exclude all."""
    others = dict(values)
    bounds = Bounds(
        (column, (others.pop(f"min_{label}"), others.pop(f"max_{label}")))
        for column, label in _LABELS.items()
        if f"min_{label}" in values
    )
    for column, (low, high) in bounds.items():
        if low is not None and high is not None and low > high:
            least, most = (spelled(bound) if column == "rating" else bound for bound in (low, high))
            raise typer.BadParameter(f"--min-{_LABELS[column]} {least} is above --max-{_LABELS[column]} {most}")
    return others | {"bounds": bounds} if bounds else others


def _options() -> list[Parameter]:
    return [
        *_pair("id", "board number", "board number"),
        *(
            option
            for metric in PUZZLE_METRICS.values()
            for option in _pair(metric.label, metric.label, f"{metric.label}: {metric.meaning}")
        ),
        *_pair("rating", "rating", "rating, such as 2.0", parser=tenths, metavar="RATING"),
    ]


def _pair(label: str, name: str, meaning: str, **style: Any) -> list[Parameter]:
    """The options for the least and the greatest value."""
    style = {"parser": whole(), "metavar": "N", **style}
    return [
        Parameter(
            f"{side}_{label}",
            Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[int | None, typer.Option(help=help, **style)],
        )
        for side, help in (("min", f"Least {meaning}."), ("max", f"Greatest {name}."))
    ]
