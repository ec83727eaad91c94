"""The page about the levels."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from siam.arena.figures.estimates import Estimate
from siam.arena.strength.duels import duel_directory
from siam.arena.strength.ladders import Rung, ladder_section
from siam.arena.strength.strengths import read_strengths
from siam.cli.arena import arena
from siam.cli.balance import balance
from siam.league.notes import Note, keep_note


def test_the_ladder_is_played_and_told(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    names = ["a=random", "b=random", "--games", "4", "--out", str(tmp_path / "games"), "--page", str(page)]
    answer = CliRunner().invoke(arena, ["ladder", *names])
    assert answer.exit_code == 0, answer.output
    text = page.read_text(encoding="utf-8")
    assert "| b | a |" in text
    assert "siam arena ladder a=random b=random --players 4 --games 4 --seed 1  # b–a" in text
    again = CliRunner().invoke(arena, ["ladder", *names, "--only-page"])
    assert again.output in answer.output
    assert page.read_text(encoding="utf-8") == text


def test_rungs_that_are_too_low_or_too_high_are_named() -> None:
    shares = {"2": 0.5, "3": 0.7, "4": 0.9}
    found = [Rung(name, "1", 2, Estimate(share, 0.1, 0.95, 100), "command") for name, share in shares.items()]
    text = "\n".join(ladder_section(found, "picture"))
    assert "Below 65%: 2 against 1 with two players (50.0%)." in text
    assert "Above 80%: 4 against 1 with two players (90.0%)." in text


def test_a_rung_that_is_measured_anew_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"

    def measured(*names: str, seed: int) -> dict[str, Rung]:
        words = ["ladder", *names, "--players", "2", "--games", "6", "--seed", str(seed), "--page", str(page)]
        answer = CliRunner().invoke(arena, [*words, "--out", str(tmp_path / f"games-{seed}")])
        assert answer.exit_code == 0, answer.output
        return {rung.pair: rung for rung in read_strengths(page.with_suffix(".json")).rungs}

    before = measured("1=random", "2=greedy", "3=random", seed=1)
    after = measured("1=random", "2=random", seed=2)
    assert list(after) == ["2–1", "3–2"]
    assert after["3–2"] == before["3–2"]
    assert after["2–1"].score != before["2–1"].score
    text = page.read_text(encoding="utf-8")
    assert "siam arena ladder 1=random 2=random --players 2 --games 6 --seed 2  # 2–1\n" in text
    assert "siam arena ladder 1=random 2=greedy 3=random --players 2 --games 6 --seed 1  # 3–2\n" in text


def test_the_champion_is_measured_by_the_clock_and_told_on_the_same_page(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    place = ["--out", str(tmp_path / "games"), "--page", str(page)]
    ladder = CliRunner().invoke(arena, ["ladder", "a=random", "b=random", "--players", "2", "--games", "2", *place])
    assert ladder.exit_code == 0, ladder.output
    words = ["duel", "random", "--players", "2,3", "--games", "2", "--seconds", "0.02", *place]
    answer = CliRunner().invoke(arena, words)
    assert answer.exit_code == 0, answer.output
    assert "2 players: champion against random" in answer.output
    text = page.read_text(encoding="utf-8")
    assert "| b | a |" in text
    assert "| random | 0.02 | three |" in text
    assert ", 3 games |" in text  # alone against two
    assert "siam arena duel random --players 3 --games 6 --seconds 0.02 --seed 1" in text
    CliRunner().invoke(arena, [*words, "--only-page"])
    assert page.read_text(encoding="utf-8") == text


def test_the_champion_plays_a_tournament_like_everybody(tmp_path: Path) -> None:
    answer = CliRunner().invoke(arena, ["champion[nodes=1]", "random", "--deals", "1"])
    assert answer.exit_code == 0, answer.output
    answer = CliRunner().invoke(arena, ["champion", "random", "--deals", "1", "--seconds", "0.01"])
    assert answer.exit_code == 0, answer.output
    assert "| champion | random |" in answer.output


def test_an_opponent_may_be_a_program_in_another_directory(tmp_path: Path) -> None:
    directory = duel_directory(tmp_path, "bin/engine --fast", 2)
    assert directory.parent == tmp_path


def test_the_command_plays_by_default_and_writes_a_report(tmp_path: Path) -> None:
    answer = CliRunner().invoke(
        arena, ["a=random", "b=random", "--deals", "1", "--players", "4", "--out", str(tmp_path)]
    )
    assert answer.exit_code == 0, answer.output
    assert "# Tournament for four players" in answer.output
    again = CliRunner().invoke(arena, ["report", str(tmp_path)])
    assert again.output in answer.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nobody", "random"], "is nobody we know"),
        (["random"], "needs at least 2 entrants"),
        (["a=random", "b=random", "--sprt", "1"], "two scores"),
        (["a=random", "b=random", "--sprt", "0.5,0.55,0,0"], "error rates"),
        (["a=random", "b=random", "--out", __file__], "no directory to keep games in"),
        (["random", "py:tests.arena.agents:wanting"], "missing 1 required positional argument"),
        (["random", "py:tests.arena.agents:Vanishing", "--processes", "2"], "game 1 (random, tests.arena"),
        (["check", "py:tests.arena.agents:Cheat", "--games", "1"], "findings"),
        (["check", "py:tests.arena.agents:failing"], "RuntimeError: no weights"),
        (["ladder", "1", "2", "--players", "5"], "two, three or four play"),
    ],
)
def test_a_mistake_gets_one_clear_message(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(arena, words)
    assert answer.exit_code == 1
    assert message in answer.output


@pytest.mark.parametrize(
    ("words", "library", "extra"),
    [
        (["a=random", "b=random", "--out", "games"], "matplotlib", "arena"),
        (["report", "."], "matplotlib", "arena"),
        (["ladder", "1", "2"], "matplotlib", "arena"),
        (["duel", "1"], "matplotlib", "arena"),
        (["a=random", "b=random", "--ray", "local"], "ray", "ray"),
    ],
)
def test_a_library_that_is_missing_is_told_before_the_first_game(
    words: list[str], library: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(arena, words)
    assert list(tmp_path.iterdir()) == []
    assert "is missing; this brings it: " in answer.output
    assert f"'.[{extra}]'" in answer.output


def test_without_a_directory_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert CliRunner().invoke(arena, ["a=random", "b=random", "--deals", "1"]).exit_code == 0


@pytest.mark.parametrize("command", ["ladder", "duel"])
def test_no_page_is_written_where_there_are_no_games(command: str, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("as it was", encoding="utf-8")
    answer = CliRunner().invoke(
        arena, [command, "1", "2", "--only-page", "--out", str(tmp_path / "games"), "--page", str(page)]
    )
    assert answer.exit_code == 1
    assert "holds no games" in answer.output
    assert page.read_text(encoding="utf-8") == "as it was"


def test_the_balance_command_writes_its_page(tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    words = ["random", "--deals", "2", "--maps", "siam", "--players", "2", "--out", str(tmp_path / "games")]
    answer = CliRunner().invoke(balance, [*words, "--page", str(page)])
    assert answer.exit_code == 0, answer.output
    assert page.exists()


def test_more_nodes_are_told_apart_from_levels(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    words = ["ladder", "champion[nodes=1]", "champion[nodes=10]", "--players", "2,3", "--games", "2"]
    answer = CliRunner().invoke(arena, [*words, "--out", str(tmp_path / "games"), "--page", str(page)])
    assert answer.exit_code == 0, answer.output
    text = page.read_text(encoding="utf-8")
    assert "| nodes | against | two players | games | three players | games |" in text
    assert "\n| 10 | 1 | " in text
    assert "Each level against" not in text


def test_what_a_league_has_noted_is_told_beside_the_levels(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    note = Note("python -m siam.league table one two", ("| | one |", "|---|---|", "| one | 40%, 60% |"), "drawn.svg")
    keep_note(tmp_path / "league.json", "League of two", note)
    ladder = ["ladder", "a=random", "b=random", "--players", "2", "--games", "2"]
    answer = CliRunner().invoke(arena, [*ladder, "--out", str(tmp_path / "games"), "--page", str(page)])
    assert answer.exit_code == 0, answer.output
    text = page.read_text(encoding="utf-8")
    assert "### League of two\n\n| | one |" in text
    assert "(drawn.svg)" in text
    assert "```console\npython -m siam.league table one two\n```" in text
    (tmp_path / "league.json").write_text("[1]")
    broken = CliRunner().invoke(arena, [*ladder, "--only-page", "--out", str(tmp_path / "games"), "--page", str(page)])
    assert broken.exit_code == 1
    assert "no notes of a league" in broken.output
