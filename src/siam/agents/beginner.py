"""The first level: a beginner, who sees who would win now but tries only a few moves to change it."""

from dataclasses import dataclass
from threading import Event

import numpy as np

from siam.agents.measures import SEEDS, PerPlayers
from siam.engine.core.codec import encode, move_of, position_ground
from siam.engine.search.beginner import choose_as_it_stands
from siam.engine.search.workspace import MAX_PATH, NO_STEP
from siam.rules import Move, Position


@dataclass(frozen=True, slots=True)
class BeginnerAgent:
    """Passes while it would win if everybody passed; otherwise plays the best of a few random moves, if one helps."""

    name: str
    ideas: PerPlayers

    def choose(
        self, position: Position, *, seconds: float | None = None, seed: int = 0, stop: Event | None = None
    ) -> Move:
        """Return the best of passing and a few random moves."""
        ideas = int(self.ideas.of(len(position.players)))
        path = np.empty(MAX_PATH, np.int8)
        choose_as_it_stands(position_ground(position), encode(position), ideas, seed % SEEDS, path)
        return move_of(position, [int(step) for step in path if step != NO_STEP])
