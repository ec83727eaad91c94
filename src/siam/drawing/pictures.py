"""Put pictures together: a board, or a position with its followers, track, supply, players and perhaps a move."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from siam.drawing import standing
from siam.drawing.arrows import arrows
from siam.drawing.chart import frame, lines, paper
from siam.drawing.colours import DARK, LIGHT, Colours
from siam.drawing.elements import element
from siam.drawing.geometry import HEIGHT, WIDTH, Geometry, geometry
from siam.drawing.seats import ROW, seats
from siam.rules import Board, Move, Pass, Play, Position
from siam.rules.errors import A_BOARD, A_MOVE, A_POSITION, wrong_type


def board_svg(board: Board, *, width: int | None = None, dark: bool = False, language: str = "en") -> str:
    """Draw a board without anything on it.

    >>> from siam.rules import load_board
    >>> board_svg(load_board("siam"), width=300)[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 14'
    """
    if not isinstance(board, Board):
        raise wrong_type(A_BOARD, board)
    drawn, colours = _geometry(board), DARK if dark else LIGHT
    return _picture(board.name, HEIGHT, width, _board(board, None, drawn, colours, language))


def position_svg(
    position: Position,
    *,
    move: Move | None = None,
    width: int | None = None,
    dark: bool = False,
    language: str = "en",
    names: Sequence[str] = (),
    players: bool = True,
    hands: bool = True,
    supply_title: str = "Supply",
) -> str:
    """Draw a position; `move` is drawn as arrows on it.

    `players` adds a row for each player below the chart, with `names` instead of seats if they are given; `hands`
    shows the cards in them, which at a table with closed discards only their owners know. The picture has no ids and
    no style sheet, so any number of them can stand on one page or inside each other.

    >>> from siam.rules import deal
    >>> picture = position_svg(deal(players=2, seed=7), players=False, width=300)
    >>> picture.endswith("</svg>")
    True
    """
    if not isinstance(position, Position):
        raise wrong_type(A_POSITION, position)
    if move is not None and not isinstance(move, Pass | Play):
        raise wrong_type(A_MOVE, move)
    drawn, colours = _geometry(position.board), DARK if dark else LIGHT
    called = tuple(names) or tuple(f"Seat {seat + 1}" for seat in range(len(position.players)))
    if len(called) != len(position.players):
        raise ValueError(f"there are {len(position.players)} players, not {len(called)} names")

    def parts() -> Iterator[str]:
        yield from _board(position.board, position, drawn, colours, language)
        yield standing.supply(drawn, position.supply, colours, supply_title)
        for province, land in enumerate(drawn.lands):
            yield from standing.pieces(position, province, land, colours)
        if move is not None:
            yield from arrows(drawn, move, colours)
        if players:
            yield from seats(position, colours, called, hands=hands)

    height = HEIGHT + (ROW * len(position.players) if players else 0)
    return _picture(position.board.name, height, width, parts())


def _board(board: Board, position: Position | None, drawn: Geometry, colours: Colours, language: str) -> Iterator[str]:
    yield from paper(drawn, colours, language)
    for province, land in enumerate(drawn.lands):
        control = position.controls[province] if position else None
        fill = colours.land if control is None else colours.tint(control.letter)
        yield element("path", d=land.path, fill=fill)
    yield from lines(drawn, colours)
    if position and position.contested is not None:
        contested = {"fill": "none", "stroke": colours.ink, "stroke_width": 7, "stroke_linejoin": "round"}
        yield element("path", d=drawn.lands[position.contested].path, **contested)
    yield from frame(drawn, colours)
    for province, land in enumerate(drawn.lands):
        yield standing.name(land, colours, language)
        yield standing.badge(board, position, province, land, colours)


def _picture(title: str, height: int, width: int | None, parts: Iterator[str]) -> str:
    tall = None if width is None else round(width * height / WIDTH)
    return element(
        "svg",
        f"<title>{escape(title)}</title>",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=width,
        height=tall,
    )


def _geometry(board: Board) -> Geometry:
    """Return a board's shapes, remembered for as long as the board itself lives."""
    found = _KNOWN.get(id(board))
    if found is None or found[0] is not board:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[id(board)] = (board, geometry(board))
    return found[1]


_MOST_KNOWN = 16
_KNOWN: dict[int, tuple[Board, Geometry]] = {}
