"""Decide how the game goes on after a move: the effect, the follower taken, passes, resolutions (§4, §5, §6).

`advance` trusts its move; `siam.rules.game.play` is the checked way.
"""

from typing import NamedTuple

from siam.rules.cards import without
from siam.rules.display import PICTURE_WIDTH, explained, shown_by
from siam.rules.effects import followers_after, supply_after, track_after
from siam.rules.endings import standing_outcome
from siam.rules.events import (
    CardPlayed,
    Event,
    FollowerPlaced,
    FollowersSwapped,
    FollowerTaken,
    GameEnded,
    Passed,
    StruggleResolved,
    TilesSwapped,
)
from siam.rules.followers import Cell, Followers
from siam.rules.moves import Effect, LastSwap, Move, NoEffect, Pass, Place, Play, Swap, SwapTiles
from siam.rules.position import Player, Position
from siam.rules.seats import Seat, seat_after
from siam.rules.struggles import resolve


@explained(seat="Who moved.", move="The move.", events="What happened, in order.", position="The position after it.")
class Turn(NamedTuple):
    """A move played: who, what, everything that happened, and the position after."""

    seat: Seat
    move: Move
    events: tuple[Event, ...]
    position: Position

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def __str__(self) -> str:
        return str(shown_by("turn_text")(self))

    def _repr_svg_(self) -> str:
        return str(shown_by("turn_picture")(self, width=PICTURE_WIDTH))


def advance(position: Position, move: Move) -> Turn:
    """Play a legal move without checking it."""
    seat = position.to_move
    match move:
        case Pass():
            after, events = _pass(position)
        case Play():
            after, events = _play(position, move)
    return Turn(seat, move, events, after)


def _pass(position: Position) -> tuple[Position, tuple[Event, ...]]:
    seat = position.to_move
    players = len(position.players)
    to_move = seat_after(players, seat)
    if position.passes + 1 < players:
        return position._replace(to_move=to_move, passes=position.passes + 1), (Passed(seat),)
    province = position.track[position.resolved_count]
    controls, followers, supply = resolve(position)
    kings = tuple(king and tile != province for tile, king in enumerate(position.kings))  # face down: no more use
    after = position._replace(
        controls=controls, kings=kings, followers=followers, supply=supply, to_move=to_move, passes=0
    )
    control = controls[province]
    assert control is not None
    events: tuple[Event, ...] = (
        Passed(seat),
        StruggleResolved(province, control, position.followers[province]),
    )
    if after.is_over:
        events += (GameEnded(standing_outcome(after)),)
    return after, events


def _play(position: Position, move: Play) -> tuple[Position, tuple[Event, ...]]:
    seat = position.to_move
    card, effect, taken = move
    followers, player = followers_after(position, effect), position.players[seat]
    court = player.court
    if taken:
        followers, court = _take(followers, taken), court.plus(taken.faction)
    track, kings = track_after(position, effect)
    players = list(position.players)
    players[seat] = Player(without(player.hand, card), court)
    after = Position(
        board=position.board,
        track=track,
        controls=position.controls,
        kings=kings,
        followers=followers,
        supply=supply_after(position, effect),
        players=tuple(players),
        to_move=seat_after(len(players), seat),
        passes=0,
        recency=(*[other for other in position.recency if other != seat], seat),
        last_swap=LastSwap(card, effect) if isinstance(effect, Swap) else None,
        options=position.options,
    )
    events: tuple[Event, ...] = (
        CardPlayed(seat, card, not isinstance(effect, NoEffect)),
        *_effect_events(effect),
    )
    if taken:
        events += (FollowerTaken(seat, taken.faction, taken.province),)
    return after, events


def _take(followers: tuple[Followers, ...], taken: Cell) -> tuple[Followers, ...]:
    there = followers[taken.province].minus(taken.faction)
    return (*followers[: taken.province], there, *followers[taken.province + 1 :])


def _effect_events(effect: Effect) -> tuple[Event, ...]:
    match effect:
        case NoEffect():
            return ()
        case SwapTiles(moved, king):
            return (TilesSwapped(moved, king),)
        case Place(cells):
            return tuple([FollowerPlaced(faction, province) for faction, province in cells])
        case Swap():
            return (FollowersSwapped(effect),)
