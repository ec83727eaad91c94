"""People for tests: each with a session of their own, playing over the public API of a running server."""

import asyncio
import json
import random
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import httpx2
import websockets
from websockets.asyncio.client import ClientConnection, connect

from siam.notation import format_move, parse_position
from siam.rules import HalfMove, Options, load_board, restore_board

Json = dict[str, Any]
PATIENCE = 30.0
LOOKS = 1_500


class Live:
    """A socket at a table, and everything that came over it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, *kinds: str) -> Json:
        """Wait for the next message of one of these kinds."""
        while True:
            text = str(await asyncio.wait_for(self.socket.recv(decode=True), PATIENCE))
            self.heard.append(text)
            message: Json = json.loads(text)
            if not kinds or message["type"] in kinds:
                return message

    async def until(self, what: Callable[[Json], object]) -> Json:
        """Wait for a view or an update in which something is to be seen."""
        while not what(message := await self.next("view", "update")):
            pass
        return message

    async def close_code(self) -> int | None:
        """Wait until the server closes the socket; gives the code."""
        try:
            while True:
                self.heard.append(str(await asyncio.wait_for(self.socket.recv(decode=True), PATIENCE)))
        except websockets.ConnectionClosed:
            return self.socket.close_code

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx2.AsyncClient(base_url=url, headers={"Origin": url}, timeout=PATIENCE)
        self.name = ""

    @classmethod
    async def guest(cls, url: str, name: str) -> Self:
        person = cls(url)
        person.name = name
        await person.post("/api/session/guest", {"name": name}, 201)
        return person

    def at(self, url: str) -> "Person":
        """The same person at another process."""
        elsewhere = Person(url)
        elsewhere.name = self.name
        for name, value in self.http.cookies.items():
            elsewhere.http.cookies.set(name, value)
        return elsewhere

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def get(self, path: str, status: int = 200) -> Json:
        response = await self.http.get(path)
        assert response.status_code == status, response.text
        answer: Json = response.json() if response.content else {}
        return answer

    async def post(self, path: str, body: object = None, status: int = 200) -> Json:
        return await self.request("POST", path, body, status)

    async def request(self, method: str, path: str, body: object = None, status: int = 200) -> Json:
        response = await self.http.request(method, path, json={} if body is None else body)
        assert response.status_code == status, f"{response.status_code} {response.text}"
        answer: Json = response.json() if response.content else {}
        return answer

    async def refused(self, method: str, path: str, body: object = None) -> str:
        """Ask for something and give the code of the refusal."""
        response = await self.http.request(method, path, json={} if body is None else body)
        assert response.status_code >= 400, response.text
        return str(response.json()["error"]["code"])

    async def make(self, *seats: Json, **more: object) -> str:
        """Make a table; gives its id."""
        wishes = [{"kind": "me"}, *seats] if seats else [{"kind": "me"}, {"kind": "open"}]
        body = {"seats": wishes, "options": {"discards": "open"}, **more}
        return str((await self.post("/api/tables", body, 201))["id"])

    async def sit(self, table: str, seat: int) -> Json:
        return await self.post(f"/api/tables/{table}/seats/{seat}")

    async def view(self, table: str, since: int = 0) -> Json:
        """Look at a table; news from another process take a moment, so wait for the version that must be there."""
        return await self.sees(table, lambda view: view["version"] >= since)

    async def sees(self, table: str, what: Callable[[Json], object]) -> Json:
        """Look at a table until something is to be seen."""
        view: Json = {}
        for _ in range(LOOKS):
            view = await self.get(f"/api/tables/{table}")
            if what(view):
                return view
            await asyncio.sleep(PATIENCE / LOOKS)
        raise AssertionError(view)

    async def connect(self, table: str, query: str = "", **headers: str) -> Live:
        url = self.url.replace("http", "ws", 1) + f"/api/tables/{table}/live{query}"
        sent = {"Origin": self.url, "Cookie": self.cookie, **headers}
        # No limit to what waits unread: a socket that has too much of it can not be closed in good order.
        return Live(await connect(url, additional_headers=sent, open_timeout=PATIENCE, max_queue=None))

    async def move(self, table: str, move: str, after: int, key: str = "", status: int = 200) -> Json:
        body = {"after": after, "move": move, "key": key or f"{self.name} {after}"}
        return await self.post(f"/api/tables/{table}/moves", body, status)


def some_move(position: str, options: Json, seed: int, board_file: str | None = None) -> str:
    """Choose a legal move at random, by the rules."""
    chance = random.Random(f"{seed} {position}")
    find = load_board if board_file is None else lambda name: restore_board(str(board_file))
    half = HalfMove(parse_position(position, Options.from_values(options), find_board=find))
    while half.move is None:
        half = half.then(chance.choice(half.legal_steps))
    return format_move(half.position.board, half.move)


async def play_on(people: list[Person], table: str, *, moves: int = 1_000, seed: int = 1) -> Json:
    """Play over HTTP until the game is over, or so many moves; gives the last view."""
    version = max([(await person.view(table))["version"] for person in people])
    view = await people[0].view(table, version)
    seats = {seat["player"]: seat["seat"] for seat in view["seats"]}
    ids = [(await person.get("/api/me"))["player"]["id"] for person in people]
    by_seat = {seats[player]: person for player, person in zip(ids, people, strict=True) if player in seats}
    for _ in range(moves):
        if view["result"] is not None:
            break
        person = by_seat[view["state"]["to_move"]]
        if person.url != people[0].url:
            await person.view(table, version)
        move = some_move(view["state"]["position"], view["table"]["options"], seed)
        version = (await person.move(table, move, view["version"]))["version"]
        view = await people[0].view(table, version)
        version = view["version"]
    for person in people[1:]:
        await person.view(table, version)
    return view


async def play_live(person: Person, table: str, seed: int = 1, query: str = "") -> tuple[Json, Live]:
    """Play one's seat over a socket by asking for steps, until the game is over; gives the result."""
    chance = random.Random(f"{seed} {person.name}")
    live = await person.connect(table, query)
    message = await live.next("view", "update")
    while message["result"] is None:
        if message["you"]["my_turn"]:
            steps: list[str] = []
            legal = message["you"]["legal"]
            while True:
                steps.append(chance.choice(legal))
                await live.send(type="steps", after=message["version"], steps=steps, id=len(steps))
                answer = await live.next("steps", "error")
                if answer["type"] == "error":
                    break
                if answer["move"]:
                    key = f"{message['version']}"
                    await live.send(type="submit", after=message["version"], move=answer["move"], key=key)
                    break
                legal = answer["legal"]
        message = await live.next("view", "update")
    return message["result"], live
