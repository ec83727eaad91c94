"""The command itself: quick help, sound subcommands, counting and maps."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from siam import extras
from siam.cli.commands import COMMANDS
from siam.rules import Game, deal, legal_moves
from siam.server.app.settings import Settings
from tests.cli.running import run, run_piped
from tests.protocol.requests import OPENING, request

ROOT = Path(__file__).parents[2]
MAPS = ROOT / "src/siam/rules/maps"


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (["arena", "random", "greedy"], "numpy", "arena"),
        (["benchmark", "run", "random"], "numpy", "arena"),
        (["selfplay", "random", "--records", "x.siam"], "numpy", "arena"),
        (["serve"], "uvicorn", "server"),
        (["bench"], "numpy", "engine"),
        (["train", "x.npz"], "numpy", "engine"),
        (["puzzle", "--make", "1"], "numpy", "engine"),
        (["play", "--seats", "human,7"], "numpy", "engine"),
        (["analyse", "game.siam", "--nodes", "1"], "numpy", "engine"),
        (["analyse", "game.siam", "--nodes", "1", "--plot", "x.svg"], "matplotlib", "arena"),
        (["balance", "random", "--deals", "2"], "numpy", "arena"),
    ],
)
def test_a_command_whose_library_is_missing_says_in_one_sentence_what_brings_it(
    words: list[str], library: str, extra: str, tmp_path: Path
) -> None:
    (tmp_path / "game.siam").write_text(Game(deal(2, 1)).record(), encoding="utf-8")
    bare = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'uvicorn', 'matplotlib'))); "
    command = [sys.executable, "-c", bare + "from siam.cli import main; main()", *words]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    said = done.stderr.removeprefix("siam: ").removeprefix("Error: ")
    assert said == f"{library} is missing; this brings it: cd {ROOT} && pip install -e '.[{extra}]'\n"


def test_an_engine_without_its_libraries_says_what_brings_them_and_plays_by_the_rules() -> None:
    bare = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; from siam.cli import main; main()"
    asked = request("choose", 1, position=OPENING, level="7") + request("choose", 2, position=OPENING)
    done = subprocess.run([sys.executable, "-c", bare, "engine"], input=asked, capture_output=True, check=True)
    said = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert said[1]["error"]["message"].startswith("numpy is missing; this brings it: ")
    assert "[engine]" in said[1]["error"]["message"]
    assert said[2]["result"]["level"] == "greedy"
    assert done.stderr == b""


def test_nodes_are_not_left_aside_where_nothing_can_search() -> None:
    bare = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; from siam.cli import main; main()"
    asked = request("choose", position=OPENING, nodes=300)
    done = subprocess.run([sys.executable, "-c", bare, "engine"], input=asked, capture_output=True, check=True)
    assert json.loads(done.stdout)["error"]["message"].startswith("numpy is missing; this brings it: ")


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        ("import siam; siam.agent('3')", "numpy", "engine"),
        ("import siam.rl.batch", "numpy", "rl"),
        ("from siam.client import Client", "msgspec", "client"),
    ],
)
def test_a_program_that_lacks_a_library_is_told_what_brings_it(words: str, library: str, extra: str) -> None:
    bare = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'numba', 'msgspec'))); "
    told = f"\ntry:\n    {words}\nexcept ImportError as problem:\n    print(problem)"
    done = subprocess.run([sys.executable, "-c", bare + told], capture_output=True, check=True, text=True)
    assert done.stdout == f"{library} is missing; this brings it: cd {ROOT} && pip install -e '.[{extra}]'\n"


@pytest.mark.parametrize(
    ("url", "command"),
    [
        ({}, "pip install 'siam[arena]'"),
        ({"url": "https://example.org/siam.whl", "archive_info": {}}, "pip install 'siam[arena]'"),
        ({"url": "file:///gone/clone", "dir_info": {}}, "pip install 'siam[arena]'"),
        ({"url": "{clone}", "dir_info": {}}, "cd '{folder}' && pip install '.[arena]'"),
        ({"url": "{clone}", "dir_info": {"editable": True}}, "cd '{folder}' && pip install -e '.[arena]'"),
    ],
)
def test_how_to_install_follows_how_this_was_installed(
    url: dict[str, Any], command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my clone"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    told = json.dumps({**url, "url": str(url.get("url", "")).replace("{clone}", folder.as_uri())})

    class Installed:
        def read_text(self, name: str) -> str:
            return told if url else ""

    monkeypatch.setattr(extras, "distribution", lambda name: Installed())
    assert extras.how_to_install("arena") == command.replace("{folder}", str(folder))


def test_help_lists_every_command_and_loads_none() -> None:
    done = run_piped("--help")
    assert done.returncode == 0
    assert all(name.encode() in done.stdout for name in COMMANDS)
    probe = "import sys; from siam.cli.commands import siam; siam(['--help'], standalone_mode=False); "
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
