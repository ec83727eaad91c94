"""What `siam engine` does with a level: it answers when asked to, and takes no limits that it would ignore."""

from threading import Event

import pytest

from siam.notation import parse_move
from siam.protocol.answers import choose
from siam.protocol.slow_methods import Thinking
from siam.rules import OptionError, deal, play


@pytest.mark.parametrize("level", ["champion", "uct"])
def test_a_level_that_is_told_to_stop_answers_though_it_has_hours_left(level: str) -> None:
    stop = Event()
    stop.set()
    position = deal(2, 7)
    answer = choose(position, level, Thinking(seconds=3600.0, stop=stop))
    assert answer["level"] == level
    play(position, parse_move(position.board, answer["move"]))  # legal


def test_a_level_has_its_own_limits() -> None:
    with pytest.raises(OptionError, match="`level` or `nodes`"):
        choose(deal(2, 7), "champion", Thinking(nodes=10))
