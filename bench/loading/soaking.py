"""Let bots play at many tables for a long time, and look for errors and growing memory."""

import argparse
import asyncio
import os
import time
from itertools import cycle

import httpx2
import orjson
from loading.figures import flatness
from loading.server import Server
from loading.sockets import Socket, connect
from loading.tables import Person

LOOKS = 30


class BotTable:
    """Bots at one game after another; somebody sits with them and passes, and lays the next when a game is over."""

    def __init__(self, host: Person, seats: list[dict[str, str]]) -> None:
        self.host = host
        self.seats = seats
        self.games = self.moves = 0

    async def play(self, until: float) -> None:
        """Watch games until the time is up; a game under way then is left alone."""
        while time.perf_counter() < until:
            made = await self.host.http.post("/api/tables", json={"seats": self.seats, "visibility": "link"})
            made.raise_for_status()
            path = f"/api/tables/{made.json()['id']}/live"
            socket = await connect(self.host.server.url, path, self.host.cookie, self._hear)
            left = until - time.perf_counter()
            done, _ = await asyncio.wait([socket.over], timeout=max(0.0, left))
            if not done:
                socket.close()
                return

    def _hear(self, socket: Socket, data: bytes) -> None:
        message = orjson.loads(data)
        if message["type"] == "update":
            self.moves += len(message["log"])
        if message["type"] not in ("update", "view"):
            return
        if message["result"] is not None:
            self.games += 1
            asyncio.get_running_loop().call_soon(socket.close)
        elif message["you"]["my_turn"]:
            order = {"type": "submit", "after": message["version"], "move": "pass", "key": str(message["version"])}
            socket.send(orjson.dumps(order))


async def soak(server: Server, args: argparse.Namespace) -> None:
    """Let bots of several levels play at tables of two, three and four."""
    hosts = [Person(server, f"host {number}") for number in range(args.tables)]
    for host in hosts:
        await host.enter()
    levels, sizes = cycle(args.levels.split(",")), cycle((2, 3, 4))
    tables = [
        BotTable(host, [{"kind": "me"}, *({"kind": "bot", "level": next(levels)} for _ in range(next(sizes) - 1))])
        for host in hosts
    ]
    began = time.perf_counter()
    until = began + args.seconds
    playing = [asyncio.create_task(table.play(until)) for table in tables]
    memories = []
    for look in range(LOOKS):
        await asyncio.wait(playing, timeout=max(0.0, began + args.seconds * (look + 1) / LOOKS - time.perf_counter()))
        memories.append(server.memory())
        games, moves = sum(table.games for table in tables), sum(table.moves for table in tables)
        seconds = time.perf_counter() - began
        print(f"{seconds:6.0f} s     {games} games, {moves} moves, {memories[-1]:.0f} MB", flush=True)
    problems = [problem for problem in await asyncio.gather(*playing, return_exceptions=True) if problem]
    health = httpx2.get(server.url + "/health").json()["status"]
    warnings = len(server.log().splitlines())
    print(f"soak         {moves / args.seconds:.1f} moves/s at {args.tables} tables for {args.seconds:.0f} s")
    print(f"memory       {flatness(memories[LOOKS // 5 :])} (server and bots, after the first fifth)")
    print(
        f"errors       {len(problems)} of clients, {warnings} lines of warnings and errors in the log, health {health}"
    )
    print(f"machine      load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for problem in problems[:3]:
        print(f"             {problem!r}")
