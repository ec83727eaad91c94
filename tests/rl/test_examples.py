"""The examples run, small, and the ones that learn do learn."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import gymnasium
import numpy as np
import pytest
from click.testing import CliRunner

from siam.cli.selfplay import selfplay
from siam.rl.batch import BatchSimulator

EXAMPLES = Path(__file__).parents[2] / "examples"
ELSEWHERE = {
    "bot.py",  # it needs a server: tests/server/hosting/test_programs.py
    "openspiel_alphazero.py",  # it needs JAX, which is too large for the tests
}
SMALL = {
    "arena_agent.py": ("--deals", "1"),
    "batch_games.py": ("--games", "50"),
    "gymnasium_policy.py": ("--episodes", "16"),
    "learn_from_data.py": ("rows.npz", "--rounds", "2"),
    "openspiel_mcts.py": ("--simulations", "2"),
    "train_policy.py": (
        *("--minutes", "0.001", "--games", "4", "--evaluations", "2"),
        *("--deals", "1", "--opponent", "random"),
    ),
    "value_from_rows.py": ("rows.npz",),
}
WRITTEN = {
    "learn_from_data.py": ("weights.npz",),
    "train_policy.py": ("results/learning-curve.svg", "results/network.npz"),
}
NAMES = sorted(path.name for path in EXAMPLES.glob("*.py"))


def _make_rows(folder: Path, games: int) -> Path:
    answer = CliRunner().invoke(selfplay, ["random", "--games", str(games), "--rows", str(folder / "rows.npz")])
    assert answer.exit_code == 0, answer.output
    return folder / "rows.npz"


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ELSEWHERE])
def test_the_example_runs(name: str, tmp_path: Path) -> None:
    if "rows.npz" in SMALL.get(name, ()):
        _make_rows(tmp_path, games=6)
    command = [sys.executable, str(EXAMPLES / name), *SMALL.get(name, ())]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert [file for file in WRITTEN.get(name, ()) if not (tmp_path / file).exists()] == []


def test_every_example_is_on_the_list() -> None:
    for folder in (EXAMPLES, EXAMPLES / "torch"):
        page = (folder / "README.md").read_text(encoding="utf-8")
        assert [file.name for file in folder.glob("*.py") if f"[{file.name}]({file.name})" not in page] == []


def test_self_play_teaches_the_network_to_guess_who_wins() -> None:
    training = _module("train_policy")
    games = 32
    simulator = BatchSimulator(games * training.IDEAS, 2, auto_reset=False)
    trained, untrained = training.Network(16, seed=1), training.Network(16, seed=1)
    for number in range(6):
        rows, targets = training.play_games(trained, simulator, games, seed=number)
        for first in range(0, len(targets), 64):
            trained.learn(rows[first : first + 64], targets[first : first + 64])
    rows, targets = training.play_games(untrained, simulator, games, seed=1000)
    before, after = (np.mean((network.guess(rows)[2] - targets) ** 2) for network in (untrained, trained))
    assert after < 0.95 * before


def test_a_linear_policy_learns_through_gymnasium() -> None:
    env = gymnasium.make("siam.rl:siam/Siam-v0", opponents="random")
    first, *_, last = _module("gymnasium_policy").learn(env, episodes=300, report=100)
    assert last > first


def test_a_linear_model_learns_from_rows(tmp_path: Path) -> None:
    example = _module("value_from_rows")
    seen, came, games = example.read(_make_rows(tmp_path, games=40))
    apart = games % 5 == 0
    guesses = seen[apart] @ example.fit(seen[~apart], came[~apart])
    assert np.mean((came[apart] - guesses) ** 2) < 0.9 * np.mean(came[apart] ** 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_example_says_what_can_be_chosen(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout


def test_a_single_evaluation_comes_after_the_training(tmp_path: Path) -> None:
    small = ("--minutes", "0.001", "--games", "4", "--evaluations", "1", "--deals", "1", "--opponent", "random")
    command = [sys.executable, str(EXAMPLES / "train_policy.py"), *small]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert " 0 games" not in done.stdout


def test_a_network_learns_chances_from_a_data_set(tmp_path: Path) -> None:
    learn_from_data = _module("learn_from_data")
    rows = tmp_path / "rows.npz"
    given = ["greedy", "--games", "30", "--chances", "3", "--rows", str(rows)]
    assert CliRunner().invoke(selfplay, given).exit_code == 0
    seen, chance, games = learn_from_data.read(rows)
    assert set(games) == set(range(30))
    assert ((chance >= 0) & (chance <= 1)).all()
    weights = learn_from_data.learn(seen, chance, units=16, rounds=300, seed=1)
    off = learn_from_data.forward(weights, seen)[1] - chance
    assert np.mean(off**2) < 0.5 * np.var(chance)
