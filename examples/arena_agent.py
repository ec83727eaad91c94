"""An agent of one's own in the arena: checked first, then measured against others.

    python examples/arena_agent.py --deals 10

Any object with `choose` will do. This one plays a card only if it would win then and would not win without.
"""

import argparse
from random import Random

from siam.agents.simple import random_move
from siam.arena import Plan, check_agent, run, standings
from siam.arena.reports.report import report
from siam.rules import PASS, Move, Position, play, standing_outcome


class Thrifty:
    """Passes if it wins as things stand, or else looks for a card that changes this, as often as it has ideas."""

    def __init__(self, ideas: int) -> None:
        self.name = f"thrifty-{ideas}"
        self.ideas = ideas

    def choose(self, position: Position, *, seed: int = 0) -> Move:
        """Return the first move that wins if nobody plays a card after it; the same seed brings the same ideas."""
        random = Random(seed)
        moves = [PASS, *(random_move(position, random) for _ in range(self.ideas))]
        return next((move for move in moves if wins(position, move)), PASS)


def wins(position: Position, move: Move) -> bool:
    """Return whether a move wins for whoever plays it, if the game stayed like that."""
    return position.to_move in standing_outcome(play(position, move).position).winners


def main() -> None:
    """Check the agent, play a small tournament, print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    findings = check_agent(Thrifty(5), games=1)
    print("No findings." if not findings else "\n".join(map(str, findings)))
    plan = Plan((Thrifty(5), Thrifty(50), "random"), players=given.players, deals=given.deals)
    print(report(plan, standings(plan, run(plan, processes=given.processes))))


if __name__ == "__main__":
    main()
