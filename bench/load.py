"""Measure the server under load: real games over the public API, players and watchers as separate sockets.

    python bench/load.py closed            # 50 players in 25 games, no thinking time
    python bench/load.py paced             # 500 players, one move a second each, a watcher at every tenth table
    python bench/load.py start             # time to the first page, idle memory
    python bench/load.py memory            # memory over many finished games

The server runs on one core of its own (where there are two), on the loopback address, with a database in a
temporary directory. Every run is bounded. The games are dealt from seeds and were played out at random beforehand,
so that the clients need no time to think.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import orjson
import uvloop
import websockets

from siam.notation import format_move
from siam.rules.setups import deal
from siam.rules.steps import HalfMove
from siam.rules.turns import advance

GAMES = 120
Game = dict[int, tuple[int, str]]


def random_game(seed: int) -> Game:
    """Play a game out: for each version of the table the seat to move and its move (forced passes left out)."""
    chance, position, version = random.Random(seed), deal(2, seed), 1
    moves: Game = {}
    while not position.is_over:
        if position.player.hand:
            half = HalfMove(position)
            while half.move is None:
                half = half.then(chance.choice(half.legal_steps))
            move = half.move
            moves[version] = (position.to_move, format_move(position.board, move))
        else:
            move = HalfMove(position).then(HalfMove(position).legal_steps[0]).move
            assert move is not None
        position = advance(position, move).position
        version += 1
    return moves


@dataclass
class Figures:
    """What was measured."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    moves: int = 0
    games: int = 0
    errors: int = 0
    bytes: int = 0


class Server:
    """A server of our own, on a free port, pinned to one core."""

    def __init__(self, directory: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.directory = directory
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start and wait for the first page; gives the seconds that took."""
        environment = {
            **os.environ,
            "SIAM_DATABASE_URL": str(self.directory / "load.sqlite"),
            "SIAM_RATE_LIMITS": "0",
            "SIAM_LOG_LEVEL": "warning",
        }
        command = [str(Path(sys.executable).parent / "siam"), "serve", "--port", str(self.port)]
        began = time.perf_counter()
        with (self.directory / "server.log").open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(self.process.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))
        while True:
            with contextlib.suppress(httpx2.HTTPError):
                if httpx2.get(self.url + "/").status_code == 200:
                    return time.perf_counter() - began
            if time.perf_counter() - began > 30:
                raise SystemExit((self.directory / "server.log").read_text())
            time.sleep(0.01)

    def memory(self) -> float:
        """Give the resident memory of the process and its children, in megabytes."""
        assert self.process
        total = 0
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (str(self.process.pid), *children):
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    total += int(line.split()[1])
        return total / 1024

    def cpu(self) -> float:
        """Give the processor time used so far, in seconds."""
        assert self.process
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)


class Player:
    """A guest with a session."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx2.AsyncClient(base_url=server.url, headers={"Origin": server.url}, timeout=30)
        self.cookie = ""

    async def enter(self) -> None:
        response = await self.http.post("/api/session/guest", json={"name": self.name})
        response.raise_for_status()
        self.cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())

    def connect(self, table: str) -> websockets.connect:
        url = self.server.url.replace("http", "ws") + f"/api/tables/{table}/live"
        headers = {"Cookie": self.cookie, "Origin": self.server.url}
        return websockets.connect(url, additional_headers=headers, compression=None, max_queue=None)


class Table:
    """Two players (and perhaps a watcher) at one game after another."""

    def __init__(
        self, players: list[Player], games: list[Game], figures: Figures, think_seconds: float, watcher: Player | None
    ) -> None:
        self.players = players
        self.games = games
        self.figures = figures
        self.think_seconds = think_seconds
        self.watcher = watcher
        self.laid: list[tuple[str, int]] = []
        self.sent_at = [0.0, 0.0]

    async def lay(self, seed: int) -> None:
        """Make a table and sit down at it; the game begins."""
        host, guest = self.players
        body = {"seats": [{"kind": "me"}, {"kind": "open"}], "seed": seed, "options": {"discards": "open"}}
        made = (await host.http.post("/api/tables", json={**body, "visibility": "link"})).json()
        await guest.http.post(f"/api/tables/{made['id']}/seats/2", json={})
        self.laid.append((made["id"], seed))

    async def play(self, until: float) -> None:
        """Play one game; stop early when time is up."""
        table, seed = self.laid.pop()
        sockets = [self._sit(seat, table, self.games[seed], until) for seat in (0, 1)]
        if self.watcher is not None:
            sockets.append(self._watch(table, until))
        await asyncio.gather(*sockets)
        self.figures.games += 1

    async def _sit(self, seat: int, table: str, game: Game, until: float) -> None:
        async with self.players[seat].connect(table) as live:
            async for text in live:
                self.figures.bytes += len(text)
                message = orjson.loads(text)
                match message["type"]:
                    case "accepted":
                        self.figures.own.append(time.perf_counter() - self.sent_at[seat])
                        self.figures.moves += 1
                    case "view" | "update":
                        version = message["version"]
                        if message["type"] == "update" and message["log"][0]["seat"] != seat + 1:
                            self.figures.others.append(time.perf_counter() - self.sent_at[1 - seat])
                        if message["result"] is not None or time.perf_counter() > until:
                            return
                        mover, move = game[version]
                        if mover == seat:
                            if self.think_seconds:
                                await asyncio.sleep(self.think_seconds * random.uniform(0.5, 1.5))
                            request = {"type": "submit", "after": version, "move": move, "key": f"{version}"}
                            self.sent_at[seat] = time.perf_counter()
                            await live.send(orjson.dumps(request).decode())
                    case "error":
                        self.figures.errors += 1

    async def _watch(self, table: str, until: float) -> None:
        assert self.watcher is not None
        async with self.watcher.connect(table) as live:
            async for text in live:
                message = orjson.loads(text)
                if message["type"] == "update" and message["log"][0]["seat"]:
                    self.figures.others.append(time.perf_counter() - self.sent_at[message["log"][0]["seat"] - 1])
                if message.get("result") is not None or time.perf_counter() > until:
                    return


async def run_tables(server: Server, args: argparse.Namespace, think_seconds: float, watch_every: int) -> Figures:
    """Let all players in, then play until time is up."""
    games = [random_game(seed) for seed in range(GAMES)]
    people = [Player(server, f"player {number}") for number in range(args.players)]
    onlooker = Player(server, "onlooker")
    for person in (*people, onlooker):
        await person.enter()
    figures = Figures()
    tables = [
        Table(
            people[2 * number : 2 * number + 2],
            games,
            figures,
            think_seconds,
            onlooker if watch_every and number % watch_every == 0 else None,
        )
        for number in range(args.players // 2)
    ]
    if not think_seconds:  # the tables of the closed loop are laid beforehand: what is measured is moves
        for number, table in enumerate(tables):
            for again in range(args.games):
                await table.lay((number + 7 * again) % GAMES)
    until = time.perf_counter() + args.seconds

    async def one_table(number: int, table: Table) -> None:
        if think_seconds:
            await asyncio.sleep(random.uniform(0, think_seconds))
        while time.perf_counter() < until:
            if not table.laid:
                if not think_seconds:
                    return
                await table.lay(number % GAMES)
            await table.play(until)

    began, cpu = time.perf_counter(), server.cpu()
    await asyncio.gather(*(one_table(number, table) for number, table in enumerate(tables)))
    seconds = time.perf_counter() - began
    report(server, figures, seconds, server.cpu() - cpu)
    return figures


def report(server: Server, figures: Figures, seconds: float, cpu: float) -> None:
    """Print the figures."""
    print(f"moves        {figures.moves} in {seconds:.1f} s = {figures.moves / seconds:.0f} moves/s")
    print(f"games        {figures.games}, errors {figures.errors}")
    for name, latencies in (("own", figures.own), ("others", figures.others)):
        if len(latencies) > 100:
            cuts = statistics.quantiles(latencies, n=100)
            values = " / ".join(f"{1000 * cuts[percent - 1]:.1f}" for percent in (50, 95, 99))
            print(f"{name:<12} p50 / p95 / p99 = {values} ms")
    print(f"server       {cpu / seconds:.0%} of a core, {server.memory():.0f} MB")


def wal_and_database(server: Server) -> Iterator[str]:
    """Describe the size of the database files."""
    for path in sorted(server.directory.glob("load.sqlite*")):
        yield f"{path.name} {path.stat().st_size / 1e6:.1f} MB"


async def measure(server: Server, args: argparse.Namespace) -> None:
    """Run what was asked for."""
    match args.what:
        case "closed":
            await run_tables(server, args, 0.0, 0)
        case "paced":
            # two players in turns: one move a second each is half a second of thinking
            await run_tables(server, args, args.think_seconds, 10)
        case "memory":
            levels = []
            for part in range(args.parts):
                await run_tables(server, args, 0.0, 0)
                levels.append(server.memory())
                print(f"part {part + 1}: {levels[-1]:.1f} MB")
            print(json.dumps({"memory": levels}))
    print("\n".join(wal_and_database(server)))


def main() -> None:
    """Read what to measure, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["closed", "paced", "start", "memory"])
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--games", type=int, default=20, help="games for each pair in the closed loop")
    parser.add_argument("--parts", type=int, default=5)
    parser.add_argument("--think-seconds", type=float, default=1.0)
    args = parser.parse_args()
    args.seconds = min(args.seconds, 300.0)
    args.players = min(args.players or (500 if args.what == "paced" else 50), 1000)
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory))
        try:
            first_page = server.start()
            print(f"first page   {first_page:.2f} s after the start")
            time.sleep(1)
            print(f"idle memory  {server.memory():.0f} MB")
            if args.what != "start":
                uvloop.run(measure(server, args))
            errors = (Path(directory) / "server.log").read_text()
            if errors:
                print("log:\n" + errors[-2000:])
        finally:
            server.stop()


if __name__ == "__main__":
    main()
