"""An agent of one's own is found where one works."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import run

BOT = """
from siam.rules import PASS

class Bot:
    def choose(self, position):
        return PASS
"""


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "py:{bot}:Bot", "random", "--deals", "1"),
        ("arena", "check", "py:{bot}:Bot", "--games", "1"),
        ("selfplay", "py:{bot}:Bot", "--games", "1", "--rows", "a.npz"),
        ("balance", "py:{bot}:Bot", "--deals", "2", "--players", "2", "--maps", "siam", "--page", "page.md"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_module_in_the_working_directory_plays(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = f"bot_for_{words[0]}_{len(words)}"
    (tmp_path / f"{bot}.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("PYTHONPATH", "")
    answer = run(*(word.format(bot=bot) for word in words))
    assert answer.exit_code == 0, answer.output
