"""Between the positions of `siam.rules` and the engine's rows of integers."""

from collections.abc import Iterable, Sequence

import numpy as np

from siam.engine.core.bits import IntArray
from siam.engine.core.layout import (
    BAN_A,
    BAN_B,
    BAN_C,
    BAN_CARD,
    BORDERS,
    CAMPS,
    CAPITAL_LAST,
    CARD_KINDS,
    CELL_BORDERS,
    CELLS,
    COLONY_LOSES,
    CONTROL,
    COURTS,
    FACTIONS,
    FIRST_HIGHEST,
    GROUND_SIZE,
    HANDS,
    HOMES,
    KINGS,
    OVER,
    PASSES,
    PROVINCES,
    RANKS,
    RESOLVED,
    SEATS,
    SECOND_KHON_THAI,
    SIZE,
    STAGE,
    SUPPLY,
    TO_MOVE,
    TRACK,
    WON,
)
from siam.engine.core.steps import derive
from siam.rules import (
    STEPS,
    Board,
    Card,
    Control,
    Faction,
    FirstPlayer,
    Followers,
    HalfMove,
    LastSwap,
    Move,
    Options,
    Player,
    Position,
    camp_of,
    swap,
)


def ground_of(players: int, board: Board, options: Options) -> IntArray:
    """Write down what does not change during a game."""
    ground = np.zeros(GROUND_SIZE, np.int32)
    ground[SEATS] = players
    for province, neighbours in enumerate(board.neighbours):
        for neighbour in neighbours:
            ground[BORDERS + province] |= 1 << neighbour
            ground[CELL_BORDERS + province] |= 7 << 3 * neighbour
    ground[HOMES : HOMES + FACTIONS] = board.homes
    ground[FIRST_HIGHEST] = options.first_player is FirstPlayer.HIGHEST
    ground[CAPITAL_LAST] = options.capital_last
    ground[COLONY_LOSES] = options.colony_loses
    for seat in range(players):
        ground[CAMPS + seat] = sum(1 << member for member in camp_of(players, seat))
    return ground


def position_ground(position: Position) -> IntArray:
    """Write down what does not change in the game of a position."""
    return ground_of(len(position.players), position.board, position.options)


def encode(position: Position) -> IntArray:
    """Write a position as the engine's row of integers."""
    state = np.zeros(SIZE, np.int32)
    for province, followers in enumerate(position.followers):
        state[CELLS + 3 * province : CELLS + 3 * province + 3] = followers
    state[SUPPLY : SUPPLY + FACTIONS] = position.supply
    for seat, player in enumerate(position.players):
        state[COURTS + 3 * seat : COURTS + 3 * seat + 3] = player.court
        state[HANDS + seat] = _hand_bits(player.hand)
    state[TRACK : TRACK + PROVINCES] = position.track
    for box, province in enumerate(position.track):
        control = position.controls[province]
        if control is not None:
            state[WON + control] |= 1 << box
            state[CONTROL + control] |= 1 << province
        elif position.kings[province]:
            state[KINGS] |= 1 << province
    for rank, seat in enumerate(position.recency, start=1):
        state[RANKS + seat] = rank
    state[TO_MOVE] = position.to_move
    state[PASSES] = position.passes
    state[RESOLVED] = position.resolved_count
    state[BAN_A] = state[BAN_B] = state[BAN_C] = -1
    if position.last_swap is not None:
        _encode_ban(state, position.last_swap)
    if position.is_over:
        state[STAGE] = OVER
    derive(position_ground(position), state)
    return state


def decode(state: IntArray, board: Board, options: Options, players: int) -> Position:
    """Read a position back; a move must not have been started in it."""
    row: list[int] = state.tolist()
    controls: list[Control | None] = [None] * PROVINCES
    for control in Control:
        for province in range(PROVINCES):
            if row[CONTROL + control] >> province & 1:
                controls[province] = control
    ranked = sorted((row[RANKS + seat], seat) for seat in range(players) if row[RANKS + seat])
    return Position(
        board=board,
        options=options,
        track=tuple(row[TRACK : TRACK + PROVINCES]),
        controls=tuple(controls),
        kings=tuple(bool(row[KINGS] >> province & 1) for province in range(PROVINCES)),
        followers=tuple(Followers(*row[CELLS + 3 * p : CELLS + 3 * p + 3]) for p in range(PROVINCES)),
        supply=Followers(*row[SUPPLY : SUPPLY + FACTIONS]),
        players=tuple(
            Player(_hand_of(row[HANDS + seat]), Followers(*row[COURTS + 3 * seat : COURTS + 3 * seat + 3]))
            for seat in range(players)
        ),
        to_move=row[TO_MOVE],
        passes=row[PASSES],
        recency=tuple(seat for _, seat in ranked),
        last_swap=_decode_ban(row),
    )


def move_of(position: Position, steps: Iterable[int]) -> Move:
    """Return the move that these steps make."""
    move = HalfMove(position, tuple(STEPS[step] for step in steps)).move
    if move is None:
        raise ValueError("the steps do not make a whole move")
    return move


def _hand_bits(hand: Sequence[Card]) -> int:
    bits = 0
    for card in hand:
        bits |= 1 << (SECOND_KHON_THAI if bits >> card & 1 else card)
    return bits


def _hand_of(bits: int) -> tuple[Card, ...]:
    cards = [Card(kind) for kind in range(CARD_KINDS) if bits >> kind & 1]
    if bits >> SECOND_KHON_THAI & 1:
        cards.append(Card.KHON_THAI)
    return tuple(sorted(cards))


def _encode_ban(state: IntArray, last: LastSwap) -> None:
    """Note the swap that would undo the last one (5.10)."""
    undo = last.swap.reverse
    state[BAN_CARD] = last.card
    left = sorted(3 * undo.left + faction for faction in undo.left_given)
    right = sorted(3 * undo.right + faction for faction in undo.right_given)
    state[BAN_A : BAN_C + 1] = [*left, *right] if len(left) == 2 else [*sorted(left + right), -1]


def _decode_ban(row: list[int]) -> LastSwap | None:
    if not row[BAN_CARD]:
        return None
    cells = row[BAN_A : BAN_C + 1]
    left, right = (cells[:2], cells[2:]) if cells[2] >= 0 else (cells[:1], cells[1:2])
    undo = swap(
        left[0] // 3, [Faction(cell % 3) for cell in left], right[0] // 3, [Faction(cell % 3) for cell in right]
    )
    return LastSwap(Card(row[BAN_CARD]), undo.reverse)
