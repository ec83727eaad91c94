"""Decide how a move is made one small choice at a time: pass or card, where to act, whom to take.

Whole moves and steps make the same game: each legal move can be made by legal steps, and nothing else can.
"""

from functools import cache

from siam.rules.cards import Card, Hand
from siam.rules.display import shown_by
from siam.rules.effect_steps import effect_choices, effect_made, effect_so_far
from siam.rules.effects import banned_swap, followers_after, present
from siam.rules.errors import A_POSITION, wrong_type
from siam.rules.followers import Cell
from siam.rules.last_card import FinishLine, is_last_card
from siam.rules.moves import PASS, Effect, Move, Play
from siam.rules.parts import CARD_PART, Part, PartKind, move_parts
from siam.rules.position import Position
from siam.rules.steps import (
    FOLLOWER_STEPS,
    PASS_STEP,
    STEP_KINDS,
    CardStep,
    FollowerStep,
    Step,
    card_step,
    follower_step,
)


class HalfMove:
    """A move in the making: the position it is made on and the steps chosen so far; it never changes.

    Swaps and pairs of provinces may be chosen in either order; both make the same move. What leaves no choice
    because nothing is possible (a card without effect, nobody to take) has no step.
    """

    __slots__ = ("_choices", "_play", "position", "steps")

    def __init__(self, position: Position, steps: tuple[Step, ...] = (), _play: "_CardInPlay | None" = None) -> None:
        if not isinstance(position, Position):
            raise wrong_type(A_POSITION, position)
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

    def __repr__(self) -> str:
        return str(shown_by("half_move_repr")(self))

    def push(self, *steps: Step | str) -> "HalfMove":
        """Choose more steps, each a text in the notation or a step: `half.push("L", "chi")`; ValueError if illegal.

        >>> from siam.rules import deal
        >>> half = HalfMove(deal(players=2, seed=7)).push("L", "chi")
        >>> [str(part.kind.value) for part in half.parts]
        ['card', 'place', 'place', 'take']
        """
        half = self
        for step in steps:
            half = half.then(shown_by("legal_step_of")(half, step))
        return half

    def then(self, step: Step) -> "HalfMove":
        """Choose one step more; it must be a legal one."""
        if type(step) not in STEP_KINDS:
            raise wrong_type("a step is one of legal_steps (HalfMove.push reads texts)", step)
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
    def parts(self) -> tuple[Part, ...]:
        """What each step of the move decides, those to come included; until there is a card, the card alone."""
        if self._play:
            return self._play.parts
        return (CARD_PART,) if self.steps or self._choices else ()

    @property
    def asks(self) -> Part | None:
        """What the next step decides; None once the move is complete."""
        parts = self.parts
        return parts[len(self.steps)] if len(self.steps) < len(parts) else None

    @property
    def has_no_effect(self) -> bool:
        """Whether a card was chosen that can do nothing now (§5.2)."""
        return self._play is not None and self._play.length == 0

    @property
    def play_so_far(self) -> Play | None:
        """What the steps chosen so far do, as a play to advance with; None before there is a card.

        Followers are placed one by one; a swap shows once it is whole. It is a legal move only once it is complete.
        """
        return self._play.so_far(self.steps[1:]) if self._play else None

    @property
    def move(self) -> Move | None:
        """The complete move, or None while there is something left to choose."""
        if self._choices or not self.steps:
            return None
        return self._play.move(self.steps[1:]) if self._play else PASS


_AROUND_THE_EFFECT = (PartKind.CARD, PartKind.TAKE)


class _CardInPlay:
    """A card that is being played: what its picks may be, and whether they can still become a legal move."""

    __slots__ = ("_chosen", "_made", "banned", "card", "finish_line", "length", "parts", "position")

    def __init__(self, position: Position, card: Card) -> None:
        self.position = position
        self.card = card
        self.parts = move_parts(position, card)
        self.length = sum(part.kind not in _AROUND_THE_EFFECT for part in self.parts)  # picks of the effect
        self.banned = banned_swap(position, card)
        self.finish_line = FinishLine(position) if is_last_card(position) else None
        self._chosen: tuple[Step, ...] = ()  # the picks of the effect put together last, and that effect
        self._made: Effect | None = None

    def choices(self, picks: tuple[Step, ...]) -> tuple[Step, ...]:
        if len(picks) < self.length:
            return effect_choices(self.position, self.card, picks, self.length)
        if len(picks) > self.length:
            return ()
        after = followers_after(self.position, self._effect(picks))
        return tuple(
            [steps[faction] for steps, there in zip(FOLLOWER_STEPS, after, strict=True) for faction in present(there)]
        )

    def move(self, picks: tuple[Step, ...]) -> Move:
        return Play(self.card, self._effect(picks), self._taken(picks))

    def so_far(self, picks: tuple[Step, ...]) -> Play:
        effect = effect_so_far(self.position, self.card, picks[: self.length], self.length)
        return Play(self.card, effect, self._taken(picks))

    def _taken(self, picks: tuple[Step, ...]) -> Cell | None:
        last = picks[-1] if len(picks) > self.length else None
        return last.cell if isinstance(last, FollowerStep) else None

    def legal(self, picks: tuple[Step, ...], choices: tuple[Step, ...]) -> tuple[Step, ...]:
        """Keep the choices that can still become a move that undoes nothing and, with the last card, wins."""
        if len(picks) < self.length:
            if self.banned is None and self.finish_line is None:
                return choices
            return tuple(step for step in choices if self._can_go_on((*picks, step)))
        if self.finish_line is None or not choices:
            return choices
        winning = {follower_step(cell) for cell in self.finish_line.winning_takes(self._effect(picks)) if cell}
        return tuple(step for step in choices if step in winning)

    def _can_go_on(self, picks: tuple[Step, ...]) -> bool:
        if len(picks) < self.length:
            return any(self._can_go_on((*picks, step)) for step in self.choices(picks))
        effect = self._effect(picks)
        if self.banned and effect == self.banned:
            return False
        return self.finish_line is None or self.finish_line.can_win(effect)

    def _effect(self, picks: tuple[Step, ...]) -> Effect:
        chosen = picks[: self.length]
        if chosen != self._chosen or self._made is None:
            self._chosen, self._made = chosen, effect_made(self.position, self.card, chosen)
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
