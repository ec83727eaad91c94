"""A second reading of the rules, written from the rulebooks alone, that knows nothing of `siam`.

It works on text: a table is a dictionary that is changed in place, a move is its own spelling, and the legal
moves are all spellings one can think of minus those that some sentence of the rulebook forbids. It is slow
and plain on purpose.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING

from tests.differential.naive_endings import Verdict, judge, ruler_of
from tests.differential.naive_table import BORDERS, FACTIONS, HOMES, Table, read, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# ------------------------------------------------ what other programs call


def moves(position: str, options: Mapping[str, object] | None = None) -> list[str]:
    """List every legal move, sorted as text."""
    table = read(position)
    if finished(table):
        return []
    listed = {"pass"}
    for card in set(table["hands"][table["seat"] - 1]):
        for action in actions(table, card, options or {}):
            listed.update(complete(table, card, action, options or {}))
    return sorted(listed)


def play(position: str, move: str, options: Mapping[str, object] | None = None) -> tuple[str, Verdict | None]:
    """Play one move; an illegal one is a ValueError."""
    table = read(position)
    if not is_legal(table, move, options or {}):
        raise ValueError(f"{move} may not be played in {position}")
    if move == "pass":
        sit_out(table)
    else:
        lay_down(table, move)
    return write(table), (verdict(table, options or {}) if finished(table) else None)


def outcome(position: str, options: Mapping[str, object] | None = None) -> Verdict:
    """Return how the game ends if everybody only passes from here on."""
    table = read(position)
    while not finished(table):
        sit_out(table)
    return verdict(table, options or {})


# ------------------------------------------------ the flow of the game


def finished(table: Table) -> bool:
    owners = list(table["owner"].values())
    return owners.count("B") >= 4 or len(owners) == 8


def still_open(table: Table) -> list[str]:
    return [code for code in table["track"] if code not in table["owner"]]


def next_seat(table: Table) -> int:
    return table["seat"] % len(table["hands"]) + 1


def sit_out(table: Table) -> None:
    """Pass; the last of all players in a row to do so settles the contested province."""
    table["passes"] += 1
    table["seat"] = next_seat(table)
    if table["passes"] < len(table["hands"]):
        return
    table["passes"] = 0
    contested = still_open(table)[0]
    people = table["land"][contested]
    table["owner"][contested] = ruler_of(people)
    for faction in FACTIONS:
        table["supply"][faction] += people[faction]
        people[faction] = 0
    table["kings"].discard(contested)


def lay_down(table: Table, move: str) -> None:
    """Play a card exactly as the text says, without asking whether that is allowed."""
    card, *words, taken = move.split(" ")
    seat = table["seat"]
    table["hands"][seat - 1] = table["hands"][seat - 1].replace(card, "", 1)
    carry_out(table, card, " ".join(words))
    if taken != "+-":
        faction, code = taken[1:].split("@")
        table["land"][code][faction] -= 1
        table["courts"][seat - 1][faction] += 1
    table["recent"] = [other for other in table["recent"] if other != seat] + [seat]
    table["swap"] = f"{card}{words[0]}" if "=" in words[0] else "-"
    table["passes"] = 0
    table["seat"] = next_seat(table)


def carry_out(table: Table, card: str, action: str, back: int = 1) -> None:
    """Do what the action says; with `back=-1`, take it back."""
    land, supply = table["land"], table["supply"]
    if action == "-":
        return
    if card == "K":
        first, second = action.rstrip("*").split(" ")
        track = table["track"]
        one, two = track.index(first), track.index(second)
        track[one], track[two] = track[two], track[one]
        (table["kings"].add if back == 1 else table["kings"].discard)(second)
    elif "=" in action:
        (left, here), (right, there) = sides(action)
        for letter in left:
            land[here][letter] -= back
            land[there][letter] += back
        for letter in right:
            land[there][letter] -= back
            land[here][letter] += back
    else:
        for word in action.split(" "):
            letter, code = word.split("@") if card == "T" else (card, word)
            supply[letter] -= back
            land[code][letter] += back


def sides(swap: str) -> list[tuple[str, str]]:
    """Split `RL@ayu=L@chi` into who is given and by which province."""
    return [(side.split("@")[0], side.split("@")[1]) for side in swap.split("=")]


# ------------------------------------------------ what is allowed


def is_legal(table: Table, move: str, options: Mapping[str, object]) -> bool:
    if finished(table):
        return False
    if move == "pass":
        return True
    card, *words = move.split(" ")
    if not words or card not in set(table["hands"][table["seat"] - 1]):
        return False
    action = " ".join(words[:-1])
    return action in set(actions(table, card, options)) and move in complete(table, card, action, options)


def actions(table: Table, card: str, options: Mapping[str, object]) -> Iterator[str]:
    """Format all that the card can do; `-` alone if it can do nothing."""
    kinds: dict[str, Callable[[], list[str]]] = {
        "K": lambda: king_actions(table, options),
        "T": lambda: free_people_actions(table),
        "1": lambda: [swap for swap in one_for_one(table) if not undoes(table, f"1{swap}")],
        "2": lambda: two_against_one_actions(table),
    }
    found = kinds[card]() if card in kinds else faction_actions(table, card)
    yield from found or ["-"]


def king_actions(table: Table, options: Mapping[str, object]) -> list[str]:
    fixed = set(table["kings"])
    if options.get("capital_last"):
        fixed.add(HOMES[table["map"]]["R"])
    free = [code for code in still_open(table) if code not in fixed]
    return [f"{first} {second}*" for first, second in permutations(free, 2)]


def free_people_actions(table: Table) -> list[str]:
    waiting = [faction for faction in FACTIONS if table["supply"][faction] > 0]
    if not waiting:
        return []
    return [
        " ".join(f"{faction}@{code}" for faction, code in zip(waiting, codes, strict=True))
        for codes in product(still_open(table), repeat=len(waiting))
    ]


def one_for_one(table: Table) -> list[str]:
    everybody = [(f, code) for code in still_open(table) for f in FACTIONS if table["land"][code][f] > 0]
    return [f"{f}@{here}={g}@{there}" for (f, here), (g, there) in product(everybody, repeat=2) if here < there]


def two_against_one_actions(table: Table) -> list[str]:
    full = []
    couples = [f + g for f, g in combinations_with_replacement(FACTIONS, 2)]
    for here, couple, there, letter in product(table["track"], couples, table["track"], FACTIONS):
        there_is_enough = all(table["land"][here][f] >= couple.count(f) for f in couple)
        swap = f"{couple}@{here}={letter}@{there}"
        if there_is_enough and table["land"][there][letter] > 0 and adjacent(table, here, there):
            full.append(swap)
    allowed = [swap for swap in full if not undoes(table, f"2{swap}")]
    if allowed:
        return allowed
    return [
        swap
        for swap in one_for_one(table)
        if adjacent(table, *(code for _, code in sides(swap))) and not undoes(table, f"2{swap}")
    ]


def undoes(table: Table, swap: str) -> bool:
    """Return whether this swap gives back what the same card just before brought."""
    before = table["swap"]
    if before[0] != swap[0]:
        return False
    gave = {code: "".join(sorted(given)) for given, code in sides(before[1:])}
    gives = {code: "".join(sorted(given)) for given, code in sides(swap[1:])}
    if set(gave) != set(gives):
        return False
    one, other = gave
    return gives[one] == gave[other] and gives[other] == gave[one]


def faction_actions(table: Table, faction: str) -> list[str]:
    home = HOMES[table["map"]][faction]
    roots = [code for code, owner in table["owner"].items() if owner == faction]
    if home not in table["owner"]:
        roots.append(home)
    targets = sorted(code for code in still_open(table) if any(adjacent(table, code, root) for root in roots))
    how_many = min(2, table["supply"][faction])
    if how_many == 0:
        return []
    return [" ".join(codes) for codes in combinations_with_replacement(targets, how_many)]


def adjacent(table: Table, here: str, there: str) -> bool:
    borders = BORDERS[table["map"]]
    return f"{here}-{there}" in borders or f"{there}-{here}" in borders


def complete(table: Table, card: str, action: str, options: Mapping[str, object]) -> list[str]:
    """Add every follower that may be taken after the action; the very last card must win."""
    carry_out(table, card, action)
    land = table["land"]
    takes = [f"+{f}@{code}" for code in table["track"] for f in FACTIONS if land[code][f] > 0] or ["+-"]
    if sum(len(hand) for hand in table["hands"]) == 1:
        takes = [taken for taken in takes if taking_wins(table, taken, options)]
    carry_out(table, card, action, back=-1)
    return [f"{card} {action} {taken}" for taken in takes]


def taking_wins(table: Table, taken: str, options: Mapping[str, object]) -> bool:
    """Try the follower out: say whether the seat's own camp, and no other, wins once all is settled."""
    seat, faction, code = table["seat"], taken[1], taken[3:]
    if taken != "+-":
        table["land"][code][faction] -= 1
        table["courts"][seat - 1][faction] += 1
    recent = [other for other in table["recent"] if other != seat] + [seat]
    rulers = [table["owner"].get(tile) or ruler_of(table["land"][tile]) for tile in table["track"]]
    winners = judge(rulers, table["courts"], recent, options)["winners"]
    if taken != "+-":
        table["land"][code][faction] += 1
        table["courts"][seat - 1][faction] -= 1
    camp = sorted({seat, (seat + 1) % 4 + 1}) if len(table["hands"]) == 4 else [seat]
    return winners == camp


def verdict(table: Table, options: Mapping[str, object]) -> Verdict:
    rulers = [table["owner"][code] for code in table["track"] if code in table["owner"]]
    return judge(rulers, table["courts"], table["recent"], options)
