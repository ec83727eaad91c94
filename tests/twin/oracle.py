"""Ask the engine's module in Node, through the client's own layer."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from siam.rules import Board, Options

WEB = Path(__file__).parents[2] / "web"


def question(ask: str, board: Board, players: int, options: Options, **rest: object) -> dict[str, object]:
    """Put a question together."""
    file = {
        "name": board.name,
        "provinces": board.drawing["provinces"],
        "borders": [f"{board.codes[a]}-{board.codes[b]}" for a, b in board.borders],
    }
    return {"ask": ask, "board": file, "players": players, "options": options.values, **rest}


def answers(questions: Iterable[dict[str, object]]) -> Iterator[Any]:
    """Have all questions answered, in order."""
    node = shutil.which("node")
    assert node is not None, "the module is tested in Node"
    text = "\n".join(json.dumps(one) for one in questions) + "\n"
    done = subprocess.run(
        [node, str(WEB / "engine/oracle.mjs")], input=text, capture_output=True, text=True, check=False, cwd=WEB
    )
    assert done.returncode == 0, done.stderr
    return map(json.loads, done.stdout.splitlines())
