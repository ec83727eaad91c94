"""Seat and start are one: no crash leaves a full table that never starts."""

import asyncio
import json
import sqlite3
from pathlib import Path

import httpx2
import pytest

from siam.server.app.settings import Settings
from tests.server.people import Json, Person
from tests.server.servers import Process, Running

TROUBLE = "CREATE TRIGGER no_start BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END"
BOT = {"kind": "bot", "level": "random"}
TABLES = 30
KILLS = 4


def run(path: str | Path, statement: str) -> list[tuple[str, str]]:
    with sqlite3.connect(path) as connection:
        return connection.execute(statement).fetchall()


def full_and_open(path: str | Path) -> list[str]:
    """List the tables that wait although nobody is missing, as the database has them."""
    rows = run(path, "SELECT id, document FROM tables WHERE status = 'open'")
    filled = {"player", "bot", "here"}
    return [name for name, document in rows if {chair["kind"] for chair in json.loads(document)["chairs"]} <= filled]


@pytest.fixture
def broken(server: Running, settings: Settings) -> str:
    """A server whose games can't begin; gives its database."""
    run(settings.database_url, TROUBLE)
    return settings.database_url


async def test_a_seat_is_not_taken_if_the_game_cannot_start(
    server: Running, anna: Person, bertha: Person, settings: Settings
) -> None:
    table = await anna.make()
    run(settings.database_url, TROUBLE)
    response = await bertha.http.post(f"/api/tables/{table}/seats/2", json={})
    assert response.status_code >= 500
    assert full_and_open(settings.database_url) == []
    run(settings.database_url, "DROP TRIGGER no_start")
    assert (await bertha.sit(table, 2))["table"]["status"] == "running"


async def test_a_table_is_not_made_if_its_game_cannot_start(broken: str, anna: Person) -> None:
    response = await anna.http.post("/api/tables", json={"seats": [{"kind": "me"}, BOT]})
    assert response.status_code >= 500
    assert run(broken, "SELECT id, document FROM tables") == []


async def test_a_rematch_is_made_linked_and_started_at_once(server: Running, anna: Person, settings: Settings) -> None:
    table = await anna.make(BOT)
    await anna.post(f"/api/tables/{table}/resign", status=204)
    run(settings.database_url, TROUBLE)
    assert (await anna.http.post(f"/api/tables/{table}/rematch", json={})).status_code >= 500
    assert (await anna.view(table))["table"]["rematch"] is None
    run(settings.database_url, "DROP TRIGGER no_start")
    again = (await anna.post(f"/api/tables/{table}/rematch", status=201))["id"]
    assert (await anna.view(again))["table"]["status"] == "running"
    assert (await anna.view(table))["table"]["rematch"] == again
    assert (await anna.post(f"/api/tables/{table}/rematch", status=201))["id"] == again


async def test_a_rematch_takes_no_victory_away(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await bertha.post(f"/api/tables/{table}/resign", status=204)
    await anna.post("/api/accounts", {"name": "Anna the First", "password": "long enough"}, 201)
    await anna.post(f"/api/tables/{table}/rematch", status=201)
    profile = await bertha.get("/api/players/Anna the First")
    assert (profile["games"], profile["wins"]) == (1, 1)


async def seat_down(person: Person, table: str) -> None:
    try:
        await person.http.post(f"/api/tables/{table}/seats/2", json={})
    except (httpx2.HTTPError, OSError):
        return  # the server is dead


async def test_a_kill_while_people_sit_down_leaves_no_full_table_waiting(tmp_path: Path) -> None:
    process = Process(tmp_path, SIAM_WAITING_TABLES=str(KILLS * TABLES))
    await process.start()
    anna = await Person.guest(process.url, "Anna")
    bertha = await Person.guest(process.url, "Bertha")
    for kill in range(KILLS):
        tables = [await anna.make() for _ in range(TABLES)]
        sitting = [asyncio.create_task(seat_down(bertha, table)) for table in tables]
        while not any(task.done() for task in sitting[: 5 * kill + 1]):
            await asyncio.sleep(0)
        process.kill()
        await asyncio.gather(*sitting)
        assert full_and_open(tmp_path / "siam.sqlite") == []
        await process.start()
    process.stop()
    for person in (anna, bertha):
        await person.http.aclose()


async def test_a_full_table_of_an_older_server_starts_when_somebody_looks(tmp_path: Path) -> None:
    """An older server saved the seat first and the start afterwards; this one died between."""
    process = Process(tmp_path)
    await process.start()
    anna = await Person.guest(process.url, "Anna")
    bertha = await Person.guest(process.url, "Bertha")
    tables = [await anna.make() for _ in range(2)]
    process.kill()
    me: Json = {"kind": "player", "name": "Bertha", "level": None, "guest": True}
    with sqlite3.connect(tmp_path / "siam.sqlite") as connection:
        (me["player"],) = connection.execute("SELECT id FROM players WHERE name = 'Bertha'").fetchone()
        for table in tables:
            (document,) = connection.execute("SELECT document FROM tables WHERE id = ?", (table,)).fetchone()
            content = json.loads(document)
            content["chairs"][1] = me
            for later in ("proposed", "settled", "asked"):
                del content[later]
            connection.execute("UPDATE tables SET document = ? WHERE id = ?", (json.dumps(content), table))
    assert sorted(full_and_open(tmp_path / "siam.sqlite")) == sorted(tables)
    await process.start()
    assert (await bertha.view(tables[0]))["table"]["status"] == "running"
    async with await bertha.connect(tables[1]) as live:
        assert (await live.next("view"))["table"]["status"] == "running"
    process.stop()
    for person in (anna, bertha):
        await person.http.aclose()
