"""Load as a whole city makes it: thousands of idle sockets, crowds around tables, a thousand bots, workers."""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import orjson
from loading.figures import Figures
from loading.games import random_game
from loading.server import Server
from loading.sockets import Socket, connect
from loading.tables import Person, Table

AT_ONCE = 100
AT_A_TABLE = 10
LOOK_SECONDS = 20.0
GAMES = 40


async def _in_parts(work: list[object]) -> None:
    for start in range(0, len(work), AT_ONCE):
        await asyncio.gather(*work[start : start + AT_ONCE])  # type: ignore[arg-type]


async def _tables(host: Person, count: int, seats: list[dict[str, str]]) -> list[str]:
    """Make tables; everybody at them is at the host's screen or a bot."""
    made: list[str] = []

    async def make(number: int) -> None:
        body = {"seats": seats, "visibility": "link", "seed": number}
        response = await host.http.post("/api/tables", json=body)
        response.raise_for_status()
        made.append(response.json()["id"])

    await _in_parts([make(number) for number in range(count)])
    return made


async def idle(server: Server, args: argparse.Namespace) -> None:
    """Open sockets that only look, ten at each table, and say what each of them and each table costs."""
    sockets, host = args.sockets, Person(server, "host")
    await host.enter()
    before = server.memory()
    tables = await _tables(host, sockets // AT_A_TABLE, [{"kind": "me"}, {"kind": "here"}])
    with_tables = server.memory()
    began, cpu = time.perf_counter(), server.cpu()
    opened: list[Socket] = []

    async def look(number: int) -> None:
        path, seen = f"/api/tables/{tables[number % len(tables)]}/live", asyncio.Event()
        opened.append(await connect(server.url, path, "", lambda _socket, _data: seen.set()))
        await seen.wait()

    await _in_parts([look(number) for number in range(sockets)])
    await asyncio.sleep(5)
    print(
        f"opened       {len(opened)} sockets at {len(tables)} tables in {time.perf_counter() - began:.0f} s, "
        f"{1e3 * (server.cpu() - cpu) / sockets:.2f} ms of processor time each"
    )
    with_sockets = server.memory()
    per_socket, per_table = (with_sockets - with_tables) / sockets, (with_tables - before) / len(tables)
    print(
        f"memory       {before:.0f} MB, {with_tables:.0f} with tables ({1024 * per_table:.1f} kB each), "
        f"{with_sockets:.0f} with sockets ({1024 * per_socket:.1f} kB each)"
    )
    cpu, began, took = server.cpu(), time.perf_counter(), []
    while time.perf_counter() < began + LOOK_SECONDS:  # long enough for a ping to each
        asked = time.perf_counter()
        (await host.http.get(f"/api/tables/{random.choice(tables)}")).raise_for_status()
        took.append(time.perf_counter() - asked)
        await asyncio.sleep(0.1)
    share = (server.cpu() - cpu) / (time.perf_counter() - began)
    lost = sum(socket.over.done() for socket in opened)
    print(f"idle         {share:.1%} of a core, {lost} sockets lost; a view beside them p50 {_median(took):.1f} ms")
    for socket in opened:
        socket.close()
    await asyncio.sleep(2)


async def watched(server: Server, args: argparse.Namespace) -> None:
    """Play at twenty tables with fifty onlookers at each."""
    games, figures = [random_game(seed) for seed in range(GAMES)], Figures()
    people = [Person(server, f"player {number}") for number in range(2 * args.tables)]
    for person in people:
        await person.enter()
    tables = [Table(people[2 * at : 2 * at + 2], games, figures, args.pace_seconds / 2) for at in range(args.tables)]
    heard = 0

    def count(_socket: Socket, _data: bytes) -> None:
        nonlocal heard
        heard += 1

    async def play(at: int) -> None:
        seed = at
        while time.perf_counter() < until:
            await tables[at].lay(seed % GAMES)
            path = f"/api/tables/{tables[at].laid[0][0]}/live"
            looking = [await connect(server.url, path, "", count) for _ in range(args.watchers)]
            await tables[at].play(until)
            for socket in looking:
                socket.close()
            seed += args.tables

    began, cpu, own = time.perf_counter(), server.cpu(), time.process_time()
    until = began + args.seconds
    await asyncio.gather(*map(play, range(args.tables)))
    figures.report(time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own)
    print(f"watchers     {args.watchers} at each of {args.tables} tables heard {heard} messages")


class _Visitor:
    """Somebody at a table of bots who passes whenever it is their turn."""

    def __init__(self, table: str, took: list[float]) -> None:
        self.table = table
        self.moves = 0
        self.is_over = False
        self._took = took
        self._asked = 0.0

    def hear(self, socket: Socket, data: bytes) -> None:
        """Pass, if it is our turn."""
        message = orjson.loads(data)
        if message["type"] == "accepted":
            self._took.append(time.perf_counter() - self._asked)
        if message["type"] not in ("update", "view"):
            return
        self.moves += len(message["log"]) if message["type"] == "update" else 0
        self.is_over = message["result"] is not None
        if message["you"]["my_turn"]:
            self._asked = time.perf_counter()
            order = {"type": "submit", "after": message["version"], "move": "pass", "key": f"{message['version']}"}
            socket.send(orjson.dumps(order))


async def bots(server: Server, args: argparse.Namespace) -> None:
    """Let a person with a bot of low level beside them play at each of a thousand tables at the same time."""
    hosts = [Person(server, f"host {number}") for number in range(20)]
    for host in hosts:
        await host.enter()
    before, took = server.memory(), list[float]()
    visitors: list[_Visitor] = []
    sockets: list[Socket] = []
    for host in hosts:
        seats = [{"kind": "me"}, {"kind": "bot", "level": args.level}]
        for table in await _tables(host, args.tables // len(hosts), seats):
            visitors.append(_Visitor(table, took))
            path = f"/api/tables/{table}/live"
            sockets.append(await connect(server.url, path, host.cookie, visitors[-1].hear))
    print(f"memory       {before:.0f} MB, {server.memory():.0f} MB with {len(visitors)} tables (thinkers with it)")
    began, cpu = time.perf_counter(), server.cpu()
    until = began + args.seconds
    while time.perf_counter() < until and not all(visitor.is_over for visitor in visitors):
        await asyncio.sleep(0.5)
    seconds, moves = time.perf_counter() - began, sum(visitor.moves for visitor in visitors)
    over = sum(visitor.is_over for visitor in visitors)
    print(f"moves        {moves} heard in {seconds:.0f} s = {moves / seconds:.0f} moves/s, {over} games finished")
    if len(took) > AT_ONCE:
        cuts = statistics.quantiles(took, n=100)
        print(f"own          p50 / p95 = {1e3 * cuts[49]:.1f} / {1e3 * cuts[94]:.1f} ms for a person's move")
    print(f"server       {(server.cpu() - cpu) / seconds:.0%} of a core without its thinkers, {server.memory():.0f} MB")
    for socket in sockets:
        socket.close()
    await asyncio.sleep(1)


async def workers(args: argparse.Namespace) -> None:
    """Play as fast as one worker answers on PostgreSQL and Redis, then as fast as two do, again and again."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(args.rounds):
        for number in rates:
            rates[number].append(await _played_by(number, args))
    one, two = (statistics.median(rates[number]) for number in (1, 2))
    print(f"workers      two play {two / one:.2f} times as many moves as one ({one:.0f} and {two:.0f} a second)")
    print(
        f"machine      {os.cpu_count()} processors, load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}"
    )


async def _played_by(number: int, args: argparse.Namespace) -> float:
    games, figures = [random_game(seed) for seed in range(GAMES)], Figures()
    async with _shared_server(number) as server:
        people = [Person(server, f"player {at}") for at in range(args.players or 50)]
        for person in people:
            await person.enter()
        tables = [Table(people[2 * at : 2 * at + 2], games, figures) for at in range(len(people) // 2)]
        for at, table in enumerate(tables):
            for again in range(args.games // 4):
                await table.lay((at + 7 * again) % GAMES)
        began, cpu = time.perf_counter(), server.cpu(children=True)
        until = began + args.seconds

        async def play(table: Table) -> None:
            while table.laid and time.perf_counter() < until:
                await table.play(until)

        await asyncio.gather(*map(play, tables))
        seconds = time.perf_counter() - began
        used = server.cpu(children=True) - cpu
        print(
            f"{number} worker{'s' * (number > 1):<5} {figures.moves / seconds:.0f} moves/s, {figures.errors} errors, "
            f"{1e6 * used / max(1, figures.moves):.0f} µs of processor time a move, "
            f"{server.memory():.0f} MB",
            flush=True,
        )
        return figures.moves / seconds


@asynccontextmanager
async def _shared_server(number: int) -> AsyncIterator[Server]:
    with _stores() as settings, tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), pinned=False, SIAM_WORKERS=str(number), **settings)
        try:
            server.start()
            server.settle()
            yield server
        finally:
            server.stop()


@contextmanager
def _stores() -> Iterator[dict[str, str]]:
    """Run a PostgreSQL and a Redis of our own."""
    sys.path.append(str(Path(__file__).parents[2]))
    from tests.server.conftest import fresh_database, postgres_server  # only this measure needs them
    from tests.server.servers import Redis

    with postgres_server() as address, tempfile.TemporaryDirectory() as directory:
        redis = Redis(Path(directory))
        redis.start()
        try:
            yield {"SIAM_DATABASE_URL": fresh_database(address), "SIAM_REDIS_URL": redis.url}
        finally:
            redis.kill()


def _median(took: list[float]) -> float:
    return 1e3 * statistics.median(took)
