"""News that never came: a process killed after its commit, a cut line, an answer that the database could not give."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from siam.server.app.settings import Settings
from siam.server.ports import Outage
from tests.server.people import Json, Person, some_move
from tests.server.servers import Redis, Running, running


@pytest.fixture
async def two(postgres_database: str, redis: Redis) -> AsyncIterator[list[Running]]:
    """Two processes of one server, in this one."""
    settings = Settings(database_url=postgres_database, redis_url=redis.url, rate_limits=False, cheap_passwords=True)
    async with running(settings) as first, running(settings) as second:
        yield [first, second]


@pytest.fixture
async def silent(two: list[Running], monkeypatch: pytest.MonkeyPatch) -> list[Running]:
    """Two processes of which neither hears of the other."""

    async def publish(message: bytes) -> None:
        """Tell nobody."""

    for server in two:
        monkeypatch.setattr(server.world.bus, "publish", publish)
    return two


def move_on(view: Json) -> str:
    return some_move(view["state"]["position"], view["table"]["options"], 7)


async def test_who_asks_another_process_is_shown_what_was_answered_before(silent: list[Running]) -> None:
    anna = await Person.guest(silent[0].url, "Anna")
    there = anna.at(silent[1].url)
    table = await anna.make({"kind": "here"})
    view = await there.get(f"/api/tables/{table}")
    played = await anna.move(table, move_on(view), view["version"])
    assert (await there.get(f"/api/tables/{table}"))["version"] == played["version"]
    async with await there.connect(table, f"?after={played['version']}") as live:
        assert (await live.next("view", "update"))["version"] == played["version"]


async def test_a_seat_that_was_left_through_another_process_is_free(silent: list[Running]) -> None:
    anna, bertha, carl = [await Person.guest(silent[0].url, name) for name in ("Anna", "Bertha", "Carl")]
    there = carl.at(silent[1].url)
    table = await anna.make({"kind": "open"}, {"kind": "open"})
    await bertha.sit(table, 2)
    assert await there.refused("POST", f"/api/tables/{table}/seats/2") == "seat_taken"
    await bertha.request("DELETE", f"/api/tables/{table}/seats/2")
    assert (await there.sit(table, 2))["seats"][1]["name"] == "Carl"
    await anna.request("DELETE", f"/api/tables/{table}", status=204)
    assert await there.refused("GET", f"/api/tables/{table}") == "not_found"


async def test_a_socket_takes_up_what_its_client_saw_elsewhere(silent: list[Running]) -> None:
    anna = await Person.guest(silent[0].url, "Anna")
    table = await anna.make({"kind": "here"})
    async with await anna.at(silent[1].url).connect(table) as live:
        view = await live.next("view")
        first = await anna.move(table, move_on(view), view["version"])
        seen = await anna.get(f"/api/tables/{table}")
        await live.send(type="submit", after=first["version"], move=move_on(seen), key="second")
        assert (await live.next("accepted", "error"))["version"] == first["version"] + 1


async def test_watchers_see_a_move_whose_news_were_lost(silent: list[Running]) -> None:
    anna = await Person.guest(silent[0].url, "Anna")
    table = await anna.make({"kind": "here"})
    async with await anna.at(silent[1].url).connect(table) as live:
        view = await live.next("view")
        played = await anna.move(table, move_on(view), view["version"])
        await silent[1].world.peers.catch_up()
        assert (await live.next("update"))["version"] == played["version"]


async def test_watchers_hear_lines_whose_news_were_lost_and_each_once(silent: list[Running]) -> None:
    anna = await Person.guest(silent[0].url, "Anna")
    there = anna.at(silent[1].url)
    table = await anna.make()
    async with await there.connect(table) as live:
        await live.next("view")
        for text in ("one", "two"):
            await anna.post(f"/api/tables/{table}/chat", {"text": text}, 204)
        await silent[1].world.peers.catch_up()
        await anna.post(f"/api/tables/{table}/chat", {"text": "three"}, 204)
        await there.post(f"/api/tables/{table}/chat", {"text": "four"}, 204)
        heard = [(await live.next("chat"))["line"] for _ in range(4)]
    assert [(line["n"], line["text"]) for line in heard] == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]


async def test_watchers_are_let_go_when_the_news_that_their_table_is_gone_were_lost(silent: list[Running]) -> None:
    anna = await Person.guest(silent[0].url, "Anna")
    table = await anna.make()
    live = await anna.at(silent[1].url).connect(table)
    await live.next("view")
    await anna.request("DELETE", f"/api/tables/{table}", status=204)
    await silent[1].world.peers.catch_up()
    assert (await live.next("bye"))["reason"] == "cancelled"
    assert await live.close_code() == 4404


def lose_the_answer(monkeypatch: pytest.MonkeyPatch, owner: object, deed: str) -> None:
    """Let the database do something once, and the line break before it says so."""
    do: Callable[..., Awaitable[Any]] = getattr(owner, deed)

    async def broken(*given: Any) -> None:
        monkeypatch.setattr(owner, deed, do)
        await do(*given)
        raise Outage("the line broke")

    monkeypatch.setattr(owner, deed, broken)


async def test_a_move_whose_commit_was_not_answered_is_shown_once_it_is_known(
    server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make({"kind": "here"})
    async with await anna.connect(table) as live:
        view = await live.next("view")
        lose_the_answer(monkeypatch, server.world.tables, "append")
        await anna.move(table, move_on(view), view["version"], "the key", status=503)
        assert (await live.next("update"))["version"] == view["version"] + 1
        again = await anna.move(table, move_on(view), view["version"], "the key")
        assert again["version"] == view["version"] + 1


async def test_a_line_that_was_kept_and_not_answered_is_heard_once(
    server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make()
    async with await anna.connect(table) as live:
        await live.next("view")
        lose_the_answer(monkeypatch, server.world.tables, "say")
        path = f"/api/tables/{table}/chat"
        assert (await anna.http.post(path, json={"text": "one"})).status_code == 503
        await anna.post(path, {"text": "two"}, 204)
        heard = [(await live.next("chat"))["line"]["text"] for _ in range(2)]
        assert heard == ["one", "two"]
    assert [line["text"] for line in (await anna.get(f"/api/tables/{table}"))["chat"]] == heard


async def test_a_table_that_was_cancelled_without_an_answer_lets_its_watchers_go(
    server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make()
    live = await anna.connect(table)
    await live.next("view")
    lose_the_answer(monkeypatch, server.world.tables, "delete")
    await anna.request("DELETE", f"/api/tables/{table}", status=503)
    assert (await live.next("bye"))["reason"] == "cancelled"
    assert await anna.refused("GET", f"/api/tables/{table}") == "not_found"


async def test_who_comes_back_hears_what_was_said_meanwhile(server: Running, anna: Person) -> None:
    table = await anna.make({"kind": "here"})
    path = f"/api/tables/{table}/chat"
    await anna.post(path, {"text": "one"}, 204)
    async with await anna.connect(table) as live:
        view = await live.next("view")
    for text in ("two", "three"):
        await anna.post(path, {"text": text}, 204)
    query = f"?after={view['version']}&said={view['chat'][-1]['n']}"
    async with await anna.connect(table, query) as live:
        await live.next("update")
        assert [(await live.next("chat"))["line"]["text"] for _ in range(2)] == ["two", "three"]


async def test_a_line_said_while_somebody_comes_in_is_not_missed(
    server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make()
    unheard = server.world.order.unheard

    async def meanwhile(*given: Any) -> frozenset[str]:
        """Let somebody speak between the reading of the lines and the view."""
        monkeypatch.setattr(server.world.order, "unheard", unheard)
        await anna.post(f"/api/tables/{table}/chat", {"text": "two"}, 204)
        return await unheard(*given)

    await anna.post(f"/api/tables/{table}/chat", {"text": "one"}, 204)
    async with await anna.connect(table):
        pass
    once = server.world.chat.lines

    async def lines(*given: Any) -> Any:
        found = await once(*given)
        monkeypatch.setattr(server.world.chat, "lines", once)
        monkeypatch.setattr(server.world.order, "unheard", meanwhile)
        return found

    monkeypatch.setattr(server.world.chat, "lines", lines)
    async with await anna.connect(table) as live:
        assert [line["text"] for line in (await live.next("view"))["chat"]] == ["one", "two"]


async def test_a_table_and_its_log_are_shown_as_of_one_instant(
    silent: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody gives up between the reading of the table, which still runs then, and of its log."""
    anna, bertha = [await Person.guest(silent[0].url, name) for name in ("Anna", "Bertha")]
    there = anna.at(silent[1].url)
    table = await anna.make()
    await bertha.sit(table, 2)
    view = await there.get(f"/api/tables/{table}")
    await (anna, bertha)[view["state"]["to_move"] - 1].move(table, move_on(view), view["version"])
    store = silent[1].world.tables
    entries = store.entries

    async def after_the_end(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(store, "entries", entries)
        await bertha.post(f"/api/tables/{table}/resign", status=204)
        return await entries(*given, **named)

    monkeypatch.setattr(store, "entries", after_the_end)
    view = await there.get(f"/api/tables/{table}")
    assert (view["table"]["status"], view["result"]["how"]) == ("finished", "resignation")


async def test_all_who_speak_at_once_through_several_processes_are_heard(two: list[Running]) -> None:
    anna = await Person.guest(two[0].url, "Anna")
    table = await anna.make()
    path = f"/api/tables/{table}/chat"
    both = (anna, anna.at(two[1].url))
    await asyncio.gather(*(both[n % 2].post(path, {"text": f"line {n}"}, 204) for n in range(20)))
    lines = (await anna.get(path))["lines"]
    assert [line["n"] for line in lines] == list(range(1, 21))
    assert {line["text"] for line in lines} == {f"line {n}" for n in range(20)}
