"""The levels played by the portable module: the same moves for the same nodes, with nothing to compile first."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from threading import Event
from typing import Final

import numpy as np

from siam.agents.beginner import BeginnerAgent
from siam.agents.level_agents import LevelAgent, searching_agent
from siam.agents.measures import SEEDS
from siam.agents.names import STYLES
from siam.agents.styled import StyledAgent, styled_agent
from siam.engine.evaluation.net import Net
from siam.engine.evaluation.shipped import LATEST, file_for
from siam.engine.portable.host import Host, host, is_available
from siam.engine.portable.places import Place, PlacedSearch, style_numbers
from siam.engine.search.limits import Limits
from siam.engine.search.search import Style
from siam.rules import Board, Move, Position, camp_of, load_board

PASS_STEPS: Final = (0,)
_SLICE: Final = 50
_ROOM: Final = 240_000
_ROOM_PER_NODE: Final = 40


@dataclass(frozen=True, slots=True)
class PortableAgent:
    """A level, a style or a champion whose thinking the module does."""

    player: LevelAgent | BeginnerAgent | StyledAgent

    @property
    def name(self) -> str:
        """The name of the level."""
        return self.player.name

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Choose as the level does."""
        with Place(host(), position) as place:
            if isinstance(self.player, BeginnerAgent):
                return place.standing_move(int(self.player.ideas.of(len(position.players))), seed % SEEDS)
            if isinstance(self.player, StyledAgent):
                return _liked(place, self.player, position, Limits(seconds=seconds, nodes=self.player.nodes), stop)
            return _search(place, self.player, position, seconds, seed % SEEDS, stop)


def _search(
    place: Place, player: LevelAgent, position: Position, seconds: float | None, seed: int, stop: Event | None
) -> Move:
    players = len(position.players)
    limits = player.limits(players, seconds)
    noise = player.noise.of(players)
    lines = player.style.root_moves if noise else 1
    began = time.monotonic()
    proof = place.proof(player.style.endgame_cards, limits)
    if proof is not None and proof.steps and lines == 1:
        return place.move(proof.steps)
    with _grown(place, position, player.style, player.edition, limits, began, stop) as search:
        if proof is not None and proof.steps:
            return place.move(proof.steps)
        if not noise or proof is not None or search.is_certain:
            return place.move(search.steps(0))
        choice = search.noisy(min(lines, search.width), noise, seed)
        return place.move(PASS_STEPS if choice < 0 else search.steps(choice))


def _liked(place: Place, player: StyledAgent, position: Position, limits: Limits, stop: Event | None) -> Move:
    """Weigh a liking beside the chances; what is proven is played as it is."""
    began = time.monotonic()
    proof = place.proof(player.style.endgame_cards, limits)
    with _grown(place, position, player.style, LATEST, limits, began, stop) as search:
        if proof is not None and proof.steps:
            return place.move(proof.steps)
        best = place.move(search.steps(0))
        if proof is not None or search.is_certain:
            return best
        camp = camp_of(len(position.players), position.to_move)[0]
        lines = range(min(player.style.root_moves, search.width))
        chances = {place.move(search.steps(number)): search.chances(number)[camp] for number in lines}
        return player.preferred(position, chances, chances[best]) or best


@contextmanager
def _grown(
    place: Place, position: Position, style: Style, edition: str, limits: Limits, began: float, stop: Event | None
) -> Iterator[PlacedSearch]:
    """Search within the limits."""
    until = None if limits.seconds is None else began + limits.seconds
    nodes = _ROOM if limits.nodes is None else limits.nodes
    room = min(_ROOM, 4_000 + _ROOM_PER_NODE * nodes)
    evaluation = _evaluation(host(), len(position.players), edition, _is_known(position.board))
    with place.search(evaluation, style_numbers(style), len(style.wider), room) as search:
        grown = search.grow(1)
        while grown < nodes and not search.is_finished and not _is_late(until, stop):
            grown = search.grow(min(nodes, grown + _SLICE))
        yield search


def _is_late(until: float | None, stop: Event | None) -> bool:
    return (stop is not None and stop.is_set()) or (until is not None and time.monotonic() >= until)


def _is_known(board: Board) -> bool:
    siam = load_board("siam")
    return (board.neighbours, board.homes) == (siam.neighbours, siam.homes)


@cache
def _evaluation(module: Host, players: int, edition: str, known: bool) -> int:
    with resources.as_file(file_for(players, edition)) as path, np.load(path) as stored:
        arrays = [np.ascontiguousarray(stored[name], np.float16) for name in Net._fields]
    address = module.put(np.concatenate([array.ravel() for array in arrays]))
    evaluation = int(module.call("new_evaluation", address, arrays[1].size, arrays[2].shape[0], int(known)))
    module.give_back([address])
    return evaluation


def portable_agent(name: str) -> PortableAgent | None:
    """Return a level, a style or a champion on the module; None if that is not installed or does not play it."""
    if not is_available():
        return None
    if name in STYLES:
        return PortableAgent(styled_agent(name))
    try:
        player = searching_agent(name)
    except KeyError:
        return None
    return PortableAgent(player) if isinstance(player, LevelAgent | BeginnerAgent) else None
