"""Puzzles over HTTP: the list, the position without its solution, tries and what they lead to."""

from siam.notation import format_move, format_position
from siam.puzzles import Puzzle, Status, attempt, puzzle_set
from siam.puzzles.proofs import winning_moves
from siam.rules import PASS
from tests.server.people import Json, Person


def first(status: Status) -> Puzzle:
    return next(
        puzzle
        for puzzle in puzzle_set().values()
        if puzzle.solution != PASS and attempt(puzzle, [puzzle.solution]).status is status
    )


def solution(puzzle: Puzzle) -> str:
    return format_move(puzzle.position.board, puzzle.solution)


async def tried(person: Person, puzzle: Puzzle, *moves: str) -> Json:
    answer = await person.http.post(f"/api/puzzles/{puzzle.id}/moves", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def test_every_puzzle_is_listed(anna: Person) -> None:
    listed = (await anna.http.get("/api/puzzles")).json()["puzzles"]
    assert [one["id"] for one in listed] == list(puzzle_set())
    assert {one["players"] for one in listed} == {2, 3, 4}


async def test_a_puzzle_shows_every_hand_but_not_its_solution(anna: Person) -> None:
    puzzle = first(Status.SOLVED)
    answer = await anna.http.get(f"/api/puzzles/{puzzle.id}")
    shown = answer.json()
    assert shown["state"]["position"] == format_position(puzzle.position)
    assert shown["seat"] == shown["state"]["to_move"] == puzzle.position.to_move + 1
    assert all(player["hand"] is not None for player in shown["state"]["players"])
    assert solution(puzzle) not in answer.text


async def test_steps_are_listed_as_at_a_table(anna: Person) -> None:
    puzzle = first(Status.SOLVED)
    path = f"/api/puzzles/{puzzle.id}/steps"
    begun = (await anna.http.post(path, json={"steps": []})).json()
    card = solution(puzzle)[0]
    assert {"pass", card} <= set(begun["legal"])
    assert (await anna.http.post(path, json={"steps": [card]})).json()["legal"]
    refused = await anna.http.post(path, json={"steps": ["nonsense"]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "illegal_step")


async def test_the_solution_is_played_to_the_end(anna: Person) -> None:
    puzzle = first(Status.SOLVED)
    answer = await tried(anna, puzzle, solution(puzzle))
    assert answer["status"] == "solved"
    assert puzzle.position.to_move + 1 in answer["result"]["winners"]
    assert answer["log"][0]["move"] == solution(puzzle)


async def test_a_wrong_try_is_refuted_with_the_whole_trail(anna: Person) -> None:
    puzzle = first(Status.SOLVED)
    answer = await tried(anna, puzzle, "pass")
    assert answer["status"] == "wrong"
    assert puzzle.position.to_move + 1 not in answer["result"]["winners"]
    assert answer["result"]["trail"]


async def test_a_win_in_two_waits_for_the_second_move(anna: Person) -> None:
    puzzle = first(Status.GO_ON)
    answer = await tried(anna, puzzle, solution(puzzle))
    assert (answer["status"], answer["result"]) == ("go_on", None)
    position = attempt(puzzle, [puzzle.solution]).game.position
    assert answer["state"]["position"] == format_position(position)
    second = format_move(position.board, winning_moves(position)[-1])
    answer = await tried(anna, puzzle, solution(puzzle), second)
    assert answer["status"] != "wrong"
    assert answer["log"][0]["move"] == second


async def test_what_can_not_be_tried_is_told(anna: Person) -> None:
    puzzle = first(Status.SOLVED)
    for moves, code in ((["nonsense"], "not_a_move"), (["K - +-"], "illegal_move"), ([], "invalid")):
        answer = await anna.http.post(f"/api/puzzles/{puzzle.id}/moves", json={"moves": moves})
        assert answer.json()["error"]["code"] == code
    answer = await anna.http.post(f"/api/puzzles/{puzzle.id}/moves", json={"moves": [solution(puzzle), "pass"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_running")
    assert (await anna.http.get("/api/puzzles/9-99")).status_code == 404


async def test_the_solution_is_given_away_on_request_step_by_step(anna: Person) -> None:
    puzzle = first(Status.GO_ON)
    path = f"/api/puzzles/{puzzle.id}/solution"
    told = await anna.post(path, {"moves": []})
    assert told["move"] == solution(puzzle)
    moves = [told["move"]]
    while (await tried(anna, puzzle, *moves))["status"] == "go_on":
        moves.append((await anna.post(path, {"moves": moves}))["move"])
    assert (await tried(anna, puzzle, *moves))["status"] == "solved"
    assert await anna.refused("POST", path, {"moves": moves}) == "not_running"
