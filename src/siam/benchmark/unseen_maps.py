"""Make maps that nobody has trained on: eight places at random, with borders between neighbours, from a seed."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from typing import TypeAlias

from siam.notation.new_maps import new_map
from siam.rules import PROVINCE_COUNT

Point: TypeAlias = tuple[float, float]
Pair: TypeAlias = tuple[int, int]

_CONSONANTS, _VOWELS = "bdfghklmnprstvz", "aeiou"
_APART = 0.22
"""How far two places are apart at least, on a square with sides of 1."""


def unseen_map(name: str, seed: str) -> str:
    """Return the text of a map; the same seed gives the same one.

    Two places are neighbours if no third lies in the circle between them (the graph of Gabriel and Sokal): such a graph
    is connected and can be drawn without crossings. Homes lie as far from each other as they can.

    >>> from siam.rules import parse_board
    >>> board = parse_board(unseen_map("example", "1"))
    >>> 8 <= len(board.borders) <= 14
    True
    """
    random = Random(f"unseen map {seed}")
    places, codes = _places(random), _codes(random)
    borders = list(_borders(places))
    homes = random.sample(_homes(borders), 3)
    pairs = ",".join(f"{codes[a]}-{codes[b]}" for a, b in borders)
    return new_map(name, pairs, ",".join(codes[home] for home in homes))


def write_unseen_maps(number: int, seed: int, folder: Path) -> tuple[Path, ...]:
    """Write so many maps into a folder."""
    files = []
    for index in range(1, number + 1):
        file = folder / f"unseen_{index}.toml"
        file.write_text(unseen_map(file.stem, f"{seed}/{index}"), encoding="utf-8")
        files.append(file)
    return tuple(files)


def _places(random: Random) -> list[Point]:
    places: list[Point] = []
    while len(places) < PROVINCE_COUNT:
        place = (random.random(), random.random())
        if all(dist(place, other) >= _APART for other in places):
            places.append(place)
    return places


def _codes(random: Random) -> list[str]:
    codes: set[str] = set()
    while len(codes) < PROVINCE_COUNT:
        codes.add(random.choice(_CONSONANTS) + random.choice(_VOWELS) + random.choice(_CONSONANTS))
    return sorted(codes)


def _borders(places: Sequence[Point]) -> Iterator[Pair]:
    for a, b in combinations(range(len(places)), 2):
        middle = ((places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2)
        reach = dist(places[a], places[b]) / 2
        if all(dist(middle, place) >= reach for other, place in enumerate(places) if other not in (a, b)):
            yield a, b


def _homes(borders: Sequence[Pair]) -> tuple[int, ...]:
    """Return the three places that are farthest from each other, counted in borders."""
    steps = [[0 if a == b else PROVINCE_COUNT for b in range(PROVINCE_COUNT)] for a in range(PROVINCE_COUNT)]
    for a, b in borders:
        steps[a][b] = steps[b][a] = 1
    for by in range(PROVINCE_COUNT):
        for a in range(PROVINCE_COUNT):
            for b in range(PROVINCE_COUNT):
                steps[a][b] = min(steps[a][b], steps[a][by] + steps[by][b])

    def apart(three: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(steps[a][b] for a, b in combinations(three, 2)))

    return max(combinations(range(PROVINCE_COUNT), 3), key=apart)
