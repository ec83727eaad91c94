"""What the device answers about lessons, puzzles, boards and rules equals the server's answers, field by field."""

import re
from random import Random
from typing import Any

from siam.notation import format_move, format_position
from siam.puzzles import puzzle_set
from siam.rules import BOOK, deal, legal_moves, load_board, play
from siam.translation import LANGUAGES
from tests.server.games.test_local_tables import differences
from tests.server.people import Json, Person
from tests.twin.oracle import WEB, answers, question

PUZZLES = 12
"""So many of each number of players are tried, right and wrong."""
TURNS = 12
TRIES = 3


def lessons() -> list[str]:
    """The positions of the tutorial's lessons, from its source."""
    source = (WEB / "src/tutorial/lessons.ts").read_text(encoding="utf-8")
    return re.findall(r"'(siam \w{3}\S* [^']+)'", source)


def studies(random: Random) -> list[tuple[str, Json | None]]:
    """Collect requests about positions without a table."""
    asked: list[tuple[str, Json | None]] = []
    for text in lessons():
        asked.append(("api/study", {"position": text, "steps": []}))
        asked.append(("api/study/play", {"position": text, "move": "pass"}))
    for players in (2, 3, 4):
        position = deal(players, random.getrandbits(40))
        for _ in range(TURNS):
            text, move = format_position(position), random.choice(list(legal_moves(position)))
            asked.append(("api/study", {"position": text, "steps": [format_move(position.board, move)[:1]]}))
            asked.append(("api/study/play", {"position": text, "move": format_move(position.board, move)}))
            position = play(position, move).position
    return asked


def about_puzzles(random: Random) -> list[tuple[str, Json | None]]:
    """Collect requests about puzzles: the right move, wrong ones, and what no client would send."""
    asked: list[tuple[str, Json | None]] = [("api/puzzles", None), ("api/puzzles/9-99", None)]
    for players in (2, 3, 4):
        some = [puzzle for puzzle in puzzle_set().values() if puzzle.players == players]
        for puzzle in random.sample(some, PUZZLES):
            path, board = f"api/puzzles/{puzzle.id}", puzzle.position.board
            right = format_move(board, puzzle.solution)
            others = random.sample(list(legal_moves(puzzle.position)), TRIES)
            tries = [[right], *([format_move(board, move)] for move in others), [right, right], ["nonsense"]]
            asked += [(path, None), (f"{path}/steps", {"moves": [], "steps": []}), (f"{path}/solution", {"moves": []})]
            asked += [(f"{path}/moves", {"moves": moves}) for moves in tries]
            asked += [(f"{path}/{deed}", {"moves": [right]}) for deed in ("steps", "solution")]
    return asked


async def served(anna: Person, path: str, body: Json | None) -> Any:
    answer = await (anna.http.get(f"/{path}") if body is None else anna.http.post(f"/{path}", json=body))
    found = answer.json()
    return {"refused": found["error"]["code"]} if "error" in found else found


def plain(seen: Any) -> Any:
    """Legal steps have no order; a move that is none is refused by the server with one more code."""
    if isinstance(seen, list):
        return [plain(one) for one in seen]
    if not isinstance(seen, dict):
        return "illegal_move" if seen == "not_a_move" else seen
    return {key: sorted(value) if key == "legal" else plain(value) for key, value in seen.items()}


async def test_the_device_answers_about_studies_as_the_server_does(anna: Person) -> None:
    random = Random(18)
    assert len(lessons()) > 5
    asked = [*studies(random), *about_puzzles(random), ("api/boards/siam", None), ("api/boards/albion", None)]
    asked += [(f"api/rules/{language}", None) for language in LANGUAGES]
    rows = [{"path": path, "body": body} for path, body in asked]
    (told,) = answers([question("study", load_board("siam"), 2, BOOK, asked=rows)])
    statuses = set()
    for (path, body), found in zip(asked, told, strict=True):
        wanted = await served(anna, path, body)
        assert differences(plain(found), plain(wanted)) == [], (path, body)
        statuses.add(wanted.get("status", wanted.get("refused")))
    assert {"solved", "go_on", "wrong", "not_found", "not_running"} <= statuses
