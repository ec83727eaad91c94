"""Small letters for pictures: five pixels wide and high, without any font file."""

from string import ascii_lowercase, digits
from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SIZE = 5
ADVANCE = SIZE + 1

# five rows from top to bottom, the five pixels of each as a digit of base 32
_LETTERS = (
    "ehvhh uhuhu fgggf uhhhu vgugv vgugg fgjhf hhvhh e444e 111he hisih ggggv hrlhh "
    "hpljh ehhhe uhugg ehlid uhuih fge1u v4444 hhhhe hhha4 hhlrh ha4ah ha444 v248v"
)
_DIGITS = "ejlpe 4c44e u1egv u1e1u hhv11 vgu1u eguhe v1244 ehehe ehf1e"
_ROWS = dict(zip(ascii_lowercase + digits, f"{_LETTERS} {_DIGITS}".split(), strict=True))


def write(picture: Picture, top: int, left: int, text: str, colour: Any) -> None:
    """Write a text; capitals look like small letters, and what there is no letter for is left blank."""
    for place, letter in enumerate(text.lower()):
        for row, pixels in enumerate(_ROWS.get(letter, "")):
            for column in range(SIZE):
                if int(pixels, 32) >> (SIZE - 1 - column) & 1:
                    picture[top + row, left + ADVANCE * place + column] = colour


def width_of(text: str) -> int:
    """Return how many pixels wide a text is."""
    return ADVANCE * len(text) - 1
