"""The table of the second reading: maps, and positions between text and a dictionary."""

from __future__ import annotations

from typing import TypedDict

FACTIONS = "RLM"
HOMES = {
    "siam": {"R": "ayu", "L": "lua", "M": "ked"},
    "albion": {"R": "ess", "L": "gwy", "M": "mor"},
}
BORDERS = {
    "siam": "ayu-kho ayu-ray ayu-suk chi-lua chi-suk ked-pat ked-ray kho-lua kho-suk lua-suk pat-ray ray-suk",
    "albion": "dev-ess dev-gwy dev-war ess-nor ess-war gwy-lan gwy-war lan-nor lan-str lan-war mor-str nor-str nor-war",
}
Crowd = dict[str, int]


class Table(TypedDict):
    """Everything that lies on the table; seats count from 1, as people do."""

    map: str
    track: list[str]
    owner: dict[str, str]
    kings: set[str]
    land: dict[str, Crowd]
    supply: Crowd
    hands: list[str]
    courts: list[Crowd]
    seat: int
    passes: int
    recent: list[int]
    swap: str


def read(position: str) -> Table:
    name, track, supply, players, seat, passes, recent, swap = position.split(" ")
    table: Table = {
        "map": name,
        "track": [],
        "owner": {},
        "kings": set(),
        "land": {},
        "supply": crowd(supply),
        "hands": [player.split(":")[0].strip("-") for player in players.split("/")],
        "courts": [crowd(player.split(":")[1]) for player in players.split("/")],
        "seat": int(seat),
        "passes": int(passes),
        "recent": [] if recent == "-" else [int(digit) for digit in recent],
        "swap": swap,
    }
    for tile in track.split(","):
        code = tile[:3]
        table["track"].append(code)
        if "=" in tile:
            table["owner"][code] = tile[-1]
            table["land"][code] = crowd("-")
        else:
            table["land"][code] = crowd(tile.split(":")[1])
            if "*" in tile:
                table["kings"].add(code)
    return table


def write(table: Table) -> str:
    tiles = []
    for code in table["track"]:
        if code in table["owner"]:
            tiles.append(f"{code}={table['owner'][code]}")
        else:
            tiles.append(f"{code}{'*' * (code in table['kings'])}:{spell(table['land'][code])}")
    players = [f"{hand or '-'}:{spell(court)}" for hand, court in zip(table["hands"], table["courts"], strict=True)]
    recent = "".join(str(seat) for seat in table["recent"]) or "-"
    return " ".join(
        [
            table["map"],
            ",".join(tiles),
            spell(table["supply"]),
            "/".join(players),
            str(table["seat"]),
            str(table["passes"]),
            recent,
            table["swap"],
        ]
    )


def crowd(text: str) -> Crowd:
    people = dict.fromkeys(FACTIONS, 0)
    letter = ""
    for sign in text.strip("-"):
        if sign in FACTIONS:
            letter = sign
        else:
            people[letter] = people[letter] * 10 + int(sign)
    return people


def spell(people: Crowd) -> str:
    return "".join(f"{f}{people[f]}" for f in FACTIONS if people[f]) or "-"
