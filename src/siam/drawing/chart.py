"""Draw the paper of the chart: sea, coast, land abroad, rivers, compass rose and frame."""

import math
from collections.abc import Iterator

from siam.drawing.colours import BOOK, Colours
from siam.drawing.elements import element, move_to, number, polyline, text
from siam.drawing.geometry import HEIGHT, WIDTH, Geometry, Words

_LINES = {"border": (2.4, 1.0, "9 5 2 5"), "coast": (2.6, 1.0, None), "shore": (2.6, 1.0, None)}
_OUTER_LINE = (3.4, 0.75, None)


def paper(drawn: Geometry, colours: Colours, language: str) -> Iterator[str]:
    """Draw what lies below the provinces."""
    yield element("rect", width=WIDTH, height=HEIGHT, fill=colours.sea)
    grid = "".join(f"M{x} 0V{HEIGHT}" for x in range(200, WIDTH, 200))
    grid += "".join(f"M0 {y}H{WIDTH}" for y in range(200, HEIGHT, 200))
    yield element("path", d=grid, fill="none", stroke=colours.sea_line, stroke_width=0.8, stroke_opacity=0.45)
    if drawn.is_outlined:
        shore = "".join((*(land.path for land in drawn.lands), *drawn.foreign, *drawn.islands))
        shallow = {"fill": "none", "stroke": colours.sea_line, "stroke_linejoin": "round"}
        yield element("path", d=shore, stroke_width=34, stroke_opacity=0.16, **shallow)
        yield element("path", d=shore, stroke_width=16, stroke_opacity=0.26, **shallow)
        for path in drawn.foreign:
            yield element("path", d=path, fill=colours.abroad, stroke=colours.ink_faint, stroke_width=1.6)
        for path in drawn.islands:
            yield element("path", d=path, fill=colours.land, stroke=colours.ink_soft, stroke_width=1.6)
    for road in drawn.roads:
        dotted = {"stroke_width": 7, "stroke_dasharray": "2 13", "stroke_linecap": "round"}
        yield element("path", d=polyline(road), stroke=colours.ink_soft, **dotted)
    for sea in drawn.seas:
        yield _words(sea, language, colours.ink_faint, font_style="italic", letter_spacing="0.18em")
    for label in drawn.labels:
        yield _words(label, language, colours.ink_faint, letter_spacing="0.2em")


def lines(drawn: Geometry, colours: Colours) -> Iterator[str]:
    """Draw hills, rivers, borders and coasts, which lie above the land."""
    for x, y, height in drawn.hills:
        yield element(
            "path", d=_hill(x, y, height), fill="none", stroke=colours.ink_faint, stroke_width=1.3, stroke_opacity=0.8
        )
    for path in drawn.rivers:
        river = {"stroke": colours.river, "stroke_width": 3, "stroke_opacity": 0.75, "stroke_linecap": "round"}
        yield element("path", d=path, fill="none", **river)
    for kind, path in drawn.lines:
        width, opacity, dashes = _LINES.get(kind, _OUTER_LINE)
        colour = colours.ink if kind in ("coast", "shore") else colours.ink_soft
        line = {"stroke": colour, "stroke_width": width, "stroke_opacity": opacity, "stroke_dasharray": dashes}
        yield element("path", d=path, fill="none", stroke_linejoin="round", **line)


def _hill(x: float, y: float, height: float) -> str:
    at = [number(value) for value in (x - height * 0.7, y, x - height * 0.2, y - height * 0.35, x, y - height)]
    ridge = "M{} {}Q{} {} {} {}".format(*at)
    slope = [number(value) for value in (x + height * 0.25, y - height * 0.3, x + height * 0.75, y)]
    shades = (
        polyline([(x + 1, y - height * 0.8), (x + height * 0.3, y - 1)]),
        polyline([(x + height * 0.2, y - height * 0.55), (x + height * 0.5, y - 1)]),
    )
    return "{}Q{} {} {} {}{}{}".format(ridge, *slope, *shades)


def frame(drawn: Geometry, colours: Colours) -> Iterator[str]:
    """Draw the compass rose and the frame."""
    if drawn.compass:
        yield element("g", *_compass(colours), transform=move_to(*drawn.compass))
    edge = {"fill": "none", "stroke": colours.ink_soft}
    yield element("rect", x=6, y=6, width=WIDTH - 12, height=HEIGHT - 12, stroke_width=2, **edge)
    yield element("rect", x=16, y=16, width=WIDTH - 32, height=HEIGHT - 32, stroke_width=1, **edge)
    scale = f"M11 16V{HEIGHT - 16}M{WIDTH - 11} 16V{HEIGHT - 16}M16 11H{WIDTH - 16}M16 {HEIGHT - 11}H{WIDTH - 16}"
    yield element("path", d=scale, stroke_width=5, stroke_dasharray="50 50", **edge)


def _compass(colours: Colours) -> Iterator[str]:
    for radius in (58, 47):
        yield element("circle", r=radius, fill="none", stroke=colours.ink_soft, stroke_width=1.2)
    for at in range(32):
        angle = 2 * math.pi * at / 32
        x, y = 52.5 * math.sin(angle), -52.5 * math.cos(angle)
        yield element("circle", cx=x, cy=y, r=2.2 if at % 4 == 0 else 1, fill=colours.ink_soft)
    for first, tip, side, waist in ((45, 38, 7, 9), (0, 72, 9, 10)):
        for turn in range(first, 360, 90):
            for way, fill in ((side, colours.ink_soft), (-side, colours.paper_raised)):
                needle = f"M0 -{tip} L{way} -{waist} L0 0 Z"
                yield element(
                    "path", d=needle, fill=fill, stroke=colours.ink_soft, stroke_width=1, transform=f"rotate({turn})"
                )
    yield text("N", 0, -78, 26, BOOK, colours.ink_soft, font_weight=700)


def _words(words: Words, language: str, colour: str, **attributes: object) -> str:
    x, y = words.at
    turned = f"rotate({number(words.angle)} {number(x)} {number(y)})" if words.angle else None
    return text(words.name(language), x, y, words.size, BOOK, colour, transform=turned, **attributes)
