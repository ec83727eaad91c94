"""What a table on the device shows equals what the server sends for the same log, field by field."""

from datetime import datetime
from random import Random
from typing import Any

import pytest

from siam.rules import Options, load_board
from tests.server.people import Json, Person
from tests.twin.oracle import answers, question

BOT: Json = {"kind": "bot", "level": "random"}
BOOK: Json = {}
UNUSUAL: Json = {"discards": "open", "first_player": "highest", "capital_last": True, "colony_loses": True}

TABLES: tuple[tuple[str, Json, list[Json]], ...] = (
    ("siam", BOOK, [BOT]),
    ("albion", UNUSUAL, [BOT]),
    ("siam", BOOK, [{"kind": "here", "name": "Bertha"}]),
    ("albion", BOOK, [BOT, {"kind": "here", "name": "Carl"}]),
    ("siam", UNUSUAL, [BOT, BOT, BOT]),
    ("siam", BOOK, [{"kind": "here"}, BOT, {"kind": "here"}]),
)
TURNS = 80
LOOK_BACK = 3
"""A move is taken back once, after so many own ones."""


async def my_turn(anna: Person, table: str) -> Json:
    return await anna.sees(table, lambda view: view["result"] or view["you"]["my_turn"])


async def choose(anna: Person, table: str, view: Json, random: Random) -> str:
    """Choose a move step by step, as the page does."""
    steps: list[str] = []
    legal = view["you"]["legal"]
    for _ in range(12):
        steps.append(random.choice(legal))
        body = {"after": view["version"], "steps": steps}
        answer = await anna.post(f"/api/tables/{table}/steps", body)
        if answer["move"]:
            return str(answer["move"])
        legal = answer["legal"]
    raise AssertionError(steps)


async def look(anna: Person, table: str, view: Json) -> tuple[int, Json]:
    """Everything that the server shows of a table now."""
    replay = await anna.get(f"/api/tables/{table}/replay")
    log = (await anna.get(f"/api/tables/{table}/log"))["entries"]
    return view["version"], {"view": view, "replay": replay, "log": log}


async def play_and_look(anna: Person, table: str, random: Random, *, resigns: bool) -> list[tuple[int, Json]]:
    """Play a whole game with a move taken back, or one that is given up, and look at it before each own turn."""
    looks: list[tuple[int, Json]] = []
    for turn in range(TURNS):
        view = await my_turn(anna, table)
        looks.append(await look(anna, table, view))
        if view["result"]:
            return looks
        if resigns and turn == LOOK_BACK:
            for seat in view["you"]["seats"]:
                if not (await anna.get(f"/api/tables/{table}"))["result"]:
                    await anna.post(f"/api/tables/{table}/resign", {"seat": seat}, 204)
        elif turn == LOOK_BACK:
            await anna.post(f"/api/tables/{table}/proposals", {"kind": "take_back"}, 204)
        else:
            await anna.move(table, await choose(anna, table, view, random), view["version"])
    raise AssertionError("the game does not end")


def kept(last: Json) -> Json:
    """The table as the device would keep it."""
    view, replay = last["view"], last["replay"]
    facts = view["table"]
    return {
        "id": facts["id"],
        "name": facts["name"],
        "options": facts["options"],
        "created": milliseconds(facts["created"]),
        "setup": replay["turns"][0]["state"]["position"],
        "chairs": [{"kind": seat["kind"], "name": seat["name"], "level": seat["level"]} for seat in view["seats"]],
        "log": [
            {key: entry[key] for key in ("kind", "seat", "move", "auto", "to")} | {"at": milliseconds(entry["at"])}
            for entry in last["log"]
        ],
        "rematch": None,
        "of": None,
        "analysis": None,
    }


def milliseconds(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def without_people(seen: Any) -> Any:
    """Leave out what only a server has: who is a guest, who is there and talks; everybody here is "here"."""
    if isinstance(seen, list):
        return [without_people(one) for one in seen]
    if not isinstance(seen, dict):
        return seen
    left_out = {"chat", "can_chat", "can_greet", "watchers", "present", "guest", "rating"}
    return {
        key: "here" if key in ("host", "player") and isinstance(value, str) else without_people(value)
        for key, value in seen.items()
        if key not in left_out
    }


def in_any_order(seen: Json) -> Json:
    """Legal steps have no order."""
    you = seen["view"]["you"]
    return {**seen, "view": {**seen["view"], "you": {**you, "legal": sorted(you["legal"])}}}


def differences(found: Any, wanted: Any, path: str = "") -> list[str]:
    """Name the fields that are not the same."""
    if isinstance(found, dict) and isinstance(wanted, dict) and found.keys() == wanted.keys():
        return [one for key in found for one in differences(found[key], wanted[key], f"{path}.{key}")]
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        pairs = enumerate(zip(found, wanted, strict=True))
        return [one for at, (ours, theirs) in pairs for one in differences(ours, theirs, f"{path}[{at}]")]
    return [] if found == wanted else [f"{path}: {found} instead of {wanted}"]


@pytest.mark.parametrize("resigns", [False, True])
async def test_a_table_on_the_device_shows_what_the_server_shows(anna: Person, resigns: bool) -> None:
    played = []
    for number, (board, options, others) in enumerate(TABLES):
        wishes = {"board": board, "options": options, "visibility": "link", "shuffle": False}
        table = await anna.make(*others, **wishes)
        looks = await play_and_look(anna, table, Random(number), resigns=resigns)
        record = (await anna.http.get(f"/api/tables/{table}/record")).text
        played.append((board, looks, record))
    asked = []
    for board, looks, _ in played:
        table_kept = kept(looks[-1][1])
        asked.append(
            question(
                "table",
                load_board(board),
                len(table_kept["chairs"]),
                Options.from_values(table_kept["options"]),
                table=table_kept,
                looks=[{"version": version, "seat": None} for version, _ in looks],
            )
        )
    compared = 0
    for (_, looks, record), told in zip(played, answers(asked), strict=True):
        for (_, wanted), found in zip(looks, told, strict=True):
            shown = without_people({key: found[key] for key in wanted})
            assert differences(in_any_order(shown), in_any_order(without_people(wanted))) == []
            compared += 1
        assert told[-1]["record"] == "".join(
            line for line in record.splitlines(keepends=True) if not line.startswith("[Site")
        )
    assert compared > (3 if resigns else 8) * len(TABLES)
