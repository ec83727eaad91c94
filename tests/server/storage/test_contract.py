"""One contract for storage, kept by SQLite and by PostgreSQL alike."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event, update

from siam.notation import format_position
from siam.rules import Discards, Options, deal
from siam.server.adapters.sql import checkpoints
from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.engines import database_url as address_of
from siam.server.adapters.sql.players import SqlFacts, SqlPlayers
from siam.server.adapters.sql.schema import TABLES
from siam.server.adapters.sql.tables import SqlTables
from siam.server.adapters.sql.upgrade import migrate
from siam.server.domain.chat import ChatLine, Room
from siam.server.domain.clocks import LiveClock
from siam.server.domain.live_game import How, Result
from siam.server.domain.log import (
    Ended,
    Entry,
    LogChange,
    Moved,
    Paused,
    Replaced,
    Resigned,
    Resumed,
    Returned,
    Started,
    TakenBack,
    TimedOut,
)
from siam.server.domain.players import NotificationSettings, Player, Session, When
from siam.server.domain.proposals import Proposal, ProposalKind, settled
from siam.server.domain.refusals import Refusal
from siam.server.domain.tables import OPEN_CHAIR, Chair, ChairKind, Status, Table
from siam.server.ports import (
    Append,
    Conflict,
    Damaged,
    Notification,
    PushSubscription,
    RatingChange,
    Stale,
    Standing,
    Visit,
)

ANNA = Player("p_anna", "Anna", 1.0)
BERTHA = Player("p_bertha", "Bertha", 2.0, password_hash="x")
TABLE = Table(
    id="table1",
    host="p_anna",
    created=100.5,
    chairs=(Chair(ChairKind.PLAYER, player="p_anna", name="Anna", guest=True), OPEN_CHAIR),
    options=Options(discards=Discards.OPEN),
    clock=LiveClock(600, 5),
    name="Ärger & Söhne <b>",
)


class Store:
    """All stores on one database."""

    def __init__(self, url: str, *, sync_each_commit: bool = False) -> None:
        self.database = Database(address_of(url), sync_each_commit=sync_each_commit)
        migrate(self.database.engine)
        self.tables = SqlTables(self.database)
        self.players = SqlPlayers(self.database)
        self.facts = SqlFacts(self.database)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """Stores with two players and a table in them."""
    made = Store(database_url)
    await made.players.add(ANNA)
    await made.players.add(BERTHA)
    await made.tables.create(TABLE)
    yield made
    await made.database.close()


def append(*entries: Entry, table_id: str = "table1", table: Table | None = None) -> Append:
    """An append with a plausible standing."""
    last = entries[-1].version
    standing = Standing(last, last - 1, 0, "p_anna", 5.0, 50.0)
    return Append(table_id, tuple((entry, entry.version - 1) for entry in entries), standing, table)


async def test_a_table_comes_back_as_it_was_kept(store: Store) -> None:
    listed = await store.tables.load("table1")
    assert listed is not None
    assert listed.table == TABLE
    assert listed.standing.version == 0
    assert await store.tables.load("nothing") is None


async def test_a_table_is_saved_only_on_its_latest_revision(store: Store) -> None:
    proposal = Proposal(1, ProposalKind.REPLACE, 0, 3, (1,), seat=1, level="3")
    saved = await store.tables.save(replace(TABLE, proposals=(proposal,), public=False))
    assert saved.revision == 1
    with pytest.raises(Conflict):
        await store.tables.save(replace(TABLE, name="too late"))
    listed = await store.tables.load("table1")
    assert listed is not None
    assert listed.table == saved


async def test_every_deed_comes_back_as_it_was_kept(store: Store) -> None:
    setup = format_position(deal(2, 1))
    deeds: tuple[LogChange, ...] = (
        Started(setup, "1"),
        Moved("K ayu suk* +L@chi"),
        Moved("pass", auto=True),
        TakenBack(0),
        Resigned(),
        TimedOut(),
        Paused(),
        Resumed(),
        Ended(),
        Replaced("3"),
        Returned(),
    )
    entries = [
        Entry(number, None if number == 1 else 1, 1000.25 + number, change, key=f"k{number}")
        for number, change in enumerate(deeds, start=1)
    ]
    await store.tables.append(append(*entries))
    assert await store.tables.entries("table1") == entries
    assert await store.tables.entries("table1", after=8) == entries[8:]
    assert await store.tables.by_key("table1", "k3") == (3, 2)
    assert await store.tables.by_key("table1", "k99") is None


async def test_a_version_is_appended_once(store: Store) -> None:
    await store.tables.append(append(Entry(1, 0, 1.0, Moved("pass"), "a")))
    with pytest.raises(Conflict):
        await store.tables.append(append(Entry(1, 0, 2.0, Moved("pass"), "b")))
    with pytest.raises(Conflict):
        await store.tables.append(append(Entry(2, 0, 2.0, Moved("pass"), "a")))
    assert len(await store.tables.entries("table1")) == 1


async def test_appends_that_are_committed_together_fail_alone(store: Store) -> None:
    for number in range(2, 30):
        await store.tables.create(replace(TABLE, id=f"table{number}", created=100 + number))
    await store.tables.append(append(Entry(1, 0, 1.0, Moved("pass"), "a"), table_id="table7"))
    appends = [append(Entry(1, 0, 1.0, Moved("pass"), "k"), table_id=f"table{number}") for number in range(1, 30)]
    results = await asyncio.gather(*(store.tables.append(each) for each in appends), return_exceptions=True)
    failed = [number for number, result in enumerate(results, start=1) if isinstance(result, Exception)]
    assert failed == [7]
    assert all([len(await store.tables.entries(f"table{number}")) == 1 for number in range(1, 30)])


async def test_what_became_of_proposals_and_who_a_bot_replaces_are_kept(store: Store) -> None:
    proposal = Proposal(4, ProposalKind.END, 0, 3, (1,), agreed=(2,), due=9.5)
    bot = Chair(ChairKind.BOT, level="3", replaces=TABLE.chairs[0])
    kept = replace(TABLE, chairs=(bot, OPEN_CHAIR), proposals=(proposal,), proposed=4, asked=(2, 5))
    saved = await store.tables.save(replace(kept, settled=(settled(proposal, carried_out=True),)))
    listed = await store.tables.load("table1")
    assert listed is not None
    assert listed.table == saved
    assert [each.table.id for each in await store.tables.of_player("p_anna", [Status.OPEN], None, 9)] == ["table1"]


async def test_the_latest_visit_of_each_player_is_kept(store: Store) -> None:
    assert await store.tables.last_seen("table1", "p_anna") is None
    await store.tables.note_visits([Visit("table1", "p_anna", 5.0), Visit("table1", "p_bertha", 6.0)])
    await store.tables.note_visits([Visit("table1", "p_anna", 7.5)])
    assert await store.tables.last_seen("table1", "p_anna") == 7.5
    assert await store.tables.last_seen("table1", "p_bertha") == 6.0


async def test_a_table_and_its_start_are_kept_together_or_not_at_all(store: Store) -> None:
    begun = replace(TABLE, id="table2", status=Status.RUNNING)
    start = append(Entry(1, None, 1.0, Started("x", "1")), table_id="table2")
    with pytest.raises(Conflict):
        await store.tables.create(begun, start=start, origin=replace(TABLE, revision=7, rematch="table2"))
    assert await store.tables.load("table2") is None
    assert await store.tables.entries("table2") == []
    await store.tables.create(begun, start=start, origin=replace(TABLE, rematch="table2"))
    assert len(await store.tables.entries("table2")) == 1
    listed = await store.tables.load("table1")
    assert listed is not None
    assert (listed.table.rematch, listed.table.revision) == ("table2", 1)


async def test_an_append_and_its_table_are_kept_together_or_not_at_all(store: Store) -> None:
    stale = replace(TABLE, revision=7, status=Status.FINISHED)
    with pytest.raises(Conflict):
        await store.tables.append(append(Entry(1, 0, 1.0, Moved("pass")), table=stale))
    assert await store.tables.entries("table1") == []


async def test_finished_games_count_for_those_who_played(store: Store) -> None:
    over = replace(TABLE, status=Status.FINISHED, finished=9.0)
    standing = Standing(1, 0, None, None, 9.0, None, Result(How.RESIGNATION, (0,), by=1))
    await store.tables.append(Append("table1", ((Entry(1, 1, 9.0, Resigned()), 0),), standing, over))
    assert await store.tables.count_won("p_anna") == (1, 1)
    assert [listed.standing for listed in await store.tables.public(Status.FINISHED, None, 10)] == [standing]
    assert [listed.table.id for listed in await store.tables.unrated(0.0)] == ["table1"]


async def test_lists_come_in_pages_newest_first(store: Store) -> None:
    for number in range(2, 8):
        await store.tables.create(replace(TABLE, id=f"table{number}", created=100 + number, public=number != 5))
    first = await store.tables.public(Status.OPEN, None, 3)
    assert [listed.table.id for listed in first] == ["table7", "table6", "table4"]
    cursor = str(int(first[-1].table.created * 1_000_000))
    rest = await store.tables.public(Status.OPEN, cursor, 9)
    assert [listed.table.id for listed in rest] == ["table3", "table2", "table1"]
    mine = await store.tables.of_player("p_anna", [Status.OPEN], None, 9)
    assert len(mine) == 7


async def test_running_tables_are_found_by_deadline_and_by_bot(store: Store) -> None:
    begun = replace(TABLE, status=Status.RUNNING)
    await store.tables.append(append(Entry(1, None, 1.0, Started("x", "1")), table=begun))
    assert await store.tables.running(49.0, 9) == []
    assert await store.tables.running(50.0, 9) == ["table1"]
    assert await store.tables.running(None, 9, timed=True) == ["table1"]
    assert await store.tables.waiting_for_bots(100.0, 9) == []
    bots = Standing(2, 1, 1, None, 5.0, None)
    await store.tables.append(Append("table1", ((Entry(2, 0, 2.0, Moved("pass")), 1),), bots))
    assert await store.tables.waiting_for_bots(100.0, 9) == ["table1"]
    assert await store.tables.versions(["table1", "other"]) == {"table1": (2, 1)}


async def test_only_waiting_tables_are_deleted(store: Store) -> None:
    await store.tables.append(
        append(Entry(1, None, 1.0, Started("x", "1")), table=replace(TABLE, status=Status.RUNNING))
    )
    await store.tables.delete("table1")
    assert await store.tables.load("table1") is not None


async def test_lines_of_chat_are_numbered(store: Store) -> None:
    line = ChatLine(0, 1.0, "Anna", 0, "<script>'; DROP TABLE chat; --", None, Room.TABLE)
    said = [await store.tables.say("table1", line) for _ in range(3)]
    assert [each.n for each in said] == [1, 2, 3]
    assert await store.tables.lines("table1", None, 2) == said[1:]
    assert await store.tables.lines("table1", 2, 9) == said[:1]


async def test_account_names_are_unique_whatever_their_case(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.players.add(Player("p_other", "BERTHA", 3.0, password_hash="y"))
    await store.players.add(Player("p_guest", "Bertha", 3.0))
    found = await store.players.by_name("bertha")
    assert found == BERTHA
    with pytest.raises(Conflict):
        await store.players.change(ANNA, name="Bertha", password_hash="z")


async def test_a_player_comes_back_as_kept(store: Store) -> None:
    notifications = NotificationSettings("https://example.org/hook", When.AWAY, When.DIGEST, When.ALWAYS)
    theme = '{"theme": "dark"}'
    changed = await store.players.change(
        ANNA, mail="a@example.org", language="it", settings=theme, notifications=notifications
    )
    assert changed == replace(
        ANNA, mail="a@example.org", language="it", settings=theme, notifications=notifications, version=1
    )
    assert await store.players.find("p_anna") == changed


async def test_a_player_is_changed_only_as_it_was_read_last(store: Store) -> None:
    await store.players.change(BERTHA, password_hash="new")
    with pytest.raises(Stale):
        await store.players.change(BERTHA, settings='{"old": 1}')
    with pytest.raises(Stale):
        await store.players.rate("table1", [RatingChange("p_bertha", 26.0, 8.0, BERTHA.version)], 1.0)
    assert await store.players.find("p_bertha") == replace(BERTHA, password_hash="new", version=1)
    assert await store.players.rate("table1", [RatingChange("p_bertha", 26.0, 8.0, 1)], 1.0)


async def test_sessions_are_found_by_the_hash_of_their_secret_until_they_end(store: Store) -> None:
    session = Session("s1", "p_anna", 1.0, 1.0, "a browser")
    await store.players.open_session(session, "hash1")
    await store.players.open_session(replace(session, id="s2", is_token=True), "hash2")
    assert await store.players.by_secret("hash1") == (session, ANNA)
    await store.players.touch("s1", 9.0)
    assert [found.id for found in await store.players.sessions("p_anna")] == ["s1", "s2"]
    assert not await store.players.end_session("p_bertha", "s1")
    assert await store.players.end_session("p_anna", "s1")
    assert await store.players.by_secret("hash1") is None
    await store.players.open_session(replace(session, id="s3"), "hash3")
    await store.players.change(ANNA, only_session="s3", mail="a@example.org")
    assert await store.players.by_secret("hash2") is None
    assert await store.players.by_secret("hash3") is not None


async def test_a_game_is_rated_once(store: Store) -> None:
    changes = [RatingChange("p_anna", 26.0, 8.0, 0)]
    assert await store.players.rate("table1", changes, 1.0)
    assert not await store.players.rate("table1", [RatingChange("p_anna", 99.0, 1.0, 1)], 2.0)
    found = await store.players.find("p_anna")
    assert found is not None
    assert (found.mu, found.sigma, found.rated_games) == (26.0, 8.0, 1)


async def test_calls_wait_until_they_are_due_and_belong_to_one_process(store: Store) -> None:
    notification = Notification(0, "p_anna", "mail", "table1", 3, 10.0, 0)
    await store.players.queue_notification(notification)
    await store.players.queue_notification(replace(notification, version=4))
    assert await store.players.due_notifications(9.0, 9) == []
    (due,) = await store.players.due_notifications(10.0, 9)
    assert due.version == 4
    assert await store.players.claim_notification(due, 50.0)
    assert not await store.players.claim_notification(due, 50.0)
    await store.players.settle_notification(due.id, retry_at=20.0)
    (again,) = await store.players.due_notifications(30.0, 9)
    assert again.attempts == 1
    await store.players.settle_notification(due.id, retry_at=None)
    assert await store.players.due_notifications(1e9, 9) == []


async def test_subscriptions_facts_and_analyses_are_kept(store: Store) -> None:
    await store.players.subscribe("p_anna", PushSubscription("https://push", "{}"))
    await store.players.subscribe("p_bertha", PushSubscription("https://push", "{1}"))
    assert await store.players.subscriptions("p_anna") == []
    await store.players.unsubscribe("p_bertha", "https://push")
    assert await store.players.subscriptions("p_bertha") == []
    await store.facts.put("a", "1")
    await store.facts.put("a", "2")
    assert await store.facts.get("a") == "2"
    await store.tables.keep_analysis("table1", "{}")
    await store.tables.keep_analysis("table1", "{2}")
    assert await store.tables.analysis("table1") == "{}"


async def test_a_job_that_fails_takes_nobody_elses_with_it(store: Store) -> None:
    others = [replace(TABLE, id=f"table{number}") for number in range(2, 5)]
    answers = await asyncio.gather(
        store.tables.create(TABLE),  # there already
        *(store.tables.create(table) for table in others),
        store.tables.append(append(Entry(1, 0, 1.0, Moved("pass"), "a"))),
        store.tables.save(replace(TABLE, revision=7)),  # nobody has that one
        return_exceptions=True,
    )
    assert [isinstance(answer, Conflict) for answer in answers] == [True, False, False, False, False, True]
    assert all([await store.tables.load(table.id) for table in others])
    assert len(await store.tables.entries("table1")) == 1


NUL = "nul \0"
SURROGATE = "half \ud800"
LONG = "é" * 3_000


@pytest.mark.parametrize("text", [NUL, SURROGATE, LONG], ids=["nul", "surrogate", "long"])
async def test_what_can_not_be_stored_fails_alone(store: Store, text: str) -> None:
    """Whether it is refused or kept, moves that are committed together with it are acknowledged and there."""
    await asyncio.gather(*(store.tables.create(replace(TABLE, id=f"other{number}")) for number in range(4)))
    move = Entry(1, 0, 1.0, Moved("pass"), "a")
    bad: list[Awaitable[object]] = [
        store.tables.append(append(replace(move, key=text))),
        store.players.subscribe("p_anna", PushSubscription(text, "{}")),
        store.players.open_session(Session("s1", "p_anna", 1.0, 1.0, text), "hash"),
        store.players.change(ANNA, language=text),
        store.tables.say("table1", ChatLine(0, 1.0, text, 0, text, None, Room.TABLE)),
    ]
    good = [store.tables.append(append(move, table_id=f"other{number}")) for number in range(4)]
    answers = await asyncio.gather(*good[:2], *bad, *good[2:], return_exceptions=True)
    for answer in answers[2:-2]:
        assert not isinstance(answer, Exception) or isinstance(answer, Refusal)
    assert answers[:2] + answers[-2:] == [None] * 4
    assert [len(await store.tables.entries(f"other{number}")) for number in range(4)] == [1] * 4


@given(texts=st.lists(st.text(st.characters(exclude_categories=[]), max_size=90), min_size=1, max_size=6))
@example(texts=["\0", "a" * 71, "é" * 96, "\ud800"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_keys_of_every_kind_never_touch_other_peoples_moves(store: Store, texts: list[str]) -> None:
    tables = [f"t{uuid.uuid4().hex[:20]}" for _ in range(len(texts) * 2)]
    await asyncio.gather(*(store.tables.create(replace(TABLE, id=table)) for table in tables))
    keys = [key for text in texts for key in (text, "good")]
    moves = [append(Entry(1, 0, 1.0, Moved("pass"), key), table_id=t) for t, key in zip(tables, keys, strict=True)]
    answers = await asyncio.gather(*map(store.tables.append, moves), return_exceptions=True)
    for table, key, answer in zip(tables, keys, answers, strict=True):
        if key == "good":
            assert answer is None
        assert answer is None or isinstance(answer, Refusal)
        kept = [entry.key for entry in await store.tables.entries(table)]
        assert kept == ([key] if answer is None else [])


def damage(table_id: str, document: str, connection: Connection) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(document=document))


async def test_a_damaged_table_is_left_out_of_the_lists(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    tables = [replace(TABLE, id=f"t{n}", created=float(n), status=Status.FINISHED, public=True) for n in range(4)]
    await asyncio.gather(*map(store.tables.create, tables))
    for table_id, document in (("t1", "{"), ("t2", '{"chairs": 7}')):
        await store.database.write(partial(damage, table_id, document))
    for listed in (
        await store.tables.public(Status.FINISHED, None, 9),
        await store.tables.of_player("p_anna", [Status.FINISHED], None, 9),
    ):
        assert [found.table.id for found in listed] == ["t3", "t0"]
    assert "table_damaged" in caplog.text
    with pytest.raises(Damaged):
        await store.tables.load("t1")


async def test_a_players_tables_are_found_without_going_through_everybodys(store: Store) -> None:
    plans: list[str] = []

    @event.listens_for(store.database.engine, "before_cursor_execute")
    def note(connection: Connection, cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith("SELECT tables.id"):
            plan = cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters) if store.database.is_sqlite else ()
            plans.extend(str(row[-1]) for row in plan)

    listed = await store.tables.of_player("p_anna", [Status.OPEN], None, 30)
    assert [found.table.id for found in listed] == ["table1"]
    if store.database.is_sqlite:
        assert any("seats_by_player" in step for step in plans)
    assert not any("tables_by_status" in step or step.startswith("SCAN tables") for step in plans)


async def test_a_profile_counts_games_without_reading_them(store: Store) -> None:
    plans: list[str] = []

    @event.listens_for(store.database.engine, "before_cursor_execute")
    def note(connection: Connection, cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith("SELECT count(seats.won)") and store.database.is_sqlite:
            plans.extend(str(row[-1]) for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters))

    assert await store.tables.count_won("p_anna") == (0, 0)
    assert all("USING COVERING INDEX seats_by_player" in step for step in plans)
    assert len(plans) == (2 if store.database.is_sqlite else 0)


async def test_processes_that_start_together_settle_on_the_same_facts(database_url: str) -> None:
    stores = [Store(database_url) for _ in range(6)]
    wishes = [{"b": f"b{number}", "a": f"a{number}"} for number in range(6)]
    kept = await asyncio.gather(*(s.facts.settle(wish) for s, wish in zip(stores, wishes, strict=True)))
    assert kept.count(kept[0]) == 6
    assert kept[0]["a"][1:] == kept[0]["b"][1:]
    for each in stores:
        await each.database.close()


async def test_a_host_may_have_each_commit_forced_onto_the_disk(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "siam.sqlite"), sync_each_commit=True)
    await store.players.add(ANNA)
    await store.tables.create(TABLE)
    listed = await store.tables.load("table1")
    assert listed is not None
    assert listed.table == TABLE
    await store.database.close()


async def test_a_long_log_of_sqlite_begins_anew_while_tables_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "SECONDS", 0.01)
    monkeypatch.setattr(checkpoints, "LONG_LOG_PAGES", 20)
    store = Store(str(tmp_path / "siam.sqlite"))
    await store.players.add(ANNA)
    for number in range(300):
        await store.tables.create(replace(TABLE, id=f"table{number}", created=float(number)))
        await asyncio.sleep(0.001)
    assert (tmp_path / "siam.sqlite-wal").stat().st_size < 300 * 3 * 4096
    await store.database.close()
    again = Store(str(tmp_path / "siam.sqlite"))
    assert all([await again.tables.load(f"table{number}") for number in range(300)])
    await again.database.close()
