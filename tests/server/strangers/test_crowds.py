"""Crowds: sockets and messages of one player and of one address have an end, and onlookers cost a table little."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import websockets

from siam.server.adapters.shared_limits import RedisLimits
from siam.server.app import limits, live
from siam.server.app.limits import Allowance, Crowds
from siam.server.app.settings import Settings
from siam.server.domain.refusals import Refusal
from siam.server.services.tables import audience
from siam.server.services.tables.audience import Audience
from tests.server.people import Live, Person
from tests.server.servers import Redis, Running, running

FLOOD, LATER = 4429, 1013
Opens = Callable[..., Awaitable[Live]]


@pytest.fixture
async def strict(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A server with its limits on, and small ones."""
    for name, value in (("SOCKETS_OF_ONE", 4), ("SOCKETS_OF_AN_ADDRESS", 8)):
        monkeypatch.setattr(live, name, value)
    monkeypatch.setattr(live, "SOCKETS", Allowance(1_000, 100))
    monkeypatch.setattr(live, "SOCKET_MESSAGES", Allowance(60, 0.001))
    monkeypatch.setattr(live, "CROWD_MESSAGES", Allowance(100, 0.001))
    async with running(replace(settings, rate_limits=True)) as started:
        yield started


@pytest.fixture
async def opens() -> AsyncIterator[Opens]:
    """Opens sockets that are closed in the end."""
    opened: list[Live] = []

    async def connect(person: Person, table: str, **headers: str) -> Live:
        opened.append(await person.connect(table, **headers))
        return opened[-1]

    yield connect
    for socket in opened:
        await socket.socket.close()


async def is_in(socket: Live) -> bool:
    """Return whether a socket was let in."""
    try:
        await socket.next("view")
    except websockets.ConnectionClosed:
        assert socket.socket.close_code == FLOOD
        return False
    return True


async def test_one_player_has_so_many_sockets_and_others_have_theirs(strict: Running, opens: Opens) -> None:
    anna, bertha = [await Person.guest(strict.url, name) for name in ("Anna", "Bertha")]
    table = await anna.make()
    sockets = [await opens(anna, table) for _ in range(6)]
    assert [await is_in(socket) for socket in sockets] == [True] * 4 + [False] * 2
    assert await is_in(await opens(bertha, table))
    await sockets[0].socket.close()
    await anna.sees(table, lambda view: strict.world.crowds._held.total() == 8)
    assert await is_in(await opens(anna, table)), "who closes one may open another"
    for person in (anna, bertha):
        await person.http.aclose()


async def test_an_address_has_so_many_sockets_whoever_opens_them(strict: Running, opens: Opens) -> None:
    people = [await Person.guest(strict.url, f"Guest {number}") for number in range(4)]
    table = await people[0].make()
    entered = [await is_in(await opens(person, table)) for person in people for _ in range(2)]
    assert entered == [True] * 8
    assert not await is_in(await opens(people[3], table))
    assert not await is_in(await opens(people[0], table, Cookie="")), "nor does it help to be nobody"
    feed = people[0].url.replace("http", "ws", 1) + "/api/me/live"
    async with websockets.connect(feed, additional_headers={"Origin": people[0].url}) as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == FLOOD
    for person in people:
        await person.http.aclose()


async def flood(socket: Live, messages: int) -> bool:
    """Send messages until the socket is closed or all are answered; return whether it was closed."""
    try:
        for number in range(messages):
            await socket.send(type="ping", id=number)
        while (await socket.next("pong"))["re"] != messages - 1:
            pass
    except websockets.ConnectionClosed:
        assert socket.socket.close_code == FLOOD
        return True
    return False


async def test_several_sockets_of_one_player_may_not_say_more_than_one(strict: Running, opens: Opens) -> None:
    anna, bertha = [await Person.guest(strict.url, name) for name in ("Anna", "Bertha")]
    table = await anna.make()
    closed = [await flood(await opens(anna, table), 20) for _ in range(4)]
    assert closed == [False, False, False, True]
    assert not await flood(await opens(bertha, table), 20)
    assert await flood(await opens(bertha, table), 30), "what everybody at the address has said is too much"
    for person in (anna, bertha):
        await person.http.aclose()


async def test_processes_count_sockets_and_messages_together(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = [Crowds(enabled=True, shared=RedisLimits(redis.url)) for _ in range(2)]

    async def opened(number: int, leave: asyncio.Event) -> bool:
        try:
            async with processes[number % 2].place("anna", 3):
                await leave.wait()
        except Refusal:
            return False
        return True

    leave = asyncio.Event()
    sockets = [asyncio.create_task(opened(number, leave)) for number in range(8)]
    await asyncio.wait(sockets, timeout=0.5)
    assert sum(socket.done() for socket in sockets) == 5, "three of eight were let in, by both processes together"
    for crowds in processes:
        await crowds.keep()
    leave.set()
    assert sum(await asyncio.gather(*sockets)) == 3
    leave = asyncio.Event()
    leave.set()
    assert all(await asyncio.gather(*(opened(number, leave) for number in range(3)))), "they are free again"

    meters = [crowds.meter("anna", Allowance(40, 0.001)) for crowds in processes]
    spoken = 0
    for number in range(100):
        meter = meters[number % 2]
        assert meter is not None
        spoken += await meter.spend()
    assert spoken == 40
    redis.kill()
    meter = processes[0].meter("bertha", Allowance(40, 0.001))
    assert meter is not None
    assert sum([await meter.spend() for _ in range(100)]) == 40, "without Redis each process counts for itself"


async def test_places_of_a_process_that_died_come_free(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HELD_SECONDS", 0.2)
    dead, alive = [Crowds(enabled=True, shared=RedisLimits(redis.url)) for _ in range(2)]
    held = dead.place("anna", 1)
    await held.__aenter__()
    with pytest.raises(Refusal):
        async with alive.place("anna", 1):
            pass
    await asyncio.sleep(0.3)
    async with alive.place("anna", 1):
        pass


async def test_those_who_see_the_same_get_the_same_view(
    server: Running, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[object] = []
    view = Audience.view

    def counted(self: Audience, open_table: Any, watcher: Any, lines: Any = None) -> Any:
        if lines is None:
            built.append(watcher)
        return view(self, open_table, watcher, lines)

    monkeypatch.setattr(Audience, "view", counted)
    anna, *others = [await Person.guest(server.url, f"Guest {number}") for number in range(20)]
    table = await anna.make()
    sockets = [await opens(person, table) for person in (anna, *others) for _ in range(2)]
    nobody = Person(server.url)
    sockets += [await opens(nobody, table) for _ in range(5)]
    for socket in sockets:
        await socket.next("view")
    built.clear()
    await others[0].sit(table, 2)
    for socket in sockets:
        seats = (await socket.until(lambda view: view["table"]["status"] == "running"))["you"]["seats"]
        assert len(seats) <= 1
    assert len(built) <= 2 * 4, "one for each player, one for all onlookers, one for those without a name"
    for person in (anna, *others, nobody):
        await person.http.aclose()


async def test_many_changes_at_once_are_shown_in_a_few_views(
    settings: Settings, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "VIEWS", {"at_once": 5, "per_second": 0.5})
    async with running(settings) as server:
        await _many_changes(await Person.guest(server.url, "Anna"), opens)


async def _many_changes(anna: Person, opens: Opens) -> None:
    table = await anna.make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    nobody = Person(anna.url)
    socket = await opens(nobody, table)
    await socket.next("view")
    for _ in range(30):
        for seat in (2, 3, 4):
            await anna.post(f"/api/tables/{table}/seats/{seat}", {"kind": "here", "name": f"Paul {seat}"})
            await anna.request("DELETE", f"/api/tables/{table}/seats/{seat}")
    await anna.post(f"/api/tables/{table}/seats/4", {"kind": "here", "name": "The last"})
    await socket.until(lambda view: view["seats"][3]["name"] == "The last")
    assert len(socket.heard) < 60, "of 181 changes"
    await socket.socket.close()
    for person in (anna, nobody):
        await person.http.aclose()


async def test_people_who_come_and_go_are_not_told_one_by_one(server: Running, opens: Opens, anna: Person) -> None:
    table = await anna.make()
    socket = await opens(anna, table)
    await socket.next("view")
    nobody = Person(server.url)
    crowd = [await opens(nobody, table) for _ in range(40)]
    while (await socket.next("presence"))["watchers"]["count"] < 40:
        pass
    told = len([text for text in socket.heard if '"presence"' in text])
    for one in crowd:
        await one.socket.close()
    while (await socket.next("presence"))["watchers"]["count"] > 0:
        pass
    assert told < 30
    await nobody.http.aclose()


async def test_a_crowded_table_lets_in_who_plays_there(
    server: Running, opens: Opens, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "CROWD", 3)
    table = await anna.make()
    nobody = Person(server.url)
    for _ in range(3):
        await (await opens(nobody, table)).next("view")
    assert await (await opens(nobody, table)).close_code() == LATER
    assert await (await opens(bertha, table)).close_code() == LATER
    await (await opens(anna, table)).next("view")
    await nobody.http.aclose()
