"""One process of people: `python -m bench.chaos.crowd NAME PEOPLE SEED HISTORY ADDRESS…`, told by lines what to do.

`rest` on the standard input lets nobody begin anything new; `settle` says what all tables are like, waits until all see
it, but not for ever, and ends. Each is answered by a line.
"""

import asyncio
import sys
import time
from pathlib import Path

import msgspec
import uvloop

from bench.chaos.history import Last, Writer
from bench.chaos.people import Person
from bench.chaos.truth import Rest

SETTLE_SECONDS = 20.0
LOOK_SECONDS = 0.1


async def run(name: str, people: int, seed: int, history: Path, addresses: list[str]) -> None:
    """Let some people live until they are told to go home."""
    writer, resting = Writer(history), asyncio.Event()
    crowd = [Person(f"{name}{number}", seed, addresses, writer, resting) for number in range(people)]
    loop = asyncio.get_running_loop()
    told: asyncio.Queue[str] = asyncio.Queue()
    loop.add_reader(sys.stdin, lambda: told.put_nowait(sys.stdin.readline()))
    async with asyncio.TaskGroup() as lives:
        for person in crowd:
            lives.create_task(person.live())
        waiting = lives.create_task(told.get())
        assert (await waiting).strip() == "rest"
        resting.set()
    print("resting", flush=True)
    word, _, tables = (await told.get()).partition(" ")
    assert word == "settle"
    await settle(crowd, msgspec.json.decode(tables, type=dict[str, Rest]))
    for last in lasts(crowd):
        writer.note(last)
    for person in crowd:
        await person.leave()
    writer.close()
    print("settled", flush=True)


async def settle(crowd: list[Person], rests: dict[str, Rest]) -> None:
    """Wait until everybody sees what there is to see, or has waited long enough."""
    until = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < until:
        if all(rests[last.table].is_seen(last.player, last.version, last.line) for last in lasts(crowd)):
            return
        await asyncio.sleep(LOOK_SECONDS)


def lasts(crowd: list[Person]) -> list[Last]:
    """Say what everybody who still looks at a table saw last."""
    return [
        Last(
            person.name,
            person.player,
            following.table,
            -1 if following.line is None else following.line.worker,
            following.socket,
            following.version,
            following.last_line,
        )
        for person in crowd
        for following in person.followed
        if not following.is_gone
    ]


def main() -> None:
    """Read the arguments, and run."""
    name, people, seed, history, *addresses = sys.argv[1:]
    uvloop.run(run(name, int(people), int(seed), Path(history), addresses))


if __name__ == "__main__":
    main()
