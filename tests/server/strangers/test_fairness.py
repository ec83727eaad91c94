"""Fairness: no advice on what people play, and no words where a table is silent, whatever the way round."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from siam.notation import NotationError, Record, format_position, format_record, parse_position, parse_record
from siam.server.adapters.sql.engines import database_url as address_of
from siam.server.adapters.sql.engines import make_engine
from siam.server.app.settings import Settings
from siam.server.domain.imprints import imprint
from tests.server.conftest import Guest
from tests.server.people import Json, Person, play_on
from tests.server.servers import Running, running

NO_OPTIONS: Json = {}


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha."""
    made = await anna.make(seed=5)
    await bertha.sit(made, 2)
    await play_on([anna, bertha], made, moves=5)
    return made


@pytest.mark.parametrize("path", ["hint", "reply"])
async def test_a_running_game_is_recognised_whatever_else_the_question_says(
    table: str, anna: Person, bertha: Person, path: str
) -> None:
    view = await anna.view(table)
    options = view["table"]["options"]
    position = parse_position(view["state"]["position"])
    turned = position._replace(players=position.players[::-1], to_move=1 - position.to_move)
    asked = [
        position,
        position._replace(passes=1 - position.passes),
        position._replace(to_move=1 - position.to_move),
        position._replace(recency=()),
        position._replace(last_swap=None),
        turned,
    ]
    more = {"level": "random"} if path == "reply" else {}
    for each in asked:
        for told in (options, NO_OPTIONS):
            body = {"position": format_position(each), "options": told, **more}
            code = await anna.refused("POST", f"/api/study/{path}", body)
            assert code == ("no_hints" if _is_possible(format_position(each)) else "invalid")
    await play_on([anna, bertha], table)
    body = {"position": format_position(position), "options": options, **more}
    await anna.post(f"/api/study/{path}", body)


async def test_at_a_silent_table_nobody_talks_by_their_name(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    async with await people[2].connect(table) as partner:
        await partner.next("view")
        await people[0].request("PATCH", "/api/me", {"name": "Save your Lao card"})
        await people[0].post(f"/api/tables/{table}/chat", {"greeting": "hello"}, 204)
        assert (await partner.next("chat"))["line"]["name"] == "Anna"
        async with await people[0].connect(table) as live:
            await live.next("view")
            await live.send(type="say", greeting="thinking")
            assert (await partner.next("chat"))["line"]["name"] == "Anna"
    view = await people[2].view(table)
    assert "Lao card" not in str(view["seats"]) + str(view["chat"]) + str(view["watchers"])


async def hint(person: Person, position: str) -> str:
    """Ask for advice on a position; gives the code of the refusal, or nothing."""
    response = await person.http.post("/api/study/hint", json={"position": position})
    return str(response.json()["error"]["code"]) if response.status_code >= 400 else ""


async def begun(url: str) -> tuple[str, str]:
    """Begin a game of two guests; gives the table and its position."""
    people = [await Person.guest(url, name) for name in ("Anna", "Bertha")]
    table = await people[0].make()
    await people[1].sit(table, 2)
    position = (await people[0].view(table))["state"]["position"]
    for person in people:
        await person.http.aclose()
    return table, str(position)


async def test_a_running_game_is_recognised_though_this_process_has_never_seen_it(settings: Settings) -> None:
    async with running(settings) as server:
        table, position = await begun(server.url)
        server.world.open_tables.forget(table)
        carl = await Person.guest(server.url, "Carl")
        assert await hint(carl, position) == "no_hints", "it was not in memory any more"
    async with running(settings) as again:
        assert again.world.open_tables.known(table) is None
        assert await hint(carl.at(again.url), position) == "no_hints", "the server was restarted"
        assert again.world.open_tables.known(table) is None
    await carl.http.aclose()


async def test_a_running_game_of_another_process_is_recognised(settings: Settings, postgres_database: str) -> None:
    shared = replace(settings, database_url=postgres_database)
    async with running(shared) as one, running(shared) as other:
        table, position = await begun(one.url)
        carl = await Person.guest(other.url, "Carl")
        assert await hint(carl, position) == "no_hints"
        anna = await Person.guest(one.url, "Emil")
        await play_on([anna, carl.at(one.url)], await running_game(anna, carl.at(one.url)))
        assert table
        assert await hint(carl, position) == "no_hints"
        for person in (anna, carl):
            await person.http.aclose()


async def running_game(one: Person, other: Person) -> str:
    table = await one.make()
    await other.sit(table, 2)
    return table


async def test_a_game_that_an_older_server_began_is_recognised(settings: Settings) -> None:
    async with running(settings) as server:
        _, position = await begun(server.url)
    engine = make_engine(address_of(settings.database_url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE tables SET imprint = NULL"))
    engine.dispose()
    async with running(settings) as again:
        carl = await Person.guest(again.url, "Carl")
        for _ in range(500):
            if await hint(carl, position) == "no_hints":
                break
            await asyncio.sleep(0.01)
        assert await hint(carl, position) == "no_hints"
        await carl.http.aclose()


async def test_a_table_of_ones_own_with_the_same_deal_gives_no_hints_meanwhile(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, seed=5)
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    twin = await people[0].make({"kind": "here"}, {"kind": "bot", "level": "random"}, seed=5)
    view = await people[0].sees(twin, lambda view: view["you"]["my_turn"])
    if view["version"] == 1:
        assert await people[0].refused("POST", f"/api/tables/{twin}/hint") == "no_hints"
    await people[0].post(f"/api/tables/{table}/proposals", {"kind": "end"}, 201)
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/proposals", {"kind": "end"}, 204 if person is people[2] else 201)
    assert (await people[0].view(table))["result"] is not None
    await people[0].post(f"/api/tables/{twin}/hint")


async def test_a_finished_game_through_the_same_position_gives_no_advice_meanwhile(
    server: Running, guest: Guest
) -> None:
    """Whoever brings a game that begins like the one they play gets nothing for it."""
    anna, bertha, carl = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await running_game(anna, bertha)
    view = await play_on([anna, bertha], table, moves=3)
    text = (await anna.http.get(f"/api/tables/{table}/record")).text
    record = parse_record(text)
    over = Record.of(record.game, **dict(record.tags), Termination="resignation").given_up((0,))
    brought = (await carl.post("/api/records", {"record": format_record(over)}, 201))["id"]
    marks = [imprint(position) for position in record.game.positions]
    assert marks[0] != marks[3]
    for turn, mark in enumerate(marks):
        expected = "no_hints" if mark == marks[3] else ""  # a pass before it leaves the board as it is
        response = await carl.http.post(f"/api/tables/{brought}/hint", json={"turn": turn})
        assert (response.json()["error"]["code"] if response.status_code >= 400 else "") == expected
    body = {"turn": 3, "seat": 1, "level": "random"}
    assert await carl.refused("POST", f"/api/tables/{brought}/branch", body) == "no_hints"
    assert await carl.refused("POST", f"/api/tables/{brought}/analysis") == "no_hints"
    twin = await carl.make({"kind": "here"}, seed=1)
    await carl.post(f"/api/tables/{twin}/resign", {"seat": 1}, 204)
    await carl.post(f"/api/tables/{twin}/hint", {"turn": 0})
    await play_on([anna, bertha], table)
    assert view["version"] == 4
    await carl.post(f"/api/tables/{brought}/hint", {"turn": 3})
    await carl.post(f"/api/tables/{brought}/branch", body, 201)


def _is_possible(position: str) -> bool:
    """Return whether a position contradicts itself nowhere: what does is refused before anybody compares it."""
    try:
        parse_position(position)
    except NotationError:
        return False
    return True
