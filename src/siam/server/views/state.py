"""Build the state of a game as one watcher may see it (§3.2, §5.1)."""

from functools import lru_cache

from siam.notation import format_position
from siam.rules.cards import Hand
from siam.rules.factions import CONTROLS, Control
from siam.rules.followers import Followers
from siam.rules.moves import Swap
from siam.rules.options import Discards
from siam.rules.position import Position
from siam.rules.seats import Seat
from siam.rules.struggles import controller
from siam.server.domain.live_game import Course
from siam.server.messages.game import Box, CardLetter, ClockSeen, PlayerSeen, Provinces, StateSeen
from siam.server.views.outcomes import standing_made
from siam.server.views.times import iso, iso_or_none

CARD_LETTERS = tuple("KT12RLM")
CONTROL_LETTERS = tuple("RLMB")
FACTION_LETTERS = tuple("RLM")


def open_seats(course: Course, watcher: Seat | None) -> frozenset[Seat]:
    """Name the seats whose cards the watcher may see: all, if discards are open or the game is over."""
    if course.result or course.position.options.discards is Discards.OPEN:
        return frozenset(range(course.players))
    return frozenset() if watcher is None else frozenset({watcher})


def state_seen(course: Course, shown: frozenset[Seat], now: float) -> StateSeen:
    """Build the state with the cards of the seats in `shown`; of the others only what lies on top."""
    position = course.position
    over = course.result is not None
    controls = position.controls
    return StateSeen(
        to_move=None if over else position.to_move + 1,
        since=iso(course.since),
        paused=course.paused_at is not None,
        contested=_code(position, None if over else position.contested),
        passes=position.passes,
        track=track_seen(position),
        supply=position.supply,
        players=[_player_seen(course, seat, seat in shown) for seat in range(course.players)],
        recency=[seat + 1 for seat in position.recency],
        ban=_ban(position),
        provinces=Provinces(*[controls.count(control) for control in CONTROLS]),
        standing=standing_made(position),
        position=format_position(position) if len(shown) == course.players else None,
        clocks=clocks_seen(course, now),
        deadline=iso_or_none(course.deadline),
    )


def track_seen(position: Position) -> list[Box]:
    """Build the track: boxes 1 to 8 with what stands in each province."""
    codes, controls, kings, followers = position.board.codes, position.controls, position.kings, position.followers
    return [
        _box(box, codes[province], controls[province], kings[province], followers[province])
        for box, province in enumerate(position.track, start=1)
    ]


@lru_cache(maxsize=8_192)
def _box(box: int, code: str, control: Control | None, king: bool, followers: Followers) -> Box:
    """Build a box; most of a track stays as it was, so boxes are remembered."""
    return Box(
        box=box,
        province=code,
        control=None if control is None else CONTROL_LETTERS[control],  # type: ignore[arg-type]
        king=king,
        followers=followers,
        majority=CONTROL_LETTERS[controller(followers)] if control is None else None,  # type: ignore[arg-type]
    )


def clocks_seen(course: Course, now: float) -> list[ClockSeen] | None:
    """Build the clocks as they stand at an instant."""
    if not course.times:
        return None
    runs = course.result is None and course.paused_at is None
    return [
        ClockSeen(seat + 1, round(left, 3), runs and seat == course.position.to_move)
        for seat, left in enumerate(course.times_at(now))
    ]


def _player_seen(course: Course, seat: Seat, is_shown: bool) -> PlayerSeen:
    position = course.position
    player = position.players[seat]
    pile = course.discards[seat]
    since_pass = (position.to_move - 1 - seat) % course.players
    return PlayerSeen(
        seat=seat + 1,
        court=player.court,
        cards=len(player.hand),
        hand=_letters(player.hand) if is_shown else None,
        discards=_letters(pile if is_shown else pile[-1:]),
        discarded=len(pile),
        passed=since_pass < position.passes,
        sets=min(player.court),
    )


@lru_cache(maxsize=2_048)
def _letters(cards: Hand) -> list[CardLetter]:
    return [CARD_LETTERS[card] for card in cards]  # type: ignore[misc]


def _code(position: Position, province: int | None) -> str | None:
    return None if province is None else position.board.codes[province]


def _ban(position: Position) -> str | None:
    """Format the card and swap that may not be undone (§5.10)."""
    last = position.last_swap
    if last is None:
        return None
    return CARD_LETTERS[last.card] + _swap_text(position, last.swap)


def _swap_text(position: Position, swap: Swap) -> str:
    codes = position.board.codes
    left = "".join(FACTION_LETTERS[faction] for faction in swap.left_given)
    right = "".join(FACTION_LETTERS[faction] for faction in swap.right_given)
    return f"{left}@{codes[swap.left]}={right}@{codes[swap.right]}"
