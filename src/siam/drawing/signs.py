"""Draw the signs that pictures share: followers, faction marks, the flag, the crowned disc.

The paths are those of `web/src/parts/drawn/Symbols.svelte`, each in a square of 40 units.
"""

from siam.drawing.colours import FLAG_FIELD, FLAG_RED, SANS, Colours
from siam.drawing.elements import element, move_to, text

LAO_BODY = "M20 2.5 Q21.4 2.5 22.2 4 L38.4 33.4 Q40 36.8 36.4 37 L3.6 37 Q0 36.8 1.6 33.4 L17.8 4 Q18.6 2.5 20 2.5 Z"
MARKS = {
    "R": "M20 2 L22 9 L24.5 15 L15.5 15 L18 9 Z M13 17 H27 L28.5 22 H11.5 Z M9.5 24 H30.5 L32.5 30 H7.5 Z "
    "M5 32 H35 V37 H5 Z",
    "L": "M4 20 Q4 9 15 8 L22 8 Q25 5 30 6 Q37 8 37 16 L37 27 Q37 31 33.5 31 L33.5 28 Q34.5 28 34.5 26 L33.5 20 "
    "L30.5 19 L28 21 L28 36 L22.5 36 L22.5 27 L13.5 27 L13.5 36 L8 36 L8 25 Q5.5 24 5 27 L4 32 L2.6 31.6 "
    "Q4 25 4 20 Z",
    "M": "M19 2 V25 H5 Q8 10 19 2 Z M21.5 6 Q33 13 35 25 H21.5 Z M2 28 H38 Q35 37 29 37 H11 Q5 37 2 28 Z",
}
SHINES = {"R": "M8 15a13 13 0 0 1 17 -8", "L": "M17.5 10 L8.5 27", "M": "M8 16 V8 H18"}
FLAG_CROSS = "M15.5 0 V21 M0 10.5 H31"
FLAG_SALTIRE = "M0 0 L31 21 M31 0 L0 21"


def follower(letter: str, x: float, y: float, size: float, colours: Colours) -> str:
    """Draw a follower with its middle at a point."""
    fill, edge, on = colours.piece(letter)
    body = {"fill": fill, "stroke": edge, "stroke_width": 2}
    shape = {
        "R": element("circle", cx=20, cy=20, r=17.5, **body),
        "L": element("path", d=LAO_BODY, **body),
        "M": element("rect", x=3.5, y=3.5, width=33, height=33, rx=3.5, **body),
    }[letter]
    shine = element(
        "path",
        d=SHINES[letter],
        fill="none",
        stroke="#fff",
        stroke_opacity=0.45,
        stroke_width=2.2,
        stroke_linecap="round",
    )
    height, size_of_letter = (33, 19) if letter == "L" else (27.5, 21)
    written = text(letter, 20, height, size_of_letter, SANS, on, font_weight=600)
    return _placed(x, y, size, shape, shine, written)


def mark(letter: str, x: float, y: float, size: float, colour: str) -> str:
    """Draw a faction's mark, a pagoda, an elephant or a ship, with its middle at a point."""
    return _placed(x, y, size, element("path", d=MARKS[letter], fill=colour))


def flag(x: float, y: float, size: float, colours: Colours) -> str:
    """Draw the British flag on its pole."""
    pole = element("path", d="M7 38 V2", stroke=colours.ink, stroke_width=3, stroke_linecap="round")
    cloth = element(
        "g",
        element("rect", width=31, height=21, fill=FLAG_FIELD),
        element("path", d=FLAG_SALTIRE, stroke="#fff", stroke_width=4),
        element("path", d=FLAG_SALTIRE, stroke=FLAG_RED, stroke_width=1.4),
        element("path", d=FLAG_CROSS, stroke="#fff", stroke_width=7.5),
        element("path", d=FLAG_CROSS, stroke=FLAG_RED, stroke_width=4),
        element("rect", width=31, height=21, fill="none", stroke=colours.ink, stroke_width=1.2),
        transform="translate(8 4)",
    )
    return _placed(x, y, size, pole, cloth)


def _placed(x: float, y: float, size: float, *inside: str) -> str:
    return element("g", *inside, transform=move_to(x - size / 2, y - size / 2, size / 40))
