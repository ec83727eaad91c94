"""Carry a schedule of faults out, and leave everything whole."""

import asyncio
import time
from collections import Counter, defaultdict

from bench.chaos.faults import (
    Cut,
    Fault,
    Fill,
    Freeze,
    FreezeStore,
    Hold,
    Kill,
    KillStore,
    Planned,
    Slow,
    Stop,
    Turn,
)
from bench.chaos.places import Place
from bench.chaos.stores import freeze, start_surely, thaw

ENOUGH = 30
"""So many messages from the server have to reach people before the next fault."""
MOST_SECONDS = 15.0
LOOK_SECONDS = 0.02


class Nemesis:
    """Harms a place; `done` counts the faults of each kind, `told` has all of them with the instants they began."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.done: Counter[str] = Counter()
        self.told: list[tuple[float, Fault]] = []
        self._busy: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def carry_out(self, schedule: tuple[Planned, ...]) -> None:
        """Let everything fail that is planned; two faults of the same thing come one after the other.

        Between most faults people get something done, however slow the machine is; so there is something to harm.
        """
        async with asyncio.TaskGroup() as faults:
            for planned in schedule:
                heard = self.place.heard
                await asyncio.sleep(planned.seconds)
                if not planned.at_once:
                    await self._until_heard(heard + ENOUGH)
                faults.create_task(self._carry_out(planned.fault))

    async def _until_heard(self, enough: int) -> None:
        until = time.monotonic() + MOST_SECONDS
        while self.place.heard < enough and time.monotonic() < until:
            await asyncio.sleep(LOOK_SECONDS)

    async def _carry_out(self, fault: Fault) -> None:
        async with self._busy[self._victim(fault)]:
            self.told.append((time.monotonic(), fault))
            self.done[type(fault).__name__] += 1
            await self._harm(fault)

    def _victim(self, fault: Fault) -> str:
        match fault:
            case Kill(worker=worker) | Stop(worker=worker) | Freeze(worker=worker):
                return f"worker {worker}"
            case Cut(wire=wire) | Hold(wire=wire) | Slow(wire=wire):
                return wire
            case KillStore(store=store) | FreezeStore(store=store):
                return store
            case Fill():
                return "disk"
            case Turn():
                return "clock"

    async def _harm(self, fault: Fault) -> None:
        place = self.place
        match fault:
            case Kill(worker, seconds):
                place.workers[worker].kill()
                await asyncio.sleep(seconds)
                await place.workers[worker].start_surely()
            case Stop(worker, seconds):
                await place.workers[worker].stop()
                await asyncio.sleep(seconds)
                await place.workers[worker].start_surely()
            case Freeze(worker, seconds):
                place.workers[worker].freeze()
                await asyncio.sleep(seconds)
                place.workers[worker].thaw()
            case Cut(wire, seconds):
                place.wires[wire].cut()
                await self._mend(wire, seconds)
            case Hold(wire, seconds, there, back):
                place.wires[wire].hold(there=there, back=back)
                await self._mend(wire, seconds)
            case Slow(wire, seconds, delay_seconds):
                place.wires[wire].slow_down(delay_seconds)
                await self._mend(wire, seconds)
            case KillStore(store, seconds):
                await asyncio.to_thread(place.stores[store].kill)
                await asyncio.sleep(seconds)
                await start_surely(place.stores[store])
            case FreezeStore(store, seconds):
                freeze(place.stores[store])
                await asyncio.sleep(seconds)
                thaw(place.stores[store])
            case Fill(seconds):
                await asyncio.to_thread(place.disk.fill)
                await asyncio.sleep(seconds)
                place.disk.empty()
            case Turn(by_seconds):
                place.clock.turn(by_seconds)
                for each in place.workers:
                    each.clock_was_turned()

    async def _mend(self, wire: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.place.wires[wire].mend()
