"""What the commands for players say goes through the translator; those for developers speak English."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import catalogues
import pytest

CLI = catalogues.ROOT / "src/siam/cli"
FOR_PLAYERS = [
    *sorted((CLI / "terminal").glob("*.py")),
    *(file for file in sorted(CLI.glob("*.py")) if "language_option" in file.read_text(encoding="utf-8")),
]
SPEAKING = {"echo", "print", "secho", "input", "status", "Text", "ClickException", "append", "assemble"}
_SENTENCE = re.compile(r"[A-Za-z]{2,} +[a-z]{2,}")


def literals(call: ast.Call) -> Iterator[str]:
    """Return the literal texts that a call says, those inside a translator's call aside."""
    for argument in call.args:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.parametrize("file", FOR_PLAYERS, ids=lambda file: file.name)
def test_no_sentence_is_hard_coded(file: Path) -> None:
    calls = (node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    spoken = [text for call in calls if name(call.func) in SPEAKING for text in literals(call)]
    assert [text for text in spoken if _SENTENCE.search(text)] == []
