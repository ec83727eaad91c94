"""What `siam engine` does with a level: it answers when asked to, and takes no limits that it would ignore."""

import json
from pathlib import Path
from threading import Event

import pytest

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.notation import parse_move, parse_position
from siam.protocol.answers import choose
from siam.protocol.slow_methods import Thinking
from siam.rules import OptionError, deal, play
from tests.cli.running import run_piped
from tests.protocol.requests import OPENING, request


@pytest.mark.parametrize("level", ["champion", "uct"])
def test_a_level_that_is_told_to_stop_answers_though_it_has_hours_left(level: str) -> None:
    stop = Event()
    stop.set()
    position = deal(2, 7)
    answer = choose(position, level, Thinking(seconds=3600.0, stop=stop))
    assert answer["level"] == level
    play(position, parse_move(position.board, answer["move"]))  # legal


def test_a_level_plays_with_weights_and_nodes_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "Mine.npz"
    save_net(new_net(INPUTS, 8, 1, seed=3), file)
    level = f"champion[weights={file},nodes=3]"
    asked = request("choose", position=OPENING, level=level) + request(
        "choose", 2, position=OPENING, level="2[nodes=x]"
    )
    answered = [json.loads(line) for line in run_piped("engine", typed=asked).stdout.splitlines()]
    by_id = {answer["id"]: answer for answer in answered}
    assert by_id[1]["result"]["level"] == level
    play(parse_position(OPENING), parse_move(parse_position(OPENING).board, by_id[1]["result"]["move"]))  # legal
    assert "a whole number above zero" in by_id[2]["error"]["message"]


def test_a_level_has_its_own_limits() -> None:
    with pytest.raises(OptionError, match="`level` or `nodes`"):
        choose(deal(2, 7), "champion", Thinking(nodes=10))
