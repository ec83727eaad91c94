"""Decide where the circles of a board without outlines lie: neighbours near, none overlapping, always the same way.

The same steps as in `web/src/board/spreading.ts`, so that a map looks the same in both.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from siam.drawing.elements import Point

RADIUS = 122
_LEAST_GAP = 2 * RADIUS + 34
_LEFT, _RIGHT, _TOP, _BOTTOM = RADIUS + 30, 1000 - RADIUS - 30, RADIUS + 40, 1010


@lru_cache(maxsize=32)  # some seconds for each map
def spread(count: int, borders: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    """Return a place for each province."""
    distances = _distances(count, borders)
    starts = [_settled(_ring(count, turn), borders, distances) for turn in range(count)]
    best = min(starts, key=lambda places: _disorder(places, borders))
    return tuple(best)


def _ring(count: int, turn: int) -> list[Point]:
    angles = [2 * math.pi * ((at * (3 if turn % 2 else 1) + turn) % count) / count for at in range(count)]
    return [(500 + 330 * math.sin(angle), 610 - 430 * math.cos(angle)) for angle in angles]


def _distances(count: int, borders: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Count the borders between each two provinces."""
    far = [[0 if a == b else count for b in range(count)] for a in range(count)]
    for a, b in borders:
        far[a][b] = far[b][a] = 1
    for k in range(count):
        for a in range(count):
            for b in range(count):
                far[a][b] = min(far[a][b], far[a][k] + far[k][b])
    return far


def _settled(places: list[Point], borders: Sequence[tuple[int, int]], far: list[list[int]]) -> list[Point]:
    count = len(places)
    for turn in range(500):
        heat = 0.16 * (1 - turn / 500) + 0.02
        for a in range(count):
            for b in range(count):
                if a != b:
                    _towards(places, a, b, 300 * far[a][b], heat / far[a][b] ** 1.5)
            for c, d in borders:
                if a not in (c, d):
                    _off_the_road(places, a, places[c], places[d], heat * 2)
            _keep_within(places, a)
    for _ in range(80):
        for a in range(count):
            for b in range(count):
                if a != b and math.dist(places[a], places[b]) < _LEAST_GAP:
                    _towards(places, a, b, _LEAST_GAP, 0.5)
            _keep_within(places, a)
    return places


def _towards(places: list[Point], a: int, b: int, wanted: float, share: float) -> None:
    """Move `a` so that it comes nearer to the wanted distance from `b`."""
    (x, y), (to_x, to_y) = places[a], places[b]
    now = max(1.0, math.hypot(to_x - x, to_y - y))
    by = (now - wanted) / now * share
    places[a] = (x + (to_x - x) * by, y + (to_y - y) * by)


def _off_the_road(places: list[Point], a: int, start: Point, end: Point, share: float) -> None:
    """Keep a circle from covering a road between two others."""
    x, y = places[a]
    near_x, near_y = _nearest((x, y), start, end)
    now = math.hypot(x - near_x, y - near_y)
    if now >= RADIUS + 24 or now < 1:
        return
    by = (RADIUS + 24 - now) / now * share
    places[a] = (x + (x - near_x) * by, y + (y - near_y) * by)


def _keep_within(places: list[Point], a: int) -> None:
    x, y = places[a]
    places[a] = (min(_RIGHT, max(_LEFT, x)), min(_BOTTOM, max(_TOP, y)))


def _disorder(places: list[Point], borders: Sequence[tuple[int, int]]) -> float:
    """Return how hard a picture is to read: overlapping circles, covered and crossing roads, long roads."""
    total = sum(max(0.0, _LEAST_GAP - math.dist(here, there)) * 2 for here, there in combinations(places, 2))
    for a, here in enumerate(places):
        for c, d in borders:
            if a not in (c, d):
                total += max(0.0, RADIUS - math.dist(here, _nearest(here, places[c], places[d])))
    for a, b in borders:
        total += math.dist(places[a], places[b]) / 10
    for (a, b), (c, d) in combinations(borders, 2):
        if len({a, b, c, d}) == 4 and _are_crossing(places[a], places[b], places[c], places[d]):
            total += 150
    return total


def _nearest(point: Point, start: Point, end: Point) -> Point:
    (x1, y1), (x2, y2) = start, end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
    along = max(0.0, min(1.0, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length))
    return x1 + along * (x2 - x1), y1 + along * (y2 - y1)


def _are_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(p: Point, q: Point, r: Point) -> int:
    turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (turn > 0) - (turn < 0)
