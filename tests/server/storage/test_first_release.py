"""A database of the first release, with thousands of games, is upgraded by the present one and loses nothing."""

from dataclasses import replace
from typing import Any

from sqlalchemy import MetaData, insert, select, text

from siam.server.adapters.sql.engines import database_url as address_of
from siam.server.adapters.sql.engines import make_engine
from siam.server.adapters.sql.upgrade import migrate
from siam.server.app.settings import Settings
from tests.server.people import Json, Person, play_on
from tests.server.servers import running

GAMES = 2_000
PASSWORD = "three blue elephants"


async def one_game(settings: Settings) -> tuple[str, Json]:
    """Play one game between two accounts on a database of the present; gives the table and its view."""
    async with running(settings) as server:
        people = []
        for name in ("Dora", "Emil"):
            person = Person(server.url)
            person.name = name
            await person.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
            people.append(person)
        table = await people[0].make(seed=3)
        await people[1].sit(table, 2)
        await people[0].post(f"/api/tables/{table}/chat", {"text": "good luck"}, 204)
        view = await play_on(people, table)
        for person in people:
            await person.http.aclose()
    return table, view


def as_first_release(source: str, target: str, table: str) -> None:
    """Write what the first release would have: the same players, and the same game thousands of times."""
    new, old = make_engine(address_of(source)), make_engine(address_of(target))
    migrate(old, "0001")
    there, then = MetaData(), MetaData()
    there.reflect(new)
    then.reflect(old)
    with new.connect() as reading, old.begin() as writing:
        for name in ("players", "sessions", "tables", "seats", "log", "chat"):
            known = {column.name for column in then.tables[name].c}
            rows = [
                {key: value for key, value in row.items() if key in known}
                for row in reading.execute(select(there.tables[name])).mappings()
            ]
            for part in range(0, GAMES, 100):
                more = [row for number in range(part, part + 100) for row in copies(name, rows, table, number)]
                if more:
                    writing.execute(insert(then.tables[name]), more)
    new.dispose()
    old.dispose()


def copies(name: str, rows: list[dict[str, Any]], table: str, number: int) -> list[dict[str, Any]]:
    if name in ("players", "sessions"):
        return rows if number == 0 else []
    key = "id" if name == "tables" else "table_id"
    changed = [{**row, key: row[key] if number == 0 else f"game{number}"} for row in rows]
    if name != "tables":
        return changed
    made = [row["created"] - number for row in changed]
    return [{**row, "created": at, "number": int(at * 1_000_000)} for row, at in zip(changed, made, strict=True)]


async def test_thousands_of_games_of_the_first_release_are_played_and_read_on(
    settings: Settings, database_url: str
) -> None:
    table, before = await one_game(replace(settings, database_url=f"{settings.database_url}.now"))
    old = database_url
    as_first_release(f"{settings.database_url}.now", old, table)
    async with running(replace(settings, database_url=old)) as server:
        dora = Person(server.url)
        await dora.post("/api/session", {"name": "Dora", "password": PASSWORD})
        profile = await dora.get("/api/players/Dora")
        assert profile["games"] == GAMES
        assert profile["wins"] in (0, GAMES)
        after = await dora.get(f"/api/tables/{table}")
        assert after["result"] == before["result"]
        assert after["state"] == before["state"]
        assert [line["text"] for line in after["chat"]] == ["good luck"]
        assert len((await dora.get("/api/tables/game1234/replay"))["turns"]) == before["turn"] + 1
        listed = await dora.get("/api/me/games")
        assert len(listed["tables"]) == 30
        assert all(one["finished"] for one in listed["tables"])
        given_up = await dora.make({"kind": "here", "name": "Paul"})
        await dora.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
        await server.world.departures.finish()
        assert (await dora.get(f"/api/tables/{table}"))["seats"][0]["name"] == "—"
        more = (await dora.get(f"/api/tables/{given_up}"))["version"]
        await dora.http.aclose()
    engine = make_engine(address_of(old))
    with engine.connect() as connection:
        counts = {
            name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in ("tables", "log")
        }
        assert connection.execute(text("SELECT count(*) FROM tables WHERE document LIKE '%Dora%'")).scalar_one() == 0
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
    engine.dispose()
    assert counts == {"tables": GAMES + 1, "log": GAMES * before["version"] + more}
