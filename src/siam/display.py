"""How positions, games and turns show themselves: as notation in `repr`, as a table in `print`, as SVG in notebooks."""

from collections.abc import Callable
from typing import Any

from siam.drawing import board_svg, board_text, position_svg, position_text
from siam.notation import (
    NotationError,
    Record,
    format_move,
    format_options,
    format_position,
    format_record,
    format_step,
    parse_move,
    parse_options,
    parse_position,
    parse_record,
    parse_step,
)
from siam.rules import (
    BOOK,
    BUILT_IN,
    PROVINCES,
    STEP_KINDS,
    Board,
    Control,
    FactionVerdict,
    Game,
    HalfMove,
    Move,
    Options,
    Outcome,
    Pass,
    Play,
    Position,
    ProvinceInfo,
    Seat,
    Step,
    Turn,
    Verdict,
    load_board,
)
from siam.rules.errors import wrong_type

__all__ = [
    "board_svg",
    "board_text",
    "format_position",
    "game_from_record",
    "game_repr",
    "half_move_repr",
    "legal_step_of",
    "move_of",
    "move_text",
    "outcome_table",
    "outcome_text",
    "picture",
    "position_from_text",
    "position_repr",
    "position_text",
    "record_text",
    "turn_picture",
    "turn_text",
]


def position_repr(position: Position) -> str:
    """Write a position as the expression that reads it again."""
    arguments = [repr(format_position(position))]
    if position.options != BOOK:
        arguments.append(f"options={format_options(position.options)!r}")
    if position.board.name not in BUILT_IN:
        arguments.append(f"board={position.board!r}")
    return f"Position.from_text({', '.join(arguments)})"


def position_from_text(text: str, options: Options | str, board: Board | None) -> Position:
    """Read a position."""
    chosen = parse_options(options) if isinstance(options, str) else options
    return parse_position(text, chosen, find_board=_finder(board))


def game_repr(game: Game) -> str:
    """Write a game in short: its setup and how many turns it has."""
    moves = ", ".join(repr(format_move(game.setup.board, move)) for move in game.moves)
    return f"Game({game.setup!r}){f'.push({moves})' if moves else ''}"


def game_from_record(text: str, board: Board | None) -> Game:
    """Read the game of a record."""
    return parse_record(text, find_board=_finder(board)).game


def record_text(game: Game, tags: dict[str, str]) -> str:
    """Write a game down."""
    return format_record(Record.of(game, **tags))


def move_of(position: Position, move: Move | str) -> Move:
    """Return a move as it is, or read it."""
    if isinstance(move, str):
        return parse_move(position.board, move)
    if not isinstance(move, Pass | Play):
        raise wrong_type("a move is a text like 'pass', or a Pass or Play", move)
    return move


def move_text(move: Move) -> str:
    """Write a move without its board: provinces by their numbers."""
    return format_move(_NUMBERED, move)


def half_move_repr(half: HalfMove) -> str:
    """Write a half-made move as the expression that makes it again."""
    steps = ", ".join(repr(format_step(half.position.board, step)) for step in half.steps)
    return f"HalfMove({half.position!r}){f'.push({steps})' if steps else ''}"


def legal_step_of(half: HalfMove, step: Step | str) -> Step:
    """Return a step as it is, or read it; ValueError if it can't come next."""
    board = half.position.board
    chosen = parse_step(board, step) if isinstance(step, str) else step
    if type(chosen) in STEP_KINDS and chosen not in half.legal_steps:
        known = ", ".join(format_step(board, legal) for legal in half.legal_steps) or "nothing"
        raise NotationError(f"{format_step(board, chosen)!r} can't come next; possible: {known}")
    return chosen


def turn_text(turn: Turn) -> str:
    """Write a turn as people read it: who, and the move."""
    return f"{turn.seat + 1}: {format_move(turn.position.board, turn.move)}"


def outcome_text(outcome: Outcome) -> str:
    """Tell an outcome in a line: who rules, who wins, by which paragraphs."""
    ending = "Siam becomes a colony" if outcome.ending is Control.BRITISH else f"{outcome.ending} rules"
    seats = " and ".join(str(seat + 1) for seat in outcome.winners)
    winners = (
        "nobody wins" if not seats else f"seat {seats} wins" if len(outcome.winners) == 1 else f"seats {seats} win"
    )
    paragraphs = ", ".join(verdict.criterion.value for verdict in outcome.trail)
    return f"{ending}, {winners} ({paragraphs})"


def outcome_table(outcome: Outcome) -> str:
    """Tell an outcome as a table for notebooks: every criterion with its figures, and who was left."""
    rows = "".join(
        f"<tr><td>{verdict.criterion}</td><td>{', '.join(_figures(verdict))}</td><td>{_left(verdict)}</td></tr>"
        for verdict in outcome.trail
    )
    ending, _, _ = outcome_text(outcome).partition(" (")
    return f"<table><caption>{ending}</caption><tr><th>§</th><th>figures</th><th>left</th></tr>{rows}</table>"


def _figures(verdict: Verdict) -> list[str]:
    if isinstance(verdict, FactionVerdict):
        return [f"{control} {figure}" for control, figure in verdict.figures]
    return [f"{_seats(seats)}: {figure}" for seats, figure in verdict.figures]


def _left(verdict: Verdict) -> str:
    if isinstance(verdict, FactionVerdict):
        return ", ".join(map(str, verdict.left))
    return ", ".join(map(_seats, verdict.left))


def _seats(seats: tuple[Seat, ...]) -> str:
    return "seat " + " and ".join(str(seat + 1) for seat in seats)


def picture(position: Position, **how: Any) -> str:
    """Draw a position."""
    if "move" in how and isinstance(how["move"], str):
        how["move"] = parse_move(position.board, how["move"])
    return position_svg(position, **how)


def turn_picture(turn: Turn, **how: Any) -> str:
    """Draw what a turn led to, with its move on it."""
    return position_svg(turn.position, move=turn.move, **how)


def _finder(board: Board | None) -> Callable[[str], Board]:
    def find(name: str) -> Board:
        if board is None:
            return load_board(name)
        if board.name != name:
            raise NotationError(f"this position is on the map {name}, not on {board.name}")
        return board

    return find


_NUMBERED = Board("numbers", tuple(ProvinceInfo(str(number), ()) for number in PROVINCES), (0, 1, 2), ())
"""A board whose codes are the numbers of its provinces."""
