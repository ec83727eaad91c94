"""The search behind `analyse` and `choose`: lines with chances, limits, interruption, all player counts."""

import io
import json
import threading
from typing import Any

import pytest

from siam.notation import format_position, parse_move, parse_position
from siam.protocol.answers import analyse, choose
from siam.protocol.process import serve
from siam.protocol.slow_methods import Thinking
from siam.rules import deal, legal_moves
from tests.protocol.requests import OPENING, request

LAST_CARD = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1:R2/-:R1L1M2 1 0 12 -"


def ask(line: bytes) -> Any:
    sink = io.BytesIO()
    serve(io.BytesIO(line), sink, choose, analyse)
    return json.loads(sink.getvalue())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_analyse_gives_lines_with_the_chances_of_each_camp(players: int) -> None:
    position = deal(players, 3)
    told = analyse(position, Thinking(nodes=20, lines=2))
    assert len(told["lines"]) == 2
    assert told["move"] == told["lines"][0]["moves"][0]
    for line in told["lines"]:
        assert parse_move(position.board, line["moves"][0]) in legal_moves(position)
        assert sum(chance["chance"] for chance in line["chances"]) == pytest.approx(1, abs=0.01)
    seats = [chance["seats"] for chance in told["chances"]]
    assert seats == {2: [[1], [2]], 3: [[1], [2], [3]], 4: [[1, 3], [2, 4]]}[players]


def test_the_last_card_is_proven() -> None:
    told = analyse(parse_position(LAST_CARD), Thinking(nodes=500))
    assert told["proven"] is True
    assert {chance["chance"] for chance in told["chances"]} == {0.0, 1.0}


def test_choose_without_a_level_is_the_search_and_the_same_for_the_same_nodes() -> None:
    first, again = (choose(parse_position(OPENING), None, Thinking(nodes=30)) for _ in range(2))
    assert first["move"] == again["move"]
    assert first["nodes"] >= 30


def test_the_answer_comes_when_it_is_wanted() -> None:
    thinking = Thinking(seconds=600)
    threading.Timer(0.3, thinking.stop.set).start()
    told = choose(parse_position(OPENING), None, thinking)
    assert told["seconds"] < 300


def test_an_answer_that_is_wanted_before_the_search_began_is_still_a_move() -> None:
    thinking = Thinking(seconds=600)
    thinking.stop.set()
    position = parse_position(OPENING)
    assert parse_move(position.board, choose(position, None, thinking)["move"]) in legal_moves(position)


def test_the_process_analyses_and_answers_at_the_end_of_its_input() -> None:
    told = ask(request("analyse", position=OPENING, seconds=600, lines=4))["result"]
    assert len(told["lines"]) == 4


def test_too_many_lines_are_refused() -> None:
    assert ask(request("analyse", position=format_position(deal(2, 1)), lines=101))["error"]["code"] == -32602
