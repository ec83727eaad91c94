"""Whatever a stranger sends to be read, everybody else plays on."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path

import pytest

from siam.rules import format_board, parse_board
from siam.rules.map_texts import MAP_CHARACTERS
from tests.rules.test_boards import PLAIN
from tests.rules.test_map_texts import HOSTILE
from tests.server.people import Person
from tests.server.watchdog import WatchedProcess

SEATS = [{"kind": "me"}, {"kind": "open"}]
BODY = 60_000  # so that it fits into a request even if every character needs two there
TIMES = 20
"""How much longer than by an ordinary table the event loop may be held up; a hostile map took thousands of times."""


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[WatchedProcess]:
    """A server process with a watchdog in it."""
    process = WatchedProcess(tmp_path)
    await process.start()
    yield process
    process.stop()


async def ordinary_stall(watched: WatchedProcess, person: Person) -> float:
    """What making and opening an ordinary table takes of the event loop."""
    await person.view(await person.make())  # the first of everything takes longer
    await watched.stall()
    for _ in range(5):
        await person.view(await person.make())
    return await watched.stall()


def largest_map() -> str:
    """A sound map that is as long as one may be."""
    text = resources.files("siam.rules").joinpath("maps", "albion.toml").read_text()
    point = "[1.25, 2.5], "
    room = MAP_CHARACTERS - len(text) - 100
    return f"{text}\n[[lands]]\nname = 'far'\npoints = [{point * (room // len(point))}]\n"


async def test_no_map_holds_the_event_loop_up(watched: WatchedProcess) -> None:
    person = await Person.guest(watched.url, "Mapmaker")
    ordinary = await ordinary_stall(watched, person)
    for name, text in HOSTILE.items():
        body = {"seats": SEATS, "board_file": f"{text}\n{PLAIN}"[:BODY]}
        response = await person.http.post("/api/tables", json=body)
        assert response.status_code == 422, name
        assert response.json()["error"]["field"] == "board_file", name
        assert await watched.stall() < TIMES * ordinary, name
    await person.make(board_file=largest_map())
    assert await watched.stall() < TIMES * ordinary
    assert "Traceback" not in watched.log
    await person.http.aclose()


async def test_others_are_answered_while_the_largest_map_is_read(watched: WatchedProcess) -> None:
    person = await Person.guest(watched.url, "Mapmaker")
    async with await person.connect(await person.make()) as live:
        await live.next("view")
        making = asyncio.create_task(person.make(board_file=largest_map()))
        answers = 0
        while not making.done():
            await live.send(type="ping")
            await live.next("pong")
            answers += 1
        await making
    assert answers > 10
    await person.http.aclose()


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": ' + b"9" * 100_000 + b"}",
        b'{"a": ' + b"[" * 60_000 + b"]" * 60_000 + b"}",
        b'{"a": ' + b'{"a": ' * 20_000 + b"1" + b"}" * 20_000 + b"}",
        b'{"a": 1e99999}',
        b'{"a": "\\ud800"}',
        b'{"' + b"a" * 120_000 + b'": 1}',
        b'{"seats": [' + b'{"kind": "open"},' * 7_000 + b'{"kind": "open"}]}',
    ],
    ids=["number", "lists", "objects", "exponent", "surrogate", "key", "seats"],
)
async def test_no_body_holds_the_event_loop_up(watched: WatchedProcess, content: bytes) -> None:
    person = await Person.guest(watched.url, "Writer")
    ordinary = await ordinary_stall(watched, person)
    for method, path in (("PUT", "/api/me/settings"), ("POST", "/api/tables"), ("POST", "/api/study")):
        response = await person.http.request(
            method, path, content=content, headers={"Content-Type": "application/json"}
        )
        assert response.status_code in (413, 422), path
        assert response.json()["error"]["message"]
        assert await watched.stall() < TIMES * ordinary, path
    assert "Traceback" not in watched.log
    await person.http.aclose()


async def test_a_map_is_kept_in_its_normal_form_and_older_ones_are_read_still(watched: WatchedProcess) -> None:
    person = await Person.guest(watched.url, "Mapmaker")
    bot = {"kind": "bot", "level": "random"}
    fresh, older, hostile = [await person.make(bot, board_file=f"# mine\n{PLAIN}") for _ in range(3)]
    watched.stop()
    with sqlite3.connect(watched.directory / "siam.sqlite") as database:
        (document,) = database.execute("SELECT document FROM tables WHERE id = ?", (fresh,)).fetchone()
        assert json.loads(document)["board_file"] == format_board(parse_board(PLAIN))
        for table, text in ((older, f"# mine\n{PLAIN}"), (hostile, HOSTILE["a long dotted key"] + PLAIN)):
            changed = json.dumps({**json.loads(document), "board_file": text})
            database.execute("UPDATE tables SET document = ? WHERE id = ?", (changed, table))
    database.close()
    await watched.start()
    for table in (fresh, older):
        assert (await person.get(f"/api/tables/{table}/board"))["name"] == "ring"
        assert (await person.view(table))["state"] is not None
    refused = await person.get(f"/api/tables/{hostile}", 503)
    assert "at most" in refused["error"]["message"]
    assert "Traceback" not in watched.log
    await person.http.aclose()
