"""Writes positions for tests in a few words, and asks the rules about them in the notation.

Only what a test is about is spelled out: provinces that are not named lie open and empty at the end of the track,
and the followers that are nowhere else are in the supply, or in the last seat's court if the supply is given.
"""

from __future__ import annotations

from siam.notation import format_move, format_position, parse_counts, parse_move, parse_position
from siam.rules import (
    FACTIONS,
    FULL_HAND,
    Followers,
    Illegality,
    Options,
    Outcome,
    Pass,
    Position,
    followers_per_faction,
    legal_moves,
    load_board,
    play,
    standing_outcome,
    why_illegal,
)

CODES = load_board("siam").codes
FULL = "KTT12RLM"


def line(
    track: str,
    *,
    hands: str = f"{FULL}/{FULL}",
    supply: str | None = None,
    courts: str | None = None,
    seat: int = 1,
    passes: int = 0,
    recency: str | None = None,
    swap: str = "-",
) -> str:
    """Write a position on the map `siam`; `track` and the players' parts are separated by spaces and slashes."""
    assert supply is None or courts is None, "the followers left over have to go somewhere"
    boxes = track.split()
    boxes += [f"{code}:-" for code in CODES if all(not box.startswith(code) for box in boxes)]
    each_hand = hands.split("/")
    each_court = [parse_counts(court) for court in (courts.split("/") if courts else ["-"] * len(each_hand))]
    placed = [parse_counts(box.partition(":")[2]) for box in boxes if ":" in box]
    rest = Followers(*[followers_per_faction(len(each_hand))] * 3)
    for group in (*placed, *each_court):
        rest = Followers(*(rest[faction] - group[faction] for faction in FACTIONS))
    if supply is not None:
        wanted = parse_counts(supply)
        each_court[-1] = Followers(*(rest[faction] - wanted[faction] for faction in FACTIONS))
        rest = wanted
    if recency is None:
        recency = _recency(each_hand, before=seat - passes)
    players = "/".join(f"{hand}:{_written(court)}" for hand, court in zip(each_hand, each_court, strict=True))
    return f"siam {','.join(boxes)} {_written(rest)} {players} {seat} {passes} {recency} {swap}"


def settled(controllers: str, courts: str, *, hands: str | None = None, recency: str | None = None) -> str:
    """Write a finished game: who controls the provinces, in the order of the struggles, and the courts."""
    track = " ".join(f"{code}={controller}" for code, controller in zip(CODES, controllers, strict=False))
    players = len(courts.split("/"))
    seat = int(recency[-1]) % players + 1 if recency and recency != "-" else 1
    return line(track, hands=hands or "/".join("T" * players), courts=courts, seat=seat, recency=recency)


def field(position: str, number: int) -> str:
    """Return one of the eight fields of a position, counted from 1."""
    return position.split(" ")[number - 1]


def position_of(text: str, **options: object) -> Position:
    """Read a position with a table's options."""
    return parse_position(text, Options.from_values(options))


def moves_of(text: str, **options: object) -> list[str]:
    """List the legal moves as text, sorted."""
    position = position_of(text, **options)
    return sorted(format_move(position.board, move) for move in legal_moves(position))


def actions_of(text: str, card: str, **options: object) -> list[str]:
    """List what a card can do, without the follower taken, sorted."""
    position = position_of(text, **options)
    moves = (move for move in legal_moves(position) if not isinstance(move, Pass))
    written = {format_move(position.board, move) for move in moves if move.card.letter == card}
    return sorted({move[2 : move.rindex(" ")] for move in written})


def after(text: str, *moves: str, **options: object) -> str:
    """Play moves and write down the position after them."""
    position = position_of(text, **options)
    for move in moves:
        position = play(position, parse_move(position.board, move)).position
    return format_position(position)


def reason_against(text: str, move: str, **options: object) -> Illegality | None:
    """Return why a move may not be played, None if it may."""
    position = position_of(text, **options)
    return why_illegal(position, parse_move(position.board, move))


def outcome_of(text: str, **options: object) -> Outcome:
    """Return the outcome if everybody passes from here on."""
    return standing_outcome(position_of(text, **options))


def ending_of(text: str, **options: object) -> str:
    """Return the letter of who rules if everybody passes from here on."""
    return outcome_of(text, **options).ending.letter


def winners_of(text: str, **options: object) -> list[int]:
    """Return the winning seats, counted from 1, if everybody passes from here on."""
    return [seat + 1 for seat in outcome_of(text, **options).winners]


def _recency(hands: list[str], *, before: int) -> str:
    """Name the seats whose hands are short in turn order, the one before a seat last: whoever played latest."""
    in_turn = [(before - 1 + place) % len(hands) for place in range(len(hands))]
    return "".join(str(index + 1) for index in in_turn if len(hands[index]) < len(FULL_HAND)) or "-"


def _written(followers: Followers) -> str:
    assert min(followers) >= 0, "more followers than there are"
    return "".join(f"{faction.letter}{followers[faction]}" for faction in FACTIONS if followers[faction]) or "-"
