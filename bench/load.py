"""Measure the server under load: real games over the public API, players and watchers as separate sockets.

    python bench/load.py start             # time to the first page, idle memory
    python bench/load.py closed            # 50 players in 25 games, no thinking time
    python bench/load.py paced             # 500 players, one move a second each, a watcher at every fifth table
    python bench/load.py memory            # memory over 5,000 finished games
    python bench/load.py soak              # bots at 40 tables for 15 minutes
    python bench/load.py idle              # 10,000 sockets that only look: memory of each socket and table
    python bench/load.py watched           # 20 tables with 50 onlookers at each
    python bench/load.py bots              # a person and a bot of level 1 at each of 1,000 tables
    python bench/load.py workers           # on PostgreSQL and Redis, one worker against two

The server runs on one core of its own (where there are two), on the loopback address, with a database in a
temporary directory; the soak gives its bots the others. Every run is bounded and ends by itself. The games of the
players are dealt from seeds and were played out at random beforehand, so that the clients need no time to think. They
send one move a turn and hear of moves in the short form, as the browser's page does; `--form whole` is for programs.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

import uvloop
from loading import city
from loading.figures import Figures, flatness
from loading.games import random_game
from loading.server import Server
from loading.soaking import soak
from loading.tables import Person, Table

GAMES = 120
FIRST_PAGE_SECONDS, IDLE_MEGABYTES = 1.5, 120
SPARE_SECONDS = 300


async def come_in(
    server: Server, players: int, figures: Figures, pace_seconds: float, watched: int, form: str
) -> list[Table]:
    """Let everybody in, two to a table; every so many tables have a watcher."""
    games = [random_game(seed) for seed in range(GAMES)]
    people = [Person(server, f"player {number}") for number in range(players)]
    onlooker = Person(server, "onlooker")
    for person in (*people, onlooker):
        await person.enter()
    return [
        Table(
            people[2 * number : 2 * number + 2],
            games,
            figures,
            pace_seconds,
            onlooker if watched and number % watched == 0 else None,
            form,
        )
        for number in range(players // 2)
    ]


async def lay_all(tables: list[Table], games: int) -> None:
    """Lay all tables of a closed loop beforehand: what is measured is moves."""

    async def lay(number: int, table: Table) -> None:
        for again in range(games):
            await table.lay((number + 7 * again) % GAMES)

    await asyncio.gather(*(lay(number, table) for number, table in enumerate(tables)))


async def play_laid(server: Server, tables: list[Table], seconds: float, figures: Figures) -> None:
    """Play everything that was laid, and print how it went until the first table had no more."""
    began, cpu, own_cpu = time.perf_counter(), server.cpu(), time.process_time()
    until = began + seconds
    took: list[float] = []

    async def play(table: Table) -> None:
        while table.laid and time.perf_counter() < until:
            await table.play(until)
        if not took:
            figures.counting = False
            took.extend((time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own_cpu))

    await asyncio.gather(*map(play, tables))
    figures.report(*took)


async def closed(server: Server, args: argparse.Namespace) -> None:
    """Play as fast as the server answers."""
    figures = Figures()
    tables = await come_in(server, args.players or 50, figures, 0.0, 0, args.form)
    await lay_all(tables, args.games)
    print("playing", flush=True)
    await play_laid(server, tables, args.seconds, figures)


async def paced(server: Server, args: argparse.Namespace) -> None:
    """Play as people do who need a second: two take turns, so each thinks for half of it."""
    figures = Figures()
    tables = await come_in(server, args.players or 500, figures, args.pace_seconds / 2, 5, args.form)
    figures.counting = False

    async def play(number: int, table: Table) -> None:
        await asyncio.sleep(random.uniform(0, args.pace_seconds))
        while time.perf_counter() < until:
            await table.lay(number % GAMES)
            await table.play(until)

    until = time.perf_counter() + args.settle_seconds + args.seconds
    playing = asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    await asyncio.sleep(args.settle_seconds)  # so that not all come and sit down in the same second
    print("playing", flush=True)
    figures.counting = True
    began, cpu, own_cpu = time.perf_counter(), server.cpu(), time.process_time()
    await asyncio.sleep(args.seconds)
    figures.counting = False
    figures.report(time.perf_counter() - began, server.cpu() - cpu, time.process_time() - own_cpu)
    await playing


async def memory(server: Server, args: argparse.Namespace) -> None:
    """Play many games to their end, and look at the memory after each part of them."""
    figures = Figures()
    tables = await come_in(server, args.players or 50, figures, 0.0, 0, args.form)
    levels = []
    for part in range(args.parts):
        await lay_all(tables, args.games_in_all // (args.parts * len(tables)))
        await asyncio.gather(*(_play_out(table) for table in tables))
        await asyncio.sleep(1)
        levels.append(server.memory())
        print(f"part {part + 1:<7} {figures.games} games finished, {levels[-1]:.1f} MB", flush=True)
    print(f"memory       {flatness(levels)}, {figures.errors} errors")


async def _play_out(table: Table) -> None:
    while table.laid:
        await table.play(float("inf"))


MEASURES = {
    "closed": closed,
    "paced": paced,
    "memory": memory,
    "soak": soak,
    "idle": city.idle,
    "watched": city.watched,
    "bots": city.bots,
}
TABLES = {"soak": 40, "watched": 20, "bots": 1_000}
SECONDS = {"soak": 900.0, "idle": 300.0, "bots": 60.0}


def main() -> None:
    """Read what to measure, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["start", *MEASURES, "workers"])
    parser.add_argument("--players", type=int, help="closed, memory: 50; paced: 500")
    parser.add_argument("--seconds", type=float, help="closed, paced, watched, workers: 20; bots: 60; soak: 900")
    parser.add_argument("--games", type=int, default=40, help="closed: games laid for each pair")
    parser.add_argument("--games-in-all", type=int, default=5_000, help="memory")
    parser.add_argument("--parts", type=int, default=10, help="memory: how often to look at it")
    parser.add_argument("--pace-seconds", type=float, default=1.0, help="paced: seconds a player takes for a move")
    parser.add_argument("--settle-seconds", type=float, default=5.0, help="paced: before anything is counted")
    parser.add_argument("--form", choices=["short", "whole"], default="short", help="of the updates that are heard")
    parser.add_argument("--tables", type=int, help="soak: 40; watched: 20; bots: 1,000")
    parser.add_argument("--sockets", type=int, default=10_000, help="idle")
    parser.add_argument("--watchers", type=int, default=50, help="watched: at each table")
    parser.add_argument("--level", default="1", help="bots: of the bots")
    parser.add_argument("--rounds", type=int, default=3, help="workers: how often one and two take turns")
    parser.add_argument("--levels", default="1,2,greedy,random", help="soak: of the bots")
    args = parser.parse_args()
    args.seconds = args.seconds or SECONDS.get(args.what, 20.0)
    args.tables = args.tables or TABLES.get(args.what, 0)
    if args.what == "workers":
        asyncio.run(city.workers(args))
        return
    with tempfile.TemporaryDirectory() as directory:
        server = Server(Path(directory), pinned=args.what not in ("soak", "idle", "bots"))
        try:
            first_page = server.start()
            used = f"{server.cpu():.2f} s of processor time"
            print(f"first page   {first_page:.2f} s after the start (at most {FIRST_PAGE_SECONDS}), {used}")
            server.settle()
            print(f"idle memory  {server.memory():.0f} MB (at most {IDLE_MEGABYTES})", flush=True)
            if args.what != "start":
                uvloop.run(asyncio.wait_for(MEASURES[args.what](server, args), 2 * args.seconds + SPARE_SECONDS))
                print(f"afterwards   {server.memory():.0f} MB, {server.files()}")
        finally:
            server.stop()
        print("log          " + (server.log()[-3000:] or "no warning, no error"))


if __name__ == "__main__":
    main()
