"""A position in the module's memory, for Python: what can be asked of it, move by move."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import numpy as np

from siam.engine.core.layout import CARD_KINDS, GROUND_SIZE, SIZE
from siam.engine.portable.forms import (
    FORM_CONTROLS,
    FORM_COURTS,
    FORM_FOLLOWERS,
    FORM_HANDS,
    FORM_KINGS,
    FORM_PASSES,
    FORM_RECENCY,
    FORM_SIZE,
    FORM_SUPPLY,
    FORM_SWAP_CARD,
    FORM_TO_MOVE,
    FORM_TRACK,
)
from siam.engine.portable.host import Host
from siam.engine.portable.searches import LINE_SIZE
from siam.engine.search.session import STYLE
from siam.rules import STEPS, FirstPlayer, HalfMove, Move, Position

if TYPE_CHECKING:
    from siam.engine.search.limits import Limits
    from siam.engine.search.search import Style

_PATH: Final = 6
_PROOF: Final = 9
_REMEMBERED: Final = 1 << 20
_PROOFS_PER_SECOND: Final = 400_000
_PROOFS_PER_NODE: Final = 100


class Proof(NamedTuple):
    """What is certain about an ending: the steps of a move that keeps it, or none if it is lost."""

    steps: tuple[int, ...]


def form_of(position: Position) -> list[int]:
    """Write a position as the form that the module reads."""
    form = [0] * FORM_SIZE
    form[FORM_TRACK : FORM_TRACK + 8] = position.track
    form[FORM_CONTROLS : FORM_CONTROLS + 8] = [-1 if control is None else control for control in position.controls]
    form[FORM_KINGS : FORM_KINGS + 8] = [int(king) for king in position.kings]
    for province, followers in enumerate(position.followers):
        form[FORM_FOLLOWERS + 3 * province : FORM_FOLLOWERS + 3 * province + 3] = followers
    form[FORM_SUPPLY : FORM_SUPPLY + 3] = position.supply
    for seat, player in enumerate(position.players):
        form[FORM_COURTS + 3 * seat : FORM_COURTS + 3 * seat + 3] = player.court
        for card in player.hand:
            form[FORM_HANDS + CARD_KINDS * seat + card] += 1
    form[FORM_TO_MOVE], form[FORM_PASSES] = position.to_move, position.passes
    form[FORM_RECENCY : FORM_RECENCY + 4] = [*position.recency, -1, -1, -1, -1][:4]
    if position.last_swap is not None:
        card, swap = position.last_swap
        given = [*swap.left_given, -1][:2]
        form[FORM_SWAP_CARD : FORM_SWAP_CARD + 6] = [card, swap.left, *given, swap.right, swap.right_given[0]]
    return form


def style_numbers(style: "Style") -> list[float]:
    """Write a style as the numbers that the module reads."""
    numbers = [float(getattr(style, name)) for name in STYLE]
    for breadth in style.wider:
        numbers += [float(number) for number in breadth]
    return numbers


class Place:
    """A position in the module's memory; it is given back at the end of a `with` block."""

    def __init__(self, module: Host, position: Position) -> None:
        self.module = module
        self.position = position
        board, options = position.board, position.options
        borders = [sum(1 << other for other in others) for others in board.neighbours]
        self._ground = module.room(4 * GROUND_SIZE)
        self._state = module.room(4 * SIZE)
        self._target = module.room(4 * LINE_SIZE + 8 * 4)
        given = module.put(np.array([*borders, *board.homes, *form_of(position)], np.int32))
        choices = (options.first_player is FirstPlayer.HIGHEST, options.capital_last, options.colony_loses)
        module.call("lay_ground", self._ground, len(position.players), given, given + 32, *map(int, choices))
        module.call("read_form", self._ground, given + 44, self._state)
        module.give_back([given])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.module.give_back([self._target, self._state, self._ground])

    def move(self, steps: Sequence[int]) -> Move:
        """Return the move that steps make."""
        move = HalfMove(self.position, tuple(STEPS[step] for step in steps)).move
        assert move is not None
        return move

    def standing_move(self, ideas: int, seed: int) -> Move:
        """Return the best of passing and so many moves drawn, if everybody passed from then on."""
        self.module.call("standing_move", self._ground, self._state, ideas, float(seed), self._target)
        return self.move(_steps(self.module.integers(self._target, _PATH)))

    def proof(self, cards: int, limits: "Limits") -> Proof | None:
        """Search an ending of at most so many cards to the end, if there are two camps and it does not take long."""
        position = self.position
        if len(position.players) == 3 or not 2 <= position.card_count <= cards:
            return None
        budget = _PROOFS_PER_NODE * (limits.nodes or 0)
        if limits.seconds is not None:
            budget = int(_PROOFS_PER_SECOND * limits.seconds)
        worth = self.module.call("prove", self._ground, self._state, budget, _REMEMBERED, self._target)
        if worth < 0:
            return None
        return Proof(_steps(self.module.integers(self._target, _PROOF - 1)) if worth > 0 else ())

    def search(self, evaluation: int, style: Sequence[float], widenings: int, room: int) -> "PlacedSearch":
        """Begin a search."""
        numbers = self.module.put(np.array(style))
        handle = self.module.call("new_search", self._ground, self._state, evaluation, numbers, widenings, room)
        self.module.give_back([numbers])
        return PlacedSearch(self.module, int(handle), self._target)


class PlacedSearch:
    """A search in the module; it ends with a `with` block."""

    def __init__(self, module: Host, handle: int, target: int) -> None:
        self._module, self._handle, self._target = module, handle, target

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._module.call("end_search", self._handle)

    def grow(self, nodes: int) -> int:
        """Grow until there are so many nodes; give how many there are."""
        return int(self._module.call("grow_search", self._handle, nodes))

    @property
    def is_finished(self) -> bool:
        """Whether more nodes would change nothing."""
        return bool(self._module.call("is_finished", self._handle))

    @property
    def is_certain(self) -> bool:
        """Whether the move to play is proven to be a best one."""
        return bool(self._module.call("is_certain", self._handle))

    @property
    def width(self) -> int:
        """How many moves it knows."""
        return int(self._module.call("moves_found", self._handle))

    def steps(self, number: int) -> tuple[int, ...]:
        """Return the steps of the so-manieth best move."""
        target = self._target + 8 * 4
        self._module.call("line_found", self._handle, number, target, self._target)
        return _steps(self._module.integers(target, LINE_SIZE)[5 : 5 + _PATH])

    def chances(self, number: int) -> list[float]:
        """Return the winning chances of the camps after the so-manieth best move."""
        self._module.call("line_found", self._handle, number, self._target + 8 * 4, self._target)
        return self._module.floats(self._target, 3)

    def noisy(self, lines: int, noise: float, seed: int) -> int:
        """Return which of the best lines seems best to somebody who misjudges every chance; -1 for passing."""
        return int(self._module.call("noisy_move", self._handle, lines, noise, float(seed)))


def _steps(row: Sequence[int]) -> tuple[int, ...]:
    return tuple(step for step in row if step >= 0)
