"""The lessons of the tutorial as the client ships them: ids, positions, examples and answers."""

import re
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "web/src/tutorial/lessons.ts"


@dataclass(frozen=True)
class Lesson:
    id: str
    position: str
    example: tuple[str, ...]
    answers: tuple[str, ...]


def lessons() -> list[Lesson]:
    text = SOURCE.read_text(encoding="utf-8")
    return [
        Lesson(
            id=part.split("'")[1],
            position=_one(r"position:\s*'([^']+)'", part),
            example=_list("example", part),
            answers=_list("answers", part),
        )
        for part in re.split(r"\n      id: ", text)[1:]
    ]


def _one(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, pattern
    return match[1]


def _list(name: str, text: str) -> tuple[str, ...]:
    match = re.search(rf"{name}:\s*\[([^\]]*)\]", text)
    return tuple(re.findall(r"'([^']+)'", match[1])) if match else ()
