"""On a fresh install, where nothing of the engine is compiled, every bot answers at once: by the portable module."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from siam.engine.core.notice import SENTENCE
from tests.server.people import Json, Person
from tests.server.servers import Process

FIRST_MOVES = """
import sys
from siam.notation import format_position, parse_move
from siam.rules import BOOK, deal
from siam.server.adapters.thinkers import ProcessThinkers, _choose
from siam.server.ports import Question
bots = ProcessThinkers(1).levels()
for players in (2, 3, 4):
    position = deal(players, seed=players)
    question = Question(format_position(position), BOOK.values, None, "anybody")
    for bot in bots:
        parse_move(position.board, _choose(question, bot, None, 1))
print(len(bots))
"""


def test_no_bots_first_move_waits_for_the_compiler(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", FIRST_MOVES], env=environment, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) >= 15
    assert SENTENCE not in done.stderr, "a bot had the engine compiled"
    assert not list((tmp_path / "cache").rglob("*.nbc")), "nothing was compiled"


def has_come_to(turn: int, view: Json) -> bool:
    return int(view["turn"]) >= turn


async def test_a_program_that_passes_on_a_fresh_install_gets_the_bots_answers(tmp_path: Path) -> None:
    process = Process(
        tmp_path, SIAM_DATABASE_URL=str(tmp_path / "siam.sqlite"), NUMBA_CACHE_DIR=str(tmp_path / "cache")
    )
    await process.start()
    try:
        anna = await Person.guest(process.url, "Anna")
        for levels in (["2"], ["patient", "5"], ["1", "8", "champion"]):
            table = await anna.make(*({"kind": "bot", "level": level} for level in levels))
            view = await anna.sees(table, lambda view: view["you"]["my_turn"])
            await anna.move(table, "pass", view["version"])
            answered = view["turn"] + 1 + len(levels)
            await anna.sees(table, partial(has_come_to, answered))
        await anna.http.aclose()
    finally:
        process.stop()
    assert "bot_" not in process.log, "a bot could not be asked"
