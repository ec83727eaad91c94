"""Decide how a move is made one small choice at a time: pass or card, where to act, whom to take.

Whole moves and steps make the same game: each legal move can be made by legal steps, and nothing else can.
"""

from dataclasses import dataclass
from functools import cached_property

from siam.rules.cards import Card
from siam.rules.effects import banned_swap, followers_after, takeable
from siam.rules.followers import Cell
from siam.rules.last_card import FinishLine, is_last_card
from siam.rules.making import action_choices, action_length, action_made
from siam.rules.moves import PASS, Action, Move, Play
from siam.rules.picks import PASS_STEP, CardStep, FollowerStep, Step, card_step, follower_step
from siam.rules.position import Position


@dataclass(frozen=True)
class HalfMove:
    """A move in the making: the position it is made on and the steps chosen so far.

    Swaps and pairs of provinces may be chosen in either order; both make the same move. What leaves no choice
    because nothing is possible (a card without effect, nobody to take) has no step.
    """

    position: Position
    steps: tuple[Step, ...] = ()

    def then(self, step: Step) -> "HalfMove":
        """Choose one step more; it must be a legal one."""
        return HalfMove(self.position, (*self.steps, step))

    def undo(self) -> "HalfMove":
        """Take the last step back; with none chosen nothing changes."""
        return HalfMove(self.position, self.steps[:-1])

    @cached_property
    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that can come next and still lead to a legal move; none once the move is complete."""
        if is_last_card(self.position):
            finish_line = FinishLine(self.position)
            return tuple(step for step in self._choices if self.then(step)._can_win(finish_line))
        if self._is_acting and banned_swap(self.position, self._played):
            return tuple(step for step in self._choices if self.then(step)._can_avoid_ban)
        return self._choices

    @cached_property
    def move(self) -> Move | None:
        """The complete move, or None while there is something left to choose."""
        if not self.steps or self._choices:
            return None
        return Play(self._played, self._action, self._taken) if self._is_play else PASS

    @cached_property
    def _choices(self) -> tuple[Step, ...]:
        """What can come next, the undo ban and the last-card rule left aside."""
        if not self.steps:
            return _first_steps(self.position)
        if not self._is_play or len(self._picks) > self._action_length:
            return ()
        if self._is_acting:
            return action_choices(self.position, self._played, self._picks, self._action_length)
        return tuple(map(follower_step, takeable(followers_after(self.position, self._action))))

    @property
    def _is_play(self) -> bool:
        return bool(self.steps) and isinstance(self.steps[0], CardStep)

    @property
    def _played(self) -> Card:
        first = self.steps[0]
        assert isinstance(first, CardStep)
        return first.card

    @property
    def _picks(self) -> tuple[Step, ...]:
        return self.steps[1:]

    @cached_property
    def _action_length(self) -> int:
        return action_length(self.position, self._played)

    @property
    def _is_acting(self) -> bool:
        """Whether the next pick belongs to the card's action."""
        return self._is_play and len(self._picks) < self._action_length

    @cached_property
    def _action(self) -> Action:
        return action_made(self.position, self._played, self._picks[: self._action_length])

    @property
    def _taken(self) -> Cell | None:
        last = self.steps[-1]
        return last.cell if isinstance(last, FollowerStep) and len(self._picks) > self._action_length else None

    @property
    def _can_avoid_ban(self) -> bool:
        """Whether the swap in the making can still become one that undoes nothing (§5.10)."""
        if self._is_acting:
            return any(self.then(step)._can_avoid_ban for step in self._choices)
        return self._action != banned_swap(self.position, self._played)

    def _can_win(self, finish_line: FinishLine) -> bool:
        """Say whether the last card can still become a winning move (§5.5)."""
        if not self._is_play:
            return True
        if self._is_acting:
            return any(self.then(step)._can_win(finish_line) for step in self._choices)
        if self._action == banned_swap(self.position, self._played):
            return False
        winning = finish_line.winning_takes(self._action)
        if self._taken:
            return self._taken in winning
        return any(True for _ in winning)


def _first_steps(position: Position) -> tuple[Step, ...]:
    if position.is_over:
        return ()
    return (PASS_STEP, *map(card_step, dict.fromkeys(position.player.hand)))
