"""Decide at what kind of table an environment plays, and how a game begins there."""

from pathlib import Path
from typing import Any, NamedTuple

from siam.notation import parse_options, parse_position
from siam.rules import (
    BOOK,
    PLAYER_COUNTS,
    Board,
    BoardError,
    OptionError,
    Options,
    Position,
    SiamError,
    deal,
    load_board,
)


class Terms(NamedTuple):
    """What is agreed before the deal: how many play, on which board, with which options."""

    players: int
    board: Board
    options: Options

    def find_board(self, name: str) -> Board:
        """Return the board of this table, which may come from a map file; BoardError for any other."""
        if name != self.board.name:
            raise BoardError(f"this table plays on {self.board.name}, not on {name}")
        return self.board


def terms_from(players: int, board: str | Path, options: Options | str | dict[str, Any] | None) -> Terms:
    """Read the terms as people write them; refuse what no table has."""
    if players not in PLAYER_COUNTS:
        raise OptionError(f"two, three or four can play, not {players}")
    return Terms(players, load_board(board), options_from(options))


def options_from(given: Options | str | dict[str, Any] | None) -> Options:
    """Read options as people write them: `Options`, `"capital_last=on"`, or a dictionary."""
    if given is None:
        return BOOK
    if isinstance(given, str):
        return parse_options(given)
    return Options.from_values(given) if isinstance(given, dict) else given


def setup_from(terms: Terms, seed: int, asked: dict[str, Any] | None) -> Position:
    """Deal a game, or read the position in which `reset(options={"position": …})` asks it to begin."""
    text = (asked or {}).get("position")
    if text is None:
        return deal(terms.players, seed, board=terms.board, options=terms.options)
    position = parse_position(text, terms.options, find_board=terms.find_board)
    if len(position.players) != terms.players:
        raise SiamError(f"the position is one of {len(position.players)} players, the table has {terms.players}")
    if position.is_over:
        raise SiamError("the game is over in this position")
    return position
