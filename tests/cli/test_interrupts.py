"""Ctrl-C ends every command at every moment, with exit code 130 and without a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from siam.cli.commands import COMMANDS
from siam.cli.interrupts import EXIT_CODE
from siam.notation import format_record
from siam.notation.records import Record
from siam.rules import Game, deal
from siam.server.adapters.sql.engines import database_url, make_engine
from siam.server.adapters.sql.upgrade import HEAD, migrate
from tests.cli.running import COMMAND
from tests.protocol.requests import OPENING, request
from tests.server.servers import free_port

COMPILING = "compiling the engine"


def interrupted(folder: Path, *arguments: str, sign: str, told: str = "") -> tuple[int, str]:
    """Run a command with nothing compiled yet, interrupt it when a sign of life appears, and give what it said."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "NUMBA_CACHE_DIR": str(folder / "cache")}
    restored = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "  # the tests' may ignore it
    command = [COMMAND[0], "-c", restored + COMMAND[2], *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(told)
        process.stdin.flush()
        said = ""
        while sign not in said:
            line = process.stdout.readline()
            assert line, f"{sign!r} was never said: {said}"
            said += line
        process.send_signal(signal.SIGINT)
        said += process.stdout.read()
    return process.returncode, said


@pytest.mark.parametrize(
    "arguments",
    [("train", "weights.npz"), ("balance", "greedy", "--deals", "2", "--out", "games"), ("bench",)],
    ids=lambda arguments: arguments[0],
)
def test_ctrl_c_while_code_is_compiled(arguments: tuple[str, ...], tmp_path: Path) -> None:
    if arguments[0] == "balance":  # greedy needs the rules only: level 2 compiles
        arguments = ("balance", "2", *arguments[2:])
    code, said = interrupted(tmp_path, *arguments, sign=COMPILING)
    assert code == EXIT_CODE == 130
    assert "LLVM" not in said
    assert "Traceback" not in said


def test_ctrl_c_while_the_rules_count(tmp_path: Path) -> None:
    code, said = interrupted(tmp_path, "perft", "4", sign="KTT12RLM")
    assert code == 130
    assert "Traceback" not in said


def test_ctrl_c_in_a_tournament_of_two_processes(tmp_path: Path) -> None:
    agent = "import sys\nclass Slow:\n    def choose(self, position):\n        print('thinking', flush=True)\n"
    (tmp_path / "slow_agent.py").write_text(agent + "        import time\n        time.sleep(600)\n", encoding="utf-8")
    arguments = ("arena", "py:slow_agent:Slow", "random", "--deals", "3", "--processes", "2")
    code, said = interrupted(tmp_path, *arguments, sign="thinking")
    assert code == 130
    assert "Traceback" not in said


AT_AN_EVENT = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
waits = [True]
def look(event, arguments):
    if waits and event == {event!r} and {word!r} in str(arguments[0]):
        waits.clear()
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(look)
from siam.cli import main
main()
"""
"""A program that interrupts itself when Python tells of an event: an import, a file that is opened, a connection."""


def interrupted_at(folder: Path, event: str, word: str, *arguments: str) -> tuple[int, str]:
    """Run a command and interrupt it when something happens; give its exit code and all that it said."""
    command = [sys.executable, "-c", AT_AN_EVENT.format(event=event, word=word), *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a record, a backup and a database."""
    game = Game(deal(2, 1)).push("pass", "pass")
    (tmp_path / "game.siam").write_text(format_record(Record.of(game)), encoding="utf-8")
    engine = make_engine(database_url(str(tmp_path / "siam.sqlite")))
    migrate(engine, HEAD)
    engine.dispose()
    (tmp_path / "old.bak").write_bytes(b"a backup")
    return tmp_path


@pytest.mark.parametrize("module", ["click", "siam.cli.commands", "siam.cli.interrupts"])
def test_ctrl_c_while_the_command_is_loaded(module: str, tmp_path: Path) -> None:
    code, said = interrupted_at(tmp_path, "import", module, "perft", "1")
    if module == "siam.cli.interrupts":  # before anything of ours can hear it
        assert code != 0
    else:
        assert (code, said) == (130, "")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_ctrl_c_while_a_command_is_imported(command: str, tmp_path: Path) -> None:
    module = "map_files" if command == "map" else command
    assert interrupted_at(tmp_path, "open", f"/{module}.cpython", command) == (130, "")


@pytest.mark.parametrize("library", ["numpy", "numba", "llvmlite.binding"])
def test_ctrl_c_while_a_library_is_imported(library: str, tmp_path: Path) -> None:
    assert interrupted_at(tmp_path, "import", library, "bench") == (130, "")


AT_WORK = {
    "account": (("account", "reset", "Anna"), "sqlite3.connect", "siam.sqlite"),
    "admin": (("admin", "reports"), "sqlite3.connect", "siam.sqlite"),
    "analyse": (("analyse", "game.siam", "--nodes", "1"), "open", "game.siam"),
    "arena": (("arena", "random", "greedy", "--deals", "99", "--out", "games"), "open", "games/"),
    "backup": (("backup", "new.bak"), "sqlite3.connect", "siam.sqlite"),
    "balance": (("balance", "random", "--deals", "99", "--out", "games"), "open", "games/"),
    "bench": (("bench", "--seconds", "0.05"), "open", ".nbi"),
    "benchmark": (("benchmark", "run", "random", "--task", "puzzles"), "open", "puzzles.txt"),
    "doctor": (("doctor",), "sqlite3.connect", "siam.sqlite"),
    "map": (("map", "check", "siam"), "open", "siam.toml"),
    "migrate": (("migrate",), "sqlite3.connect", "siam.sqlite"),
    "record": (("record", "check", "game.siam"), "open", "game.siam"),
    "restore": (("restore", "old.bak", "--database", "other.sqlite"), "open", "old.bak"),
    "selfplay": (("selfplay", "random", "--games", "99", "--records", "new.siam"), "open", "new.siam"),
    "train": (("train", "weights.npz", "--games", "10"), "open", ".nbi"),
}
"""What each command is at when it is interrupted: an event and what it is about."""

WHEN_IT_SAYS = {
    "engine": (("engine",), request("choose", position=OPENING, level="random").decode(), '"result"'),
    "perft": (("perft", "4"), "", "KTT12RLM"),
    "play": (("play", "--seats", "human,random"), "", "Card"),
    "puzzle": (("puzzle", "2-01"), "", "Pattani"),
    "serve": (("serve",), "", "Uvicorn running"),
}
"""Commands that wait for somebody: what they are told first, and what they have said when they are interrupted."""


def test_every_command_is_interrupted_at_its_work() -> None:
    assert sorted((*AT_WORK, *WHEN_IT_SAYS)) == sorted(COMMANDS)


@pytest.mark.parametrize("command", sorted(AT_WORK))
def test_ctrl_c_amid_the_work(command: str, folder: Path) -> None:
    arguments, event, word = AT_WORK[command]
    code, said = interrupted_at(folder, event, word, *arguments)
    assert code == 130, said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", sorted(WHEN_IT_SAYS))
def test_ctrl_c_while_a_command_waits(command: str, tmp_path: Path) -> None:
    arguments, told, sign = WHEN_IT_SAYS[command]
    if command == "serve":
        arguments = (*arguments, "--port", str(free_port()))
    code, said = interrupted(tmp_path, *arguments, sign=sign, told=told)
    assert code == 130, said
    assert "Traceback" not in said
