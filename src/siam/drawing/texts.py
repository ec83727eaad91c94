"""Draw a position as plain text: the track with its provinces, the supply, the players."""

from siam.rules import FACTIONS, PROVINCES, Board, Followers, Position, Province, controller

_WIDEST_NAME = 16


def position_text(position: Position) -> str:
    """Draw a position for a terminal of any kind.

    >>> from siam.rules import deal
    >>> print(position_text(deal(players=2, seed=7)))
    Struggle 1 of 8 on siam, for Pattani
    > 1 pat Pattani          R.   L:   M.   Lao     next to ked ray
      2 ray Rayaburi         R:   L.   M.   Rama    next to ayu ked pat suk
      3 chi Chiang Mai       R:   L:   -    tie     next to lua suk
      4 ayu Ayutthaya ^R     R:.  -    M.   Rama    next to kho ray suk
      5 kho Khorat           -    L.   M:.  Malay   next to ayu lua suk
      6 ked Kedah ^M         R.   -    M:.  Malay   next to pat ray
      7 suk Sukothai         R:   L:   -    tie     next to ayu chi kho lua ray
      8 lua Luang Prabang ^L -    L:   M:   tie     next to chi kho suk
    supply R4 L5 M3
    > seat 1  court R0 L1 M1  hand K T T 1 2 R L M
      seat 2  court R1 L0 M1  hand K T T 1 2 R L M
    """
    return "\n".join((_heading(position), *_track(position), f"supply {_counts(position.supply)}", *_seats(position)))


def board_text(board: Board) -> str:
    """Draw a board as a list of its provinces, each with its neighbours; `^` marks the homes.

    >>> from siam.rules import load_board
    >>> print(board_text(load_board("siam")))
    siam
      ayu Ayutthaya ^R     next to kho ray suk
      chi Chiang Mai       next to lua suk
      ked Kedah ^M         next to pat ray
      kho Khorat           next to ayu lua suk
      lua Luang Prabang ^L next to chi kho suk
      pat Pattani          next to ked ray
      ray Rayaburi         next to ayu ked pat suk
      suk Sukothai         next to ayu chi kho lua ray
    """
    labels = [_named(board, province) for province in PROVINCES]
    wide = max(_WIDEST_NAME, *map(len, labels))
    rows = (f"  {label:{wide}} next to {_beside(board, province)}" for province, label in enumerate(labels))
    return "\n".join((board.name, *rows))


def _beside(board: Board, province: Province) -> str:
    return " ".join(board.codes[other] for other in board.neighbours[province])


def _named(board: Board, province: Province, crown: str = "") -> str:
    info, home = board.provinces[province], board.home_of(province)
    return f"{info.code}{crown} {info.name()}{f' ^{home.letter}' if home is not None else ''}"


def _heading(position: Position) -> str:
    board = position.board
    if position.contested is None:
        return f"The game is over on {board.name}"
    return (
        f"Struggle {position.resolved_count + 1} of 8 on {board.name}, for {board.provinces[position.contested].name()}"
    )


def _track(position: Position) -> list[str]:
    labels = [_label(position, province) for province in position.track]
    wide = max(_WIDEST_NAME, *map(len, labels))
    return [
        f"{'>' if province == position.contested else ' '} {box} {label:{wide}} {_content(position, province)}"
        f"  next to {_beside(position.board, province)}"
        for box, (province, label) in enumerate(zip(position.track, labels, strict=True), start=1)
    ]


def _label(position: Position, province: Province) -> str:
    return _named(position.board, province, "*" if position.kings[province] else "")


def _content(position: Position, province: Province) -> str:
    control = position.controls[province]
    if control is not None:
        return f"{'controlled by':14} {control!s:6}"
    there = position.followers[province]
    rows = " ".join(f"{_row(faction.letter, there[faction]):4}" for faction in FACTIONS)
    leading = controller(there)
    return f"{rows} {'tie' if leading.letter == 'B' else leading!s:6}"


def _row(letter: str, count: int) -> str:
    """Write followers as the eyes of dice, so that they can be counted at a glance."""
    if count > 6:
        return f"{letter}{count}"
    return letter + ":" * (count // 2) + "." * (count % 2) if count else "-"


def _counts(followers: Followers) -> str:
    return " ".join(f"{faction.letter}{followers[faction]}" for faction in FACTIONS)


def _seats(position: Position) -> list[str]:
    return [
        f"{'>' if seat == position.to_move and not position.is_over else ' '} seat {seat + 1}  "
        f"court {_counts(player.court)}  hand {' '.join(card.letter for card in player.hand) or '-'}"
        for seat, player in enumerate(position.players)
    ]
