"""Run the server: one process, or several that share PostgreSQL and Redis."""

import asyncio
import os
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from siam.server.app.asgi import startup
from siam.server.app.settings import Settings, UnfitSettingsError
from siam.server.logs import set_up_logs

OPEN_FILES = 65_536
CONNECTIONS: dict[str, Any] = {
    "http": "siam.server.app.asgi.connections:Connection",
    "ws": "siam.server.app.asgi.websocket:QuickSocket",
    "ws_max_size": 65_536,
    "ws_ping_interval": 20,
    "ws_ping_timeout": 30,
    "ws_per_message_deflate": False,
}
"""How the web server treats connections."""


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    several = settings.workers > 1
    if several and (not settings.redis_url or not settings.database_url.startswith("postgres")):
        raise UnfitSettingsError("several workers need PostgreSQL and Redis: SIAM_DATABASE_URL, SIAM_REDIS_URL")
    if settings.database_sync not in ("second", "commit"):
        raise UnfitSettingsError("SIAM_DATABASE_SYNC is second or commit")
    if settings.database_timeout < 1:
        raise UnfitSettingsError("SIAM_DATABASE_TIMEOUT is a number of seconds, at least 1")
    _ = settings.house_bots  # a bot that can't play is refused at the start
    set_up_logs(settings.log_format, settings.log_level)
    os.environ.update(settings.as_environment())
    _allow_open_files()
    if several:
        _prepare_database(settings)
        _serve_with_workers(settings)
    else:
        _serve_alone(settings)


def _serve_alone(settings: Settings) -> None:
    """Serve in this process; an error at the start is the host's to see."""
    problems: list[Exception] = []

    def stop(problem: Exception) -> None:
        problems.append(problem)
        server.should_exit = True

    server = uvicorn.Server(uvicorn.Config(startup.worker(stop), **_options(settings)))
    server.run()  # it ends by the signal that it was told to stop with
    if problems:
        raise problems[0]


def _serve_with_workers(settings: Settings) -> None:
    """Look after several processes behind one port."""
    config = uvicorn.Config(
        "siam.server.app.asgi.startup:worker", factory=True, workers=settings.workers, **_options(settings)
    )
    supervisor = _Supervisor(config, sockets=[config.bind_socket()])
    supervisor.run()
    if supervisor.is_interrupted:
        raise KeyboardInterrupt


class _Supervisor(Multiprocess):
    """Remembers that Ctrl-C ended it: the shell is to know."""

    is_interrupted = False

    def handle_int(self) -> None:
        self.is_interrupted = True
        super().handle_int()


def _prepare_database(settings: Settings) -> None:
    """Prepare the database before any worker starts: each of them would fail, again and again."""
    from siam.server.adapters.sql.database import Database
    from siam.server.adapters.sql.engines import database_url

    async def prepare() -> None:
        database = Database(database_url(settings.database_url), timeout_seconds=settings.database_timeout)
        try:
            await asyncio.get_running_loop().run_in_executor(None, database.prepare)
        finally:
            await database.close()

    asyncio.run(prepare())


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "proxy_headers": True,
        "forwarded_allow_ips": settings.trusted_proxies,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": 10,
        "backlog": 2048,
        **CONNECTIONS,
    }


def _allow_open_files() -> None:
    """Take as many connections as the system lets us: many begin with a limit of 1,024."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
