"""Decide how a move is made one small choice at a time: pass or card, where to act, whom to take.

Whole moves and steps make the same game: each legal move can be made by legal steps, and nothing else can.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from siam.rules.cards import Card
from siam.rules.effects import banned_swap, followers_after, takeable
from siam.rules.last_card import FinishLine, is_last_card
from siam.rules.making import action_choices, action_length, action_made
from siam.rules.moves import PASS, Action, Move, Play
from siam.rules.picks import PASS_STEP, CardStep, FollowerStep, Step, card_step, follower_step
from siam.rules.position import Position


@dataclass(frozen=True, slots=True)
class HalfMove:
    """A move in the making: the position it is made on and the steps chosen so far.

    Swaps and pairs of provinces may be chosen in either order; both make the same move. What leaves no choice
    because nothing is possible (a card without effect, nobody to take) has no step.
    """

    position: Position
    steps: tuple[Step, ...] = ()
    _action_length: int = field(init=False, compare=False, repr=False)
    _choices: tuple[Step, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        card = self._card
        object.__setattr__(self, "_action_length", action_length(self.position, card) if card is not None else 0)
        object.__setattr__(self, "_choices", self._next_choices())

    def then(self, step: Step) -> "HalfMove":
        """Choose one step more; it must be a legal one."""
        return HalfMove(self.position, (*self.steps, step))

    def undo(self) -> "HalfMove":
        """Take the last step back; with none chosen nothing changes."""
        return HalfMove(self.position, self.steps[:-1])

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that can come next and still lead to a legal move; none once the move is complete."""
        if is_last_card(self.position):
            return self._winning_choices(FinishLine(self.position))
        if self._card is not None and self._is_acting and banned_swap(self.position, self._card):
            return tuple(step for step in self._choices if self._reaches(step, lambda action: True))
        return self._choices

    @property
    def move(self) -> Move | None:
        """The complete move, or None while there is something left to choose."""
        if not self.steps or self._choices:
            return None
        if self._card is None:
            return PASS
        last = self.steps[-1]
        took = len(self.steps) - 1 > self._action_length and isinstance(last, FollowerStep)
        return Play(self._card, self._action(self._card), last.cell if took else None)  # type: ignore[union-attr]

    def _next_choices(self) -> tuple[Step, ...]:
        """List what can come next, the undo ban and the last-card rule left aside."""
        if not self.steps:
            return _first_steps(self.position)
        card = self._card
        if card is None or len(self.steps) - 1 > self._action_length:
            return ()
        if self._is_acting:
            return action_choices(self.position, card, self.steps[1:], self._action_length)
        return tuple(map(follower_step, takeable(followers_after(self.position, self._action(card)))))

    @property
    def _card(self) -> Card | None:
        """The card played; None before the first step and for a pass."""
        first = self.steps[0] if self.steps else PASS_STEP
        return first.card if isinstance(first, CardStep) else None

    @property
    def _is_acting(self) -> bool:
        """Whether the next pick belongs to the card's action."""
        return len(self.steps) - 1 < self._action_length

    def _action(self, card: Card) -> Action:
        return action_made(self.position, card, self.steps[1 : 1 + self._action_length])

    def _winning_choices(self, finish_line: FinishLine) -> tuple[Step, ...]:
        """List the choices with which the last card can still win (§5.5); passing is always one (§4.3)."""
        if not self.steps:
            wins = any(True for card in self.position.player.hand for _ in finish_line.winning_moves(card))
            return self._choices if wins else self._choices[:1]
        if self._card is None:
            return ()
        if not self._is_acting:
            winning = set(finish_line.winning_takes(self._action(self._card)))
            return tuple(step for step in self._choices if isinstance(step, FollowerStep) and step.cell in winning)
        return tuple(step for step in self._choices if self._reaches(step, finish_line.can_win))

    def _reaches(self, step: Step, accepts: Callable[[Action], bool]) -> bool:
        """Say whether a step can lead to an action that undoes nothing (§5.10) and is accepted."""
        card = self._card
        assert card is not None
        banned = banned_swap(self.position, card)

        def leads(picks: tuple[Step, ...]) -> bool:
            if len(picks) < self._action_length:
                choices = action_choices(self.position, card, picks, self._action_length)
                return any(leads((*picks, choice)) for choice in choices)
            action = action_made(self.position, card, picks)
            return action != banned and accepts(action)

        return leads((*self.steps[1:], step))


def _first_steps(position: Position) -> tuple[Step, ...]:
    if position.is_over:
        return ()
    return (PASS_STEP, *map(card_step, dict.fromkeys(position.player.hand)))
