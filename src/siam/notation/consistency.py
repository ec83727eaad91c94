"""Decide which positions no game can reach, where the fields of a position contradict each other.

A game may begin with any followers in any place, with short hands and with any seat: handicaps, composed problems and
the comparisons of `siam balance` do. Nothing is concluded from that, nor from what lies in the supply or a court:
whoever composes a problem would have to invent its whole past. What play itself adds is checked: markers, the order of
the latest cards, whose turn it is, the swap that may not be undone.
"""

from siam.notation.errors import Field
from siam.notation.words import format_cell
from siam.rules import CELLS, FACTIONS, FULL_HAND, PROVINCE_COUNT, Card, Cell, Faction, LastSwap, Position


def contradiction(position: Position) -> tuple[Field, str] | None:
    """Find what cannot be in any game: the field at fault and what is wrong with it; None if nothing is."""
    checks = (
        (Field.TRACK, _wrong_capital),
        (Field.TRACK, _wrong_kings),
        (Field.LATEST_CARDS, _wrong_latest_cards),
        (Field.PASSES, _wrong_passes),
        (Field.SEAT_TO_MOVE, _wrong_turn),
        (Field.LAST_SWAP, _wrong_last_swap),
    )
    for field, check in checks:
        if problem := check(position):
            return field, problem
    return None


def _wrong_capital(position: Position) -> str | None:
    """`capital_last` keeps the tile of the Rama home in box 8, so that no Maharacha touches it (§8)."""
    if not position.options.capital_last:
        return None
    capital = position.board.homes[Faction.RAMA]
    code = position.board.codes[capital]
    if position.track[-1] != capital:
        return f"with capital_last the tile of {code} lies in box {PROVINCE_COUNT}"
    if position.kings[capital]:
        return f"with capital_last the tile of {code} is never swapped and gets no king marker"
    return None


def _wrong_kings(position: Position) -> str | None:
    """Every king marker came with a Maharacha (§5.6); a card without effect brought none (R-08)."""
    played = sum(Card.MAHARACHA not in position.players[seat].hand for seat in position.recency)
    markers = position.kings.count(True)
    if markers > played:
        return f"{markers} king markers, but Maharachas played: {played} at most"
    return None


def _wrong_latest_cards(position: Position) -> str | None:
    """Cards never come back (§5.1): who has played one does not hold all eight."""
    for seat in position.recency:
        if position.players[seat].hand == FULL_HAND:
            return f"seat {seat + 1} has played a card, but holds all {len(FULL_HAND)}"
    return None


def _wrong_passes(position: Position) -> str | None:
    """The last resolution sets the count back to 0 like every other (R-17)."""
    return f"{position.passes} in a finished game, not 0" if position.is_over and position.passes else None


def _wrong_turn(position: Position) -> str | None:
    """After the latest card there were passes only; a resolution takes as many as there are players (§4.2, §4.4)."""
    if not position.recency:
        return None
    latest = position.recency[-1]
    expected = (latest + 1 + position.passes) % len(position.players)
    if position.to_move == expected:
        return None
    passes = {0: "no pass", 1: "1 pass"}.get(position.passes, f"{position.passes} passes")
    return f"{position.to_move + 1}, but after a card of seat {latest + 1} and {passes} it is {expected + 1}"


def _wrong_last_swap(position: Position) -> str | None:
    """The card is out of the hand of whoever played latest, and what it moved is still there but for one follower."""
    last = position.last_swap
    if last is None:
        return None
    if not position.recency:
        return "a card was played last, but nobody has played a card"
    latest = position.recency[-1]
    if last.card in position.players[latest].hand:
        return f"seat {latest + 1} played the latest card, but still holds {last.card.letter}"
    missing = _moved_away(position, last)
    if len(missing) > 1:
        return f"{_written(position, missing)} came with the swap and are gone, but a card takes one follower only"
    return None


def _moved_away(position: Position, last: LastSwap) -> list[Cell]:
    """List the followers that a swap brought into a province that is still open and that are no longer there."""
    swapped = last.swap
    arrivals = ((swapped.left, swapped.right_given), (swapped.right, swapped.left_given))
    return [
        CELLS[province][faction]
        for province, received in arrivals
        if position.controls[province] is None
        for faction in FACTIONS
        for _ in range(received.count(faction) - position.followers[province][faction])
    ]


def _written(position: Position, cells: list[Cell]) -> str:
    return " and ".join(format_cell(position.board, cell) for cell in cells)
