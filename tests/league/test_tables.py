"""A league's table, and pictures of what was foretold."""

import shlex
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import Net, new_net
from siam.engine.evaluation.shipped import save_net
from siam.league.__main__ import main
from siam.league.contests import new_contestant
from siam.league.matches import Match, play_match
from siam.league.notes import read_notes
from siam.league.tables import ALONE, TOGETHER, play_league, table_lines

NETS = {name: new_net(INPUTS, 16, 3, seed) for seed, name in enumerate(("one", "two", "three"), start=1)}


def test_what_one_takes_alone_the_other_two_lose() -> None:
    found = play_league(NETS, Match(3, deals=2, seed=1), nodes=1)
    assert len(found) == 6
    for first, second in found:
        here, there = found[first, second], found[second, first]
        assert np.mean(here[ALONE]) == pytest.approx(1 - np.mean(there[TOGETHER]))


def test_a_table_has_a_row_and_a_column_for_everybody() -> None:
    head, _, *rows = table_lines(play_league(NETS, Match(3, deals=1, seed=1), nodes=1))
    assert head == "| | one | two | three |"
    assert [row.split("|")[1].strip() for row in rows] == ["one", "two", "three"]
    assert all(row.count("%") == 4 for row in rows)


def test_forecasts_count_every_chance_of_every_position_once() -> None:
    blank = Net(*(np.zeros_like(part) for part in NETS["one"]))
    found = play_match(Match(3, deals=2, seed=1), new_contestant(blank, 1), new_contestant(NETS["one"], 1))
    foretold, won, number = found.forecasts[0].sum(axis=(0, 1))
    positions = found.surprises[0][:, 1].sum()
    assert number == 3 * positions
    assert foretold == pytest.approx(positions, rel=1e-5)
    assert won == pytest.approx(positions)
    assert found.forecasts[0][:, 3, 2].sum() == number, "a blank evaluation gives everybody a third"


def test_a_match_draws_its_forecasts(tmp_path: Path) -> None:
    for name, net in NETS.items():
        save_net(net, tmp_path / f"{name}.npz")
    picture, notes = tmp_path / "foretold.svg", tmp_path / "league.json"
    one, two, three = (str(tmp_path / f"{name}.npz") for name in NETS)
    words = ["match", one, two, "--deals", "1", "--onlooker", three, "--plot", str(picture)]
    for _ in range(2):
        done = CliRunner().invoke(main, [*words, "--keep", str(notes)])
        assert done.exit_code == 0, done.output
    assert "chance foretold" in picture.read_text()
    ((title, note),) = read_notes(notes).items()
    assert title == "one against two with 3 players"
    assert note.picture == "foretold.svg"
    assert note.command == shlex.join(["python", "-m", "siam.league", *words])
    assert any(line.startswith("| surprise of three (nats) |") for line in note.lines)
