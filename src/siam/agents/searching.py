"""Agents on top of the engine: the levels, from a beginner to the champion, and plain `uct`."""

from dataclasses import dataclass
from random import Random
from statistics import pstdev
from threading import Event
from typing import NamedTuple

from siam.agents.simple import random_move
from siam.engine.evaluation import net_for
from siam.engine.limits import Limits
from siam.engine.results import Line
from siam.engine.search import STYLE, Style, analyse
from siam.engine.uct import CURIOSITY, choose_by_playouts
from siam.rules import PASS, Control, Faction, Move, Play, Position, camp_of, controller
from siam.rules.turns import advance

UCT_SECONDS = 0.5


class Sight(NamedTuple):
    """How well a level sees with each number of players: the levels are to be equally far apart with all of them."""

    two: float
    three: float
    four: float

    def of(self, players: int) -> float:
        """Give the measure for a number of players."""
        return self[players - 2]


ONE_LEAF = Sight(1, 1, 1)
NO_WAVERING = Sight(0, 0, 0)


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
        """Give the most visited move."""
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
        """Give the best of passing and a few moves that come to mind."""
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
    """The engine with so much sight and so much wavering among good moves."""

    name: str
    nodes: Sight | None = None
    """How many leaves it looks at."""
    seconds: float | None = None
    fills_time: bool = False
    """Whoever gives it a time gets all that can be seen in it, instead of so many leaves."""
    wavering: Sight = NO_WAVERING
    """How much the eye is deceived, as a multiple of how much the good moves differ in winning chance."""
    style: Style = STYLE
    of_levels: bool = True
    """It plays with the weights that the levels were spaced with, not with the latest."""

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Search within the level's own limits, and the time that is given."""
        players = len(position.players)
        measure = None if self.fills_time and seconds is not None else self.nodes
        nodes = None if measure is None else int(measure.of(players))
        think_seconds = seconds if nodes is not None or seconds is not None else self.seconds
        wavering = self.wavering.of(players)
        limits = Limits(seconds=think_seconds, nodes=nodes)
        lines = self.style.root_moves if wavering else 1
        net = net_for(players, position.board, of_levels=self.of_levels)
        found = analyse(position, limits, lines=lines, net=net, style=self.style, stop=stop)
        if not wavering or found.proven:
            return found.move
        return _wavered(position, found.lines, wavering, Random(seed))


def _wavered(position: Position, lines: tuple[Line, ...], wavering: float, random: Random) -> Move:
    """Give the move that seems best to a deceived eye."""
    camp = camp_of(len(position.players), position.to_move)[0]
    chances = [line.value_by_camp[camp] for line in lines]
    deceit = wavering * pstdev(chances)
    noisy = [(chance + random.gauss(0.0, deceit), line.moves[0]) for chance, line in zip(chances, lines, strict=True)]
    return max(noisy, key=lambda pair: pair[0])[1]


def searching_agent(name: str) -> UctAgent | BeginnerAgent | LevelAgent:
    """Make the agent of a level, the champion or `uct`."""
    narrow = Style(root_boards=40, endgame_cards=0, wider=(), foresight=0.0)
    fair = Style(endgame_cards=4, wider=(), foresight=0.0)
    agents: dict[str, UctAgent | BeginnerAgent | LevelAgent] = {
        "uct": UctAgent(),
        "1": BeginnerAgent("1", ideas=40),
        "2": LevelAgent("2", nodes=ONE_LEAF, wavering=Sight(6.0, 6.6, 1.65), style=narrow),
        "3": LevelAgent("3", nodes=ONE_LEAF, wavering=Sight(2.4, 4.1, 1.2), style=narrow),
        "4": LevelAgent("4", nodes=ONE_LEAF, wavering=Sight(0.9, 3.1, 0.6), style=narrow),
        "5": LevelAgent("5", nodes=Sight(10, 1, 10), wavering=Sight(0, 2.35, 0), style=narrow),
        "6": LevelAgent("6", nodes=Sight(60, 1, 60), wavering=Sight(0, 1.55, 0), style=narrow),
        "7": LevelAgent("7", nodes=Sight(400, 5, 200), style=fair),
        "8": LevelAgent("8", nodes=Sight(1000, 400, 800), fills_time=True, of_levels=False),
        "champion": LevelAgent("champion", seconds=1.5, of_levels=False),
    }
    return agents[name]
