"""OpenSpiel's own DQN learns on its environment against random steps.

    pip install '.[openspiel,torch]' dm-tree
    python examples/torch/openspiel_dqn.py --episodes 2000

It is OpenSpiel's agent, unchanged. It takes one step of one game at a time, so it learns slowly: `dqn.py` beside it
plays many games at once.
"""

import argparse

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import dqn

from siam.rl.openspiel import NAME


def play(environment: rl_environment.Environment, agents: list[object], *, learning: bool) -> float:
    """Play an episode; return what seat 0 got."""
    time_step = environment.reset()
    while not time_step.last():
        seat = time_step.observations["current_player"]
        time_step = environment.step([agents[seat].step(time_step, is_evaluation=not learning).action])
    if learning:
        for agent in agents:
            agent.step(time_step)
    return float(time_step.rewards[0])


def main() -> None:
    """Learn, and print the share of wins in games without learning, before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=2000)
    parser.add_argument("--evaluation", type=int, default=200, help="games to measure by")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    environment = rl_environment.Environment(NAME, chance_event_sampler=rl_environment.ChanceEventSampler(given.seed))
    actions = environment.action_spec()["num_actions"]
    learner = dqn.DQN(
        0,
        environment.observation_spec()["info_state"][0],
        actions,
        hidden_layers_sizes=[128, 128],
        replay_buffer_capacity=100_000,
        batch_size=128,
        learning_rate=1e-3,
        optimizer_str="adam",
        epsilon_decay_duration=20 * given.episodes,
        epsilon_end=0.05,
        learn_every=4,
        seed=given.seed,
    )
    np.random.seed(given.seed)
    agents = [learner, random_agent.RandomAgent(1, actions)]

    def share() -> float:
        return float(np.mean([play(environment, agents, learning=False) > 0 for _ in range(given.evaluation)]))

    print(f"before: {share():.1%}", flush=True)
    for _ in range(given.episodes):
        play(environment, agents, learning=True)
    print(f"after {given.episodes:,} episodes: {share():.1%}")


if __name__ == "__main__":
    main()
