"""After a power cut at any point the database opens, and only what the setting allows is missing."""

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest
from bench.powerloss.disk import Opened, Removed, Synced, Truncated, Written, left_after_cut
from bench.powerloss.trial import FILE, Left, Played, cut, play, synced_before

from siam.server.adapters.sql import database
from siam.server.app.settings import Settings
from tests.server.people import Person, some_move
from tests.server.servers import running

MOVES = 60
CUTS = 150
SECOND = 1.0


async def cuts_of(played: Played, folder: Path, seed: int, cuts: int = CUTS) -> list[Left]:
    """Cut the power at points drawn by chance."""
    chance = Random(seed)
    left = []
    for number in range(cuts):
        place = folder / f"cut-{number}"
        place.mkdir()
        before = chance.randint(1, len(played.tape.events))
        left.append(await asyncio.to_thread(cut, played, before, seed + number, place))
    return left


async def played_at(folder: Path, sync: str, seed: int) -> Played:
    (folder / "server").mkdir()
    return await play(folder / "server", sync, MOVES, seed)


@pytest.mark.parametrize("seed", [1, 2])
async def test_with_a_sync_each_second_at_most_that_second_is_lost(tmp_path: Path, seed: int) -> None:
    played = await played_at(tmp_path, "second", seed)
    for left in await cuts_of(played, tmp_path, seed):
        assert left.is_whole
        assert left.lost_seconds <= SECOND
        assert all(move.events > synced_before(played, left.cut) for move in left.lost)
        kept = len(left.acknowledged) - len(left.lost)
        assert list(left.lost) == list(left.acknowledged)[kept:], "what is left is what came first"


@pytest.mark.parametrize("seed", [1, 2])
async def test_with_a_sync_at_each_commit_nothing_acknowledged_is_lost(tmp_path: Path, seed: int) -> None:
    played = await played_at(tmp_path, "commit", seed)
    assert all(left.is_whole and not left.lost for left in await cuts_of(played, tmp_path, seed))


@pytest.mark.parametrize("share", [0.4, 0.7, 0.95])
async def test_a_server_plays_on_with_what_is_left(tmp_path: Path, share: float) -> None:
    played = await played_at(tmp_path, "second", 3)
    left = cut(played, int(share * len(played.tape.events)), 3, tmp_path)
    async with running(Settings(database_url=str(tmp_path / FILE), rate_limits=False)) as server:
        person = await Person.guest(server.url, "Bertha")
        for move in left.acknowledged:
            if move not in left.lost:
                assert (await person.get(f"/api/tables/{move.table}"))["version"] >= move.version
        table = await person.make({"kind": "here"})
        view = await person.view(table)
        await person.move(table, some_move(view["state"]["position"], {"discards": "open"}, 1), view["version"])
        await person.http.aclose()


async def test_commits_that_are_never_forced_are_seen_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trial would notice: with SQLite's own syncs switched off, databases break or old moves are missing."""
    never = ("synchronous=OFF", "wal_autocheckpoint=0")
    monkeypatch.setattr(database, "EACH_SECOND_SYNCED", never)
    monkeypatch.setattr(database, "EACH_COMMIT_SYNCED", never)
    played = await played_at(tmp_path, "second", 1)
    found = []
    for number in range(CUTS):
        place = tmp_path / f"cut-{number}"
        place.mkdir()
        try:
            found.append(cut(played, len(played.tape.events) - number, number, place))
        except sqlite3.DatabaseError:  # it does not even open
            return
    assert any(not left.is_whole or left.lost_seconds > SECOND for left in found)


FILE_AT = "/disk/file"


@pytest.mark.parametrize(
    ("events", "possible"),
    [
        ([Opened(FILE_AT)], [None, b""]),
        ([Opened(FILE_AT), Synced(FILE_AT, 1)], [b""]),
        ([Opened(FILE_AT), Written(FILE_AT, 0, b"old"), Synced(FILE_AT, 2)], [b"old"]),
        (
            [Opened(FILE_AT), Written(FILE_AT, 0, b"old"), Synced(FILE_AT, 2), Written(FILE_AT, 0, b"new")],
            [b"old", b"new"],
        ),
        (
            [Opened(FILE_AT), Written(FILE_AT, 0, b"old"), Synced(FILE_AT, 2), Truncated(FILE_AT, 1)],
            [b"old", b"o"],
        ),
        ([Opened(FILE_AT), Synced(FILE_AT, 1), Written(FILE_AT, 510, b"abcd")], None),
        ([Opened(FILE_AT), Written(FILE_AT, 0, b"old"), Synced(FILE_AT, 2), Removed(FILE_AT)], [None]),
    ],
)
def test_the_disk_forgets_what_was_not_forced_onto_it(
    events: list[Opened], possible: list[bytes | None] | None
) -> None:
    found = {left_after_cut(events, len(events), seed).get(FILE_AT) for seed in range(100)}
    if possible is not None:
        assert found == set(possible)
    else:  # a write over the edge of a sector is torn there
        assert found == {b"", bytes(510) + b"ab", bytes(512) + b"cd", bytes(510) + b"abcd"}
