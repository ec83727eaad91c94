"""Write elements of SVG: every value escaped, numbers short, nothing that needs an id or a style sheet.

A picture may stand beside others on one page, so it carries its colours in attributes alone.
"""

from collections.abc import Iterable
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

Point: TypeAlias = tuple[float, float]


def element(name: str, *inside: str, **attributes: object) -> str:
    """Write an element; `stroke_width` becomes `stroke-width`, and attributes that are None are left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(words: str, x: float, y: float, size: float, family: str, colour: str, **attributes: object) -> str:
    """Write words, centred at a point."""
    return element(
        "text",
        escape(words),
        x=float(x),
        y=float(y),
        font_size=float(size),
        font_family=family,
        text_anchor="middle",
        fill=colour,
        **attributes,
    )


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def polyline(points: Iterable[Point]) -> str:
    """Write points as the data of a path."""
    return "".join(f"{'L' if at else 'M'}{number(x)} {number(y)}" for at, (x, y) in enumerate(points))


def move_to(x: float, y: float, scale: float = 1.0) -> str:
    """Write a transform."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1.0 else f"{moved} scale({scale:.4g})"
