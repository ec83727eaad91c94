"""A disk that is full, and emptied again: refusals in between, nothing lost, and no log that fills it anew."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import httpx2
import pytest

from tests.server.people import LOOKS, PATIENCE, Json, Person, some_move
from tests.server.servers import Process

DISK_BYTES = 4_000_000
TRIES = 20
AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run([*AS_ROOT, "mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=777", "tmpfs", place], check=True)
    yield place
    subprocess.run([*AS_ROOT, "umount", "--lazy", place], check=True)


@pytest.fixture
async def process(tmp_path: Path, disk: Path) -> AsyncIterator[Process]:
    process = Process(tmp_path, SIAM_DATABASE_URL=str(disk / "siam.sqlite"))
    await process.start()
    yield process
    process.stop()


def fill(disk: Path, *, but: int = 0) -> Path:
    """Fill a disk with somebody else's file."""
    file = disk / "film"
    with file.open("ab", buffering=0) as film:
        try:
            while film.write(bytes(4096)):
                pass
        except OSError:
            pass
        film.truncate(max(0, film.tell() - but))
    return file


async def talkative(person: Person) -> str:
    """Make a table at one screen where everything may be said."""
    return await person.make({"kind": "here", "name": "Carl"}, options={"discards": "open", "table_talk": "open"})


async def chat(person: Person, table: str, number: int) -> int:
    """Say something long, so that the disk is soon full; gives the status of the answer."""
    words = {"text": f"{number} " + "x" * 290}
    return (await person.http.post(f"/api/tables/{table}/chat", json=words)).status_code


async def figures(process: Process) -> dict[str, float]:
    async with httpx2.AsyncClient(base_url=process.url) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return {line.split(" ")[0]: float(line.split(" ")[1]) for line in lines if line.startswith("siam_")}


async def measured(process: Process, what: Callable[[dict[str, float]], object]) -> None:
    """Wait until something is to be seen in the figures."""
    for _ in range(LOOKS):
        if what(await figures(process)):
            return
        await asyncio.sleep(PATIENCE / LOOKS)
    raise AssertionError(process.log)


async def until_logged(process: Process, event: str) -> None:
    for _ in range(LOOKS):
        if event in process.log:
            return
        await asyncio.sleep(PATIENCE / LOOKS)
    raise AssertionError(process.log)


async def status(process: Process, path: str) -> int:
    async with httpx2.AsyncClient(base_url=process.url) as http:
        return (await http.get(path)).status_code


async def move(person: Person, table: str) -> Json:
    view = await person.view(table)
    text = some_move(view["state"]["position"], view["table"]["options"], 7)
    return await person.move(table, text, view["version"])


async def test_play_goes_on_when_a_full_disk_is_emptied(process: Process, disk: Path) -> None:
    person = await Person.guest(process.url, "Anna")
    table = await talkative(person)
    await move(person, table)
    film = fill(disk, but=200_000)
    said = []
    for number in range(5_000):
        if (code := await chat(person, table, number)) == 503:
            break
        assert code == 204
        said.append(number)
    assert await status(process, "/ready") == 503
    assert await status(process, "/health") == 200
    fill(disk)
    assert (await person.http.post("/api/session/guest", json={"name": "Bertha"})).status_code == 503

    film.unlink()
    before = (await figures(process))["siam_database_checkpoints"]
    await move(person, table)
    for number in range(5_000, 5_050):
        assert await chat(person, table, number) == 204
        said.append(number)
    await measured(process, lambda now: now["siam_database_checkpoints"] > before)
    assert await status(process, "/ready") == 200
    now = await figures(process)
    assert now["siam_database_in_trouble"] == 0
    assert now["siam_database_log_bytes"] < DISK_BYTES / 2

    process.kill()
    await process.start()
    view = await person.view(table)
    assert view["turn"] == 2
    heard: list[Json] = []
    while not heard or heard[0]["n"] > 1:
        before_line = f"?before={heard[0]['n']}" if heard else ""
        heard = (await person.get(f"/api/tables/{table}/chat{before_line}"))["lines"] + heard
    assert [int(line["text"].split(" ")[0]) for line in heard] == said
    await person.http.aclose()


async def stopped_with_news_in_the_log(process: Process, person: Person, table: str, number: int) -> None:
    """Say something, and freeze the server before that is taken into the file."""
    assert process.process is not None
    for more in range(30):
        assert await chat(person, table, 30 * number + more) == 204
    process.process.send_signal(signal.SIGSTOP)


def has_tried(enough: float, now: dict[str, float]) -> bool:
    return now["siam_database_checkpoints"] >= enough or now["siam_database_in_trouble"] == 1


async def test_a_checkpoint_that_fails_is_seen_and_tried_again(process: Process, disk: Path) -> None:
    assert process.process is not None
    person = await Person.guest(process.url, "Anna")
    table = await talkative(person)
    for number in range(TRIES):
        await stopped_with_news_in_the_log(process, person, table, number)
        film = fill(disk)
        failures = process.log.count("checkpoint_failed")
        process.process.send_signal(signal.SIGCONT)
        enough = (await figures(process))["siam_database_checkpoints"] + 1
        await measured(process, partial(has_tried, enough))
        if process.log.count("checkpoint_failed") > failures:
            break
        film.unlink()  # the file had space for that much more
    assert (await figures(process))["siam_database_in_trouble"] == 1
    assert await status(process, "/ready") == 503
    film.unlink()
    await until_logged(process, "checkpoints_again")
    assert await status(process, "/ready") == 200
    assert await chat(person, table, 1) == 204
    await person.http.aclose()


async def test_a_server_without_space_to_take_its_log_in_says_so_and_starts_when_there_is_some(
    process: Process, disk: Path
) -> None:
    person = await Person.guest(process.url, "Anna")
    table = await talkative(person)
    for number in range(TRIES):
        await stopped_with_news_in_the_log(process, person, table, number)
        process.kill()
        film = fill(disk)
        try:
            await process.start()
        except AssertionError:
            break
        film.unlink()
    assert process.process is not None
    assert process.process.returncode == 1
    assert "Traceback" not in process.log
    assert process.log.splitlines()[-1].endswith("can't be used: database or disk is full")
    film.unlink()
    await process.start()
    (*_, last) = (await person.get(f"/api/tables/{table}/chat"))["lines"]
    assert last["n"] == 30 * (number + 1)
    await move(person, table)
    await person.http.aclose()


async def test_a_server_whose_log_took_all_the_space_starts_by_taking_it_in(process: Process, disk: Path) -> None:
    person = await Person.guest(process.url, "Anna")
    table = await talkative(person)
    log = Path(process.settings["SIAM_DATABASE_URL"] + "-wal")
    for number in range(200):
        assert await chat(person, table, number) == 204
    before = (await figures(process))["siam_database_checkpoints"]
    await measured(process, lambda now: now["siam_database_checkpoints"] > before + 1)
    process.kill()
    fill(disk)
    length = log.stat().st_size
    await process.start()
    assert log.stat().st_size < length
    assert await chat(person, table, 1) == 204
    await person.http.aclose()


async def test_a_log_that_is_taken_away_is_noticed(process: Process, disk: Path) -> None:
    person = await Person.guest(process.url, "Anna")
    before = (await figures(process))["siam_database_checkpoints"]
    await measured(process, lambda now: now["siam_database_checkpoints"] > before)
    Path(process.settings["SIAM_DATABASE_URL"] + "-wal").unlink()
    await until_logged(process, "database_log_removed")
    assert await status(process, "/ready") == 503
    assert (await person.http.post("/api/session/guest", json={"name": "Bertha"})).status_code == 503
    process.kill()
    await process.start()
    assert "database_log_missing" in process.log
    assert (await person.get("/api/me"))["player"]["name"] == "Anna"
    await person.http.aclose()
