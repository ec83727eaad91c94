"""The examples run, small."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
TRAINING = ("--minutes", "0.001", "--games", "4", "--evaluations", "2", "--deals", "1", "--opponent", "random")


@pytest.mark.parametrize(
    "words",
    [
        ("batch_games.py", "--games", "50"),
        ("pettingzoo_random.py",),
        ("openspiel_mcts.py", "--simulations", "2"),
        ("train_policy.py", *TRAINING, "--out", "OUT"),
    ],
    ids=lambda words: words[0],
)
def test_the_example_runs(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [str(tmp_path) if word == "OUT" else word for word in words]
    done = subprocess.run([sys.executable, str(EXAMPLES / command[0]), *command[1:]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    if "OUT" in words:
        assert (tmp_path / "learning-curve.svg").exists()
        assert (tmp_path / "network.npz").exists()
