"""What takes long for one person holds nobody else up, and has an end: names, maps, puzzles, advice, analyses."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from siam.notation import parse_position
from siam.server.adapters import addresses
from siam.server.adapters.fair_queue import FairQueue
from siam.server.adapters.thinkers import ADVICE_OF_ONE, ADVICE_WAITING
from siam.server.adapters.workshop import Workshop
from siam.server.app.settings import Settings
from siam.server.ports import Busy
from siam.server.services.study.hints import ANALYSES, ANALYSES_OF_ONE
from tests.server.people import Json, Person
from tests.server.servers import Running, running
from tests.server.strangers.test_quotas import MAP

SLOW = ".slow.example"
HERE: Json = {"kind": "here"}


class Resolver:
    """The system's resolver, at whose other end somebody takes their time."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers = threading.Event()

    def __call__(self, host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if not str(host).endswith(SLOW):
            return REAL(host, port, *args, **more)
        self.asked.append(str(host))
        self.answers.wait(60)
        raise socket.gaierror(socket.EAI_NONAME, "no such host")


REAL = socket.getaddrinfo


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    """A resolver that answers when the test is over."""
    slow = Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr(addresses, "LOOKUP_SECONDS", 0.2)
    yield slow
    slow.answers.set()


async def hook(person: Person, host: str) -> int:
    wish = {"webhook": {"url": f"https://{host}/", "when": "always"}}
    return (await person.http.put("/api/me/notifications", json=wish)).status_code


async def test_slow_names_of_one_person_hold_up_nobody_else(
    server: Running, resolver: Resolver, anna: Person, bertha: Person
) -> None:
    told = await asyncio.gather(*(hook(anna, f"name{number}{SLOW}") for number in range(12)))
    assert sorted(told) == [422] * addresses.LOOKUPS_OF_ONE + [429] * (12 - addresses.LOOKUPS_OF_ONE)
    assert await hook(anna, f"again{SLOW}") == 429, "the thread is not free because nobody waits for it any more"
    assert len(resolver.asked) == addresses.LOOKUPS_OF_ONE
    table = await bertha.make(HERE, board_file=MAP)
    assert (await bertha.get(f"/api/tables/{table}/board"))["name"] == "own"
    puzzle = (await bertha.get("/api/puzzles"))["puzzles"][0]["id"]
    await bertha.post(f"/api/puzzles/{puzzle}/solution", {"moves": []})
    assert not resolver.answers.is_set()


async def test_a_slow_name_costs_as_much_as_a_call(settings: Settings, resolver: Resolver) -> None:
    resolver.answers.set()
    async with running(replace(settings, rate_limits=True)) as server:
        anna = await Person.guest(server.url, "Anna")
        keys = {"p256dh": "AAAA", "auth": "AAAA"}
        for number in range(3):
            assert await hook(anna, f"name{number}{SLOW}") == 422
        for number in range(2):
            body = {"endpoint": f"https://push{number}{SLOW}/", "keys": keys}
            assert await anna.refused("POST", "/api/me/push", body) == "invalid"
        assert await hook(anna, f"more{SLOW}") == 429
        assert (
            await anna.refused("POST", "/api/me/push", {"endpoint": f"https://more{SLOW}/", "keys": keys}) == "too_many"
        )
        await anna.request("PUT", "/api/me/notifications", {"mail": {"when": "away"}})  # nothing is looked up for it
        await anna.http.aclose()


async def test_work_that_nobody_waits_for_keeps_its_place_until_it_is_done() -> None:
    shop, enough = Workshop("test", 1, waiting=1, of_one=2), threading.Event()
    first = asyncio.create_task(shop.do("anna", enough.wait, 60))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    second = asyncio.create_task(shop.do("bertha", str, 1))
    await asyncio.sleep(0.05)
    assert not second.done()
    with pytest.raises(Busy):
        await shop.do("carl", str, 1)
    enough.set()
    assert await second == "1"
    assert await shop.do("carl", str, 2) == "2"


async def test_what_goes_wrong_in_a_workshop_is_told_to_who_asked() -> None:
    shop = Workshop("test", 1)
    with pytest.raises(ValueError, match="invalid literal"):
        await shop.do("anna", int, "x")
    assert await shop.do("anna", int, "7") == 7


async def test_a_queue_sends_those_away_for_whom_there_is_no_room() -> None:
    queue = FairQueue(1, waiting=2, of_one=2)
    await queue.enter("anna")
    waiting = [asyncio.create_task(queue.enter("anna"))]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await queue.enter("anna")
    waiting.append(asyncio.create_task(queue.enter("bertha")))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await queue.enter("carl")
    for task in waiting:
        queue.leave("anna")
        await task
    assert queue.waiting == 0


async def finished_game(person: Person) -> str:
    """Make a game of one person at one screen that was given up after a move."""
    table = await person.make(HERE)
    await person.move(table, "pass", 1)
    await person.post(f"/api/tables/{table}/resign", {"seat": 1}, 204)
    return table


async def analyse(person: Person, table: str) -> str:
    response = await person.http.post(f"/api/tables/{table}/analysis", json={})
    answer: Json = response.json()
    return str(answer["error"]["code"] if response.status_code >= 400 else answer["status"])


async def test_one_person_and_all_together_have_so_many_games_analysed_at_a_time(
    server: Running, anna: Person, bertha: Person
) -> None:
    server.thinkers.advises = asyncio.Event()
    games = [await finished_game(anna) for _ in range(ANALYSES + 2)]
    for table in games[:ANALYSES_OF_ONE]:
        assert await analyse(anna, table) == "running"
    assert await analyse(anna, games[0]) == "running", "that one is under way already"
    assert await analyse(anna, games[-1]) == "busy"
    assert await analyse(bertha, games[-1]) == "busy", "both are guests of one address"
    members = []
    for number in range(ANALYSES // ANALYSES_OF_ONE):
        members.append(Person(server.url))
        body = {"name": f"Member {number}", "password": "three blue elephants"}
        await members[-1].post("/api/accounts", body, 201)
    told = [
        await analyse(members[number // ANALYSES_OF_ONE], table) for number, table in enumerate(games[ANALYSES_OF_ONE:])
    ]
    assert told == ["running"] * (ANALYSES - ANALYSES_OF_ONE) + ["busy"] * 2
    server.thinkers.advises.set()
    for _ in range(1_000):
        if (await anna.get(f"/api/tables/{games[0]}/analysis"))["status"] == "done":
            break
        await asyncio.sleep(0.01)
    assert await analyse(anna, games[-1]) == "running"
    for member in members:
        await member.http.aclose()


async def test_advice_belongs_to_the_person_who_asks(server: Running, anna: Person) -> None:
    dealt = await anna.post("/api/study/deal", {"players": 2, "seed": 7})
    position = dealt["state"]["position"]
    assert parse_position(position)
    member = Person(server.url)
    account = await member.post("/api/accounts", {"name": "Dora", "password": "three blue elephants"}, 201)
    for person in (anna, member):
        await person.post("/api/study/hint", {"position": position})
        await person.post("/api/study/reply", {"position": position, "level": "random"})
    asked = server.thinkers.people
    assert asked[:2] == [asked[0]] * 2
    assert asked[2:] == [account["id"]] * 2
    assert asked[0].startswith("at_")
    await member.http.aclose()


def test_there_is_an_end_to_the_questions_of_one_and_of_all() -> None:
    assert 1 <= ADVICE_OF_ONE < ADVICE_WAITING <= 60
