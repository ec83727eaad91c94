"""The drawings of the built-in maps: everything a province shows stands inside its outline and apart."""

import math
from itertools import combinations, pairwise
from typing import Any

import pytest

from siam.rules import load_board

LANGUAGES = {"en", "de", "es", "fr", "it", "nl"}
PROVINCES = [
    pytest.param(board.drawing, province, id=f"{board.name}-{province['code']}")
    for board in (load_board("siam"), load_board("albion"))
    for province in board.drawing["provinces"]
]

Point = list[float]
drawn_provinces = pytest.mark.parametrize(("drawing", "province"), PROVINCES)


def outline(drawing: dict[str, Any], province: dict[str, Any]) -> list[Point]:
    lines = {line["name"]: line["points"] for line in drawing["lines"]}
    ring: list[Point] = []
    for reference in province["outline"]:
        points = lines[reference.removeprefix("-")]
        ring += (points[::-1] if reference.startswith("-") else points)[:-1]
    return ring


def encloses(ring: list[Point], point: Point) -> bool:
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def places(province: dict[str, Any]) -> list[Point]:
    return [place for faction in ("rama", "lao", "malay") for place in province["pieces"][faction]]


@drawn_provinces
def test_capital_name_and_followers_stand_inside_the_outline(drawing: dict[str, Any], province: dict[str, Any]) -> None:
    ring = outline(drawing, province)
    shown = [province["capital"], province["label"]["at"], *places(province)]
    assert [point for point in shown if not encloses(ring, point)] == []


@drawn_provinces
def test_followers_have_fifteen_places_apart_from_each_other_and_from_the_capital(
    drawing: dict[str, Any], province: dict[str, Any]
) -> None:
    taken = [province["capital"], *places(province)]
    assert len(taken) == 16
    assert min(math.dist(a, b) for a, b in combinations(taken, 2)) >= 46


@drawn_provinces
def test_a_province_has_a_name_in_every_language(drawing: dict[str, Any], province: dict[str, Any]) -> None:
    assert set(province["names"]) == LANGUAGES


@pytest.mark.parametrize("name", ["siam", "albion"])
def test_a_border_line_has_two_provinces_and_every_other_line_one(name: str) -> None:
    drawing = load_board(name).drawing
    used = [line.removeprefix("-") for province in drawing["provinces"] for line in province["outline"]]
    assert all(used.count(line["name"]) == 1 + (line["kind"] == "border") for line in drawing["lines"])
