"""The site of files, served by any host of files: what was asked of it is written down."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

WEB = Path(__file__).parents[3] / "web"
MOUNTED_AT = "some/where"


@dataclass
class Site:
    """A host of files that runs, and the paths that it was asked for."""

    url: str
    root: Path
    asked: list[str] = field(default_factory=list)


def build_site(folder: Path) -> Path:
    """Build the site as `make site` does, below the folder in which it will be mounted."""
    target = folder / MOUNTED_AT
    npm = shutil.which("npm")
    assert npm is not None, "the client is built with Node"
    command = [npm, "run", "--silent", "site", "--", "--logLevel", "error"]
    subprocess.run(command, cwd=WEB, env={**os.environ, "SITE": str(target)}, check=True)
    return folder


@contextmanager
def served(root: Path) -> Iterator[Site]:
    """Serve a folder on a free port."""
    site = Site("", root)

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            site.asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
    site.url = f"http://127.0.0.1:{server.server_port}/{MOUNTED_AT}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
