"""Build the pictures of the rules page: the examples of its text, played on a real deal."""

from functools import cache

from siam.notation import parse_move
from siam.rules import PASS, Card, Game, Play, Position, deal
from siam.rules.reach import reach
from siam.server.messages.server import CardReach, RulesExample
from siam.server.views.steps import steps_and_parts
from siam.server.views.studied_state import position_state

SEED = 11
MOVES = {
    "5.6": "K ayu suk* +L@chi",
    "5.7": "T R@ayu L@ayu M@ked +R@ayu",
    "5.8": "1 M@ayu=R@ked +M@pat",
    "5.9": "2 LM@suk=R@ayu +L@lua",
    "5.11": "R kho suk +R@suk",
}
"""The first example of each paragraph; every language tells the same."""


@cache
def rules_examples() -> tuple[RulesExample, ...]:
    """List the examples by paragraph: a position, the provinces that are lit, and the steps of a move."""
    start = Game(deal(players=2, seed=SEED))
    after = start.play(PASS).play(PASS)
    return (
        RulesExample("3.3", position_state(start.position), lit=[], steps=[]),
        *(_move(paragraph, start.position, text) for paragraph, text in MOVES.items()),
        RulesExample("6.3", position_state(after.position), lit=[], steps=[]),
    )


def card_reaches(position: Position) -> list[CardReach]:
    """Return for each card the provinces where it can do something now."""
    codes = position.board.codes
    return [CardReach(card.letter, [codes[province] for province in reach(position, card)]) for card in Card]


def _move(paragraph: str, position: Position, text: str) -> RulesExample:
    move = parse_move(position.board, text)
    assert isinstance(move, Play)
    steps, _ = steps_and_parts(position, move)
    lit = [position.board.codes[province] for province in reach(position, move.card)] if paragraph == "5.11" else []
    return RulesExample(paragraph, position_state(position), lit, steps)
