"""A server of our own: on a free port of the loopback address, on one core, with a database of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2

START_SECONDS = 60


class Server:
    """`siam serve` in a temporary directory, pinned to the first core if there are several."""

    def __init__(self, directory: Path, *, pinned: bool = True, **settings: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.directory = directory
        self.pinned = pinned and (os.cpu_count() or 1) > 1
        self.environment = {
            **os.environ,
            "SIAM_DATABASE_URL": str(directory / "load.sqlite"),
            "SIAM_RATE_LIMITS": "0",
            "SIAM_WAITING_TABLES": "0",
            "SIAM_BOT_TABLES": "0",
            "SIAM_LOG_LEVEL": "warning",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start and wait for the first page; gives the seconds that took."""
        command = [str(Path(sys.executable).parent / "siam"), "serve", "--port", str(self.port)]
        began = time.perf_counter()
        with (self.directory / "server.log").open("wb") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        if self.pinned:
            os.sched_setaffinity(self.process.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                break
            if time.perf_counter() - began > START_SECONDS or self.process.poll() is not None:
                raise SystemExit(self.log())
            time.sleep(0.005)
        httpx2.get(self.url + "/").raise_for_status()
        return time.perf_counter() - began

    def settle(self) -> None:
        """Wait until everything behind the first page is loaded, and a moment longer."""
        httpx2.get(self.url + "/health", timeout=START_SECONDS).raise_for_status()
        time.sleep(2)

    @property
    def pids(self) -> list[int]:
        """The server's process and everything that it started."""
        assert self.process
        found = [self.process.pid]
        for pid in found:
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, task.read_text().split())
        return found

    def memory(self) -> float:
        """Return the resident memory of the server and its children, in megabytes."""
        total = 0
        for pid in self.pids:
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    total += int(line.split()[1])
        return total / 1024

    def cpu(self, *, children: bool = False) -> float:
        """Return the processor time that the server has used so far, its children left aside or not, in seconds."""
        assert self.process
        ticks = 0
        for pid in self.pids if children else [self.process.pid]:
            parts = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
            ticks += int(parts[11]) + int(parts[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def log(self) -> str:
        """Return what the server has logged: warnings and errors."""
        return (self.directory / "server.log").read_text()

    def files(self) -> str:
        """Describe the size of the database files."""
        paths = sorted(self.directory.glob("load.sqlite*"))
        return ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in paths)

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
