"""OpenSpiel's AlphaZero learns the game: it plays itself in processes of its own, and a network learns from that.

    pip install '.[openspiel]' jax flax optax chex orbax-checkpoint
    python examples/openspiel_alphazero.py --steps 2

It is OpenSpiel's program, unchanged: a step of the learner takes as many positions as `--states` says, and writes its
weights and a log into `--out`. To learn something takes hours, not steps.
"""

import argparse
from pathlib import Path

from siam.rl.openspiel import NAME


def main() -> None:
    """Learn for some steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2, help="of the learner")
    parser.add_argument("--states", type=int, default=256, help="positions between two steps of the learner")
    parser.add_argument("--simulations", type=int, default=8, help="of the tree search before each step of a game")
    parser.add_argument("--actors", type=int, default=1, help="processes that play")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("alphazero"))
    given = parser.parse_args()
    from open_spiel.python.algorithms.alpha_zero import alpha_zero  # which needs JAX and its libraries

    given.out.mkdir(parents=True, exist_ok=True)
    alpha_zero.alpha_zero(
        alpha_zero.Config(
            game=NAME,
            path=str(given.out.resolve()),
            learning_rate=1e-3,
            weight_decay=1e-4,
            decouple_weight_decay=True,
            train_batch_size=64,
            replay_buffer_size=4 * given.states,
            replay_buffer_reuse=4,
            max_steps=given.steps,
            checkpoint_freq=10,
            actors=given.actors,
            evaluators=1,
            evaluation_window=4,
            eval_levels=2,
            uct_c=2,
            max_simulations=given.simulations,
            policy_alpha=1,
            policy_epsilon=0.25,
            temperature=1,
            temperature_drop=20,
            nn_model="mlp",
            nn_width=given.width,
            nn_depth=given.depth,
            observation_shape=None,
            output_size=None,
            verbose=False,
            quiet=True,
        )
    )


if __name__ == "__main__":
    main()
