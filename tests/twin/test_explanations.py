"""What the module explains of a position, and what the client makes of it, equals what the rules and the server say."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.json import encode

from siam.agents.simple import random_move
from siam.analysis.reasons import Line, reason_against, reason_for
from siam.engine.bench import UNUSUAL
from siam.notation import format_move, format_position, format_step
from siam.rules import BOOK, CARDS, STEPS, HalfMove, Position, advance, deal, load_board, why_not
from siam.rules.reach import reach
from siam.server.views.reasons import reason_made
from tests.twin.oracle import answers, question

POSITIONS = 150
LONGEST_LINE = 5


def positions(players: int, number: int) -> list[Position]:
    """Draw positions from random games on both boards, with and without unusual options; every fifth is nearly over."""
    random = Random(players)
    found: list[Position] = []
    while len(found) < number:
        board, options = load_board(random.choice(("siam", "albion"))), random.choice((BOOK, UNUSUAL))
        course = [deal(players, random.getrandbits(40), board=board, options=options)]
        while not course[-1].is_over:
            course.append(advance(course[-1], random_move(course[-1], random)).position)
        late = [position for position in course[:-1] if position.card_count < 3]
        found.append(random.choice(late if late and len(found) % 5 == 0 else course[:-1]))
    return found


def begun(position: Position, random: Random) -> HalfMove:
    """Begin a move and stop somewhere in it, or when it is whole."""
    half = HalfMove(position)
    for _ in range(random.randrange(6)):
        if half.legal_steps:
            half = half.then(random.choice(half.legal_steps))
    return half


def line(position: Position, random: Random) -> Line:
    """Play some moves at random."""
    moves = []
    for _ in range(random.randint(1, LONGEST_LINE)):
        if position.is_over:
            break
        moves.append(random_move(position, random))
        position = advance(position, moves[-1]).position
    return tuple(moves)


def ask(kind: str, position: Position, **rest: object) -> dict[str, object]:
    players = len(position.players)
    return question(kind, position.board, players, position.options, position=format_position(position), **rest)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_reaches_and_refusals_are_those_of_the_rules(players: int) -> None:
    random = Random(players)
    cases = [begun(position, random) for position in positions(players, POSITIONS)]
    asked = [
        ask("explained", half.position, chosen=[format_step(half.position.board, step) for step in half.steps])
        for half in cases
    ]
    for half, told in zip(cases, answers(asked), strict=True):
        codes = half.position.board.codes
        assert told["reach"] == [[codes[province] for province in sorted(reach(half.position, c))] for c in CARDS]
        refusals = [why_not(half, step) for step in STEPS]
        assert told["refusals"] == [refusal and refusal.name for refusal in refusals], (half.position, half.steps)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_reasons_are_those_of_the_server(players: int) -> None:
    random = Random(players)
    cases = [(position, line(position, random), line(position, random)) for position in positions(players, POSITIONS)]
    asked = []
    for position, *lines in cases:
        texts = [[format_move(position.board, move) for move in moves] for moves in lines]
        asked.append(ask("reasons", position, better=texts[0], played=texts[1]))
    claims = set()
    for (position, better, played), told in zip(cases, answers(asked), strict=True):
        assert told == {
            "against": _made(position, reason_against(position, better, played)),
            "alone": _made(position, reason_for(position, better)),
        }
        claims |= {claim["claim"] for reason in told.values() if reason for claim in reason["claims"]}
    assert claims == {"rules", "wins", "leads", "gains", "keeps_card"}


def _made(position: Position, reason: Any) -> Any:
    return json.loads(encode(reason_made(position.board, reason)))
