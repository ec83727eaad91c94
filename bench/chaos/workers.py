"""Workers: processes of the server that can be killed, frozen and started again, and the clock that they begin with."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
from tests.server.servers import free_port

from bench.chaos.checks.clocks import Life
from bench.chaos.server import CLOCK, SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

TOP = Path(__file__).parents[2]
START_SECONDS = 600.0
RETRY_SECONDS = 0.2
STOP_SECONDS = 20.0


class WallClock:
    """The clock of the machine on which all workers are, as it can be turned."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.ahead_seconds = 0.0
        self.file.write_bytes(SECONDS.pack(0.0))

    def turn(self, seconds: float) -> None:
        """Set the clock by so much."""
        self.ahead_seconds += seconds
        with self.file.open("r+b") as file:  # in place: a worker may read it in this very moment
            file.write(SECONDS.pack(self.ahead_seconds))

    @property
    def offset(self) -> float:
        """How far it is from the steady clock."""
        return time.time() - time.monotonic() + self.ahead_seconds


class Worker:
    """One process of the server; `changed` is called whenever it begins or ceases to be able to do anything."""

    def __init__(self, number: int, folder: Path, clock: WallClock, settings: dict[str, str]) -> None:
        self.number = number
        self.port = free_port()
        self.lives: list[Life] = []
        self.is_frozen = False
        self.changed: Callable[[], None] = lambda: None
        self._clock = clock
        self._log = folder / f"server-{number}.log"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """Return everything that it has logged."""
        return self._log.read_text() if self._log.exists() else ""

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None

    @property
    def can_act(self) -> bool:
        """Whether it can do anything."""
        return self.runs and not self.is_frozen

    def spawn(self) -> None:
        """Start a process, and do not wait for it."""
        environment = {
            **os.environ,
            **self._settings,
            "SIAM_RATE_LIMITS": "off",
            "SIAM_WAITING_TABLES": "0",
            "SIAM_CHEAP_PASSWORDS": "on",
            "SIAM_DATABASE_TIMEOUT": "2",
            "SIAM_THINKERS": "1",
            "SIAM_LOG_LEVEL": "warning",
            "PYTHONPATH": str(TOP),
            CLOCK: str(self._clock.file),
        }
        command = [sys.executable, "-m", "bench.chaos.server", "serve", "--port", str(self.port)]
        self.lives.append(Life(self.number, time.monotonic(), (self._clock.offset,)))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, cwd=TOP, stdout=log, stderr=log)
        self.is_frozen = False
        self.changed()

    def clock_was_turned(self) -> None:
        """Note that a process that is just starting may have seen either time."""
        if self.lives:
            life = self.lives[-1]
            self.lives[-1] = Life(life.worker, life.begin, (*life.offsets, self._clock.offset))

    async def start_surely(self) -> None:
        """Start, again and again until it serves: what it needs may be away."""
        async with asyncio.timeout(START_SECONDS), httpx2.AsyncClient(timeout=1) as http:
            while True:
                if not self.runs:
                    self.spawn()
                with contextlib.suppress(httpx2.HTTPError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/health")).status_code == 200:
                        return
                await asyncio.sleep(RETRY_SECONDS)

    async def is_ready(self) -> bool:
        """Return whether it can write."""
        async with httpx2.AsyncClient(timeout=5) as http:
            with contextlib.suppress(httpx2.HTTPError):
                return (await http.get(f"http://127.0.0.1:{self.port}/ready")).status_code == 200
        return False

    def kill(self) -> None:
        """End it without any warning."""
        if self._process is not None and self.runs:
            self._process.kill()
            self._process.wait()
        self.changed()

    async def stop(self) -> None:
        """Ask it to end, and insist after a while."""
        process = self._process
        if process is not None and self.runs:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(process.wait, STOP_SECONDS)
        self.kill()

    def freeze(self) -> None:
        """Let it stand still."""
        if self._process is not None and self.runs:
            self._process.send_signal(signal.SIGSTOP)
            self.is_frozen = True
        self.changed()

    def thaw(self) -> None:
        """Let it go on."""
        self.is_frozen = False
        if self._process is not None and self.runs:
            self._process.send_signal(signal.SIGCONT)
        self.changed()
