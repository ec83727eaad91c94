"""Build the state of a game as one watcher may see it (§3.2, §5.1)."""

from functools import lru_cache

from siam.notation import format_position
from siam.notation.swaps import format_swap
from siam.rules import CONTROLS, CardLetter, Control, Discards, Followers, Hand, Position, Seat, controller
from siam.server.domain.live_game import LiveGame
from siam.server.messages.game import Box, ClockState, PlayerState, Provinces, State
from siam.server.views.outcomes import standing_made
from siam.server.views.times import iso, iso_or_none


def open_seats(game: LiveGame, watcher: Seat | None) -> frozenset[Seat]:
    """Name the seats whose cards the watcher may see: all, if discards are open or the game is over."""
    if game.result or game.position.options.discards is Discards.OPEN:
        return frozenset(range(game.players))
    return frozenset() if watcher is None else frozenset({watcher})


def state_seen(game: LiveGame, shown: frozenset[Seat], now: float) -> State:
    """Build the state with the cards of the seats in `shown`; of the others only what lies on top."""
    position = game.position
    over = game.result is not None
    controls = position.controls
    return State(
        to_move=None if over else position.to_move + 1,
        since=iso(game.since),
        paused=game.paused_at is not None,
        contested=_code(position, None if over else position.contested),
        passes=position.passes,
        track=track_seen(position),
        supply=position.supply,
        players=[_player_seen(game, seat, seat in shown) for seat in range(game.players)],
        recency=[seat + 1 for seat in position.recency],
        ban=_ban(position),
        provinces=Provinces(*[controls.count(control) for control in CONTROLS]),
        standing=standing_made(position),
        position=format_position(position) if len(shown) == game.players else None,
        clocks=clocks_seen(game, now),
        deadline=iso_or_none(game.deadline),
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
        control=None if control is None else control.letter,
        king=king,
        followers=followers,
        majority=controller(followers).letter if control is None else None,
    )


def clocks_seen(game: LiveGame, now: float) -> list[ClockState] | None:
    """Build the clocks as they stand at an instant."""
    if not game.times:
        return None
    runs = game.result is None and game.paused_at is None
    return [
        ClockState(seat + 1, round(left, 3), runs and seat == game.position.to_move)
        for seat, left in enumerate(game.times_at(now))
    ]


def _player_seen(game: LiveGame, seat: Seat, is_shown: bool) -> PlayerState:
    position = game.position
    player = position.players[seat]
    pile = game.discards[seat]
    since_pass = (position.to_move - 1 - seat) % game.players
    return PlayerState(
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
    return [card.letter for card in cards]


def _code(position: Position, province: int | None) -> str | None:
    return None if province is None else position.board.codes[province]


def _ban(position: Position) -> str | None:
    """Format the card and swap that may not be undone (§5.10)."""
    last = position.last_swap
    if last is None:
        return None
    return last.card.letter + format_swap(position.board, last.swap)
