"""Players with a style: each searches as the engine does, then prefers what it likes among the good moves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import log
from threading import Event
from typing import Final

from siam.engine.search.limits import Limits
from siam.engine.search.search import STYLE, Style, analyse
from siam.rules import Control, Faction, Move, Play, Position, advance, camp_of, controller

REASON: Final = 1.0
"""Nothing is liked so much that log odds of more than this are given up for it."""
CERTAIN: Final = 1e-4
"""Chances nearer to nothing or all than this count as this."""


@dataclass(frozen=True, slots=True)
class Liking:
    """The bonus of a move for each of its consequences, in log odds of winning."""

    card: float = 0.0
    """For playing a card."""
    control: Control | None = None
    """Whose provinces are counted: those held, and those where it leads."""
    province: float = 0.0
    faction: Faction | None = None
    """Whose followers are counted in the own court."""
    follower: float = 0.0
    set: float = 0.0
    """For each set in the own court."""

    def of(self, position: Position, move: Move) -> float:
        """Weigh a move."""
        gain = self.card if isinstance(move, Play) else 0.0
        if self.control is None:
            return gain
        after = advance(position, move).position
        court = after.players[position.to_move].court
        gain += self.province * _provinces(after, self.control) + self.set * court.sets
        return gain if self.faction is None else gain + self.follower * court[self.faction]


@dataclass(frozen=True, slots=True)
class StyledAgent:
    """The engine with a small tree; its choice weighs a liking beside the winning chances."""

    name: str
    liking: Liking
    nodes: int = 80
    style: Style = STYLE

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return the move with the best sum of chance and liking; a proven move is played in any case."""
        limits = Limits(seconds=seconds, nodes=self.nodes)
        found = analyse(position, limits, lines=self.style.root_moves, style=self.style, stop=stop)
        if found.proven:
            return found.move
        camp = camp_of(len(position.players), position.to_move)[0]
        chances = {line.moves[0]: line.value_by_camp[camp] for line in found.lines}
        return self.preferred(position, chances, found.value_by_camp[camp]) or found.move

    def preferred(self, position: Position, chances: Mapping[Move, float], best: float) -> Move | None:
        """Return the move that is liked most of those not much worse than the best; None if there is none."""
        odds = {move: _log_odds(chance) for move, chance in chances.items()}
        sensible = [move for move, log_odds in odds.items() if log_odds >= _log_odds(best) - REASON]
        return max(sensible, key=lambda move: odds[move] + self.liking.of(position, move), default=None)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, CERTAIN), 1 - CERTAIN)
    return log(bounded / (1 - bounded))


def _provinces(position: Position, control: Control) -> int:
    """Count the provinces that a faction controls, and the open ones where it leads."""
    held = sum(kept is control for kept in position.controls)
    pairs = zip(position.controls, position.followers, strict=True)
    return held + sum(kept is None and controller(followers) is control for kept, followers in pairs)


_LIKINGS: Final[dict[str, Liking]] = {
    "patient": Liking(card=-0.7),
    "hasty": Liking(card=0.7),
    "royalist": Liking(control=Control.RAMA, province=0.3, faction=Faction.RAMA, follower=0.3),
    "anglophile": Liking(control=Control.BRITISH, province=0.3, set=0.5),
}


def styled_agent(name: str, title: str | None = None, nodes: int | None = None) -> StyledAgent:
    """Make the agent with the style of this name, optionally under another title or with another number of nodes."""
    made = StyledAgent(title or name, _LIKINGS[name])
    return made if nodes is None else replace(made, nodes=nodes)
