"""People who play: guests over the public API, one socket for each seat and each watcher.

They hear of moves as the browser's page does, in the short form: what follows from a move the page works out by itself.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

import httpx2
import orjson
from loading.figures import Figures
from loading.games import Game
from loading.server import Server
from loading.sockets import Heard, Socket, connect


class Person:
    """A guest with a session."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx2.AsyncClient(base_url=server.url, headers={"Origin": server.url}, timeout=60)
        self.cookie = ""

    async def enter(self) -> None:
        """Come in under a name."""
        response = await self.http.post("/api/session/guest", json={"name": self.name})
        response.raise_for_status()
        self.cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())


class Table:
    """Two people (and perhaps a watcher) at one game after another."""

    def __init__(
        self,
        people: Sequence[Person],
        games: Sequence[Game],
        figures: Figures,
        pace_seconds: float = 0.0,
        watcher: Person | None = None,
        form: str = "short",
    ) -> None:
        self.people = people
        self.games = games
        self.figures = figures
        self.pace_seconds = pace_seconds
        self.watcher = watcher
        self.form = form
        self.laid: list[tuple[str, int]] = []
        self.sent_at = [0.0, 0.0]

    async def lay(self, seed: int) -> None:
        """Make a table and sit down at it; the game begins."""
        host, guest = self.people
        body = {"seats": [{"kind": "me"}, {"kind": "open"}], "seed": seed, "options": {"discards": "open"}}
        made = await host.http.post("/api/tables", json={**body, "visibility": "link"})
        made.raise_for_status()
        table_id = made.json()["id"]
        (await guest.http.post(f"/api/tables/{table_id}/seats/2", json={})).raise_for_status()
        self.laid.append((table_id, seed))

    async def play(self, until: float) -> None:
        """Play the game that was laid first; stop early when the time is up."""
        table_id, seed = self.laid.pop(0)
        game = Round(self, self.games[seed], until)
        path = f"/api/tables/{table_id}/live"
        everybody = [*self.people, self.watcher] if self.watcher is not None else self.people
        game.sockets = await asyncio.gather(
            *(connect(who.server.url, path, who.cookie, game.heard(place)) for place, who in enumerate(everybody))
        )
        await asyncio.gather(*(socket.over for socket in game.sockets))
        if game.is_over:
            self.figures.games += 1


class Round:
    """One game at a table, as its sockets hear of it; the watcher, if any, comes after the two seats."""

    def __init__(self, table: Table, game: Game, until: float) -> None:
        self.table = table
        self.figures = table.figures
        self.game = game
        self.until = until
        self.sockets: Sequence[Socket] = ()
        self.waits = [False, False, False]  # for the answer to a move
        self.is_over = self.is_ended = False

    def heard(self, place: int) -> Heard:
        """Return what is to be called with the messages of one socket."""
        return lambda socket, data: self._hear(place, socket, orjson.loads(data), len(data))

    def _hear(self, place: int, socket: Socket, message: dict[str, Any], size: int) -> None:
        figures = self.figures
        match message["type"]:
            case "update" | "view":
                if message["type"] == "view":
                    socket.send(orjson.dumps({"type": "updates", "form": self.table.form}))
                mover = message["log"][0]["seat"] - 1 if message["type"] == "update" else place
                self._hear_version(place, socket, message["version"], mover, size)
            case "moved":
                mover = self.game.moves[message["from"]][0]
                self._hear_version(place, socket, message["from"] + len(message["moves"]), mover, size)
            case "accepted":
                self.waits[place] = False
                if figures.counting:
                    figures.own.append(time.perf_counter() - self.table.sent_at[place])
                    figures.moves += 1
                if self.is_ended:
                    socket.close()
            case "error":
                figures.errors += 1
                socket.fail(RuntimeError(str(message)))

    def _hear_version(self, place: int, socket: Socket, version: int, mover: int, size: int) -> None:
        figures = self.figures
        if figures.counting:
            figures.received_bytes += size
            if mover != place:
                figures.others.append(time.perf_counter() - self.table.sent_at[mover])
        is_over = version >= self.game.last
        if is_over or time.perf_counter() > self.until:
            self.is_over = self.is_over or is_over
            asyncio.get_running_loop().call_soon(self._end)
        elif place < len(self.table.people):
            self._move(place, socket, version)

    def _move(self, seat: int, socket: Socket, version: int) -> None:
        mover, move = self.game.moves[version]
        if mover != seat:
            return
        request = orjson.dumps({"type": "submit", "after": version, "move": move, "key": str(version)})
        if self.table.pace_seconds:
            pause = self.table.pace_seconds * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause, self._send, seat, socket, request)
        else:
            self._send(seat, socket, request)

    def _send(self, seat: int, socket: Socket, request: bytes) -> None:
        if not self.is_ended:
            self.waits[seat] = True
            self.table.sent_at[seat] = time.perf_counter()
            socket.send(request)

    def _end(self) -> None:
        """Close every socket; the one that waits for its answer does so when it has come."""
        self.is_ended = True
        for socket, waits in zip(self.sockets, self.waits, strict=False):
            if not waits:
                socket.close()
