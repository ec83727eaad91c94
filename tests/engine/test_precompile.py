"""Importing compiles nothing; the first call says that it compiles; afterwards nothing is left to compile."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import event

from siam.agents import agent
from siam.engine.precompile import compile_all
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.rules import advance, deal
from tests.cli.running import Terminal

COMPILED = "*.nbc"


def run_apart(script: str, cache: Path) -> str:
    """Run a script with an empty cache; give what it says on standard error."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True)
    return done.stderr


def test_importing_compiles_nothing(tmp_path: Path) -> None:
    said = run_apart(
        "import siam.agents.level_agents, siam.engine.precompile, siam.engine.search.uct, siam.rl.kernels", tmp_path
    )
    assert said == ""
    assert not list(tmp_path.rglob(COMPILED))


def test_a_first_call_says_once_that_it_compiles_and_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    script = (
        "from siam.engine.core.outcomes import controller; assert controller(2, 1, 0) == 0 and controller(1, 1, 0) == 3"
    )
    assert run_apart(script, tmp_path).count("compiling") == 1
    assert list(tmp_path.rglob(COMPILED))
    assert run_apart(script, tmp_path) == ""


def test_it_is_said_once_for_an_install_whatever_is_compiled_later(tmp_path: Path) -> None:
    scripts = (
        "from siam.engine.core.outcomes import controller; controller(2, 1, 0)",
        "from siam.engine import bench; bench.signature(1)",
    )
    assert [run_apart(script, tmp_path).count("compiling") for script in scripts] == [1, 0]


def test_a_terminal_shows_a_bar_that_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    terminal = Terminal(["bench", "--seconds", "0.05"])
    terminal.expect("compiling the engine, once after an install", seconds=120)
    terminal.expect("━", seconds=120)
    terminal.expect("%", seconds=120)
    terminal.type("\x03")
    assert terminal.finish() == 130
    assert terminal.shown.rstrip().endswith("\x1b[?25h")  # the cursor is there again


class Compilations(event.Listener):
    """Everything that was compiled meanwhile."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: event.Event) -> None:
        self.names.append(str(event.data["dispatcher"].py_func))

    def on_end(self, event: event.Event) -> None:
        """Hear nothing new."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_warming_a_whole_game_by_the_clock_compiles_nothing(players: int) -> None:
    compile_all()
    heard = Compilations()
    with event.install_listener("numba:compile", heard):
        position, turn = deal(players, 5), 0
        quick = [agent("champion"), agent("uct"), agent("3")]
        while not position.is_over:
            move = quick[turn % 3].choose(position, seconds=0.02, seed=turn)
            position, turn = advance(position, move).position, turn + 1
        analyse(deal(players, 6), Limits(seconds=0.02))
    assert heard.names == []
