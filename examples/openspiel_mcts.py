"""OpenSpiel's own Monte-Carlo tree search against one of our agents."""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, mcts

from siam.agents import agent
from siam.rl.openspiel import NAME, AgentBot


def main() -> None:
    """Play one game and print what everybody got."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--opponent", default="random")
    given = parser.parse_args()
    game, random = pyspiel.load_game(NAME), np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 3, given.simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    bots = [searcher, AgentBot(1, agent(given.opponent))]
    print(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, random))


if __name__ == "__main__":
    main()
