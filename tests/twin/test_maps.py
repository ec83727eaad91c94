"""Map files are read on the device as by the rules: the same are refused."""

from importlib import resources
from typing import Any

from siam.rules import BOOK, BoardError, load_board, parse_board
from siam.rules.boards import BUILT_IN, format_board
from tests.rules import test_boards
from tests.rules.test_boards import DRAWN, PLAIN
from tests.rules.test_map_texts import HOSTILE
from tests.twin.oracle import answers, question

BROWSERS_MAY = {"a long fraction"}
"""What costs Python's reader of TOML much time, and a browser's nothing."""


def faults(test: Any) -> list[tuple[str, str]]:
    """Return what the cases of a test replace."""
    return [(old, new) for old, new, _ in test.pytestmark[0].args[1]]


def maps() -> list[str]:
    """List sound maps and faulty ones."""
    found = [PLAIN, DRAWN, PLAIN.replace('"bbb-ccc"', '"ccc-bbb"')]
    built_in = resources.files("siam.rules").joinpath("maps")
    found += [built_in.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in BUILT_IN]
    found += [format_board(board) for board in (parse_board(PLAIN), parse_board(DRAWN))]
    found += [
        PLAIN.replace(old, new)
        for old, new in faults(test_boards.test_a_faulty_map_gets_one_message_with_the_line_at_fault)
    ]
    found += [DRAWN.replace(old, new) for old, new in faults(test_boards.test_a_faulty_drawing_gets_one_message_too)]
    found += [f"{text}\n{PLAIN}" for name, text in HOSTILE.items() if name not in BROWSERS_MAY]
    found += [DRAWN.replace('"ccc-ddd", ', ""), DRAWN[: DRAWN.index("[[lines]]")], "", "x", "{", "[]"]
    return found


def is_sound(text: str) -> bool:
    try:
        parse_board(text)
    except BoardError:
        return False
    return True


def test_the_same_maps_are_read_and_refused() -> None:
    texts = maps()
    asked = [question("map", load_board("siam"), 2, BOOK, text=text) for text in texts]
    for text, told in zip(texts, answers(asked), strict=True):
        is_normal = text.startswith('{"')  # the reader of map files knows TOML only
        assert ("refused" not in told) == (is_normal or is_sound(text)), (text[:300], told)
    sound = list(answers(asked[:3]))
    assert [told["name"] for told in sound] == ["ring"] * 3
