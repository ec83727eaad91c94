"""Nothing hidden is ever sent: every byte that a watcher of a top-only table gets is looked at."""

import asyncio
import json
import re
from typing import Any

import pytest

from tests.server.conftest import Guest
from tests.server.people import Json, Live, Person, play_live

HANDS_IN_NOTATION = re.compile(r"(?<![A-Za-z])(?:[KT12RLM]+|-):(?:[RLM0-9]+|-)/")


def parts(message: Any, name: str) -> list[Any]:
    """Find every value of a name anywhere in a message."""
    found = []
    if isinstance(message, dict):
        for key, value in message.items():
            if key == name:
                found.append(value)
            found += parts(value, name)
    elif isinstance(message, list):
        for value in message:
            found += parts(value, name)
    return found


def check_message(text: str, seat: int | None, piles: dict[int, list[str]]) -> None:
    """Look at one message as somebody who may see one seat, or none; `piles` is what was played so far."""
    message: Json = json.loads(text)
    if parts(message, "how"):
        return  # the game is over: everything may be seen
    assert not HANDS_IN_NOTATION.search(text)
    assert not any(parts(message, "position"))
    for players in parts(message, "players"):
        for player in players:
            if player["seat"] != seat and "hand" in player:
                assert player["hand"] is None
                assert len(player["discards"]) <= 1
    for entries in parts(message, "log"):
        tops: dict[int, str] = {}
        for entry in reversed(entries):
            if entry["move"] in (None, "pass"):
                continue
            assert entry["seat"] not in tops or entry["seat"] == seat, "a covered card was shown"
            tops[entry["seat"]] = entry["move"]


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_no_byte_tells_a_hidden_card(guest: Guest, players: int) -> None:
    people = [await guest(f"Player {number}") for number in range(1, players + 1)]
    onlooker = await guest("Onlooker")
    table = await people[0].make(*[{"kind": "open"}] * (players - 1), options={"discards": "top"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    watching = await onlooker.connect(table)
    stranger = await Person(onlooker.url).connect(table)
    drops = asyncio.create_task(peek(onlooker, table))
    results = await asyncio.gather(*(play_live(person, table, seed) for seed, person in enumerate(people)))
    drops.cancel()
    ears: list[tuple[int | None, Live]] = [(seat, live) for seat, (_, live) in enumerate(results, start=1)]
    for live in (watching, stranger):
        while not parts(await live.next("update", "view"), "how"):
            pass
        ears.append((None, live))
    for seat, live in ears:
        assert len(live.heard) > 10
        for text in live.heard:
            check_message(text, seat, {})
        await live.socket.close()


async def peek(person: Person, table: str) -> None:
    """Ask for the view, the replay and the record all the time, as somebody curious would."""
    while True:
        for path in ("", "/replay", "/record", "/chat"):
            text = (await person.http.get(f"/api/tables/{table}{path}")).text
            if not text.startswith("["):
                check_message(text, None, {})
        async with await person.connect(table, "?after=1") as live:
            await live.next("view", "update")
            for text in live.heard:
                check_message(text, None, {})


async def test_a_running_replay_shows_no_covered_card(anna: Person, bertha: Person, carl: Person) -> None:
    table = await anna.make(options={"discards": "top"}, seed=11)
    await bertha.sit(table, 2)
    people = {1: anna, 2: bertha}
    played: dict[int, list[str]] = {1: [], 2: []}
    for _ in range(6):
        view = await anna.view(table)
        seat = view["state"]["to_move"]
        steps = ["M" if "M" not in played[seat] else "L" if "L" not in played[seat] else "R"]
        while True:
            made = await people[seat].post(f"/api/tables/{table}/steps", {"after": view["version"], "steps": steps})
            if made["move"]:
                break
            steps.append(made["legal"][0])
        await people[seat].move(table, made["move"], view["version"])
        played[seat].append(steps[0])
    replay = await carl.get(f"/api/tables/{table}/replay")
    assert not replay["complete"]
    cards = [turn["entry"]["move"][0] for turn in replay["turns"] if turn["entry"]]
    assert cards == ["R", "R"][-len(cards) :]
    for turn in replay["turns"]:
        for player in turn["state"]["players"]:
            assert player["hand"] is None
            assert player["discards"] in ([], ["R"])
    assert await carl.refused("GET", f"/api/tables/{table}/record") == "forbidden"
