"""Decide how a move is made one small choice at a time: pass or card, where to act, whom to take.

Whole moves and steps make the same game: each legal move can be made by legal steps, and nothing else can.
"""

from functools import cache

from siam.rules.cards import Card, Hand
from siam.rules.effect_steps import action_choices, action_length, action_made
from siam.rules.effects import banned_swap, followers_after, present
from siam.rules.last_card import FinishLine, is_last_card
from siam.rules.moves import PASS, Action, Move, Play
from siam.rules.position import Position
from siam.rules.steps import FOLLOWER_STEPS, PASS_STEP, CardStep, FollowerStep, Step, card_step, follower_step


class HalfMove:
    """A move in the making: the position it is made on and the steps chosen so far; it never changes.

    Swaps and pairs of provinces may be chosen in either order; both make the same move. What leaves no choice
    because nothing is possible (a card without effect, nobody to take) has no step.
    """

    __slots__ = ("_choices", "_play", "position", "steps")

    def __init__(self, position: Position, steps: tuple[Step, ...] = (), _play: "_CardInPlay | None" = None) -> None:
        self.position = position
        self.steps = steps
        if steps and _play is None and isinstance(steps[0], CardStep):
            _play = _CardInPlay(position, steps[0].card)
        self._play = _play
        # what can come next, the undo ban and the last-card rule left aside
        self._choices = _play.choices(steps[1:]) if _play else () if steps else _first_steps(position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HalfMove) and (self.position, self.steps) == (other.position, other.steps)

    def __hash__(self) -> int:
        return hash((self.position, self.steps))

    def then(self, step: Step) -> "HalfMove":
        """Choose one step more; it must be a legal one."""
        return HalfMove(self.position, (*self.steps, step), self._play)

    def undo(self) -> "HalfMove":
        """Take the last step back; with none chosen nothing changes."""
        return HalfMove(self.position, self.steps[:-1])

    @property
    def legal_steps(self) -> tuple[Step, ...]:
        """The steps that can come next and still lead to a legal move; none once the move is complete."""
        if not self.steps:
            return self._choices if _may_play(self.position) else self._choices[:1]
        return self._play.legal(self.steps[1:], self._choices) if self._play else ()

    @property
    def move(self) -> Move | None:
        """The complete move, or None while there is something left to choose."""
        if self._choices or not self.steps:
            return None
        return self._play.move(self.steps[1:]) if self._play else PASS


class _CardInPlay:
    """A card that is being played: what its picks may be, and whether they can still become a legal move."""

    __slots__ = ("_chosen", "_made", "banned", "card", "finish_line", "length", "position")

    def __init__(self, position: Position, card: Card) -> None:
        self.position = position
        self.card = card
        self.length = action_length(position, card)
        self.banned = banned_swap(position, card)
        self.finish_line = FinishLine(position) if is_last_card(position) else None
        self._chosen: tuple[Step, ...] = ()  # the picks of the action put together last, and that action
        self._made: Action | None = None

    def choices(self, picks: tuple[Step, ...]) -> tuple[Step, ...]:
        if len(picks) < self.length:
            return action_choices(self.position, self.card, picks, self.length)
        if len(picks) > self.length:
            return ()
        after = followers_after(self.position, self._action(picks))
        return tuple(
            [steps[faction] for steps, there in zip(FOLLOWER_STEPS, after, strict=True) for faction in present(there)]
        )

    def move(self, picks: tuple[Step, ...]) -> Move:
        last = picks[-1] if len(picks) > self.length else None
        return Play(self.card, self._action(picks), last.cell if isinstance(last, FollowerStep) else None)

    def legal(self, picks: tuple[Step, ...], choices: tuple[Step, ...]) -> tuple[Step, ...]:
        """Keep the choices that can still become a move that undoes nothing and, with the last card, wins."""
        if len(picks) < self.length:
            if self.banned is None and self.finish_line is None:
                return choices
            return tuple(step for step in choices if self._can_go_on((*picks, step)))
        if self.finish_line is None or not choices:
            return choices
        winning = {follower_step(cell) for cell in self.finish_line.winning_takes(self._action(picks)) if cell}
        return tuple(step for step in choices if step in winning)

    def _can_go_on(self, picks: tuple[Step, ...]) -> bool:
        if len(picks) < self.length:
            return any(self._can_go_on((*picks, step)) for step in self.choices(picks))
        action = self._action(picks)
        if self.banned and action == self.banned:
            return False
        return self.finish_line is None or self.finish_line.can_win(action)

    def _action(self, picks: tuple[Step, ...]) -> Action:
        chosen = picks[: self.length]
        if chosen != self._chosen or self._made is None:
            self._chosen, self._made = chosen, action_made(self.position, self.card, chosen)
        return self._made


def _may_play(position: Position) -> bool:
    """Return whether the player may play a card at all: the last of the game only to win (§5.5)."""
    if not is_last_card(position):
        return True
    return any(True for _ in FinishLine(position).winning_moves(position.player.hand[0]))


def _first_steps(position: Position) -> tuple[Step, ...]:
    return () if position.is_over else _steps_with(position.player.hand)


@cache
def _steps_with(hand: Hand) -> tuple[Step, ...]:
    return (PASS_STEP, *map(card_step, dict.fromkeys(hand)))
