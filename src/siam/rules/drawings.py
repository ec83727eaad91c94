"""Decide whether a map's drawing agrees with its borders: neighbours share a line, others none (R-01)."""

from typing import Any

from siam.rules.errors import BoardError


def check_drawing(content: dict[str, Any], borders: set[tuple[str, str]]) -> None:
    """Reject a drawing in which two provinces share a line without being adjacent, or the other way round.

    A map without outlines is fine: it is drawn as a graph. `borders` holds pairs of codes in alphabetical order.
    """
    provinces = content["provinces"]
    drawn = [province for province in provinces if "outline" in province]
    if not drawn:
        return
    if len(drawn) != len(provinces):
        missing = next(province["code"] for province in provinces if "outline" not in province)
        raise BoardError(f"{missing}: either all provinces have an outline or none")
    lines = _lines(content.get("lines"))
    users: dict[str, list[str]] = {}
    for province in sorted(drawn, key=lambda entry: str(entry["code"])):
        for name in _outline(province, lines):
            codes = users.setdefault(name, [])
            codes.append(province["code"])
            if len(codes) > 2:
                raise BoardError(f"{name}: a line has at most two provinces, not {', '.join(codes)}")
    shared = {(codes[0], codes[1]) for codes in users.values() if len(codes) == 2}
    for a, b in sorted(shared ^ borders):
        saying = "share a line but no border" if (a, b) in shared else "share a border but no line"
        raise BoardError(f"{a}-{b}: {a} and {b} {saying}")


def _lines(entries: object) -> dict[str, list[list[float]]]:
    if not isinstance(entries, list):
        raise BoardError("lines: outlines need [[lines]]")
    lines: dict[str, list[list[float]]] = {}
    for entry in entries:
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str) or name in lines:
            raise BoardError(f"{name}: every line has a name of its own")
        points = entry.get("points")
        if not isinstance(points, list) or len(points) < 2 or not all(_is_point(point) for point in points):
            raise BoardError(f"{name}: a line is at least two points [x, y]")
        lines[name] = points
    return lines


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(isinstance(x, int | float) for x in point)


def _outline(province: dict[str, Any], lines: dict[str, list[list[float]]]) -> list[str]:
    """Return the names of a province's lines after checking that they close a ring."""
    code, names, ends = province["code"], [], []
    if not isinstance(province["outline"], list):
        raise BoardError(f"{code}: an outline is a list of lines")
    for reference in province["outline"]:
        name = str(reference).removeprefix("-")
        if name not in lines:
            raise BoardError(f"{code}: its outline uses an unknown line {name!r}")
        first, last = lines[name][0], lines[name][-1]
        names.append(name)
        ends.append((first, last) if reference == name else (last, first))
    for (_, end), (start, _) in zip(ends, ends[1:] + ends[:1], strict=True):
        if end != start:
            raise BoardError(f"{code}: its outline does not close at {end}")
    return names
