"""Decide the options that every command for teaching has, with the defaults of its plan."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def defaults_of(plan: type) -> dict[str, Any]:
    """Return the defaults of a plan by the names of its fields."""
    return {field.name: field.default for field in fields(plan)}


def teaching_options(plan: type, td_lambda: float, *, batch: int) -> Callable[[F], F]:
    """Add the options of a run: who plays how many games, in which threads, at which rate."""
    default = defaults_of(plan)

    def option(name: str, kind: Any, what: str = "") -> Callable[[F], F]:
        field = name.removeprefix("--").replace("-", "_")
        return click.option(name, type=kind, default=default[field], show_default=True, help=what or None)

    options = (
        option("--players", click.IntRange(2, 4)),
        option("--games", click.IntRange(min=batch)),
        option("--units", click.IntRange(min=8), "Hidden units."),
        option("--seed", int),
        option("--threads", click.IntRange(min=1), "One repeats exactly."),
        option("--first-rate", float, "Learning rate at the start."),
        option("--last-rate", float, "Learning rate at the end."),
        click.option(
            "--trace", "td_lambda", type=float, default=td_lambda, show_default=True, help="The lambda of TD(lambda)."
        ),
    )

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add
