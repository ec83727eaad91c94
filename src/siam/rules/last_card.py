"""Decide whether the very last card of the game may be played: only to win (§5.5, R-07)."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TypeAlias

from siam.rules.cards import Card
from siam.rules.effects import effects, followers_after, present, track_after
from siam.rules.endings import decide, ranking
from siam.rules.factions import Control, Faction
from siam.rules.followers import CELLS, Cell, Followers
from siam.rules.moves import Effect, Play
from siam.rules.position import BRITISH_LIMIT, Position
from siam.rules.seats import Seat, camp_of
from siam.rules.struggles import controller, controller_without


def is_last_card(position: Position) -> bool:
    """Return whether the player to move holds the only card left in the game."""
    return len(position.player.hand) == 1 and position.card_count == 1


# Which factions lead (none: a colony) and what was taken: all that §7.3 and §7.4 ask besides courts and recency.
_Case: TypeAlias = tuple[tuple[Faction, ...], Faction | None]


@lru_cache(maxsize=64)
def _verdicts(courts: tuple[Followers, ...], recency: tuple[Seat, ...], colony_loses: bool) -> dict[_Case, bool]:
    """Return the memory of cases already decided: passes change nothing about it, so positions share it."""
    return {}


@cache
def _leaders(controls: tuple[Control, ...]) -> tuple[Faction, ...]:
    return () if controls.count(Control.BRITISH) >= BRITISH_LIMIT else ranking(controls)[:2]


class FinishLine:
    """Who wins with the last card, remembered by what matters: which factions lead, and what was taken.

    Nobody can act after the last card, so every remaining struggle is resolved as it stands (R-07).
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        seat = position.to_move
        self._camp = camp_of(len(position.players), seat)
        self._recency = (*(other for other in position.recency if other != seat), seat)
        self._resolved = tuple(
            control for province in position.track if (control := position.controls[province]) is not None
        )
        courts = tuple([player.court for player in position.players])
        self._can_win: dict[Effect, bool] = {}
        self._wins = _verdicts(courts, self._recency, position.options.colony_loses)

    def winning_moves(self, card: Card) -> Iterator[Play]:
        """List the moves with this last card that win."""
        for effect in effects(self.position, card):
            for taken in self.winning_takes(effect):
                yield Play(card, effect, taken)

    def winning_takes(self, effect: Effect) -> Iterator[Cell | None]:
        """List what may be taken after an effect so that the player's camp wins alone."""
        followers = followers_after(self.position, effect)
        track, _ = track_after(self.position, effect)
        open_track = track[len(self._resolved) :]
        controls = tuple([controller(followers[province]) for province in open_track])
        unchanged: dict[Faction, bool] = {}
        for box, province in enumerate(open_track):
            there = followers[province]
            for faction in present(there):
                control = controller_without(there, faction)
                if control is not controls[box]:
                    won = self._is_won((*controls[:box], control, *controls[box + 1 :]), faction)
                elif faction in unchanged:
                    won = unchanged[faction]
                else:
                    won = unchanged[faction] = self._is_won(controls, faction)
                if won:
                    yield CELLS[province][faction]
        if not any(map(any, followers)) and self._is_won(controls, None):
            yield None

    def can_win(self, effect: Effect) -> bool:
        """Return whether taking some follower after an effect wins the game; each effect is looked at once."""
        can = self._can_win.get(effect)
        if can is None:
            can = self._can_win[effect] = any(True for _ in self.winning_takes(effect))
        return can

    def wins(self, effect: Effect, taken: Cell | None) -> bool:
        """Return whether carrying out an effect and taking a follower wins the game."""
        return taken in self.winning_takes(effect)

    def _is_won(self, open_controls: tuple[Control, ...], taken: Faction | None) -> bool:
        controls = self._resolved + open_controls
        case = (_leaders(controls), taken)
        won = self._wins.get(case)
        if won is None:
            options = self.position.options
            outcome = decide(controls, self._courts(taken), self._recency, colony_loses=options.colony_loses)
            won = self._wins[case] = outcome.winners == self._camp
        return won

    def _courts(self, taken: Faction | None) -> tuple[Followers, ...]:
        courts = [player.court for player in self.position.players]
        if taken is not None:
            courts[self.position.to_move] = courts[self.position.to_move].plus(taken)
        return tuple(courts)
