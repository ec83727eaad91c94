"""Check a release as a stranger gets it: `make release-check`.

Builds the wheel and the source archive, installs the wheel alone in an empty environment where there is no Node,
starts its server, looks at the first page and plays a whole game against a bot over HTTP.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
STARTS_WITHIN_SECONDS = 60.0
MOVES_WITHIN_SECONDS = 900.0


class Visitor:
    """Somebody with a browser's cookies and nothing else."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        """Fetch a page."""
        with self._opener.open(self._url + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send JSON and read JSON."""
        headers = {"Content-Type": "application/json", "Origin": self._url.rstrip("/")}
        request = urllib.request.Request(self._url + path, json.dumps(body).encode(), headers)
        with self._opener.open(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")


def build() -> tuple[Path, Path]:
    """Build the wheel and the source archive into dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run([ROOT / ".venv/bin/uv", "build", "--quiet", "--out-dir", DIST, ROOT], check=True)
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, archive


def install(wheel: Path, folder: Path) -> dict[str, str]:
    """Install the wheel in an empty environment; returns the variables of a shell that has it and no Node."""
    uv, venv, lock = str(ROOT / ".venv/bin/uv"), str(folder / "venv"), str(ROOT / "requirements.lock")
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, venv], check=True)
    command = [uv, "pip", "install", "--quiet", "--python", venv, "--constraint", lock]
    subprocess.run([*command, f"siam[server] @ {wheel.as_uri()}"], check=True)
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("SIAM_", "PYTHON", "VIRTUAL_ENV"))
    }
    return {**kept, "PATH": str(folder / "venv/bin"), "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}


def play_a_game(url: str) -> int:
    """Play against a bot, passing whenever it is my turn, until the game is over; returns the number of turns."""
    anna = Visitor(url)
    assert '<div id="app">' in anna.get(""), "the wheel has no browser client"
    assert json.loads(anna.get("catalogues/de.json")), "the wheel has no translations"
    anna.post("api/session/guest", {"name": "Anna"})
    table = anna.post("api/tables", {"seats": [{"kind": "me"}, {"kind": "bot", "level": "3"}]})["id"]
    deadline = time.monotonic() + MOVES_WITHIN_SECONDS
    while time.monotonic() < deadline:
        view = json.loads(anna.get(f"api/tables/{table}"))
        if view["result"] is not None:
            return int(view["turn"])
        if view["state"]["to_move"] == 1:
            move = {"after": view["version"], "move": "pass", "key": f"turn-{view['turn']}", "seat": None}
            anna.post(f"api/tables/{table}/moves", move)
        else:
            time.sleep(0.2)
    raise AssertionError("the bot of the wheel did not finish a game")


def main() -> None:
    """Build, install, serve, play."""
    wheel, archive = build()
    print(f"built {wheel.name} ({wheel.stat().st_size // 1024} kB) and {archive.name}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = install(wheel, folder)
        assert shutil.which("node", path=environment["PATH"]) is None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        command = [str(folder / "venv/bin/siam"), "serve", "--port", str(port)]
        with subprocess.Popen(command, cwd=folder, env=environment) as server:
            try:
                url = f"http://127.0.0.1:{port}/"
                _wait_for(url, server)
                print(f"played a game of {play_a_game(url)} turns through the wheel's server")
            finally:
                server.terminate()


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server of the wheel ended"
        try:
            with urllib.request.urlopen(url + "health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError("the server of the wheel did not start")


if __name__ == "__main__":
    main()
