"""What a host types and reads: starts that fail, backups, migrations, and who may read the files."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from siam.server.adapters.sql.engines import database_url as address_of
from siam.server.adapters.sql.engines import make_engine
from siam.server.adapters.sql.schema import LOG, PLAYERS
from siam.server.adapters.sql.upgrade import HEAD, migrate
from tests.server.people import Person
from tests.server.servers import Process, free_port

SIAM = str(Path(sys.executable).parent / "siam")
NO_SUCH_POSTGRES = "postgresql://siam:secret@127.0.0.1:1/siam"
OLD_PLAYERS = 2_000
OLD_ENTRIES = 3_000


def siam(*words: str, database: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Type a command."""
    settings = {**os.environ, "SIAM_DATABASE_URL": database, "SIAM_DATABASE_TIMEOUT": "2", **environment}
    return subprocess.run([SIAM, *words], env=settings, capture_output=True, text=True, timeout=120)


def complaint(run: "subprocess.CompletedProcess[str]") -> str:
    """Return the one line that says why a command failed."""
    assert run.returncode == 1, run.stderr
    assert "Traceback" not in run.stderr
    (line,) = [line for line in run.stderr.splitlines() if line.startswith("Error: ")]
    return line


def made(url: str, schema: str = HEAD) -> str:
    """Make a database with a schema."""
    engine = make_engine(address_of(url))
    migrate(engine, schema)
    engine.dispose()
    return url


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_a_server_without_its_database_says_so_in_a_line() -> None:
    run = siam("serve", "--port", str(free_port()), database=NO_SUCH_POSTGRES)
    assert "127.0.0.1" in complaint(run)
    assert "secret" not in run.stderr


def test_several_workers_without_their_database_end_with_a_line() -> None:
    bus = {"SIAM_REDIS_URL": "redis://127.0.0.1:1/0", "SIAM_WORKERS": "2"}
    run = siam("serve", "--port", str(free_port()), database=NO_SUCH_POSTGRES, **bus)
    assert "127.0.0.1" in complaint(run)


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("restore", "junk"), ("migrate",), ("backup", "copy")])
def test_a_file_that_is_no_database_is_named_in_a_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(b"this is no database at all" * 100)
    words = [str(tmp_path / word) if word in ("junk", "copy") else word for word in command]
    database = str(tmp_path / "target") if command[0] == "restore" else str(junk)
    assert str(junk) in complaint(siam(*words, database=database))
    assert junk.read_bytes() == b"this is no database at all" * 100
    assert not (tmp_path / "target").exists()
    assert not (tmp_path / "copy").exists()


def test_a_newer_schema_is_named_with_what_to_do(database_url: str, tmp_path: Path) -> None:
    engine = make_engine(address_of(made(database_url)))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    engine.dispose()
    for words in (("serve", "--port", str(free_port())), ("migrate",), ("backup", str(tmp_path / "copy"))):
        line = complaint(siam(*words, database=database_url))
        assert "0099" in line
        assert "install that version" in line


async def test_a_second_server_on_the_same_file_does_not_start(tmp_path: Path) -> None:
    first = Process(tmp_path)
    await first.start()
    try:
        file = str(tmp_path / "siam.sqlite")
        for words in (("serve", "--port", str(free_port())), ("migrate",)):
            assert "another server uses the database" in complaint(siam(*words, database=file))
        person = await Person.guest(first.url, "Anna")
        await person.http.aclose()
        first.kill()
        await first.start()  # the lock has ended with the process
    finally:
        first.stop()


async def test_others_on_the_machine_can_not_read_the_database(tmp_path: Path) -> None:
    process = Process(tmp_path)
    await process.start()
    try:
        files = sorted(tmp_path.glob("siam.sqlite*"))
        assert [file.name for file in files if file.name.endswith("-wal")], files
        assert {mode(file) for file in files} == {0o600}
        assert siam("backup", str(tmp_path / "copy"), database=str(tmp_path / "siam.sqlite")).returncode == 0
        assert mode(tmp_path / "copy") == 0o600
        assert not (tmp_path / "copy.part").exists()
    finally:
        process.stop()


def test_a_backup_comes_back(tmp_path: Path) -> None:
    made(str(tmp_path / "a"))
    assert siam("backup", str(tmp_path / "b"), database=str(tmp_path / "a")).returncode == 0
    assert siam("restore", str(tmp_path / "b"), database=str(tmp_path / "c")).returncode == 0
    assert "there is no file" in complaint(siam("restore", str(tmp_path / "x"), database=str(tmp_path / "d")))


def test_a_backup_of_a_mistyped_path_makes_nothing(tmp_path: Path) -> None:
    assert "there is no database" in complaint(siam("backup", str(tmp_path / "b"), database=str(tmp_path / "a")))
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_something_else_is_neither_backed_up_nor_changed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    connection.close()
    before = other.read_bytes()
    assert "no tables of Siam" in complaint(siam("backup", str(tmp_path / "b"), database=str(other)))
    assert "no tables of Siam" in complaint(siam("migrate", database=str(other)))
    assert other.read_bytes() == before
    assert not (tmp_path / "b").exists()


def old_rows(url: str) -> None:
    """Fill a database of the first schema."""
    engine = make_engine(address_of(made(url, "0001")))
    player = {"created": 1.0, "mu": 25.0, "sigma": 8.0, "rated_games": 3, "settings": "{}"}
    whens = {"webhook_when": "off", "mail_when": "off", "push_when": "off"}
    table = "'t', 1, 'p0', 1.0, 'open', true, '{}', 0, 0, 0"
    with engine.begin() as connection:
        players = [{"id": f"p{n}", "name": f"Player {n}", **player, **whens} for n in range(OLD_PLAYERS)]
        connection.execute(insert(PLAYERS), players)
        columns = "id, number, host, created, status, public, document, revision, version, turn"
        connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({table})"))
        entry = {"table_id": "t", "turn": 1, "kind": "move", "at": 1.0, "auto": False}
        entries = [{**entry, "version": n, "key": f"key {n}"} for n in range(OLD_ENTRIES)]
        connection.execute(insert(LOG), entries)
    engine.dispose()


def check_rows(url: str) -> None:
    engine = make_engine(address_of(url))
    with engine.connect() as connection:
        players = {row.id: (row.name, row.rated_games, row.version) for row in connection.execute(select(PLAYERS))}
        assert players == {f"p{n}": (f"Player {n}", 3, 0) for n in range(OLD_PLAYERS)}
        keys = {row.version: row.key for row in connection.execute(select(LOG.c.version, LOG.c.key))}
        assert keys == {n: f"key {n}" for n in range(OLD_ENTRIES)}
    engine.dispose()


def test_a_database_of_the_first_schema_is_brought_up_to_date(database_url: str) -> None:
    old_rows(database_url)
    assert "0001" in complaint(siam("migrate", "--check", database=database_url))
    assert f"was 0001 and is {HEAD} now" in siam("migrate", database=database_url).stdout
    assert "nothing to do" in siam("migrate", "--check", database=database_url).stdout
    check_rows(database_url)


def test_an_old_backup_stays_as_it_is_and_is_restored_into_the_present_schema(
    tmp_path: Path, database_url: str
) -> None:
    old_rows(str(tmp_path / "old"))
    backup = tmp_path / "backup"
    assert siam("backup", str(backup), database=str(tmp_path / "old")).returncode == 0
    for name in ("old", "backup"):
        assert "0001" in complaint(siam("migrate", "--check", database=str(tmp_path / name)))
    before = backup.read_bytes()
    restored = siam("restore", str(backup), database=database_url)
    assert restored.returncode == 0, restored.stderr
    assert backup.read_bytes() == before
    check_rows(database_url)


class StickyProcess(Process):
    """A server that waits for ever when it is to stop."""

    program = (sys.executable, "-m", "tests.server.sticky", "serve")


async def test_a_server_that_hangs_while_it_stops_says_where_and_ends(tmp_path: Path) -> None:
    process = StickyProcess(tmp_path)
    await process.start()
    anna = await Person.guest(process.url, "Anna")
    assert process.stop() == 1
    assert "Timeout" in process.log
    await anna.http.aclose()
