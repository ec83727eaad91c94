"""Finished games that were played elsewhere are brought to the server, to be shown."""

from dataclasses import replace
from random import Random

import pytest

from siam.agents.simple import random_move
from siam.notation import Record, format_record
from siam.rules import Game, Position, deal, parse_board
from siam.server.app.limits import RECORDS
from siam.server.app.settings import Settings
from tests.rules.test_boards import PLAIN
from tests.server.people import Json, Person
from tests.server.servers import Running, running

FOUR = {"Seat1": "You", "Seat2": "bot random", "Seat3": "bot of nobody", "Seat4": "x" * 80}


def played(setup: Position, turns: int = 1_000) -> Game:
    """Play a game at random, to its end or for so many turns."""
    random, game = Random(1), Game(setup)
    while not game.outcome and len(game.turns) < turns:
        game = game.play(random_move(game.position, random))
    return game


def written(game: Game, **tags: str) -> str:
    return format_record(Record.of(game, **tags))


async def bring(anna: Person, text: str, seat: int | None = None) -> str:
    made = await anna.post("/api/records", {"record": text, "seat": seat}, 201)
    assert made["url"] == f"table/{made['id']}"
    return str(made["id"])


async def test_a_game_is_shown_turn_by_turn_as_it_was_played(anna: Person, bertha: Person) -> None:
    game = played(deal(4, 5))
    table = await bring(anna, written(game, **FOUR, Event="At home"), seat=1)
    replay = await bertha.get(f"/api/tables/{table}/replay")
    assert len(replay["turns"]) == len(game.turns) + 1
    assert [turn["entry"]["move"] for turn in replay["turns"][1:]] == [
        line.split(" #")[0] for line in written(game).rstrip("\n").split("\n\n")[1].split("\n")
    ]
    assert game.outcome
    assert replay["result"]["winners"] == [seat + 1 for seat in game.outcome.winners]
    facts = replay["table"]
    assert (facts["status"], facts["rated"], facts["visibility"], facts["name"]) == (
        "finished",
        False,
        "link",
        "At home",
    )
    seats = [(seat["kind"], seat["name"], seat["level"]) for seat in replay["seats"]]
    assert seats[:3] == [("player", "Anna", None), ("bot", None, "random"), ("here", "bot of nobody", None)]
    assert (await bertha.get(f"/api/tables/{table}"))["result"] == replay["result"]
    assert "pass" in (await bertha.http.get(f"/api/tables/{table}/record")).text


async def test_it_counts_for_nobody(anna: Person) -> None:
    await anna.post("/api/accounts", {"name": "Annika", "password": "three elephants"}, 201)
    for seed in range(3):
        await bring(anna, written(played(deal(2, seed))), seat=1)
    page = await anna.get("/api/players/Annika")
    assert (page["games"], page["wins"]) == (0, 0)
    assert len((await anna.get("/api/me/games"))["tables"]) == 3


@pytest.mark.parametrize(("players", "winners"), [(2, (1,)), (3, (2,)), (4, (0, 2))])
async def test_a_game_that_was_given_up_keeps_its_winners(anna: Person, players: int, winners: tuple[int, ...]) -> None:
    game = played(deal(players, 3), turns=6)
    record = Record.of(game, Termination="resignation").given_up(winners)
    table = await bring(anna, format_record(record))
    result = (await anna.get(f"/api/tables/{table}/replay"))["result"]
    assert (result["how"], result["winners"]) == ("resignation", [seat + 1 for seat in winners])


async def test_a_game_on_a_map_of_ones_own_brings_the_map(anna: Person, bertha: Person) -> None:
    table = await bring(anna, written(played(deal(2, 3, board=parse_board(PLAIN)))))
    assert (await bertha.get(f"/api/tables/{table}/board"))["name"] == "ring"
    assert (await bertha.get(f"/api/tables/{table}/replay"))["complete"]


OVER = written(played(deal(2, 5)))


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        written(played(deal(2, 5), turns=4)),
        OVER.replace('[Result "', '[Result "2 '),
        OVER.replace("\n\n", "\n\nK - +-\n"),
        OVER + "\n" + OVER,
        OVER + "# and so on\n" * 500,
        format_record(Record.of(played(deal(2, 5), turns=4), Termination="resignation").given_up((0, 1))),
        format_record(Record.of(played(deal(2, 5), turns=4), Termination="time").given_up((0,))),
    ],
)
async def test_what_is_no_finished_game_by_the_rules_is_refused(anna: Person, text: str) -> None:
    assert await anna.refused("POST", "/api/records", {"record": text}) == "invalid"


async def test_a_seat_that_is_not_there_and_a_stranger_are_refused(anna: Person) -> None:
    assert await anna.refused("POST", "/api/records", {"record": OVER, "seat": 3}) == "invalid"
    assert await Person(anna.url).refused("POST", "/api/records", {"record": OVER}) == "no_session"
    assert await anna.refused("POST", "/api/records", {"record": "x" * 120_001}) == "invalid"


async def test_so_many_games_are_brought_at_once(settings: Settings) -> None:
    async with running(replace(settings, rate_limits=True)) as strict:
        await bring_too_many(strict)


async def bring_too_many(strict: Running) -> None:
    anna = await Person.guest(strict.url, "Anna")
    body: Json = {"record": OVER}
    for _ in range(int(RECORDS.burst)):
        await anna.post("/api/records", body, 201)
    assert await anna.refused("POST", "/api/records", body) == "too_many"
