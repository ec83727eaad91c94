"""Run the server: one process, or several that share PostgreSQL and Redis."""

import os

import uvicorn

from siam.server.app.settings import Settings
from siam.server.logs import set_up_logs


class UnfitSettingsError(ValueError):
    """Settings that can't work together."""


def serve(settings: Settings) -> None:
    """Serve until told to stop."""
    several = settings.workers > 1
    if several and (not settings.redis_url or not settings.database_url.startswith("postgres")):
        raise UnfitSettingsError("several workers need PostgreSQL and Redis: SIAM_DATABASE_URL, SIAM_REDIS_URL")
    if settings.database_sync not in ("second", "commit"):
        raise UnfitSettingsError("SIAM_DATABASE_SYNC is second or commit")
    set_up_logs(settings.log_format, settings.log_level)
    os.environ.update(settings.as_environment())
    uvicorn.run(
        "siam.server.app.opening:worker",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if several else None,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="siam.server.app.sockets:QuickSocket",
        ws_max_size=65_536,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=10,
        backlog=2048,
    )
