"""Decide how a position is written: one line, eight fields, enough to go on playing."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from siam.notation.consistency import contradiction
from siam.notation.errors import Field, NotationError
from siam.notation.swaps import format_swap, parse_swap
from siam.notation.words import (
    NOTHING,
    check_position,
    format_counts,
    format_hand,
    parse_card,
    parse_control,
    parse_counts,
    parse_hand,
    parse_province,
)
from siam.rules import (
    BOOK,
    BRITISH_LIMIT,
    FACTIONS,
    NOBODY,
    PLAYER_COUNTS,
    PROVINCES,
    Board,
    Card,
    Control,
    Followers,
    LastSwap,
    Options,
    Player,
    Position,
    Province,
    Seat,
    followers_per_faction,
    load_board,
)
from siam.rules.errors import BoardError, wrong_type

BoardFinder: TypeAlias = Callable[[str], Board]
Read = TypeVar("Read")


def format_position(position: Position) -> str:
    """Write a position.

    >>> from siam.rules import deal
    >>> format_position(deal(players=2, seed=7)).split(" ")[2:]
    ['R4L5M3', 'KTT12RLM:L1M1/KTT12RLM:R1M1', '1', '0', '-', '-']
    """
    check_position(position)
    codes, controls, kings, followers = position.board.codes, position.controls, position.kings, position.followers
    return " ".join(
        (
            position.board.name,
            ",".join(
                [
                    _format_box(codes[province], controls[province], kings[province], followers[province])
                    for province in position.track
                ]
            ),
            format_counts(position.supply),
            "/".join([f"{format_hand(hand)}:{format_counts(court)}" for hand, court in position.players]),
            str(position.to_move + 1),
            str(position.passes),
            "".join(str(seat + 1) for seat in position.recency) or NOTHING,
            _format_last_swap(position),
        )
    )


def parse_position(text: str, options: Options = BOOK, *, find_board: BoardFinder = load_board) -> Position:
    """Read a position; an error names the field and what is wrong with it, also if no game could lead there.

    >>> text = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"
    >>> parse_position(text).player
    Player(hand=(Card.ONE_VS_ONE, Card.LAO), court=Followers(rama=2, lao=0, malay=0))
    """
    if not isinstance(text, str):
        raise wrong_type("a position is read from a text", text)
    if not isinstance(options, Options):
        raise wrong_type("options are made by Options()", options)
    fields = text.split(" ")
    if len(fields) != len(Field):
        raise NotationError(f"a position has {len(Field)} fields separated by single spaces, not {len(fields)}")
    board = _field(Field.MAP, lambda: _find_board(find_board, fields[0]))
    track = _field(Field.TRACK, lambda: _parse_track(board, fields[1]))
    supply = _field(Field.SUPPLY, lambda: parse_counts(fields[2]))
    players = _field(Field.PLAYERS, lambda: _parse_players(fields[3]))
    position = Position(
        board=board,
        track=track.provinces,
        controls=track.controls,
        kings=track.kings,
        followers=track.followers,
        supply=supply,
        players=players,
        to_move=_field(Field.SEAT_TO_MOVE, lambda: _parse_seat(fields[4], len(players))),
        passes=_field(Field.PASSES, lambda: _parse_passes(fields[5], len(players))),
        recency=_field(Field.LATEST_CARDS, lambda: _parse_recency(fields[6], len(players))),
        last_swap=_field(Field.LAST_SWAP, lambda: _parse_last_swap(board, fields[7])),
        options=options,
    )
    _check_count(position)
    if found := contradiction(position):
        field, problem = found
        raise NotationError(f"{field.title}: {problem}")
    return position


def _field(field: Field, read: Callable[[], Read]) -> Read:
    try:
        return read()
    except NotationError as problem:
        raise NotationError(f"{field.title}: {problem}") from None


@lru_cache(maxsize=4_096)
def _format_box(code: str, control: Control | None, king: bool, followers: Followers) -> str:
    """Write a box of the track; most of them stay as they were from move to move, so they are remembered."""
    if control is not None:
        return f"{code}={control.letter}"
    return f"{code}{'*' if king else ''}:{format_counts(followers)}"


def _format_last_swap(position: Position) -> str:
    last = position.last_swap
    return f"{last.card.letter}{format_swap(position.board, last.swap)}" if last else NOTHING


def _find_board(find_board: BoardFinder, name: str) -> Board:
    if not name.isidentifier():
        raise NotationError(f"{name!r} is no name of a map")
    try:
        return find_board(name)
    except BoardError as problem:
        raise NotationError(str(problem)) from None


class _Track(NamedTuple):
    provinces: tuple[Province, ...]
    controls: tuple[Control | None, ...]
    kings: tuple[bool, ...]
    followers: tuple[Followers, ...]


def _parse_track(board: Board, text: str) -> _Track:
    boxes = text.split(",")
    if len(boxes) != len(PROVINCES):
        raise NotationError(f"the track has eight boxes, not {len(boxes)}")
    provinces: list[Province] = []
    controls: list[Control | None] = [None] * len(boxes)
    kings, followers = [False] * len(boxes), [NOBODY] * len(boxes)
    for number, box in enumerate(boxes, start=1):
        name, equals, control_text = box.partition("=")
        name, colon, counts_text = (name, "", "") if equals else box.partition(":")
        if not equals and not colon:
            raise NotationError(f"box {number}: {box!r} is neither resolved like ayu=R nor open like ayu:R2L1")
        province = parse_province(board, name.removesuffix("*") if colon else name)
        if province in provinces:
            raise NotationError(f"box {number}: {board.codes[province]} is on the track twice")
        if equals:
            if provinces and controls[provinces[-1]] is None:
                raise NotationError(f"box {number}: resolved provinces come first")
            controls[province] = parse_control(control_text)
        else:
            kings[province], followers[province] = name.endswith("*"), parse_counts(counts_text)
        provinces.append(province)
    if controls.count(Control.BRITISH) > BRITISH_LIMIT:
        raise NotationError("the British control more than four provinces")
    resolved = [control for province in provinces if (control := controls[province]) is not None]
    if resolved.count(Control.BRITISH) == BRITISH_LIMIT and resolved[-1] is not Control.BRITISH:
        raise NotationError(f"box {len(resolved)}: the game ended with the fourth British province before it")
    return _Track(tuple(provinces), tuple(controls), tuple(kings), tuple(followers))


def _parse_players(text: str) -> tuple[Player, ...]:
    parts = text.split("/")
    if len(parts) not in PLAYER_COUNTS:
        raise NotationError(f"two, three or four players, not {len(parts)}")
    players = []
    for part in parts:
        hand, colon, court = part.partition(":")
        if not colon:
            raise NotationError(f"{part!r} is no hand and court like KT12:R2L1")
        players.append(Player(parse_hand(hand), parse_counts(court)))
    return tuple(players)


def _parse_seat(text: str, players: int) -> Seat:
    seats = [str(seat + 1) for seat in range(players)]
    if text not in seats:
        raise NotationError(f"{text!r} is no seat: 1 to {players}")
    return seats.index(text)


def _parse_passes(text: str, players: int) -> int:
    numbers = [str(number) for number in range(players)]
    if text not in numbers:
        raise NotationError(f"{text!r} is no number of passes: 0 to {players - 1}")
    return numbers.index(text)


def _parse_recency(text: str, players: int) -> tuple[Seat, ...]:
    if text == NOTHING:
        return ()
    seats = tuple(_parse_seat(letter, players) for letter in text)
    if not seats or len(set(seats)) != len(seats):
        raise NotationError(f"{text!r} is no list of different seats, or - for nobody")
    return seats


def _parse_last_swap(board: Board, text: str) -> LastSwap | None:
    if text == NOTHING:
        return None
    card = parse_card(text[:1])
    if card not in (Card.ONE_VS_ONE, Card.TWO_VS_ONE):
        raise NotationError(f"{text!r} is no swap: it begins with 1 or 2")
    swapped = parse_swap(board, text[1:], most=2 if card is Card.TWO_VS_ONE else 1)
    if card is Card.TWO_VS_ONE and swapped.right not in board.neighbours[swapped.left]:
        raise NotationError(f"{text!r} swaps between provinces that are not adjacent")
    return LastSwap(card, swapped)


def _check_count(position: Position) -> None:
    """Check that no follower is missing or too many (§1.2, §3.1)."""
    expected = followers_per_faction(len(position.players))
    for faction, count in zip(FACTIONS, position.follower_count, strict=True):
        if count != expected:
            raise NotationError(
                f"fields 2 to 4 (followers): {count} {faction.name.capitalize()} followers in all, "
                f"not {expected} as with {len(position.players)} players"
            )
