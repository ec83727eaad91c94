"""The boards that a card makes of a packed position, each with the code of the move that makes it.

A code holds the card in three bits and up to four parts of five bits each: provinces or places, and the follower taken.
Boards that are alike, and whose ban (5.10) can't matter any more, are listed once.
"""

from typing import Final

from siam.engine.core.bits import IntArray, int64, lowest, ones
from siam.engine.core.compiling import borrowing, inlined
from siam.engine.core.layout import (
    BORDERS,
    CAPITAL_LAST,
    CARD_FACTION,
    CARD_KHON_THAI,
    CARD_MAHARACHA,
    CARD_ONE,
    CARD_TWO,
    FACTIONS,
    HOMES,
    PROVINCES,
    STEP_CARD,
    STEP_CELL,
    STEP_PROVINCE,
)
from siam.engine.search.packed import (
    BAN,
    BANNED_ONE,
    BANNED_REDUCED,
    BANNED_TWO,
    BOXES,
    FOLLOWERS,
    HELD_PROVINCES,
    MARKED,
    MOVER,
    NOBODY_THERE,
    STOCK,
    Words,
    ban_of,
    count_of,
    hand_of,
    occupied_places,
    open_places,
)

MOST_BOARDS: Final = 1024
"""More than any card makes: Khon Thai makes 512."""
BOARD_BOXES: Final = 3
BOARD_STOCK: Final = 4
BOARD_BAN: Final = 5
BOARD_CODE: Final = 6
BOARD_SIZE: Final = 7
"""The followers come first, a word for each faction."""
NO_PART: Final = 31


@inlined
def code_of(card: int, one: int, two: int, three: int) -> int:
    """Return the code of a card with its parts, before a follower is taken."""
    return card | one << 3 | two << 8 | three << 13


@inlined
def with_taken_place(code: int, taken: int) -> int:
    """Return a code with the follower taken."""
    return code | taken << 18


@inlined
def taken_of(code: int) -> int:
    """Return the follower taken."""
    return code >> 18 & 31


@inlined
def _part(code: int, number: int) -> int:
    return code >> (3 + 5 * number) & 31


@inlined
def _count_at(row: Words, place: int) -> int:
    return row[FOLLOWERS + (place >> 3)] >> 8 * (place & 7) & 255


@inlined
def _begin(row: Words, board: Words, code: int, ban: int) -> None:
    """Begin a board as the position stands."""
    board[0], board[1], board[2] = row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2]
    board[BOARD_BOXES], board[BOARD_STOCK] = row[BOXES], row[STOCK]
    board[BOARD_BAN], board[BOARD_CODE] = ban, code


@inlined
def _is_banned(row: Words, kind: int, one: int, other: int, third: int) -> bool:
    return bool(row[BAN] & 3 == kind and row[BAN] == ban_of(kind, one, other, third))


@inlined
def _tiles(ground: IntArray, row: Words) -> int:
    """Return the provinces whose tile Maharacha may swap (5.6), as bits."""
    tiles = open_places(row) & ~row[MARKED]
    if ground[CAPITAL_LAST]:
        tiles &= ~(1 << int64(ground[HOMES]))
    return tiles if ones(tiles) >= 2 else int64(0)


@inlined
def _targets(ground: IntArray, row: Words, faction: int) -> int:
    """Return the provinces where a faction's own card may place (5.11), as bits."""
    open_now = open_places(row)
    sources = row[HELD_PROVINCES] >> 8 * faction & 255 | 1 << int64(ground[HOMES + faction]) & open_now
    targets = int64(0)
    for province in range(PROVINCES):
        targets |= int64(ground[BORDERS + province]) * (sources >> province & 1)
    return targets & open_now


@inlined
def _swap_tiles(board: Words, moved: int, king: int) -> None:
    change = (board[BOARD_BOXES] >> 8 * moved ^ board[BOARD_BOXES] >> 8 * king) & 255
    board[BOARD_BOXES] ^= change << 8 * moved ^ change << 8 * king


@inlined
def _place_follower(board: Words, faction: int, province: int) -> None:
    board[faction] += int64(1) << 8 * province
    board[BOARD_STOCK] -= int64(1) << 8 * faction


@inlined
def _move_follower(board: Words, place: int, province: int) -> None:
    board[place >> 3] += (int64(1) << 8 * province) - (int64(1) << 8 * (place & 7))


@inlined
def _swap_one(row: Words, board: Words, kind: int, one: int, other: int, code: int) -> None:
    """Swap a follower for one elsewhere."""
    near, far = one & 7, other & 7
    _begin(row, board, code, ban_of(kind, (other & ~7) + near, (one & ~7) + far, 0))
    _move_follower(board, one, far)
    _move_follower(board, other, near)


@inlined
def _swap_two(row: Words, board: Words, one: int, two: int, other: int) -> None:
    """Swap two followers of a province for one elsewhere."""
    near, far = one & 7, other & 7
    ban = ban_of(BANNED_TWO, (one & ~7) + far, (two & ~7) + far, (other & ~7) + near)
    _begin(row, board, code_of(CARD_TWO, one, two, other), ban)
    _move_follower(board, one, far)
    _move_follower(board, two, far)
    _move_follower(board, other, near)


@borrowing
def list_card(ground: IntArray, row: Words, card: int, boards: Words) -> int:
    """List the boards that a card of the mover can make; return how many. One without effect makes one (5.2)."""
    count = int64(0)
    if card == CARD_MAHARACHA:
        count = _list_tiles(ground, row, boards)
    elif card == CARD_KHON_THAI:
        count = _list_free_people(row, boards)
    elif card == CARD_ONE:
        count = _list_ones(row, boards)
    elif card == CARD_TWO:
        count = _list_twos(ground, row, boards)
        if count == 0:
            count = _list_reduced(ground, row, boards)
    else:
        count = _list_placed(ground, row, card - CARD_FACTION, boards)
    if count == 0:
        _begin(row, boards[0], code_of(card, NO_PART, NO_PART, NO_PART), 0)
        count = 1
    return count


@borrowing
def _list_tiles(ground: IntArray, row: Words, boards: Words) -> int:
    """List swaps of two tiles; which of the two is marked matters only where another Maharacha is left."""
    tiles, count = _tiles(ground, row), int64(0)
    both = count_of(row, CARD_MAHARACHA) > 1
    firsts = tiles
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = firsts
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            _begin(row, boards[count], code_of(CARD_MAHARACHA, first, second, 0), 0)
            _swap_tiles(boards[count], first, second)
            count += 1
            if both:
                _begin(row, boards[count], code_of(CARD_MAHARACHA, second, first, 0), 0)
                _swap_tiles(boards[count], first, second)
                count += 1
    return count


@borrowing
def _list_free_people(row: Words, boards: Words) -> int:
    stock, provinces, count = row[STOCK], open_places(row), int64(0)
    if stock == 0:
        return 0
    firsts = provinces if stock & 255 else int64(1)
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = provinces if stock >> 8 & 255 else int64(1)
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            thirds = provinces if stock >> 16 & 255 else int64(1)
            while thirds:
                third = lowest(thirds)
                thirds &= thirds - 1
                board = boards[count]
                _begin(row, board, code_of(CARD_KHON_THAI, first, second, third), 0)
                if stock & 255:
                    _place_follower(board, 0, first)
                if stock >> 8 & 255:
                    _place_follower(board, 1, second)
                if stock >> 16 & 255:
                    _place_follower(board, 2, third)
                count += 1
    return count


@borrowing
def _list_ones(row: Words, boards: Words) -> int:
    """List swaps of one for one; of those that change nothing one, unless another 1 vs 1 is left to be banned."""
    occupied = occupied_places(row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2])
    each, changed_nothing, count = count_of(row, CARD_ONE) > 1, False, int64(0)
    firsts = occupied
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = firsts
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            if first & 7 == second & 7 or _is_banned(row, BANNED_ONE, first, second, 0):
                continue
            if first >> 3 == second >> 3 and not each:
                if changed_nothing:
                    continue
                changed_nothing = True
            _swap_one(row, boards[count], BANNED_ONE, first, second, code_of(CARD_ONE, first, second, 0))
            count += 1
    return count


@inlined
def _around(ground: IntArray, row: Words, province: int) -> int:
    """Return the places with a follower in the open provinces that border on one."""
    borders = int64(ground[BORDERS + province]) & open_places(row)
    occupied = occupied_places(row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2])
    return occupied & (borders | borders << 8 | borders << 16)


@borrowing
def _list_twos(ground: IntArray, row: Words, boards: Words) -> int:
    """List swaps of two for one; alike ones once, unless another 2 vs 1 is left to be banned."""
    each, count = count_of(row, CARD_TWO) > 1, int64(0)
    provinces = open_places(row)
    while provinces:
        province = lowest(provinces)
        provinces &= provinces - 1
        around, begin = _around(ground, row, province), count
        if not around:
            continue
        for one in range(FACTIONS):
            for two in range(one, FACTIONS):
                near, also = 8 * one + province, 8 * two + province
                if _count_at(row, near) == 0 or _count_at(row, also) < 1 + int64(one == two):
                    continue
                others = around
                while others:
                    other = lowest(others)
                    others &= others - 1
                    if _is_banned(row, BANNED_TWO, near, also, other):
                        continue
                    board = boards[count]
                    _swap_two(row, board, near, also, other)
                    if each or not _is_listed(boards, begin, count):
                        count += 1
    return count


@inlined
def _is_listed(boards: Words, begin: int, count: int) -> bool:
    """Return whether the last board is among those before it."""
    for i in range(begin, count):
        if boards[i, 0] == boards[count, 0] and boards[i, 1] == boards[count, 1] and boards[i, 2] == boards[count, 2]:
            return True
    return False


@borrowing
def _list_reduced(ground: IntArray, row: Words, boards: Words) -> int:
    """List swaps of one for one between neighbours, where no swap of two is legal (R-10)."""
    firsts, count = occupied_places(row[FOLLOWERS], row[FOLLOWERS + 1], row[FOLLOWERS + 2]), int64(0)
    while firsts:
        first = lowest(firsts)
        firsts &= firsts - 1
        seconds = _around(ground, row, first & 7) & firsts
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            if not _is_banned(row, BANNED_REDUCED, first, second, 0):
                code = code_of(CARD_TWO, first, NO_PART, second)
                _swap_one(row, boards[count], BANNED_REDUCED, first, second, code)
                count += 1
    return count


@borrowing
def _list_placed(ground: IntArray, row: Words, faction: int, boards: Words) -> int:
    stock, count = row[STOCK] >> 8 * faction & 255, int64(0)
    firsts = _targets(ground, row, faction) if stock else int64(0)
    while firsts:
        first = lowest(firsts)
        seconds = firsts if stock > 1 else int64(1)
        firsts &= firsts - 1
        while seconds:
            second = lowest(seconds)
            seconds &= seconds - 1
            part = second if stock > 1 else int64(NO_PART)
            _begin(row, boards[count], code_of(CARD_FACTION + faction, first, part, 0), 0)
            _place_follower(boards[count], faction, first)
            if stock > 1:
                _place_follower(boards[count], faction, second)
            count += 1
    return count


@borrowing
def remake(ground: IntArray, row: Words, code: int, board: Words) -> bool:
    """Make the board of a code, if the mover can do so here and the follower that it takes is then there."""
    card, one, two, three = code & 7, _part(code, 0), _part(code, 1), _part(code, 2)
    if not hand_of(row, row[MOVER]) >> card & 1 or one == NO_PART:
        return False
    made = False
    if card == CARD_MAHARACHA:
        tiles = _tiles(ground, row)
        if tiles >> one & 1 and tiles >> two & 1:
            _begin(row, board, code, 0)
            _swap_tiles(board, one, two)
            made = True
    elif card == CARD_KHON_THAI:
        made = _remake_free_people(row, code, board)
    elif card == CARD_ONE:
        if _count_at(row, one) and _count_at(row, two) and not _is_banned(row, BANNED_ONE, one, two, 0):
            _swap_one(row, board, BANNED_ONE, one, two, code)
            made = True
    elif card == CARD_TWO:
        if (
            two != NO_PART
            and _count_at(row, one)
            and _count_at(row, three)
            and _count_at(row, two) > int64(one == two)
            and not _is_banned(row, BANNED_TWO, one, two, three)
        ):
            _swap_two(row, board, one, two, three)
            made = True
    else:
        faction = card - CARD_FACTION
        stock, targets = row[STOCK] >> 8 * faction & 255, _targets(ground, row, faction)
        if stock and targets >> one & 1 and (stock == 1) == (two == NO_PART):
            _begin(row, board, code, 0)
            _place_follower(board, faction, one)
            made = True
            if two != NO_PART:
                made = (targets >> two & 1) == 1
                _place_follower(board, faction, two)
    taken = taken_of(code)
    return made and taken < NOBODY_THERE and board[taken >> 3] >> 8 * (taken & 7) & 255 != 0


@inlined
def _remake_free_people(row: Words, code: int, board: Words) -> bool:
    provinces = open_places(row)
    _begin(row, board, code, 0)
    for faction in range(FACTIONS):
        if row[STOCK] >> 8 * faction & 255:
            province = _part(code, faction)
            if not provinces >> province & 1:
                return False
            _place_follower(board, faction, province)
    return bool(row[STOCK] != 0)


def steps_of(row: Words, code: int) -> list[int]:
    """Return the steps of the move that a code stands for; it is not a pass."""
    card, parts = code & 7, [code >> shift & 31 for shift in (3, 8, 13)]
    steps = [STEP_CARD + card]
    if parts[0] != NO_PART:
        if card == CARD_KHON_THAI:
            parts = [part for faction, part in enumerate(parts) if int(row[STOCK]) >> 8 * faction & 255]
            steps += [STEP_PROVINCE + part for part in parts]
        elif card in (CARD_ONE, CARD_TWO):
            parts = parts[:2] if card == CARD_ONE else [part for part in parts if part != NO_PART]
            steps += [_step_to(part) for part in parts]
        else:
            steps += [STEP_PROVINCE + part for part in parts[:2] if part != NO_PART]
    taken = code >> 18 & 31
    return steps if taken == NOBODY_THERE else [*steps, _step_to(taken)]


def _step_to(place: int) -> int:
    """Return the step that picks the cell of a place."""
    return STEP_CELL + 3 * (place & 7) + (place >> 3)
