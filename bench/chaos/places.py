"""The set-ups in which a server is tried: what it stands on, the workers, and the wires between all of them."""

import asyncio
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bench.chaos.checks.clocks import Timeline
from bench.chaos.faults import Targets
from bench.chaos.server import PLANTED
from bench.chaos.stores import Disk, PostgresStore, RedisStore, Store, start_surely, thaw
from bench.chaos.wires import Reach, Wire, to_port, to_socket
from bench.chaos.workers import WallClock, Worker

READY_SECONDS = 600.0
LOOK_SECONDS = 0.2
CROWD = "crowd"


class NotReadyError(Exception):
    """A server that does not come back though nothing is wrong any more."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of set-up: how many workers, and whether on PostgreSQL and Redis instead of SQLite."""

    name: str
    workers: int
    shared: bool


KINDS = {kind.name: kind for kind in (Kind("sqlite", 1, False), Kind("two", 2, True), Kind("three", 3, True))}


class Place:
    """A set-up that runs; `addresses` has for each crowd the addresses of the workers, behind wires of its own."""

    def __init__(self, kind: Kind, folder: Path, crowds: int, planted: str) -> None:
        self.kind = kind
        self.folder = folder
        self.disk = Disk(folder / "disk")
        self.clock = WallClock(folder / "clock")
        self.stores: dict[str, Store] = {}
        self.wires: dict[str, Wire] = {}
        self.workers: list[Worker] = []
        self.addresses: list[list[str]] = []
        self.database = str(self.disk.place / "siam.sqlite")
        self._crowds = crowds
        self._planted = planted
        self._outages: list[tuple[float, float]] = []
        self._out_since: float | None = None

    @property
    def targets(self) -> Targets:
        """What there is to harm."""
        return Targets(len(self.workers), tuple(self.wires), tuple(self.stores))

    @property
    def heard(self) -> int:
        """How much people have heard from the server so far."""
        return sum(wire.heard for name, wire in self.wires.items() if name.startswith(CROWD))

    @property
    def timeline(self) -> Timeline:
        """Who lived when, and when nobody could do anything."""
        return Timeline([life for worker in self.workers for life in worker.lives], tuple(self._outages))

    async def start(self) -> None:
        """Start everything."""
        self.disk.mount()
        settings = [{"SIAM_DATABASE_URL": self.database, PLANTED: self._planted} for _ in range(self.kind.workers)]
        if self.kind.shared:
            settings = await asyncio.to_thread(self._start_stores)
            for number, each in enumerate(settings):
                await self._wire_stores(number, each)
        self.workers = [Worker(number, self.folder, self.clock, each) for number, each in enumerate(settings)]
        for worker in self.workers:
            worker.changed = self._note_outage
        for crowd in range(self._crowds):
            wires = [await self._wire(f"{CROWD} {crowd} to worker {w.number}", to_port(w.port)) for w in self.workers]
            self.addresses.append([f"http://127.0.0.1:{wire.port}" for wire in wires])
        await asyncio.gather(*(worker.start_surely() for worker in self.workers))

    def _start_stores(self) -> list[dict[str, str]]:
        self._postgres = PostgresStore(self.disk.place / "postgres")
        self._redis = RedisStore(self.folder)
        self.stores = {"postgres": self._postgres, "redis": self._redis}
        for store in self.stores.values():
            store.start()
        name = f"siam_{uuid.uuid4().hex}"
        with psycopg.connect(self._postgres.address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        self.database = self._postgres.address.replace("/postgres?", f"/{name}?")
        self._database_name = name
        return [{PLANTED: self._planted} for _ in range(self.kind.workers)]

    async def _wire_stores(self, worker: int, settings: dict[str, str]) -> None:
        postgres = await self._wire(f"worker {worker} to postgres", to_socket(self._postgres.socket))
        redis = await self._wire(f"worker {worker} to redis", to_port(self._redis.port))
        settings["SIAM_DATABASE_URL"] = f"postgresql://postgres:@127.0.0.1:{postgres.port}/{self._database_name}"
        settings["SIAM_REDIS_URL"] = f"redis://127.0.0.1:{redis.port}/0"

    async def _wire(self, name: str, reach: Reach) -> Wire:
        self.wires[name] = wire = Wire(name, reach)
        await wire.start()
        return wire

    def _note_outage(self) -> None:
        """Note since when, and until when, no worker can do anything."""
        can_act = any(worker.can_act for worker in self.workers)
        if not can_act and self._out_since is None:
            self._out_since = time.monotonic()
        elif can_act and self._out_since is not None:
            self._outages.append((self._out_since, time.monotonic()))
            self._out_since = None

    async def heal(self) -> None:
        """Mend everything, and wait until the server is what it was; NotReadyError if that does not happen."""
        self.disk.empty()
        for wire in self.wires.values():
            wire.mend()
        for store in self.stores.values():
            thaw(store)
            await start_surely(store)
        for worker in self.workers:
            worker.thaw()
        try:
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.gather(*(worker.start_surely() for worker in self.workers))
                while not all(await asyncio.gather(*(worker.is_ready() for worker in self.workers))):
                    await asyncio.sleep(LOOK_SECONDS)
        except TimeoutError:
            raise NotReadyError(self.worker_logs[-3_000:]) from None

    @property
    def worker_logs(self) -> str:
        """Return what all workers have logged."""
        return "\n".join(worker.log for worker in self.workers)

    async def stop(self) -> None:
        """Let go of everything."""
        for worker in self.workers:
            worker.kill()
        for wire in self.wires.values():
            await wire.stop()
        for store in self.stores.values():
            thaw(store)
            store.kill()
        self.disk.unmount()
