"""Agents on top of the engine: the levels, from a beginner to the champion, and plain `uct`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TypeVar
from zipfile import is_zipfile

import numpy as np

from siam.agents.beginner import BeginnerAgent
from siam.agents.measures import SEEDS, PerPlayers
from siam.agents.names import CHAMPION, FORMER_CHAMPION, AgentError, AgentName
from siam.agents.simple import wins_as_it_stands
from siam.engine.evaluation.net import Net
from siam.engine.evaluation.quantized import Evaluation
from siam.engine.evaluation.shipped import FORMER, LATEST, LEVELS, evaluation_for, evaluation_from, load_net
from siam.engine.search.limits import Limits
from siam.engine.search.noise import noisy_choice
from siam.engine.search.results import Line
from siam.engine.search.search import STYLE, Style, analyse
from siam.engine.search.uct import CURIOSITY, choose_by_playouts
from siam.rules import PASS, Move, Position, camp_of

Weights = TypeVar("Weights", Net, Evaluation)

UCT_SECONDS = 0.5


ONE_LEAF = PerPlayers(1, 1, 1)
NO_NOISE = PerPlayers(0, 0, 0)


@dataclass(frozen=True, slots=True)
class UctAgent:
    """Plain UCT with random playouts: knows nothing but the rules."""

    name: str = "uct"
    curiosity: float = CURIOSITY
    """The exploration constant."""
    nodes: int | None = None
    """How many playouts it makes for a move; without a number it thinks by the clock."""

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return the most visited move."""
        think_seconds = seconds if self.nodes is not None else seconds or UCT_SECONDS
        limits = Limits(seconds=think_seconds, nodes=self.nodes)
        return choose_by_playouts(position, limits, seed=seed, curiosity=self.curiosity, stop=stop)[0]


@dataclass(frozen=True, slots=True)
class LevelAgent:
    """The engine at a level: how many nodes it searches, and how uncertain it is between good moves."""

    name: str
    nodes: PerPlayers | None = None
    """How many leaves it looks at."""
    seconds: float | None = None
    fills_time: bool = False
    """With a time limit it searches until the time is up, instead of counting nodes."""
    noise: PerPlayers = NO_NOISE
    """How far its judgement of each move is off: a multiple of how much the good moves differ in winning chance."""
    style: Style = STYLE
    edition: str = LEVELS
    """The weights it plays with: those that the levels were spaced with, unless said otherwise."""
    weights: Path | None = None
    """A file of weights to play with instead."""

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Search within the level's own limits, and the time that is given."""
        players = len(position.players)
        noise = self.noise.of(players)
        limits = self.limits(players, seconds)
        lines = self.style.root_moves if noise else 1
        found = analyse(
            position, limits, lines=lines, evaluation=self._evaluation(position), style=self.style, stop=stop
        )
        if not noise or found.proven:
            return found.move
        return _noisy_choice(position, found.lines, noise, seed)

    def limits(self, players: int, seconds: float | None) -> Limits:
        """Return the limits of a search, within `seconds` if that is given."""
        measure = None if self.fills_time and seconds is not None else self.nodes
        nodes = None if measure is None else int(measure.of(players))
        return Limits(seconds=seconds if nodes is not None or seconds is not None else self.seconds, nodes=nodes)

    def _evaluation(self, position: Position) -> Evaluation:
        players = len(position.players)
        if (weights := self.weights) is not None:
            return _own(lambda: evaluation_from(weights, players, position.board))
        return evaluation_for(players, position.board, self.edition)


Searcher = UctAgent | BeginnerAgent | LevelAgent


def _noisy_choice(position: Position, lines: tuple[Line, ...], noise: float, seed: int) -> Move:
    """Return the move that seems best when every chance is misjudged a little.

    However uncertain, nobody gives a win away that they hold as it stands: a move that does so counts only if passing
    does not hold it either.
    """
    camp = camp_of(len(position.players), position.to_move)[0]
    chances = np.array([line.value_by_camp[camp] for line in lines])
    holds = wins_as_it_stands(position, PASS)
    allowed = np.array([not holds or wins_as_it_stands(position, line.moves[0]) for line in lines], np.int8)
    choice = int(noisy_choice(chances, allowed, noise, seed % SEEDS))
    return PASS if choice < 0 else lines[choice].moves[0]


def searching_agent(name: str) -> Searcher:
    """Make the agent of a level, a champion or `uct`."""
    narrow = Style(root_boards=40, endgame_cards=0, wider=(), foresight=0.0)
    fair = Style(endgame_cards=4, wider=(), foresight=0.0)
    agents: dict[str, Searcher] = {
        "uct": UctAgent(),
        "1": BeginnerAgent("1", ideas=PerPlayers(2, 1, 2)),
        "2": LevelAgent("2", nodes=ONE_LEAF, noise=PerPlayers(2.0, 3.2, 1.9), style=narrow),
        "3": LevelAgent("3", nodes=ONE_LEAF, noise=PerPlayers(1.45, 2.8, 1.3), style=narrow),
        "4": LevelAgent("4", nodes=ONE_LEAF, noise=PerPlayers(0.45, 2.45, 0.4), style=narrow),
        "5": LevelAgent("5", nodes=PerPlayers(10, 1, 10), noise=PerPlayers(0, 1.85, 0), style=narrow),
        "6": LevelAgent("6", nodes=PerPlayers(60, 1, 60), noise=PerPlayers(0, 1.1, 0), style=narrow),
        "7": LevelAgent("7", nodes=PerPlayers(400, 5, 200), style=fair),
        "8": LevelAgent("8", nodes=PerPlayers(1000, 400, 800), fills_time=True, edition=LATEST),
        CHAMPION: LevelAgent(CHAMPION, seconds=1.5, edition=LATEST),
        FORMER_CHAMPION: LevelAgent(FORMER_CHAMPION, seconds=1.5, edition=FORMER),
    }
    return agents[name]


def on_terms(player: Searcher, title: str, terms: AgentName) -> UctAgent | LevelAgent:
    """Return an agent under another title with the terms of its name; AgentError if its weights can't be read."""
    if isinstance(player, UctAgent):
        curiosity = player.curiosity if terms.curiosity is None else terms.curiosity
        return replace(player, name=title, curiosity=curiosity, nodes=terms.nodes)
    assert isinstance(player, LevelAgent), f"{player.name} takes no terms"
    if terms.weights is not None:
        weights = terms.weights
        if weights.is_file() and not is_zipfile(weights):
            raise AgentError(f"{weights}: no weights: such a file ends in .npz, and `siam train` writes it")
        _own(lambda: load_net(weights))
        player = replace(player, weights=weights)
    if terms.nodes is not None:
        player = replace(player, nodes=PerPlayers(*[terms.nodes] * 3), fills_time=False)
    return replace(player, name=title)


def _own(read: Callable[[], Weights]) -> Weights:
    """Read weights from a user's own file; AgentError if that holds none."""
    try:
        return read()
    except ValueError as problem:
        raise AgentError(str(problem)) from None
