"""Paint a picture: SVG from standard input, PNG to standard output.

This file is run by itself, without the package around it, so that it starts quickly. No fonts are read but those
beside it, and nothing else is read at all.
"""

import sys
from pathlib import Path

import resvg_py

FONTS = sorted(str(font) for font in (Path(__file__).parent / "fonts").glob("*.ttf"))


def paint(picture: str) -> bytes:
    """Return an SVG as PNG."""
    painted = resvg_py.svg_to_bytes(
        svg_string=picture,
        skip_system_fonts=True,
        font_files=FONTS,
        sans_serif_family="Source Sans 3",
        serif_family="Alegreya",
    )
    return bytes(painted)


if __name__ == "__main__":
    sys.stdout.buffer.write(paint(sys.stdin.buffer.read().decode()))
