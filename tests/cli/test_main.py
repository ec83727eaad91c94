"""The command itself: quick help, sound subcommands, counting and maps."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from siam.cli.main import COMMANDS
from siam.rules import deal, legal_moves
from siam.server.app.settings import Settings
from tests.cli.running import run, run_piped

MAPS = Path(__file__).parents[2] / "src/siam/rules/maps"


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["arena", "random", "greedy"], "siam: numpy is missing; pip install 'siam[arena]'"),
        (["serve"], "siam: uvicorn is missing; pip install 'siam[server]'"),
        (["bench"], "siam: numpy is missing; pip install 'siam[engine]'"),
    ],
)
def test_a_command_whose_library_is_missing_says_what_to_install(words: list[str], advice: str) -> None:
    bare = "import sys; sys.modules['numpy'] = sys.modules['uvicorn'] = None; from siam.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", bare, *words], capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert done.stderr == advice + "\n"


def test_help_lists_every_command_and_loads_none() -> None:
    done = run_piped("--help")
    assert done.returncode == 0
    assert all(name.encode() in done.stdout for name in COMMANDS)
    probe = "import sys; from siam.cli.main import siam; siam(['--help'], standalone_mode=False); "
    loaded = subprocess.run(
        [sys.executable, "-c", probe + "print('rich' in sys.modules, 'siam.rules' in sys.modules)"],
        capture_output=True,
        check=True,
    )
    assert loaded.stdout.endswith(b"False False\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_the_help_of_serve_names_environment_variables_that_are_read() -> None:
    told = set(re.findall(r"SIAM_[A-Z_]+", run("serve", "--help").output))
    assert {"SIAM_DATABASE_URL", "SIAM_REDIS_URL"} <= told <= Settings().as_environment().keys()


def test_an_unknown_command_is_told() -> None:
    result = run("conquer")
    assert result.exit_code == 2
    assert "No such command" in result.output


def test_perft_of_one_move_is_the_number_of_legal_moves() -> None:
    result = run("perft", "1", "--players", "3", "--seed", "7")
    assert f"{len(legal_moves(deal(3, 7))):,} in " in result.output


def test_perft_agrees_between_moves_and_their_division() -> None:
    late = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"
    total = run("perft", "2", "--position", late).output.splitlines()[-1].split(" ")[0]
    divided = run("perft", "2", "--position", late, "--divide").output.splitlines()[1:-1]
    assert sum(int(line.split()[0]) for line in divided) == int(total.replace(",", ""))
    assert run("perft", "3", "--position", late, "--steps", "--divide").exit_code == 0


def test_perft_of_a_faulty_position_is_told() -> None:
    assert run("perft", "1", "--position", "siam").output.startswith("Error: a position has 8 fields")


@pytest.mark.parametrize("name", ["siam", "albion", str(MAPS / "albion.toml")])
def test_a_sound_map_is_shown(name: str) -> None:
    result = run("map", "check", name)
    assert result.exit_code == 0
    assert "is sound: eight provinces" in result.output


def test_a_faulty_map_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        (MAPS / "siam.toml").read_text(encoding="utf-8").replace('"ayu-kho"', '"ayu-xxx"'), encoding="utf-8"
    )
    result = run("map", "check", str(file))
    assert result.exit_code == 1
    assert "ayu-xxx" in result.output
    assert "line " in result.output
