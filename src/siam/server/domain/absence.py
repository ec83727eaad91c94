"""Decide when a bot may play for somebody who is away.

Who is waited for and not at the table may be replaced after a time that the clock makes reasonable. Time in which
nobody waits for a player, or in which no server ran, is not absence.
"""

from math import ceil

from siam.rules import Seat
from siam.server.domain.clocks import DAY_SECONDS, ClockSetting, DaysClock, LiveClock, NoClock
from siam.server.domain.live_game import LiveGame
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Table

LIVE_PATIENCE_SECONDS = 300.0
DAYS_PATIENCE = 0.75
"""The part of the time for a move that others wait before they may ask."""

HERE_SECONDS = 60.0
"""Who was seen at a table so lately is still there, when a pause is to end."""

RETURN_SECONDS = 60.0
"""How long a bot leaves the seat it took over untouched, so that its player can come back."""


def patience_seconds(clock: ClockSetting) -> float:
    """Return how long a player whose turn it is must have been away before the others may ask for a bot."""
    match clock:
        case LiveClock():
            return LIVE_PATIENCE_SECONDS
        case DaysClock(days=days):
            return DAYS_PATIENCE * days * DAY_SECONDS
        case NoClock():
            return DAY_SECONDS


def notice_seconds(table: Table) -> float:
    """Return how long a replacement waits after it was asked for: in a rated game as long as the patience before."""
    return patience_seconds(table.clock) if table.rated else 0.0


def resumption_notice_seconds(clock: ClockSetting) -> float:
    """Return how long the end of a pause waits for those who are not at the table."""
    match clock:
        case LiveClock():
            return LIVE_PATIENCE_SECONDS
        case DaysClock():
            return min(DAY_SECONDS, patience_seconds(clock))
        case NoClock():
            return 0.0


def check_replacement(
    table: Table, game: LiveGame, seat: Seat, player: str, away_since: float | None, now: float
) -> None:
    """Refuse to replace who sits on a seat, unless others wait for them and they have been away long enough.

    Who has given up is waited for no more, so a bot may play on for them at any time; but not in a rated game, which
    they have lost.
    """
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    if chair is None or not chair.is_human or chair.player == player:
        raise Refusal(Code.INVALID, "only another player can be replaced", field="seat")
    if seat in game.out:
        if table.rated:
            raise Refusal(Code.FORBIDDEN, "a rated game goes on without who has given up")
        return
    if table.rated and not isinstance(table.clock, NoClock):
        raise Refusal(Code.FORBIDDEN, "in a rated game with a clock the clock decides")
    if game.paused_at is not None:
        raise Refusal(Code.PAUSED)
    if away_since is None:
        raise Refusal(Code.NOT_AWAY, "that player is here")
    if game.position.to_move != seat:
        raise Refusal(Code.NOT_AWAY, "nobody waits for that player")
    wait = max(away_since, game.since) + patience_seconds(table.clock) - now
    if wait > 0:
        raise Refusal(Code.NOT_AWAY, retry_seconds=ceil(wait))


def bot_waits(game: LiveGame, now: float) -> bool:
    """Return whether the bot to move still waits for the player who may come back to its seat."""
    vacated = dict(game.vacated).get(game.position.to_move)
    return vacated is not None and now < vacated + RETURN_SECONDS
