"""`siam analyse`: a commented record that can be read again, and a picture."""

import re
from pathlib import Path

import pytest

from siam.agents import agent
from siam.notation import Record, format_record, parse_record
from siam.rules import Game, deal
from tests.cli.running import run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = Game(deal(2, 1))
    while not game.position.is_over:
        game = game.play(agent("random").choose(game.position, seed=len(game.turns)))
    path = tmp_path_factory.mktemp("records") / "game.siam"
    path.write_text(format_record(Record.of(game, Seat1="Anna", Seat2="Bertha")), encoding="utf-8")
    return path


def test_every_move_gets_its_chances_and_the_record_can_be_read_again(file: Path, tmp_path: Path) -> None:
    output, picture = tmp_path / "commented.siam", tmp_path / "chances.svg"
    result = run("analyse", str(file), "--nodes", "5", "--output", str(output), "--plot", str(picture))
    assert result.exit_code == 0, result.output
    commented = parse_record(output.read_text(encoding="utf-8"))
    assert commented.game == parse_record(file.read_text(encoding="utf-8")).game
    assert all("% > " in comment for comment in commented.comments[1:])
    assert "Anna: " in result.output
    assert picture.read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_a_mistake_says_why_the_better_move_is_better(file: Path) -> None:
    result = run("analyse", str(file), "--nodes", "20")
    comments = parse_record(result.stdout).comments[1:]
    mistakes = [comment for comment in comments if "better: " in comment]
    why = [
        comment for comment in mistakes if re.search(r"\n(If everyone passes|When the game ends|\w+ keeps)", comment)
    ]
    assert len(why) > len(mistakes) / 2 > 1
    assert all("better: " in comment or "\n" not in comment for comment in comments)


def test_without_a_file_the_record_is_printed(file: Path) -> None:
    result = run("analyse", str(file), "--nodes", "2")
    assert result.stdout.startswith('[Notation "1"]')


def test_a_picture_of_an_unknown_kind_is_refused(file: Path) -> None:
    result = run("analyse", str(file), "--plot", "chances.gif")
    assert (result.exit_code, ".svg or .png" in result.output) == (1, True)
