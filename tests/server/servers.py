"""Servers for tests: in this process with a clock of our own, or as processes that can be killed."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import uvicorn

from siam.server.app.app import make_app
from siam.server.app.run import CONNECTIONS
from siam.server.app.settings import Settings
from siam.server.app.world import World
from siam.server.ports import Advice, Question
from tests.server.people import some_move


class HandClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.stopped: float | None = None

    def now(self) -> float:
        return (time.time() if self.stopped is None else self.stopped) + self.offset

    def steady(self) -> float:
        return time.monotonic()

    def advance(self, seconds: float) -> None:
        self.offset += seconds


class QuickThinkers:
    """Thinkers in this process: random, but legal."""

    waiting = 0

    def __init__(self) -> None:
        self.asked = 0
        self.people: list[str] = []
        self.waits: asyncio.Event | None = None
        self.advises: asyncio.Event | None = None

    def levels(self, players: int | None = None) -> tuple[str, ...]:
        return ("1", "random")

    async def choose(self, question: Question, level: str, seconds: float | None, seed: int) -> str:
        self.asked += 1
        self.people.append(question.person)
        if self.waits is not None:
            await self.waits.wait()
        return some_move(question.position, dict(question.options), seed, question.board_file)

    async def advise(self, question: Question, seconds: float) -> Advice:
        self.people.append(question.person)
        if self.advises is not None:
            await self.advises.wait()
        players = question.position.split(" ")[3].count("/") + 1
        return Advice(
            some_move(question.position, dict(question.options), 1, question.board_file), (1 / players,) * players
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """A server in this process."""

    def __init__(self, world: World, url: str, clock: HandClock, thinkers: QuickThinkers) -> None:
        self.world = world
        self.url = url
        self.clock = clock
        self.thinkers = thinkers


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """Run a server in this process on a free port."""
    clock, thinkers, port = HandClock(), QuickThinkers(), free_port()
    world = World(settings, clock=clock, thinkers=thinkers)
    config = uvicorn.Config(
        make_app(world),
        host="127.0.0.1",
        port=port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        **CONNECTIONS,
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    try:
        yield Running(world, f"http://127.0.0.1:{port}{settings.root_path}", clock, thinkers)
    finally:
        server.should_exit = True
        await task


class Process:
    """A server as a process of its own, to be killed and started again."""

    program: tuple[str, ...] = (str(Path(sys.executable).parent / "siam"), "serve")

    def __init__(self, directory: Path, **settings: str) -> None:
        self.directory = directory
        self.settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        environment = {
            **os.environ,
            "SIAM_DATABASE_URL": str(self.directory / "siam.sqlite"),
            "SIAM_RATE_LIMITS": "0",
            "SIAM_CHEAP_PASSWORDS": "1",
            **self.settings,
        }
        command = [*self.program, "--port", str(self.port)]
        log = (self.directory / f"server-{self.port}.log").open("ab")
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        log.close()
        async with httpx2.AsyncClient() as http:
            for _ in range(1_200):
                with contextlib.suppress(httpx2.HTTPError):
                    if (await http.get(f"{self.url}/health")).status_code == 200:
                        return
                assert self.process.poll() is None, self.log
                await asyncio.sleep(0.05)
        raise AssertionError(self.log)

    @property
    def log(self) -> str:
        return (self.directory / f"server-{self.port}.log").read_text()

    def kill(self) -> None:
        """End it without any warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; gives its exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(30)


class Redis:
    """A real Redis server that can be killed and started again."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = Path(sys.executable).parent / "redis-server"
        command = [str(program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, cwd=self.directory, stdout=subprocess.DEVNULL)
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
