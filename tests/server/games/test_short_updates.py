"""Updates in short: from the moves alone, the page's module tells the whole update that the server would send."""

import json
from random import Random
from statistics import median
from typing import Any

import pytest

from siam.notation import format_step
from siam.rules import STEPS, Options, load_board
from tests.server.games.test_local_tables import differences
from tests.server.people import Json, Live, Person
from tests.twin.oracle import answers, question

BOOK: Json = {}
UNUSUAL: Json = {"discards": "open", "first_player": "highest", "capital_last": True, "colony_loses": True}
BOT: Json = {"kind": "bot", "level": "random"}
HERE: Json = {"kind": "here", "name": "Carl"}
LIVE: Json = {"kind": "live", "seconds": 900, "increment": 5}

TABLES: tuple[tuple[str, Json, list[Json], Json], ...] = (
    ("siam", {"discards": "open"}, [{"kind": "open"}], {"kind": "none"}),
    ("siam", BOOK, [{"kind": "open"}], LIVE),
    ("albion", UNUSUAL, [{"kind": "open"}, BOT], LIVE),
    ("siam", BOOK, [BOT, {"kind": "open"}], {"kind": "days", "days": 3}),
    ("albion", BOOK, [BOT, {"kind": "open"}, BOT], {"kind": "none"}),
    ("siam", UNUSUAL, [BOT, HERE, BOT], {"kind": "none"}),
)
LONGEST = 80


class Seen:
    """Somebody who hears everything about a table twice: whole, and in short."""

    def __init__(self, person: Person, table: str, whole: Live, short: Live) -> None:
        self.person = person
        self.table = table
        self.whole = whole
        self.short = short
        self.known: dict[int, Json] = {}
        """What was known at each version, as a page knows it."""

    async def begin(self) -> None:
        await self.short.send(type="updates", form="short", id=1)
        await self.short.send(type="ping", id=2)
        while (await self.short.next())["type"] != "pong":
            pass
        self.learn(await self.whole.next("view"))

    def learn(self, message: Json) -> Json:
        fields = ("version", "turn", "state", "you")
        self.known[message["version"]] = {field: message[field] for field in fields} | {"asked": None}
        return message

    async def until(self, version: int) -> Json:
        """Hear on until a version is known."""
        while True:
            message = self.learn(await self.whole.next("update", "view"))
            if message["version"] >= version:
                return message

    async def moved(self, version: int) -> list[Json]:
        """Everything that came in short until a version."""
        known = 0
        while known < version:
            message = await self.short.next("moved", "update", "view")
            known = message["from"] + len(message["moves"]) if message["type"] == "moved" else message["version"]
        return [json.loads(text) for text in self.short.heard]


async def choose(person: Person, table: str, view: Json, random: Random) -> tuple[str, list[Json]]:
    """Choose a move step by step, and ask for some steps that can't be chosen; gives all answers too."""
    asked: list[Json] = []
    board = load_board(view["board"])
    steps: list[str] = []
    legal = view["you"]["legal"]
    while True:
        astray = [*steps, format_step(board, random.choice(STEPS))]
        response = await person.http.post(
            f"/api/tables/{table}/steps", json={"after": view["version"], "steps": astray}
        )
        asked.append({"version": view["version"], "steps": astray, "answer": response.json()})
        steps = [*steps, random.choice(legal)]
        answer = await person.post(f"/api/tables/{table}/steps", {"after": view["version"], "steps": steps})
        asked.append({"version": view["version"], "steps": steps, "answer": answer})
        if answer["move"]:
            return str(answer["move"]), asked
        legal = answer["legal"]


def in_any_order(update: Json) -> Json:
    return {**update, "you": {**update["you"], "legal": sorted(update["you"]["legal"])}}


def refusal_or_steps(answer: Json) -> Json:
    if "error" in answer:
        return {"code": answer["error"]["code"], "reason": answer["error"].get("reason")}
    return {**answer, "legal": sorted(answer["legal"]), "re": None}


async def play(
    people: list[Person], table: str, board: str, random: Random
) -> tuple[list[Json], list[Json], list[tuple[Any, Any]]]:
    """Play a whole game. Gives what was told in short with what was known, the same whole, and steps with answers."""
    seen = []
    for person in people:
        whole, short = [await person.connect(table) for _ in range(2)]
        seen.append(Seen(person, table, whole, short))
        await seen[-1].begin()
    view = await people[0].view(table)
    chosen: list[tuple[Any, Any]] = []
    for _ in range(LONGEST):
        view = await people[0].sees(
            table, lambda view: view["result"] or all(seat["kind"] != "bot" for seat in to_move(view))
        )
        if view["result"]:
            break
        mover = view["state"]["to_move"]
        for who in seen:
            if view["version"] not in who.known:
                await who.until(view["version"])
        actor = next(who for who in seen if mover in who.known[view["version"]]["you"]["seats"])
        known = actor.known[view["version"]]
        move, asked = await choose(actor.person, table, known | {"board": board}, random)
        chosen += [({"known": known, "steps": one["steps"]}, one["answer"]) for one in asked]
        await actor.person.move(table, move, view["version"])
    assert view["result"], "the game does not end"
    moves: list[Json] = []
    updates: list[Json] = []
    for who in seen:
        if view["version"] not in who.known:
            await who.until(view["version"])
        told = await who.moved(view["version"])
        whole_updates = {
            message["from"]: message for text in who.whole.heard if (message := json.loads(text))["type"] == "update"
        }
        for message in told:
            if message["type"] == "moved":
                moves.append({"known": who.known[message["from"]], "moved": message})
                updates.append(whole_updates[message["from"]])
            elif message["type"] == "update":  # the end of a game with hidden hands lays them open
                assert message["result"] is not None
                assert message["state"]["position"] is not None
        await who.whole.__aexit__(None, None, None)
        await who.short.__aexit__(None, None, None)
    return moves, updates, chosen


def to_move(view: Json) -> list[Json]:
    return [seat for seat in view["seats"] if seat["seat"] == view["state"]["to_move"]]


@pytest.mark.parametrize("number", range(len(TABLES)))
async def test_the_page_tells_from_the_moves_what_the_server_would_have_sent(
    anna: Person, bertha: Person, carl: Person, number: int
) -> None:
    board, options, others, clock = TABLES[number]
    table = await anna.make(*others, options=options, board=board, clock=clock, visibility="link")
    for seat, wish in enumerate(others, start=2):
        if wish["kind"] == "open":
            await bertha.sit(table, seat)
    view = await anna.view(table)
    people = [anna, bertha] if any(wish["kind"] == "open" for wish in others) else [anna]
    moves, updates, chosen = await play([*people, carl], table, board, Random(number))
    asked = question(
        "beside",
        load_board(board),
        len(view["seats"]),
        Options.from_values(view["table"]["options"]),
        moves=moves,
        chosen=[one for one, _ in chosen],
    )
    (told,) = answers([asked])
    for found, wanted in zip(told["updates"], updates, strict=True):
        assert differences(in_any_order(found), in_any_order(wanted)) == []
    for found, (_, wanted) in zip(told["steps"], chosen, strict=True):
        made = {**found, "legal": sorted(found["legal"]), "re": None} if "legal" in found else found
        assert differences(made, refusal_or_steps(wanted)) == []
    assert len(updates) > 20
    assert len(chosen) > 40
    sizes = [len(json.dumps(one["moved"], separators=(",", ":"))) for one in moves]
    assert median(sizes) < 200
    assert max(sizes) < 1_200  # the last has up to 32 passes of those without cards


async def test_only_who_asks_for_the_short_form_gets_it_and_a_gap_is_filled_with_everything(
    anna: Person, bertha: Person
) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    async with await anna.connect(table) as page, await anna.connect(table) as program:
        view = await page.next("view")
        await program.next("view")
        await page.send(type="updates", form="short")
        await page.send(type="ping")
        await page.next("pong")
        await (anna if view["you"]["my_turn"] else bertha).move(table, "pass", view["version"])
        assert (await page.next("moved", "update"))["type"] == "moved"
        assert (await program.next("moved", "update"))["type"] == "update"
        await page.send(type="resume", after=view["version"])
        missed = await page.next("moved", "update")
        assert missed["type"] == "update"
        assert missed["from"] == view["version"]
        await page.send(type="updates", form="whole")
        await page.send(type="ping")
        await page.next("pong")
        mover = anna if missed["you"]["my_turn"] else bertha
        await mover.move(table, "pass", missed["version"])
        assert (await page.next("moved", "update"))["type"] == "update"


async def test_what_is_no_move_comes_whole(anna: Person) -> None:
    table = await anna.make(HERE)
    async with await anna.connect(table) as page:
        view = await page.next("view")
        await page.send(type="updates", form="short")
        await anna.move(table, "pass", view["version"])
        moved = await page.next("moved", "update")
        assert moved["type"] == "moved"
        await anna.post(f"/api/tables/{table}/proposals", {"kind": "take_back"}, 204)
        back = await page.next("moved", "update")
        assert back["type"] == "update"
        assert [entry["kind"] for entry in back["log"]] == ["take_back"]
