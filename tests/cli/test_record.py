"""Checking, showing and replaying records."""

from pathlib import Path

import pytest

from siam.agents import agent
from siam.notation import Record, format_record
from siam.rules import Game, deal
from tests.cli.running import Terminal, run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = []
    for players in (2, 3):
        game = Game(deal(players, 1))
        while not game.position.is_over:
            game = game.play(agent("random").choose(game.position, seed=len(game.turns)))
        games.append(format_record(Record.of(game, Seat1="Anna", Seat2="Bertha")))
    path = tmp_path_factory.mktemp("records") / "two.siam"
    path.write_text("\n".join(games), encoding="utf-8")
    return path


def test_check_tells_how_every_game_ended(file: Path) -> None:
    result = run("record", "check", str(file))
    assert result.exit_code == 0
    assert "#1: " in result.output
    assert "#2: " in result.output
    assert "win" in result.output


def test_check_names_the_line_at_fault(file: Path, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.siam"
    faulty.write_text(file.read_text(encoding="utf-8").replace("\npass\n", "\nK - +R@ayu\n", 1), encoding="utf-8")
    result = run("record", "check", str(faulty), str(file))
    assert result.exit_code == 1
    assert "line " in result.output
    assert "#2: " in result.output


def test_show_gives_the_moves_and_the_table(file: Path) -> None:
    result = run("record", "show", str(file), "--game", "2")
    assert result.exit_code == 0
    assert "1 Anna: " in result.output
    assert "Seat 3" in result.output
    assert "The game is over." in result.output


def test_show_stops_at_a_turn(file: Path) -> None:
    said = run("record", "show", str(file), "--turn", "1").output
    assert "The game is over." not in said
    assert "  1 " in said
    assert "  2 Anna" not in said


def test_a_game_that_is_not_there_is_told(file: Path) -> None:
    result = run("record", "show", str(file), "--game", "9")
    assert (result.exit_code, "has 2 games." in result.output) == (1, True)


def test_replay_through_a_pipe_shows_every_turn(file: Path) -> None:
    result = run("record", "replay", str(file))
    assert result.exit_code == 0
    assert result.output.count("Supply") > 10


def test_replay_at_a_terminal_goes_to_and_fro(file: Path) -> None:
    terminal = Terminal(["record", "replay", str(file)])
    terminal.expect("Turn 0 of")
    for typed, turn in (("\n", "Turn 1 of"), ("5\n", "Turn 5 of"), ("b\n", "Turn 4 of"), ("nonsense\n", "Turn 4 of")):
        terminal.type(typed)
        terminal.expect(turn)
    terminal.type("q\n")
    assert terminal.finish() == 0


def test_a_file_of_nonsense_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.siam"
    path.write_bytes(b"\xff\x00nonsense")
    for command in ("check", "show", "replay"):
        result = run("record", command, str(path))
        assert result.exit_code == 1
        assert isinstance(result.exception, SystemExit)
