"""`siam serve --workers 2`: several processes behind one port, on PostgreSQL and Redis."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from siam.server.app.run import serve
from siam.server.app.settings import Settings, UnfitSettingsError
from tests.server.servers import Process, Redis
from tests.server.storage.test_killing import four_play_on_breaking_sockets

WORKERS = 2


@pytest.fixture
async def workers(tmp_path: Path, postgres_database: str, redis: Redis) -> AsyncIterator[Process]:
    settings = {"SIAM_DATABASE_URL": postgres_database, "SIAM_REDIS_URL": redis.url, "SIAM_WORKERS": str(WORKERS)}
    process = Process(tmp_path, **settings)
    await process.start()
    yield process
    process.stop()


def children(process: Process) -> set[str]:
    assert process.process is not None
    tasks = Path(f"/proc/{process.process.pid}/task").glob("*/children")
    return {child for task in tasks for child in task.read_text().split()}


async def test_two_workers_play_one_game(workers: Process) -> None:
    assert len(children(workers)) >= WORKERS
    # Every socket breaks again and again and comes back to whichever worker takes it.
    await four_play_on_breaking_sockets(workers.url)
    assert workers.stop() in (0, -15)


async def test_ctrl_c_ends_all_workers_and_the_shell_knows(workers: Process) -> None:
    assert workers.stop(signal.SIGINT) == 130
    assert "Traceback" not in workers.log


def test_several_workers_without_their_servers_are_refused() -> None:
    with pytest.raises(UnfitSettingsError, match="PostgreSQL and Redis"):
        serve(Settings(workers=2))
