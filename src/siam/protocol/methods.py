"""Decide what each method of the engine process answers; nothing here knows lines or threads."""

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

from siam.analysis.outcomes import tell_outcome
from siam.notation import format_move, format_position, parse_move, parse_position
from siam.protocol.messages import Code, RpcError
from siam.protocol.params import Params, invalid
from siam.rules import (
    BUILT_IN,
    Board,
    Illegality,
    IllegalMoveError,
    Options,
    Position,
    SiamError,
    board_finder,
    deal,
    legal_moves,
    load_board,
    outcome,
    play,
    standing_outcome,
)

Read = TypeVar("Read")


class Methods:
    """The methods that answer at once.

    Map files are remembered by name, so that later positions may name them.
    """

    def __init__(self) -> None:
        self._boards: dict[str, Board] = {}
        self.table: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "new": self.new,
            "moves": self.moves,
            "count": self.count,
            "play": self.play,
            "outcome": self.outcome,
        }

    def new(self, values: dict[str, Any]) -> dict[str, Any]:
        """Deal a game."""
        params = Params(values, ("players", "map", "seed", "options"))
        seed = params.optional_seed("seed")
        if seed is None:
            seed = SystemRandom().getrandbits(53)
        players, options = params.whole("players"), _options(params)
        board = self._board(params.optional_text("map") or "siam")
        return {"position": format_position(_checked(lambda: deal(players, seed, board=board, options=options)))}

    def moves(self, values: dict[str, Any]) -> dict[str, Any]:
        """List every legal move."""
        position = self.position(Params(values, ("position", "options", "map")))
        return {"moves": sorted(format_move(position.board, move) for move in legal_moves(position))}

    def count(self, values: dict[str, Any]) -> dict[str, Any]:
        """Count the legal moves."""
        return {"count": len(legal_moves(self.position(Params(values, ("position", "options", "map")))))}

    def play(self, values: dict[str, Any]) -> dict[str, Any]:
        """Play a move."""
        params = Params(values, ("position", "move", "options", "map"))
        position, text = self.position(params), params.text("move")
        move = _checked(lambda: parse_move(position.board, text))
        try:
            after = play(position, move).position
        except IllegalMoveError as problem:
            raise illegal(problem.reason) from None
        end = outcome(after)
        return {"position": format_position(after), "outcome": tell_outcome(end) if end else None}

    def outcome(self, values: dict[str, Any]) -> dict[str, Any]:
        """Tell the outcome if everyone passes from here on."""
        return tell_outcome(standing_outcome(self.position(Params(values, ("position", "options", "map")))))

    def position(self, params: Params) -> Position:
        """Read the position and options that a request is about."""
        text, options = params.text("position"), _options(params)
        file = params.optional_text("map")
        given = [self._board(file)] if file is not None else []
        find_board = _checked(lambda: board_finder(*self._boards.values(), *given))
        return _checked(lambda: parse_position(text, options, find_board=find_board))

    def _board(self, name: str) -> Board:
        if name in self._boards:
            return self._boards[name]
        if "\0" in name:
            raise invalid("a map's name or path has no zero bytes")
        board = _checked(lambda: load_board(name if name in BUILT_IN else Path(name)))
        if board.name not in BUILT_IN:
            _checked(lambda: board_finder(*self._boards.values(), board))  # two different maps of one name
            self._boards[board.name] = board
        return board


def illegal(reason: Illegality) -> RpcError:
    """Return why a move may not be played."""
    return RpcError(Code.ILLEGAL_MOVE, reason.value, reason.name)


def _options(params: Params) -> Options:
    values = params.optional_object("options")
    return _checked(lambda: Options.from_values(values))


def _checked(read: Callable[[], Read]) -> Read:
    """Read something; what the rules or the notation reject is an invalid parameter."""
    try:
        return read()
    except (SiamError, UnicodeError) as problem:
        raise invalid(str(problem)) from None
