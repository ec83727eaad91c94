"""The typed client against a real server, and its calls against the list of routes."""

import asyncio
import inspect
import re
from typing import Any, get_type_hints

import pytest

from siam import __version__
from siam.client import AsyncClient, Call, RefusedError, View, calls
from siam.client.asking import Client
from siam.rules import Game
from siam.server.app.routes import ROUTES
from siam.server.messages import tables as t
from tests.server.people import Person
from tests.server.servers import Running

EXAMPLES: dict[str, Any] = {
    "after": 0,
    "begun": ["K"],
    "fill": "random",
    "name": "Anna",
    "seat": 1,
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "status": "open",
    "table": "t1",
    "text": "pass",
}


def every_call() -> list[Call[Any]]:
    """Make one of each call."""
    made = []
    for name, function in inspect.getmembers(calls, inspect.isfunction):
        if function.__module__ == calls.__name__ and not name.startswith("_"):
            wanted = inspect.signature(function).parameters
            made.append(function(**{key: EXAMPLES[key] for key in wanted if key in EXAMPLES}))
    return made


@pytest.mark.parametrize("call", every_call(), ids=lambda call: f"{call.method} {call.path}")
def test_every_call_is_a_route_with_its_content_and_answer(call: Call[Any]) -> None:
    path = call.path.partition("?")[0]
    routes = [
        route
        for route in ROUTES
        if route.method == call.method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route.path), path)
    ]
    route = next(iter(sorted(routes, key=lambda one: one.path.count("{"))))
    if call.body is not None and isinstance(route.body, type) and hasattr(route.body, "__struct_fields__"):
        assert set(call.body) <= set(route.body.__struct_fields__)
    expected = {t.View: View, None: type(None)}.get(route.answer, route.answer)
    assert call.answer is (str if route.media == "text/plain" else expected)


def test_what_a_view_holds_is_what_the_server_says() -> None:
    said = get_type_hints(t.View)
    for name, kind in get_type_hints(View).items():
        assert name in said
        if name in ("version", "turn", "you", "result", "seats"):
            assert kind == said[name]
    told = set(t.Update.__struct_fields__)
    assert {field for field in View.__struct_fields__ if field not in ("table", "seats")} <= told


async def test_a_game_is_played_by_the_client_alone(server: Running) -> None:
    async with AsyncClient(server.url) as anna, AsyncClient(server.url) as bertha:
        await anna.ask(calls.guest("Anna"))
        await bertha.ask(calls.guest("Bertha"))
        made = await anna.ask(calls.make_table([{"kind": "me"}, {"kind": "open"}], visibility="link"))
        assert (await bertha.ask(calls.sit(made.id, 2))).you.seats == [2]
        async with anna.live(made.id) as first, bertha.live(made.id) as second:
            for table in (first, second):
                assert (await anext(table)).result is None
            turns = 0
            while turns < 40:
                for client in (anna, bertha):
                    view = await client.ask(calls.view(made.id))
                    if view.result:
                        turns = 1000
                    elif view.you.my_turn:
                        assert "pass" in view.you.legal
                        accepted = await client.ask(calls.move(made.id, view.version, "pass"))
                        assert accepted.version > view.version
                        turns += 1
            async for view in first:
                if view.result:
                    break
        assert (await anna.ask(calls.view(made.id))).result is not None
        assert Game.from_record(await anna.ask(calls.record(made.id))).outcome


async def test_what_the_server_refuses_is_an_error_with_its_code(server: Running, anna: Person) -> None:
    async with AsyncClient(server.url) as nobody:
        with pytest.raises(RefusedError) as caught:
            await nobody.ask(calls.view("missing"))
    assert caught.value.status == 404
    assert caught.value.code
    table = await anna.make()
    async with AsyncClient(server.url) as carl:
        await carl.ask(calls.guest("Carl"))
        with pytest.raises(RefusedError):
            await carl.ask(calls.move(table, 0, "pass"))


async def test_steps_are_asked_for_while_the_table_is_followed(server: Running) -> None:
    async with AsyncClient(server.url) as anna:
        await anna.ask(calls.guest("Anna"))
        bots = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        made = await anna.ask(calls.make_table(bots, visibility="link", rated=False))
        async with anna.live(made.id) as table:
            async for view in table:
                if view.you.my_turn:
                    answer = await table.steps(view.version, ["L"])
                    assert answer.legal or answer.move
                    await table.play(view.version, "pass")
                    break
            later = await anext(table)
            assert later.version > view.version


async def test_the_client_that_waits_asks_the_same(server: Running) -> None:
    def ask() -> tuple[str, str]:
        with Client(server.url) as client:
            return client.ask(calls.guest("Anna")).name, client.ask(calls.server()).version

    assert await asyncio.to_thread(ask) == ("Anna", __version__)
