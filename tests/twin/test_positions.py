"""Positions are read on the device as by the notation: the same are refused."""

from random import Random
from typing import Any

from siam.notation import NotationError, format_position, parse_options, parse_position
from siam.rules import BOOK, Options, deal, load_board
from tests.notation import test_consistency, test_positions
from tests.properties.games import play_out
from tests.twin.oracle import answers, question


def cases(test: Any) -> list[Any]:
    """Return what a test is parametrized with."""
    return list(test.pytestmark[0].args[1])


def positions() -> list[tuple[str, Options]]:
    """List sound positions and faulty ones, each with the options of its table."""
    refused = cases(test_consistency.test_a_position_that_no_game_reaches_is_refused_with_its_field)
    read = cases(test_consistency.test_what_differs_from_it_by_a_little_is_read)
    found = [(text, parse_options(options)) for text, options, *_ in (*refused, *read)]
    found += [(text, BOOK) for text in cases(test_positions.test_a_position_is_written_in_one_way)]
    found += [(text, BOOK) for text, _ in cases(test_positions.test_a_faulty_line_gets_one_error_that_names_the_field)]
    for players in (2, 3, 4):
        game = play_out(deal(players, seed=players), Random(players), 0.6)
        found += [(format_position(position), BOOK) for position in game.positions]
    return found


def is_sound(text: str, options: Options) -> bool:
    try:
        parse_position(text, options)
    except NotationError:
        return False
    return True


def players_of(text: str) -> int:
    """Count the players of a line; two where that makes no sense."""
    fields = text.split(" ")
    count = fields[3].count("/") + 1 if len(fields) > 3 else 2
    return count if count in (2, 3, 4) else 2


def test_the_same_positions_are_read_and_refused() -> None:
    texts = positions()
    board = load_board("siam")
    asked = [question("position", board, players_of(text), options, text=text) for text, options in texts]
    for (text, options), told in zip(texts, answers(asked), strict=True):
        assert told.get("written") == (text if is_sound(text, options) else None), (text, told)
