"""How much is played is said with the same two words everywhere, and reports name only what was written."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "play", "random", "random"),
        ("arena", "ladder", "random", "greedy"),
        ("arena", "duel", "random"),
        ("selfplay", "random"),
        ("balance", "random"),
    ],
    ids=" ".join,
)
def test_every_command_that_plays_knows_both_words(words: tuple[str, ...]) -> None:
    told = run(*words[:2] if words[0] == "arena" else words[:1], "--help").output
    assert "--games" in told
    assert "--deals" in told


@pytest.mark.parametrize(("amount", "games"), [(("--deals", "2"), 4), (("--games", "5"), 6), (("--games", "2"), 2)])
def test_games_are_played_in_whole_deals(amount: tuple[str, str], games: int) -> None:
    result = run("arena", "random", "again=random", *amount)
    assert result.exit_code == 0, result.output
    assert f"{games} games" in result.output


def test_both_words_at_once_are_refused() -> None:
    result = run("arena", "random", "again=random", "--games", "2", "--deals", "1")
    assert result.exit_code == 2
    assert "give one of them" in result.output


def test_the_help_of_the_arena_lists_the_options_of_play() -> None:
    told = run("arena", "--help").output
    assert "--sprt" in told
    assert "ladder" in told


def test_without_a_directory_no_file_is_named() -> None:
    told = run("arena", "random", "again=random", "--deals", "1").output
    assert "](" not in told


def test_pages_are_written_beside_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("arena", "ladder", "random", "greedy", "--players", "2", "--deals", "2", "--out", "mine")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "mine" / "strength.md").exists()
    assert not (tmp_path / "docs").exists()


def test_an_agents_mistake_is_told_once_and_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rash_agent.py").write_text(
        "class Rash:\n    def choose(self, position):\n        return {}['move']\n", encoding="utf-8"
    )
    told = run("arena", "py:rash_agent:Rash", "random", "--deals", "3").output
    faults = told.partition("## Faults")[2].strip().splitlines()
    assert len(faults) == 1
    assert "KeyError" in faults[0]
    assert "rash_agent.py, line 3, in choose" in faults[0]
    assert "(6 times)" in faults[0]


def test_bench_is_told_in_words() -> None:
    told = run("bench", "--seconds", "0.05").output
    assert "{" not in told
    assert json.loads(run("bench", "--seconds", "0.05", "--json").output)
