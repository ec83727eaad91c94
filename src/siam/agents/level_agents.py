"""Agents on top of the engine: the levels, from a beginner to the champion, and plain `uct`."""

from dataclasses import dataclass
from random import Random
from statistics import pstdev
from threading import Event
from typing import NamedTuple

from siam.agents.simple import random_move
from siam.engine.evaluation.shipped import net_for
from siam.engine.search.limits import Limits
from siam.engine.search.results import Line
from siam.engine.search.search import STYLE, Style, analyse
from siam.engine.search.uct import CURIOSITY, choose_by_playouts
from siam.rules import PASS, Control, Faction, Move, Play, Position, camp_of, controller
from siam.rules.turns import advance

UCT_SECONDS = 0.5


class PerPlayers(NamedTuple):
    """How well a level sees with each number of players: the levels are to be equally far apart with all of them."""

    two: float
    three: float
    four: float

    def of(self, players: int) -> float:
        """Return the measure for a number of players."""
        return self[players - 2]


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
class BeginnerAgent:
    """Looks at the contested province only: who leads there, and whether that faction is in the own court."""

    name: str
    ideas: int

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return the best of passing and a few moves that come to mind."""
        random = Random(seed)
        best: Move = PASS
        best_worth = self._worth(position, PASS)
        for _ in range(self.ideas):
            move = random_move(position, random)
            worth = self._worth(position, move)
            if worth > best_worth:
                best, best_worth = move, worth
        return best

    @staticmethod
    def _worth(position: Position, move: Move) -> float:
        province = position.contested
        assert province is not None
        seat, players = position.to_move, len(position.players)
        after = advance(position, move).position
        control = after.controls[province]
        if control is None:
            control = controller(after.followers[province])
        courts = [player.court for player in after.players]
        if control is Control.BRITISH:
            lead = 0.0
        else:
            camp = camp_of(players, seat)
            faction = Faction(control)
            ours = max(courts[member][faction] for member in camp)
            theirs = max(court[faction] for member, court in enumerate(courts) if member not in camp)
            lead = ours - theirs + 0.5
        cost = 0.6 if isinstance(move, Play) else 0.0
        return lead - cost


@dataclass(frozen=True, slots=True)
class LevelAgent:
    """The engine, searching so many nodes, and so uncertain between good moves."""

    name: str
    nodes: PerPlayers | None = None
    """How many leaves it looks at."""
    seconds: float | None = None
    fills_time: bool = False
    """With a time limit it searches until the time is up, instead of counting nodes."""
    noise: PerPlayers = NO_NOISE
    """How far its judgement of each move is off: a multiple of how much the good moves differ in winning chance."""
    style: Style = STYLE
    frozen_weights: bool = True
    """It plays with the weights that the levels were spaced with, not with the latest."""

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Search within the level's own limits, and the time that is given."""
        players = len(position.players)
        measure = None if self.fills_time and seconds is not None else self.nodes
        nodes = None if measure is None else int(measure.of(players))
        think_seconds = seconds if nodes is not None or seconds is not None else self.seconds
        noise = self.noise.of(players)
        limits = Limits(seconds=think_seconds, nodes=nodes)
        lines = self.style.root_moves if noise else 1
        net = net_for(players, position.board, frozen_weights=self.frozen_weights)
        found = analyse(position, limits, lines=lines, net=net, style=self.style, stop=stop)
        if not noise or found.proven:
            return found.move
        return _noisy_choice(position, found.lines, noise, Random(seed))


def _noisy_choice(position: Position, lines: tuple[Line, ...], noise: float, random: Random) -> Move:
    """Return the move that seems best when every chance is misjudged a little."""
    camp = camp_of(len(position.players), position.to_move)[0]
    chances = [line.value_by_camp[camp] for line in lines]
    spread = noise * pstdev(chances)
    noisy = [(chance + random.gauss(0.0, spread), line.moves[0]) for chance, line in zip(chances, lines, strict=True)]
    return max(noisy, key=lambda pair: pair[0])[1]


def searching_agent(name: str) -> UctAgent | BeginnerAgent | LevelAgent:
    """Make the agent of a level, the champion or `uct`."""
    narrow = Style(root_boards=40, endgame_cards=0, wider=(), foresight=0.0)
    fair = Style(endgame_cards=4, wider=(), foresight=0.0)
    agents: dict[str, UctAgent | BeginnerAgent | LevelAgent] = {
        "uct": UctAgent(),
        "1": BeginnerAgent("1", ideas=40),
        "2": LevelAgent("2", nodes=ONE_LEAF, noise=PerPlayers(6.0, 6.6, 1.65), style=narrow),
        "3": LevelAgent("3", nodes=ONE_LEAF, noise=PerPlayers(2.4, 4.1, 1.2), style=narrow),
        "4": LevelAgent("4", nodes=ONE_LEAF, noise=PerPlayers(0.9, 3.1, 0.6), style=narrow),
        "5": LevelAgent("5", nodes=PerPlayers(10, 1, 10), noise=PerPlayers(0, 2.35, 0), style=narrow),
        "6": LevelAgent("6", nodes=PerPlayers(60, 1, 60), noise=PerPlayers(0, 1.55, 0), style=narrow),
        "7": LevelAgent("7", nodes=PerPlayers(400, 5, 200), style=fair),
        "8": LevelAgent("8", nodes=PerPlayers(1000, 400, 800), fills_time=True, frozen_weights=False),
        "champion": LevelAgent("champion", seconds=1.5, frozen_weights=False),
    }
    return agents[name]
