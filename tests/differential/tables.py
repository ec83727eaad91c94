"""Makes positions as text, without the library: fair deals, and sparse late tables for odd rules."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.differential.naive import adjacent
from tests.differential.naive_table import BORDERS, FACTIONS, HOMES, Table, crowd, write

if TYPE_CHECKING:
    from collections.abc import Mapping

FULL_HAND = "KTT12RLM"
PAIRS = ("RL", "LM", "RM")
OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"capital_last": True},
    {"colony_loses": True},
    {"capital_last": True, "colony_loses": True},
)


def provinces_of(name: str) -> list[str]:
    return sorted({code for border in BORDERS[name].split() for code in border.split("-")})


def fresh_table(players: int, name: str, options: Mapping[str, object], seed: int) -> str:
    """Deal a game."""
    rng = random.Random(seed)
    table = bare_table(players, name, options, rng)
    for faction in FACTIONS:
        table["supply"][faction] = 16 if players == 2 else 18
    for court in table["courts"]:
        for faction in rng.choice(PAIRS):
            shift(table["supply"], court, faction)
    for faction, home in HOMES[name].items():
        shift(table["supply"], table["land"][home], faction)
        shift(table["supply"], table["land"][home], faction)
    for people in table["land"].values():
        while sum(people.values()) < 4:
            shift(table["supply"], people, draw(rng, table["supply"]))
    return write(table)


def sparse_table(players: int, name: str, options: Mapping[str, object], seed: int) -> str:
    """Make up a late table: few cards, few followers on the board, supplies that have run dry."""
    rng = random.Random(seed)
    table = bare_table(players, name, options, rng)
    cards_left = rng.choice((1, 1, 1, 2, 3, 5))
    deck = [(seat, card) for seat in range(players) for card in FULL_HAND]
    if rng.random() < 0.4:
        deck = [(seat, card) for seat, card in deck if card in "12"]
    kept = rng.sample(deck, min(cards_left, len(deck)))
    table["hands"] = [
        "".join(sorted((c for s, c in kept if s == seat), key=FULL_HAND.index)) for seat in range(players)
    ]
    holders = [seat + 1 for seat in range(players) if table["hands"][seat]]
    table["seat"] = rng.choice(holders) if rng.random() < 0.9 else rng.randint(1, players)
    table["passes"] = rng.randrange(players)
    latest = (table["seat"] - 2 - table["passes"]) % players + 1
    others = [seat for seat in range(1, players + 1) if seat != latest]
    table["recent"] = [*rng.sample(others, len(others)), latest]
    settle_some(table, rng)
    spread(table, rng, 16 if players == 2 else 18)
    fixed = HOMES[name]["R"] if options.get("capital_last") else None
    open_tiles = [code for code in table["track"] if code not in table["owner"] and code != fixed]
    kings_played = players - sum("K" in hand for hand in table["hands"])
    table["kings"] = set(rng.sample(open_tiles, min(len(open_tiles), rng.randint(0, kings_played))))
    if rng.random() < 0.7:
        table["swap"] = likely_swap(table, rng)
    return write(table)


def bare_table(players: int, name: str, options: Mapping[str, object], rng: random.Random) -> Table:
    track = provinces_of(name)
    rng.shuffle(track)
    if options.get("capital_last"):
        track.sort(key=lambda code: code == HOMES[name]["R"])
    return {
        "map": name,
        "track": track,
        "owner": {},
        "kings": set(),
        "land": {code: crowd("-") for code in track},
        "supply": crowd("-"),
        "hands": [FULL_HAND] * players,
        "courts": [crowd("-") for _ in range(players)],
        "seat": rng.randint(1, players),
        "passes": 0,
        "recent": [],
        "swap": "-",
    }


def settle_some(table: Table, rng: random.Random) -> None:
    """Give the first provinces rulers, at most three of them British, so that the game goes on."""
    british = 0
    for code in table["track"][: rng.randint(0, 7)]:
        ruler = rng.choice("RLM" if british == 3 else "RLMBB")
        british += ruler == "B"
        table["owner"][code] = ruler


def spread(table: Table, rng: random.Random, of_each: int) -> None:
    """Put a few followers on the board and share the rest between courts and supply, dry now and then."""
    crowded = rng.choice((0, 1, 1, 2, 3, 4))
    for faction in FACTIONS:
        rest = of_each
        for code in table["track"]:
            if code not in table["owner"]:
                table["land"][code][faction] = min(rest, rng.choice((0, 0, rng.randint(0, crowded))))
                rest -= table["land"][code][faction]
        in_supply = min(rest, rng.choice((0, 0, 1, 2, 5)))
        table["supply"][faction] = in_supply
        rest -= in_supply
        # Nearly even courts, so that the tie-breaks decide.
        for place in range(rest):
            table["courts"][place % len(table["courts"])][faction] += 1
        if rng.random() < 0.5:
            giver, taker = rng.choice(table["courts"]), rng.choice(table["courts"])
            if giver[faction]:
                shift(giver, taker, faction)


def likely_swap(table: Table, rng: random.Random) -> str:
    """Write a last swap whose reversal is on the board, so that the ban bites."""
    latest = table["hands"][table["recent"][-1] - 1]
    mine = [card for card in table["hands"][table["seat"] - 1] if card in "12"]
    card = rng.choice(mine or ["1", "2"])
    if card in latest:
        return "-"
    land = table["land"]
    here, there = sorted(rng.sample(table["track"], 2))
    inhabited = [code for code in table["track"] if any(land[code].values())]
    if len(inhabited) > 1:
        here, there = sorted(rng.sample(inhabited, 2))
    if card == "2" and not adjacent(table, here, there):
        return "-"
    # Only one of the followers that came can have been taken since.
    deserted = sum(code not in table["owner"] and not any(land[code].values()) for code in (here, there))
    if deserted == 2:
        return "-"
    gave_here, gave_there = draw(rng, land[there]), draw(rng, land[here])
    if card == "1" or deserted or rng.random() < 0.4:
        return f"{card}{gave_here}@{here}={gave_there}@{there}"
    two = "".join(sorted(gave_here + draw(rng, land[there]), key=FACTIONS.index))
    if rng.random() < 0.5:
        return f"2{two}@{here}={gave_there}@{there}"
    two = "".join(sorted(gave_there + draw(rng, land[here]), key=FACTIONS.index))
    return f"2{two}@{there}={gave_here}@{here}"


def draw(rng: random.Random, people: Mapping[str, int]) -> str:
    """Draw a follower at random; from an empty crowd, any faction."""
    return rng.choice("".join(faction * people[faction] for faction in FACTIONS) or FACTIONS)


def shift(giver: dict[str, int], taker: dict[str, int], faction: str) -> None:
    giver[faction] -= 1
    taker[faction] += 1
