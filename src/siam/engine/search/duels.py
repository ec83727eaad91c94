"""Whether the camp to move wins an ending of two camps in which nobody can share the win, to the end.

Every position is won or lost for its mover. Passing is tried first, since nobody is ever forced to play: late positions
are smaller, and an outcome that holds if both wait is proven there. Whoever stands to win and has seen the others'
last card has won, and whoever has none left and does not stand to win has lost. A camp's last card counts only where it
turns the outcome as it stands, so that only such moves are looked at, several boards in one word
(`siam.engine.core.last_card_board`).

Threads may share what they know, without a lock: an entry is kept together with its key mixed with it, so one that was
half written by each of two threads belongs to no position.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siam.engine.core.bits import IntArray, int64, lowest, mix, ones, uint64
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.last_card_board import Sketch, is_hopeless, winning_followers
from siam.engine.core.last_card_wins import NOTHING
from siam.engine.core.layout import (
    CAMPS,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_KINDS,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    COLONY_LOSES,
    FACTIONS,
    MAX_SEATS,
    PROVINCES,
    SEATS,
)
from siam.engine.core.packing import gathered, inhabited, leads, low
from siam.engine.search.packed import (
    BAN,
    BANNED_ONE,
    BOXES,
    CARDS_HELD,
    COURT,
    FOLLOWERS,
    HELD,
    HELD_PROVINCES,
    LATEST,
    MARKED,
    MOVER,
    NOBODY_THERE,
    PASSED,
    STOCK,
    STRUGGLES,
    WORDS,
    Words,
    camp_hands,
    copy_words,
    count_of,
    finish_turn,
    hand_of,
    is_over,
    occupied_places,
    pass_turn,
    sketch_for,
)
from siam.engine.search.packed_boards import (
    BOARD_BAN,
    BOARD_BOXES,
    BOARD_CODE,
    BOARD_SIZE,
    BOARD_STOCK,
    MOST_BOARDS,
    list_card,
    remake,
    taken_of,
    with_taken_place,
)

LOST: Final = 0
WON: Final = 1
UNDECIDED: Final = -1
PASS_CODE: Final = 0
_LEVELS: Final = 80
"""More turns than eight struggles of four players have, if everybody passes, and some cards."""
_USED: Final = 2
_CODE_BITS: Final = 30
_LONGEST: Final = 1 << 30
_REFUTATIONS: Final = 2
_MOST_CARDS: Final = 33
# --- how far the moves of a position have been gone through -------------------------------------------------
_PHASE: Final = 0
"""Moves that won elsewhere come first, each a phase; then `_TURNING`, then all else."""
_CARD: Final = 1
_BOARD: Final = 2
_NEXT_BOARD: Final = 3
_BOARD_COUNT: Final = 4
_TAKES: Final = 5
"""The followers that are still to be taken from the board."""
CODE: Final = 6
TURNS: Final = 7
_SKETCH: Final = 8
"""What has been won, what wins, and of use for it: the last four of a sketch."""
_CURSOR_SIZE: Final = 12
_TURNING: Final = _REFUTATIONS
_FACTOR: Final = uint64(0x9E3779B97F4A7C15)


class Known(NamedTuple):
    """What has been proven: pairs of places, of which the first keeps what took longer to prove."""

    keys: NDArray[np.int64]
    """The key of a position, mixed with its entry."""
    entries: NDArray[np.int64]
    """The outcome for the mover, a mark of use, a move that wins, and how many positions it took."""


class Room(NamedTuple):
    """Room for one thread to work in."""

    rows: NDArray[np.int64]
    """A position for each level."""
    boards: NDArray[np.int64]
    """The boards of a card for each level."""
    cursors: NDArray[np.int64]
    """How far the moves of each level have been gone through."""
    trial: NDArray[np.int64]
    """A board made from a remembered code."""
    refutations: NDArray[np.int64]
    """Codes that won lately, by how many cards are left and by seat."""
    last: NDArray[np.int64]
    """The code with which each seat's last card won lately."""
    budget: NDArray[np.int64]
    """How many positions may still be looked at."""
    best: NDArray[np.int64]
    """The code of the move that wins the position asked about."""
    backwards: NDArray[np.int64]
    """Whether boards are looked at from the last one on, so that two threads meet in the middle."""


def new_known(size: int) -> Known:
    """Make room for twice so many proofs, a power of two."""
    return Known(np.zeros(2 * size, np.int64), np.zeros(2 * size, np.int64))


def new_room(*, backwards: bool = False) -> Room:
    """Make room for one thread."""
    return Room(
        np.zeros((_LEVELS, WORDS), np.int64),
        np.zeros((_LEVELS, MOST_BOARDS, BOARD_SIZE), np.int64),
        np.zeros((_LEVELS, _CURSOR_SIZE), np.int64),
        np.zeros((1, BOARD_SIZE), np.int64),
        np.zeros((_MOST_CARDS, MAX_SEATS, _REFUTATIONS), np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.array([int(backwards)], np.int64),
    )


@inlined
def _salted(word: int, place: int) -> int:
    return mix(uint64(word) ^ uint64(place + 1) * _FACTOR)


@borrowing
def key_of(ground: IntArray, row: Words) -> int:
    """Hash what counts in a position: what no card left can make use of is left out, and courts only count compared."""
    hands, held = row[CARDS_HELD], row[HELD]
    kinds = hands | hands >> 8 | hands >> 16 | hands >> 24
    control = stock = int64(0)
    free_people = count_of(row, CARD_KHON_THAI)
    for faction in range(FACTIONS):
        own = count_of(row, CARD_FACTION + faction)
        if own:
            control |= row[HELD_PROVINCES] & int64(255) << 8 * faction
        stock |= min(row[STOCK] >> 8 * faction & 255, 2 * own + free_people) << 8 * faction
    marked = row[MARKED] if kinds >> CARD_MAHARACHA & 1 else int64(0)
    card = CARD_ONE if row[BAN] & 3 == BANNED_ONE else CARD_TWO
    ban = row[BAN] if row[BAN] and kinds >> card & 1 else int64(0)
    one, two, three, four = row[COURT], row[COURT + 1], row[COURT + 2], row[COURT + 3]
    struggles = row[STRUGGLES] & 15
    if ones(held >> 24 & 255) + PROVINCES - struggles < 4:  # no colony any more: only differences count
        if ground[SEATS] == 2:
            first, second = ones(hands & 255), ones(hands >> 8 & 255)
            differences = int64(0)
            for faction in range(FACTIONS):
                difference = (one >> 8 * faction & 255) - (two >> 8 * faction & 255)
                difference = min(max(difference, -first - 1), second + 1)
                differences |= (difference + 64) << 8 * faction
            one, two = differences, int64(0)
        else:
            least = int64(0)
            for faction in range(FACTIONS):
                shift = 8 * faction
                lower = min(one >> shift & 255, two >> shift & 255)
                least |= min(lower, three >> shift & 255, four >> shift & 255) << shift
            one, two, three, four = one - least, two - least, three - least, four - least
    turn = row[MOVER] | row[PASSED] << 2 | struggles << 5 | row[LATEST] << 9 | marked << 25
    key = (
        _salted(row[FOLLOWERS], 0)
        ^ _salted(row[FOLLOWERS + 1], 1)
        ^ _salted(row[FOLLOWERS + 2], 2)
        ^ _salted(row[BOXES], 3)
        ^ _salted(held, 4)
        ^ _salted(hands, 5)
        ^ _salted(control | stock << 24, 6)
        ^ _salted(turn, 7)
        ^ _salted(ban, 8)
        ^ _salted(one | two << 24, 9)
    )
    return int64(key ^ _salted(three | four << 24, 10))


@inlined
def _recall(known: Known, key: int) -> int:
    """Return what is known of a position; 0 if nothing is."""
    place = 2 * (key & (known.keys.size // 2 - 1))
    for i in range(2):
        entry = known.entries[place + i]
        if entry and known.keys[place + i] ^ entry == key:
            return entry
    return int64(0)


@inlined
def _remember(known: Known, key: int, outcome: int, code: int, looked_at: int) -> None:
    """Keep a proof, in place of one that took no longer or of the latest other one."""
    place = 2 * (key & (known.keys.size // 2 - 1))
    former = known.entries[place]
    entry = outcome | _USED | code << 2 | min(looked_at, _LONGEST) << _CODE_BITS
    if former >> _CODE_BITS <= looked_at:
        known.entries[place + 1] = former
        known.keys[place + 1] = known.keys[place]
    else:
        place += 1
    known.entries[place] = entry
    known.keys[place] = key ^ entry


@inlined
def _with_boxes(sketch: Sketch, boxes: int) -> Sketch:
    return Sketch(sketch.rama, sketch.lao, sketch.malay, boxes, sketch.won, sketch.wins, sketch.useful, sketch.rulers)


@inlined
def _all_of(factions: int) -> int:
    """Return all places of these factions."""
    return (factions & 1) * 0xFF | (factions >> 1 & 1) * 0xFF00 | (factions >> 2 & 1) * 0xFF0000


@inlined
def _turned(ramas: int, laos: int, malays: int, rama: int, lao: int, malay: int) -> int:
    """Return the provinces that these followers give to others than to those marked, as bits."""
    return gathered(ramas ^ leads(rama, lao, malay) | laos ^ leads(lao, rama, malay) | malays ^ leads(malay, rama, lao))


@borrowing
def turning_takes(sketch: Sketch, rama: int, lao: int, malay: int) -> int:
    """Return the followers that win as it then stands when taken from a board; `NOBODY_THERE` where there are none."""
    rama_in, lao_in, malay_in = inhabited(rama), inhabited(lao), inhabited(malay)
    if not rama_in | lao_in | malay_in:
        return (winning_followers(sketch, rama, lao, malay) >> NOTHING & 1) << NOBODY_THERE
    if is_hopeless(sketch, rama, lao, malay, 1):
        return 0
    ramas, laos, malays = leads(rama, lao, malay), leads(lao, rama, malay), leads(malay, rama, lao)
    turning = (
        _turned(ramas, laos, malays, rama - low(rama_in), lao, malay)
        | _turned(ramas, laos, malays, rama, lao - low(lao_in), malay) << 8
        | _turned(ramas, laos, malays, rama, lao, malay - low(malay_in)) << 16
    )
    there = gathered(rama_in) | gathered(lao_in) << 8 | gathered(malay_in) << 16
    takes = there & ~turning & _all_of(winning_followers(sketch, rama, lao, malay))
    left = there & turning & _all_of(sketch.useful)
    while left:
        place = lowest(left)
        left &= left - 1
        takes |= _wins_by(sketch, rama, lao, malay, place) << place
    return takes


@inlined
def _wins_by(sketch: Sketch, rama: int, lao: int, malay: int, place: int) -> int:
    """Return 1 if taking this follower wins as it then stands, else 0."""
    one, faction = int64(1) << 8 * (place & 7), place >> 3
    rama -= one * int64(faction == 0)
    lao -= one * int64(faction == 1)
    malay -= one * int64(faction == 2)
    return winning_followers(sketch, rama, lao, malay) >> faction & 1


@inlined
def _most_changes(card: int) -> int:
    """Return how many provinces a faction gains or loses by a card at most, the follower taken included."""
    if card == CARD_MAHARACHA:
        return int64(1)
    if card == CARD_KHON_THAI:
        return int64(4)
    return int64(5) if card in (CARD_ONE, CARD_TWO) else int64(3)


@borrowing
def _turns_with(ground: IntArray, room: Room, row: Words, boards: Words, card: int) -> bool:
    """Return whether the mover can win as it stands by playing this card."""
    seat = row[MOVER]
    sketch = sketch_for(ground, row, seat)
    if is_hopeless(sketch, row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2], _most_changes(card)):
        return False
    trial, code = room.trial[0], room.last[seat]
    if code and code & 7 == card and remake(ground, row, code, trial):
        remade = _with_boxes(sketch, trial[BOARD_BOXES])
        if _wins_by(remade, trial[0], trial[1], trial[2], taken_of(code)):
            return True
    for i in range(list_card(ground, row, card, boards)):
        board = boards[i]
        takes = turning_takes(_with_boxes(sketch, board[BOARD_BOXES]), board[0], board[1], board[2])
        if takes:
            room.last[seat] = with_taken_place(board[BOARD_CODE], lowest(takes))
            return True
    return False


@borrowing
def _last_card_wins(ground: IntArray, room: Room, row: Words, boards: Words, stands: bool) -> bool:
    """Return whether the camp with the only card left wins; the row is played to its end.

    `stands` tells whether that camp wins as it stands.
    """
    if stands:
        return True
    holder = int64(0)
    while hand_of(row, holder) == 0:
        holder += 1
    card = lowest(hand_of(row, holder))
    while not is_over(row):
        if row[MOVER] == holder and _turns_with(ground, room, row, boards, card):
            return True
        pass_turn(ground, row)
    return False


@borrowing
def _enter(ground: IntArray, row: Words, board: Words, taken: int, target: Words) -> None:
    """Write the position after a move."""
    copy_words(row, target)
    target[FOLLOWERS], target[FOLLOWERS + 1], target[FOLLOWERS + 2] = board[0], board[1], board[2]
    target[BOXES], target[STOCK], target[BAN] = board[BOARD_BOXES], board[BOARD_STOCK], board[BOARD_BAN]
    code = board[BOARD_CODE]
    if code & 7 == CARD_MAHARACHA and board[BOARD_BOXES] != row[BOXES]:
        target[MARKED] |= int64(1) << (code >> 8 & 31)
    finish_turn(ground, target, code & 7, taken)


@borrowing
def _note_win(room: Room, left: int, seat: int, code: int) -> None:
    """Try this move first where as many cards are left."""
    former = room.refutations[left, seat]
    if former[0] != code:
        former[1] = former[0]
        former[0] = code


@borrowing
def begin_cards(ground: IntArray, room: Room, level: int) -> None:
    """Begin to go through the moves with a card of the position of a level."""
    cursor = room.cursors[level]
    sketch = sketch_for(ground, room.rows[level], room.rows[level, MOVER])
    cursor[_PHASE] = cursor[_BOARD] = cursor[_NEXT_BOARD] = cursor[_BOARD_COUNT] = cursor[_TAKES] = 0
    cursor[_CARD] = -1
    cursor[_SKETCH], cursor[_SKETCH + 1] = sketch.won, sketch.wins
    cursor[_SKETCH + 2], cursor[_SKETCH + 3] = sketch.useful, sketch.rulers


@borrowing
def next_card(ground: IntArray, room: Room, level: int, ours: int) -> bool:
    """Write the position after the next move with a card into the level below; return whether there is one.

    First comes what won elsewhere, then what wins as it stands, then, if the camp has more cards, all else. The code
    of the move and whether it wins as it stands are left in the cursor of the level.
    """
    row, after, boards = room.rows[level], room.rows[level + 1], room.boards[level]
    trial, cursor, seat = room.trial[0], room.cursors[level], room.rows[level, MOVER]
    rama, lao, malay = row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2]
    won, wins, useful, rulers = cursor[_SKETCH], cursor[_SKETCH + 1], cursor[_SKETCH + 2], cursor[_SKETCH + 3]
    while True:
        phase = cursor[_PHASE]
        if cursor[_TAKES]:
            taken = lowest(cursor[_TAKES])
            cursor[_TAKES] &= cursor[_TAKES] - 1
            board = boards[cursor[_BOARD]]
            _enter(ground, row, board, taken, after)
            cursor[CODE], cursor[TURNS] = with_taken_place(board[BOARD_CODE], taken), phase == _TURNING
            return True
        if phase < _TURNING:
            cursor[_PHASE] += 1
            code = room.refutations[ones(row[CARDS_HELD]), seat, phase]
            if code and remake(ground, row, code, trial):
                sketch = Sketch(rama, lao, malay, trial[BOARD_BOXES], won, wins, useful, rulers)
                turns = _wins_by(sketch, trial[0], trial[1], trial[2], taken_of(code))
                if turns or ours > 1:
                    _enter(ground, row, trial, taken_of(code), after)
                    cursor[CODE], cursor[TURNS] = code, turns
                    return True
        elif cursor[_NEXT_BOARD] < cursor[_BOARD_COUNT]:
            number = cursor[_NEXT_BOARD]
            cursor[_NEXT_BOARD] = number + 1
            cursor[_BOARD] = cursor[_BOARD_COUNT] - 1 - number if room.backwards[0] else number
            board = boards[cursor[_BOARD]]
            sketch = Sketch(rama, lao, malay, board[BOARD_BOXES], won, wins, useful, rulers)
            takes = turning_takes(sketch, board[0], board[1], board[2])
            if phase > _TURNING:
                there = occupied_places(board[0], board[1], board[2])
                takes = (there if there else int64(1) << NOBODY_THERE) & ~takes
            cursor[_TAKES] = takes
        else:
            sketch = Sketch(rama, lao, malay, row[BOXES], won, wins, useful, rulers)
            hand, card = hand_of(row, seat), cursor[_CARD] + 1
            while card < CARD_KINDS and (
                not hand >> card & 1
                or (phase == _TURNING and is_hopeless(sketch, rama, lao, malay, _most_changes(card)))
            ):
                card += 1
            cursor[_CARD] = card
            if card < CARD_KINDS:
                cursor[_BOARD_COUNT], cursor[_NEXT_BOARD] = list_card(ground, row, card, boards), 0
            elif phase > _TURNING or ours == 1:
                return False
            else:
                cursor[_PHASE] += 1
                cursor[_CARD] = -1


@borrowing
def decide(ground: IntArray, known: Known, room: Room, level: int, stands: bool) -> int:
    """Return whether the mover's camp wins the position of a level, both playing perfectly; or `UNDECIDED`.

    `stands` tells whether it wins if everybody passes. Shared wins must be impossible.
    """
    row = room.rows[level]
    room.budget[0] -= 1
    if room.budget[0] < 0 or level + 2 >= _LEVELS:
        return UNDECIDED
    seat, left = row[MOVER], ones(row[CARDS_HELD])
    ours = ones(camp_hands(ground, row, seat))
    if level == 0:
        room.best[0] = PASS_CODE
    if left == 0 or is_over(row) or (ours == left and stands) or (ours == 0 and not stands):
        return int64(WON) if stands else int64(LOST)
    after = room.rows[level + 1]
    if left == 1 and level > 0:
        copy_words(row, after)
        holds = _last_card_wins(ground, room, after, room.boards[level], stands == (ours == 1))
        return int64(WON) if holds == (ours == 1) else int64(LOST)
    key = key_of(ground, row)
    entry = _recall(known, key)
    if entry and level > 0:
        return entry & 1
    begun = room.budget[0]
    copy_words(row, after)
    pass_turn(ground, after)
    reply = decide(ground, known, room, level + 1, not stands)
    code = int64(PASS_CODE)
    if reply == WON and hand_of(row, seat):
        begin_cards(ground, room, level)
        while reply == WON and next_card(ground, room, level, ours):
            reply = decide(ground, known, room, level + 1, room.cursors[level, TURNS] == 0)
        if reply == LOST:
            code = room.cursors[level, CODE]
            _note_win(room, left, seat, code)
    if reply == UNDECIDED:
        return UNDECIDED
    if level == 0:
        room.best[0] = code
    outcome = int64(WON) if reply == LOST else int64(LOST)
    _remember(known, key, outcome, code, begun - room.budget[0] + 1)
    return outcome


@borrowing
def can_be_shared(ground: IntArray, row: Words) -> bool:
    """Return whether two camps might share a win: nobody wins a colony, or both have somebody who never played."""
    if ground[COLONY_LOSES]:
        return True
    idle = int64(0)
    for seat in range(ground[SEATS]):
        if row[LATEST] >> 4 * seat & 15 == 0:
            idle |= int64(ground[CAMPS + seat])
    return bool(idle == (1 << int64(ground[SEATS])) - 1)
