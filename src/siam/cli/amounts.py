"""Decide how much is played: `--games` or `--deals`, the same two words in every command."""

from collections.abc import Callable
from typing import Any

import click


def amount_options(*, games: int | None = None, deals: int | None = None, what: str = "") -> Callable[[Any], Any]:
    """Add `--games` and `--deals` to a command, one of them with a default."""
    said = f" {what}" if what else ""
    shown_games = f"  [default: {games}]" if games else ""
    shown_deals = f"  [default: {deals}]" if deals else ""

    def add(command: Any) -> Any:
        command = click.option(
            "--deals",
            type=click.IntRange(1),
            help=f"How many deals{said}; each is played with the seats rotated.{shown_deals}",
        )(command)
        return click.option(
            "--games",
            type=click.IntRange(1),
            help=f"At least so many games{said}, in whole deals.{shown_games}",
        )(command)

    return add


def deals_of(
    games: int | None, deals: int | None, games_a_deal: int, *, default_games: int = 0, default_deals: int = 0
) -> int:
    """Return how many deals are meant."""
    if games is not None and deals is not None:
        raise click.UsageError("--games and --deals say the same in two ways: give one of them")
    if deals is not None:
        return deals
    if games is None and default_deals:
        return default_deals
    return -(-(games or default_games) // games_a_deal)
