"""Servers on both databases: texts that one of them can't store, and a database that stands still."""

import asyncio
import contextlib
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.engines import database_url
from siam.server.app.settings import Settings
from siam.server.ports import Outage
from tests.server.conftest import fresh_database
from tests.server.people import Person, some_move
from tests.server.servers import Process, Redis, Running, running

NUL = "a\0b"


@pytest.fixture
async def server(database_url: str) -> AsyncIterator[Running]:
    async with running(Settings(database_url=database_url, rate_limits=False, cheap_passwords=True)) as started:
        yield started


@pytest.mark.parametrize("length", [1, 57, 58, 64])
async def test_keys_of_every_length_are_good_for_a_move_and_its_repetition(server: Running, length: int) -> None:
    person = await Person.guest(server.url, "Anna")
    table = await person.make({"kind": "here"})
    view = await person.view(table)
    move = some_move(view["state"]["position"], view["table"]["options"], 7)
    first = await person.move(table, move, view["version"], "é" * length)
    assert await person.move(table, move, view["version"], "é" * length) == first
    await person.http.aclose()


async def test_texts_that_can_not_be_stored_are_refused_while_others_play(server: Running) -> None:
    person = await Person.guest(server.url, "Anna")
    table = await person.make({"kind": "here"})
    view = await person.view(table)
    move = some_move(view["state"]["position"], view["table"]["options"], 7)
    push = {"endpoint": f"https://push.example.org/{NUL}", "keys": {"p256dh": "x", "auth": "y"}}
    requests = [
        ("POST", f"/api/tables/{table}/moves", {"after": view["version"], "move": move, "key": NUL}),
        ("POST", "/api/me/tokens", {"name": NUL}),
        ("POST", "/api/me/tokens", {"name": "bell \a"}),
        ("POST", "/api/me/push", push),
        ("DELETE", "/api/me/push", {"endpoint": NUL}),
        ("PATCH", "/api/me", {"language": NUL}),
        ("PUT", "/api/me/settings", {NUL: 1}),
        ("GET", "/api/tables/%00", None),
        ("GET", "/api/players/%00", None),
        ("GET", f"/api/tables/{'x' * 3_000}", None),
        ("DELETE", "/api/me/tokens/%00", None),
    ]
    asked = [person.http.request(method, path, json=body) for method, path, body in requests]
    refusing = asyncio.gather(*asked)
    played = await person.move(table, move, view["version"])
    responses = await refusing
    codes = [response.status_code for response in responses]
    assert set(codes) <= {404, 422}, codes
    assert played["version"] > view["version"]
    async with await person.connect(table) as live:
        await live.next("view")
        await live.send(type="submit", after=1, move=move, key=NUL)
        assert (await live.next("error"))["code"] == "invalid"
    await person.http.aclose()


@contextlib.contextmanager
def frozen(postgres: str) -> Iterator[None]:
    """Let PostgreSQL stand still, with every process of it."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
        assert row is not None
    master = int((Path(row[0]) / "postmaster.pid").read_text().splitlines()[0])
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    processes = [master, *map(int, children)]
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(processes):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


async def test_nobody_waits_for_ever_for_a_database_that_stands_still(tmp_path: Path, own_postgres: str) -> None:
    process = Process(tmp_path, SIAM_DATABASE_URL=fresh_database(own_postgres), SIAM_DATABASE_TIMEOUT="1")
    await process.start()
    person = await Person.guest(process.url, "Anna")
    with frozen(own_postgres):
        asked = [person.http.get("/ready"), person.http.get("/api/me"), person.http.get("/api/tables")]
        assert [response.status_code for response in await asyncio.gather(*asked)] == [503] * 3
        assert (await person.http.post("/api/session/guest", json={"name": "Bertha"})).status_code == 503
        assert (await Person(process.url).http.get("/health")).status_code == 200
    for _ in range(50):
        if (await person.http.get("/ready")).status_code == 200:
            break
    await person.make()
    with frozen(own_postgres):
        assert (await person.http.get("/ready")).status_code == 503
        assert process.stop() in (0, -15)
    await person.http.aclose()


async def test_workers_that_start_together_have_one_push_key(
    tmp_path: Path, postgres_database: str, redis: Redis
) -> None:
    settings = {"SIAM_DATABASE_URL": postgres_database, "SIAM_REDIS_URL": redis.url}
    processes = [Process(tmp_path, **settings) for _ in range(3)]
    await asyncio.gather(*(process.start() for process in processes))
    people = [Person(process.url) for process in processes]
    keys = {(await person.get("/api/server"))["push_key"] for person in people}
    assert len(keys) == 1
    for person, process in zip(people, processes, strict=True):
        await person.http.aclose()
        process.stop()


async def test_a_database_that_goes_while_a_move_is_made_is_no_error_of_the_server(
    tmp_path: Path, own_postgres: str
) -> None:
    """It stands still while somebody moves and leaves; then every connection to it breaks."""
    process = Process(tmp_path, SIAM_DATABASE_URL=fresh_database(own_postgres), SIAM_DATABASE_TIMEOUT="1")
    await process.start()
    person = await Person.guest(process.url, "Anna")
    table = await person.make({"kind": "here"})
    live = await person.connect(table)
    view = await live.next("view")
    with frozen(own_postgres):
        move = some_move(view["state"]["position"], view["table"]["options"], 7)
        await live.send(type="submit", after=view["version"], move=move, key="a")
        await asyncio.sleep(0.1)
        live.socket.transport.abort()
        while "storage_away" not in process.log:
            await asyncio.sleep(0.1)
    with psycopg.connect(own_postgres, autocommit=True) as connection:
        for _ in range(3):
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
            status = (await person.http.put("/api/me/settings", json={})).status_code
            assert status in (200, 503)
    await person.sees(table, lambda view: view["version"] >= 1)
    assert process.stop() in (0, -15)
    assert "Traceback" not in process.log
    assert "rror  ]" not in process.log
    await person.http.aclose()


async def test_a_write_that_fails_does_not_take_the_log_of_sqlite_away(tmp_path: Path) -> None:
    """The last connection to a file takes the log with it; then nobody could write until the server is restarted."""
    database = Database(database_url(str(tmp_path / "siam.sqlite")))
    await asyncio.to_thread(database.prepare)

    async def checkpoint() -> None:
        enough = database.figures["database_checkpoints"][1] + 1
        await database.write(lambda connection: connection.execute(text("PRAGMA user_version = 1")))
        while database.figures["database_checkpoints"][1] < enough and database.trouble is None:
            await asyncio.sleep(0.05)

    def fail(connection: Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    await checkpoint()
    database.engine.pool.dispose()
    with (tmp_path / "siam.sqlite-wal").open("rb"):  # a file that is open keeps its number to itself
        with pytest.raises(Outage):
            await database.write(fail)
        await checkpoint()
    assert database.trouble is None
    await database.close()
