"""Start a server of its own on a free port with a database of its own, and stop it again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

INDEX = Path(__file__).parents[2] / "src/siam/server/static/index.html"
STARTS_WITHIN_SECONDS = 60.0


@dataclass
class Host:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path
    command: list[str]
    environment: dict[str, str]
    ahead: Path | None = None
    """Where it stands how many seconds the server's clock runs ahead, if it can be moved."""

    def move_clock(self, seconds: float) -> None:
        """Let so much time go by for the server."""
        assert self.ahead, "start the host with a clock that can be moved"
        moved = self.ahead.with_suffix(".new")
        moved.write_text(str(float(self.ahead.read_text(encoding="utf-8")) + seconds), encoding="utf-8")
        moved.replace(self.ahead)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def start_again(self) -> None:
        """Bring the same server back on the same port with the same database."""
        self.process = _launch(self.command, self.environment, self.log)
        _wait_until_it_answers(self)


def start_host(folder: Path, *, movable_clock: bool = False, **settings: str) -> Host:
    """Start `siam serve` in a folder; settings are its environment without the prefix, `{url}` in them its address."""
    assert INDEX.is_file(), "the client is not built: run `make web`"
    port = _free_port()
    url = f"http://127.0.0.1:{port}/"
    environment = {
        **os.environ,
        "SIAM_DATABASE_URL": str(folder / "siam.sqlite"),
        "SIAM_PORT": str(port),
        "SIAM_RATE_LIMITS": "off",
        "SIAM_CHEAP_PASSWORDS": "on",
        **{f"SIAM_{name.upper()}": value.replace("{url}", url) for name, value in settings.items()},
    }
    command = [sys.executable, "-c", "from siam.cli import main; main()", "serve"]
    ahead = folder / "ahead" if movable_clock else None
    if ahead:
        ahead.write_text("0", encoding="utf-8")
        command = [sys.executable, "-m", "tests.e2e.moved_host", str(ahead), "serve"]
    log = folder / "server.log"
    host = Host(url, _launch(command, environment, log), log, command, environment, ahead)
    _wait_until_it_answers(host)
    return host


def _launch(command: list[str], environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as file:
        return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


def _wait_until_it_answers(host: Host) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        assert host.process.poll() is None, host.log.read_text(encoding="utf-8")
        try:
            with urllib.request.urlopen(host.url + "health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(host.log.read_text(encoding="utf-8"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
