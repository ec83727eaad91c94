"""Nothing acknowledged is lost: servers, Redis and sockets are killed while people play."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
import websockets

from tests.server.matches import Match
from tests.server.people import Json, Live, Person, some_move
from tests.server.servers import Process, Redis

# Five between moves and five during one on each database: a restart takes about two seconds of a quiet machine's
# time, and the test shall stay below half a minute there.
KILLS = 10
MOST_MOVES_BETWEEN_KILLS = 8
TROUBLE = (httpx2.HTTPError, OSError, websockets.WebSocketException, TimeoutError, AssertionError)


async def log_of(person: Person, table: str) -> dict[int, str]:
    """Read the moves of a finished game by version."""
    replay = await person.get(f"/api/tables/{table}/replay")
    entries = [turn["entry"] for turn in replay["turns"][1:]]
    assert [entry["turn"] for entry in entries] == list(range(1, len(entries) + 1)), "every move is there, and once"
    return {entry["version"]: entry["move"] for entry in entries}


@pytest.fixture
def settings_of_database(database_url: str) -> dict[str, str]:
    """Settings for a process on each kind of database."""
    return {"SIAM_DATABASE_URL": database_url}


@pytest.fixture
async def process(tmp_path: Path, settings_of_database: dict[str, str]) -> AsyncIterator[Process]:
    """A server as a process."""
    started = Process(tmp_path, **settings_of_database)
    await started.start()
    yield started
    started.stop()


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(process: Process) -> None:
    """Kill it now between moves, now during one; after every restart the log, the seats and the clocks are right."""
    chance = random.Random(1)
    match = await Match.begin(process.url)
    async with asyncio.TaskGroup() as games:
        match.play(games)
        for kill in range(KILLS):
            await match.more_moves(chance.randint(1, MOST_MOVES_BETWEEN_KILLS))
            if kill % 2:
                await asyncio.sleep(chance.uniform(0, 0.01))
                await match.amid_a_move()
            else:
                await match.between_moves()
            assert not match.is_over, "it strikes while people play"
            match.hold()
            process.kill()
            await match.between_moves()
            await process.start()
            await match.check(process.settings["SIAM_DATABASE_URL"])
            match.go_on()
    await match.check(process.settings["SIAM_DATABASE_URL"])
    await match.end()


async def test_a_server_stops_when_asked_and_says_so(process: Process) -> None:
    person = await Person.guest(process.url, "Anna")
    table = await person.make()
    live = await person.connect(table)
    await live.next("view")
    code = process.stop()
    assert code in (0, -15)
    assert await live.close_code() == 1012
    assert "error" not in process.log.lower()
    await person.http.aclose()


async def stubborn(person: Person, table: str, seat: int, chance: random.Random) -> Json:
    """Play over a socket that breaks again and again; reconnect, resume, send again with the same key."""
    version, pending = 0, None
    while True:
        try:
            query = f"?after={version}" if version else ""
            live: Live = await person.connect(table, query)
            if pending is not None:
                await live.send(**pending)
            drop_after = chance.randint(3, 25)
            for _ in range(drop_after):
                message = await live.next()
                if message["type"] == "accepted" or (message["type"] == "error" and message["code"] != "not_your_turn"):
                    pending = None
                if message["type"] == "update" and message["from"] > version:
                    await live.send(type="resume", after=version)
                    continue
                if message["type"] not in ("view", "update"):
                    continue
                version = message["version"]
                if message["result"] is not None:
                    await live.socket.close()
                    result: Json = message["result"]
                    return result
                if message["you"]["my_turn"]:
                    move = some_move(message["state"]["position"], {"discards": "open"}, 9)
                    pending = {"type": "submit", "after": version, "move": move, "key": f"{seat} {version}"}
                    await live.send(**pending)
            live.socket.transport.abort()
        except TROUBLE:
            await asyncio.sleep(0.05)


async def four_play_on_breaking_sockets(url: str) -> None:
    """Let four people play a whole game, sockets breaking all the while, and hold them to one log."""
    people = [await Person.guest(url, name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    games = [stubborn(person, table, seat, random.Random(seat)) for seat, person in enumerate(people)]
    results = await asyncio.wait_for(asyncio.gather(*games), 120)
    assert all(result == results[0] for result in results)
    logs = [await log_of(person, table) for person in people]
    assert all(log == logs[0] for log in logs)
    for person in people:
        await person.http.aclose()


async def test_four_clients_whose_sockets_break_end_with_the_same_game(process: Process) -> None:
    await four_play_on_breaking_sockets(process.url)


async def test_a_game_over_two_processes_is_one_game(two: list[Process]) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    bertha = (await Person.guest(two[0].url, "Bertha")).at(two[1].url)
    table = await anna.make()
    async with await anna.connect(table) as live:
        await live.next("view")
        await bertha.sit(table, 2)
        view = await live.next("view")
        while view["state"] is None:
            view = await live.next("view")
        await bertha.post(f"/api/tables/{table}/chat", {"text": "hello over there"}, 204)
        assert (await live.next("chat"))["line"]["text"] == "hello over there"
        async with await bertha.connect(table):
            presence = await live.next("presence")
            while presence["seats"] != [True, True]:
                presence = await live.next("presence")
    results = await asyncio.wait_for(
        asyncio.gather(
            stubborn(anna, table, 0, random.Random(1)),
            stubborn(bertha, table, 1, random.Random(2)),
        ),
        120,
    )
    assert results[0] == results[1]
    assert await log_of(anna, table) == await log_of(bertha, table)


async def test_bots_play_on_when_their_process_dies(two: list[Process]) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    table = await anna.make({"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"})
    two[0].kill()
    here = anna.at(two[1].url)
    result = await asyncio.wait_for(stubborn(here, table, 0, random.Random(3)), 120)
    assert result["how"] == "played"


async def test_the_game_goes_on_while_redis_is_away_and_after(two: list[Process], redis: Redis) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    bertha = (await Person.guest(two[0].url, "Bertha")).at(two[1].url)
    table = await anna.make()
    await bertha.sit(table, 2)
    games = asyncio.gather(
        stubborn(anna, table, 0, random.Random(1)),
        stubborn(bertha, table, 1, random.Random(2)),
    )
    for _ in range(2):
        await asyncio.sleep(0.3)
        redis.kill()
        await asyncio.sleep(0.7)
        redis.start()
    results = await asyncio.wait_for(games, 120)
    assert results[0] == results[1]
    assert await log_of(anna, table) == await log_of(bertha, table)
    with contextlib.suppress(AssertionError):
        await anna.http.aclose()
