"""Decide whether the very last card of the game may be played: only to win (§5.5, R-07)."""

from collections.abc import Iterator

from siam.rules.cards import Card
from siam.rules.effects import actions, followers_after, takeable, track_after
from siam.rules.endings import decide, ranking
from siam.rules.factions import Control, Faction
from siam.rules.followers import Cell, Followers
from siam.rules.moves import Action, Play
from siam.rules.position import BRITISH_LIMIT, Position
from siam.rules.seats import camp_of
from siam.rules.struggles import controller, controller_without


def is_last_card(position: Position) -> bool:
    """Say whether the player to move holds the only card left in the game."""
    return len(position.player.hand) == 1 and position.card_count == 1


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
        self._wins: dict[tuple[tuple[Faction, ...], Faction | None], bool] = {}

    def winning_moves(self, card: Card) -> Iterator[Play]:
        """List the moves with this last card that win."""
        for action in actions(self.position, card):
            for taken in self.winning_takes(action):
                yield Play(card, action, taken)

    def winning_takes(self, action: Action) -> Iterator[Cell | None]:
        """List what may be taken after an action so that the player's camp wins alone."""
        followers = followers_after(self.position, action)
        track, _ = track_after(self.position, action)
        open_track = track[len(self._resolved) :]
        controls = [controller(followers[province]) for province in open_track]
        cells = takeable(followers)
        if not cells and self._is_won(controls, None):
            yield None
        for cell in cells:
            box = open_track.index(cell.province)
            before = controls[box]
            controls[box] = controller_without(followers[cell.province], cell.faction)
            if self._is_won(controls, cell.faction):
                yield cell
            controls[box] = before

    def can_win(self, action: Action) -> bool:
        """Say whether taking some follower after an action wins the game."""
        return any(True for _ in self.winning_takes(action))

    def wins(self, action: Action, taken: Cell | None) -> bool:
        """Say whether carrying out an action and taking a follower wins the game."""
        return taken in self.winning_takes(action)

    def _is_won(self, open_controls: list[Control], taken: Faction | None) -> bool:
        controls = self._resolved + tuple(open_controls)
        is_colony = controls.count(Control.BRITISH) >= BRITISH_LIMIT
        key = (() if is_colony else ranking(controls)[:2], taken)  # all that §7.3 and §7.4 ask of the map
        if key not in self._wins:
            options = self.position.options
            outcome = decide(controls, self._courts(taken), self._recency, colony_loses=options.colony_loses)
            self._wins[key] = outcome.winners == self._camp
        return self._wins[key]

    def _courts(self, taken: Faction | None) -> tuple[Followers, ...]:
        courts = [player.court for player in self.position.players]
        if taken is not None:
            courts[self.position.to_move] = courts[self.position.to_move].plus(taken)
        return tuple(courts)
