"""A wrong file gets a sentence that names it, before any work and without a traceback."""

import re
from pathlib import Path

import numpy as np
import pytest

from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.rules import Game, deal
from tests.cli.running import run, run_piped

FILE = re.compile(r"[\w.]+")
JUNK = ("junk.txt", "junk.siam", "junk.npz", "junk.toml")


@pytest.fixture
def junk(tmp_path: Path) -> Path:
    for name in JUNK:
        (tmp_path / name).write_bytes(b"\xff\xfe\x00 no game at all \x80")
    (tmp_path / "junk.dir").mkdir()
    (tmp_path / "game.siam").write_text(Game(deal(2, 7)).push("pass", "pass").record(), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("record", "check", "junk.siam"),
        ("record", "show", "junk.siam"),
        ("record", "replay", "junk.siam"),
        ("record", "check", "game.siam", "--map", "junk.toml"),
        ("analyse", "junk.siam"),
        ("analyse", "game.siam", "--output", "nowhere/x.siam"),
        ("analyse", "game.siam", "--plot", "nowhere/x.svg"),
        ("map", "check", "junk.toml"),
        ("map", "check", "missing.toml"),
        ("play", "--map", "junk.toml"),
        ("play", "--resume", "junk.siam"),
        ("play", "--seats", "random,random", "--save", "nowhere/x.siam"),
        ("perft", "1", "--map", "junk.toml"),
        ("arena", "random", "greedy", "--deals", "1", "--map", "junk.toml"),
        ("arena", "random", "greedy", "--deals", "1", "--out", "junk.txt"),
        ("arena", "report", "."),
        ("balance", "random", "--deals", "2", "--maps", "junk.toml"),
        ("train", "nowhere/x.npz"),
        ("train", "bad.txt"),
        ("train", "x.npz", "--from", "junk.npz"),
        ("train", "x.npz", "--from", "other.npz"),
        ("train", "x.npz", "--from", "three.npz"),
        ("arena", "champion[weights=junk.npz]", "random", "--deals", "1"),
        ("arena", "exec:missing.sh --fast", "random", "--deals", "1"),
        ("benchmark", "run", "junk.dir"),
        ("benchmark", "verify", "junk.dir"),
    ],
    ids=" ".join,
)
def test_a_wrong_file_is_told(words: tuple[str, ...], junk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(junk)
    np.savez(junk / "other.npz", something=np.zeros(3))
    save_net(new_net(8, 8, 3, 1), junk / "three.npz")
    done = run_piped(*words)
    assert done.returncode in (1, 2), done
    told = done.stderr + done.stdout
    for jargon in (b"Traceback", b"Errno", b"codec", b"pickle"):
        assert jargon not in told, told
    assert any(name.encode() in told for part in words[1:] if "." in part for name in FILE.findall(part)), told


def test_train_does_not_write_under_another_name(tmp_path: Path) -> None:
    result = run("train", str(tmp_path / "bad.txt"))
    assert result.exit_code == 1
    assert "ends in .npz" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_turn_that_was_never_played_is_told(junk: Path) -> None:
    result = run("record", "show", str(junk / "game.siam"), "--turn", "3000")
    assert result.exit_code == 2
    assert "2 moves" in result.output
