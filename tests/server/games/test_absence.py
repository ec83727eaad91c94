"""Absence: when a bot may play for somebody who is away, and how they come back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from siam.server.app.settings import Settings
from siam.server.domain.absence import RETURN_SECONDS, patience_seconds
from siam.server.domain.clocks import NO_CLOCK, ClockSetting, DaysClock, LiveClock
from tests.server.conftest import Guest
from tests.server.people import Json, Person, some_move
from tests.server.servers import Process, Redis, Running, running

DAY = 86_400.0
HOUR = 3_600.0
LIVE = {"kind": "live", "seconds": 3_600, "increment": 0}
DAYS = {"kind": "days", "days": 3}

Member = Callable[[str], Awaitable[Person]]


@pytest.fixture
async def member(server: Running) -> AsyncIterator[Member]:
    """Makes people with accounts."""
    people: list[Person] = []

    async def make(name: str) -> Person:
        person = Person(server.url)
        person.name = name
        people.append(person)
        await person.post("/api/accounts", {"name": name, "password": "long enough"}, 201)
        return person

    yield make
    for person in people:
        await person.http.aclose()


async def in_turn(people: list[Person], **more: object) -> tuple[str, list[Person], int]:
    """Make a running game; gives it, the people from the one to move on, and the seat to move."""
    table = await people[0].make(*({"kind": "open"} for _ in people[1:]), **more)
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    seat = (await people[0].view(table))["state"]["to_move"]
    return table, [*people[seat - 1 :], *people[: seat - 1]], seat


def proposals(table: str, number: int | None = None) -> str:
    return f"/api/tables/{table}/proposals" + ("" if number is None else f"/{number}")


def wish(seat: int) -> Json:
    return {"kind": "replace", "seat": seat, "level": "random"}


def kind_of(view: Json, seat: int) -> str:
    return str(view["seats"][seat - 1]["kind"])


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(NO_CLOCK, DAY), (LiveClock(600, 5), 300), (DaysClock(4), 3 * DAY), (DaysClock(0.25), 0.1875 * DAY)],
)
def test_the_clock_says_how_long_others_wait(clock: ClockSetting, seconds: float) -> None:
    assert patience_seconds(clock) == seconds


@pytest.mark.parametrize(("clock", "seconds"), [({"kind": "none"}, DAY), (LIVE, 300), (DAYS, 2.25 * DAY)])
async def test_who_is_waited_for_and_away_long_enough_is_replaced(
    server: Running, anna: Person, bertha: Person, clock: Json, seconds: float
) -> None:
    table, (absent, waiting), seat = await in_turn([anna, bertha], clock=clock)
    other = 3 - seat
    assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away"
    server.clock.advance(seconds - 60)
    assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away"
    async with await waiting.connect(table) as live:
        await live.send(type="propose", **wish(seat), id=1)
        assert (await live.next("error"))["code"] == "not_away"
    assert await absent.refused("POST", proposals(table), wish(other)) == "not_away", "nobody waits for them"
    server.clock.advance(120)
    assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away", "the absent one just asked"
    server.clock.advance(seconds)
    await waiting.post(proposals(table), wish(seat), 204)
    view = await waiting.view(table)
    assert kind_of(view, seat) == "bot"
    assert view["log"][-1]["kind"] == "replace"


async def test_who_is_here_is_never_replaced(server: Running, anna: Person, bertha: Person) -> None:
    table, (slow, waiting), seat = await in_turn([anna, bertha])
    async with await slow.connect(table) as live:
        await live.next("view")
        server.clock.advance(9 * DAY)
        assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away"
    await waiting.sees(table, lambda view: not view["seats"][seat - 1]["present"])
    await server.world.attendance.stop()
    assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away", "the time begins when one leaves"


async def test_with_three_players_the_third_must_agree_and_the_absent_one_can_prevent_it(
    server: Running, guest: Guest
) -> None:
    table, (absent, asker, third), seat = await in_turn([await guest(name) for name in ("Anna", "Bertha", "Carl")])
    server.clock.advance(DAY + 1)
    proposal = await asker.post(proposals(table), wish(seat), 201)
    assert len(proposal["waiting"]) == 1
    assert seat not in proposal["waiting"]
    assert (await absent.view(table))["proposals"] == [], "a look is a sign of life"
    assert await third.refused("POST", proposals(table, proposal["id"]), {"accept": True}) == "no_such_proposal"
    server.clock.advance(DAY + 1)
    proposal = await asker.post(proposals(table), wish(seat), 201)
    await third.post(proposals(table, proposal["id"]), {"accept": True}, 204)
    assert kind_of(await third.view(table), seat) == "bot"


async def test_a_replaced_player_takes_the_seat_again_before_the_bot_moves(
    server: Running, anna: Person, bertha: Person
) -> None:
    table, (absent, waiting), seat = await in_turn([anna, bertha])
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 204)
    await server.world.timers.wake_bots(0.0)
    assert server.thinkers.asked == 0, "the bot waits"
    assert await waiting.refused("POST", f"/api/tables/{table}/hint") == "no_hints", "somebody may come back"
    async with await absent.connect(table) as live:
        view = await live.next("view")
        assert view["you"]["my_turn"]
        assert [entry["kind"] for entry in view["log"]][-2:] == ["replace", "return"]
        assert kind_of(view, seat) == "player"
    view = await absent.view(table)
    await absent.move(table, some_move(view["state"]["position"], view["table"]["options"], 1), view["version"])


async def test_a_program_takes_its_seat_again_by_sitting_down(server: Running, anna: Person, bertha: Person) -> None:
    table, (absent, waiting), seat = await in_turn([anna, bertha])
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 204)
    assert await waiting.refused("POST", f"/api/tables/{table}/seats/{seat}") == "already_started"
    view = await absent.sit(table, seat)
    assert kind_of(view, seat) == "player"
    assert view["you"]["my_turn"]


async def test_once_the_bot_has_moved_the_seat_is_gone_and_the_table_says_so(
    server: Running, anna: Person, bertha: Person
) -> None:
    table, (absent, waiting), seat = await in_turn([anna, bertha])
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 204)
    version = (await waiting.view(table))["version"]
    server.clock.advance(RETURN_SECONDS + 1)
    await server.world.timers.wake_bots(30.0)
    await waiting.sees(table, lambda view: view["version"] > version)
    assert await absent.refused("POST", f"/api/tables/{table}/seats/{seat}") == "already_started"
    async with await absent.connect(table) as live:
        view = await live.next("view")
    assert view["you"]["watching"]
    assert "replace" in [entry["kind"] for entry in view["log"]]
    assert table in [each["id"] for each in (await absent.get("/api/me/tables"))["tables"]]
    body = {"after": view["version"], "move": "pass", "key": "x"}
    assert await absent.refused("POST", f"/api/tables/{table}/moves", body) == "not_your_seat"


async def test_nothing_is_decided_over_the_head_of_who_may_come_back(
    server: Running, anna: Person, bertha: Person
) -> None:
    table, (_, waiting), seat = await in_turn([anna, bertha])
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 204)
    assert (await waiting.post(proposals(table), {"kind": "end"}, 201))["waiting"] == [seat]
    assert (await waiting.view(table))["result"] is None


async def test_a_bot_plays_on_for_who_has_given_up(server: Running, guest: Guest) -> None:
    table, (gone, asker, third), seat = await in_turn([await guest(name) for name in ("Anna", "Bertha", "Carl")])
    await gone.post(f"/api/tables/{table}/resign", status=204)
    proposal = await asker.post(proposals(table), wish(seat), 201)
    await third.post(proposals(table, proposal["id"]), {"accept": True}, 204)
    view = await asker.view(table)
    assert (kind_of(view, seat), view["seats"][seat - 1]["resigned"]) == ("bot", False)
    assert await gone.refused("POST", f"/api/tables/{table}/seats/{seat}") == "already_started"


async def test_in_a_rated_game_the_clock_decides(server: Running, member: Member) -> None:
    for clock in (DAYS, LIVE):
        people = [await member(f"{name} {clock['kind']}") for name in ("Emil", "Frida")]
        table, (_, waiting), seat = await in_turn(people, clock=clock)
        assert (await waiting.view(table))["table"]["rated"]
        server.clock.advance(0.9 * (3 * DAY if clock is DAYS else HOUR))
        assert await waiting.refused("POST", proposals(table), wish(seat)) == "forbidden"
        assert kind_of(await waiting.view(table), seat) == "player"


async def test_a_rated_game_without_a_clock_gives_notice_and_then_counts_for_nobody(
    server: Running, member: Member
) -> None:
    people = [await member(name) for name in ("Emil", "Frida")]
    table, (absent, waiting), seat = await in_turn(people)
    server.clock.advance(DAY + 1)
    proposal = await waiting.post(proposals(table), wish(seat), 201)
    assert proposal["waiting"] == []
    assert proposal["due"] is not None
    for _ in range(2):
        await waiting.post(proposals(table, proposal["id"]), {"accept": True}, 204)
        await server.world.agreements.carry_out_due()
    assert kind_of(await waiting.view(table), seat) == "player", "never at once"
    await absent.view(table)
    assert (await waiting.view(table))["proposals"] == [], "a sign of life ends it"
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 201)
    server.clock.advance(DAY + 1)
    await server.world.agreements.carry_out_due()
    view = await waiting.view(table)
    assert (kind_of(view, seat), view["table"]["rated"]) == ("bot", False)
    view = await absent.sit(table, seat)
    assert view["table"]["rated"], "no bot has played yet"
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 201)
    server.clock.advance(DAY + 1)
    await server.world.agreements.carry_out_due()
    await waiting.post(f"/api/tables/{table}/resign", status=204)
    await server.world.rating.stop()
    for person in people:
        assert (await person.get("/api/me"))["player"]["rating"]["games"] == 0


async def test_a_restart_forgets_no_visit_and_is_no_absence(settings: Settings) -> None:
    async with running(settings) as server:
        anna, bertha = [await Person.guest(server.url, name) for name in ("Anna", "Bertha")]
        table, (slow, waiting), seat = await in_turn([anna, bertha])
        server.clock.advance(0.9 * DAY)
        await slow.view(table)
        await server.world.attendance.stop()
        await server.world.timers._beat()
        stopped_at = server.clock.offset
    async with running(settings) as again:
        again.clock.offset = stopped_at + 0.9 * DAY
        here = waiting.at(again.url)
        assert await here.refused("POST", proposals(table), wish(seat)) == "not_away", "seen before the restart"
        await again.world.timers._forgive_outage(0.0)
        again.clock.advance(0.9 * DAY)
        assert await here.refused("POST", proposals(table), wish(seat)) == "not_away", "no server ran for a while"
        again.clock.advance(0.2 * DAY)
        await here.post(proposals(table), wish(seat), 204)
        for person in (anna, bertha, here):
            await person.http.aclose()


async def test_who_is_at_another_process_is_not_away_even_without_news(
    settings_of_two: dict[str, str], tmp_path: Path, redis: Redis
) -> None:
    """The other process is asked through the database, so that silence on the bus makes nobody absent."""
    processes = [Process(tmp_path, **settings_of_two) for _ in range(2)]
    for each in processes:
        await each.start()
    try:
        anna = await Person.guest(processes[0].url, "Anna")
        bertha = await Person.guest(processes[0].url, "Bertha")
        table, (slow, waiting), seat = await in_turn([anna, bertha], clock=LIVE)
        elsewhere = slow.at(processes[1].url)
        async with await elsewhere.connect(table) as live:
            await live.next("view")
            await waiting.sees(table, lambda view: view["seats"][seat - 1]["present"])
            assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away"
            redis.kill()
            assert await waiting.refused("POST", proposals(table), wish(seat)) == "not_away"
        for person in (anna, bertha, elsewhere):
            await person.http.aclose()
    finally:
        for each in processes:
            each.stop()


@pytest.fixture
def settings_of_two(postgres_database: str, redis: Redis) -> dict[str, str]:
    """Settings for processes on one PostgreSQL and one Redis."""
    return {"SIAM_DATABASE_URL": postgres_database, "SIAM_REDIS_URL": redis.url}


async def test_a_bots_thought_is_dropped_when_its_player_returns(server: Running, anna: Person, bertha: Person) -> None:
    table, (absent, waiting), seat = await in_turn([anna, bertha])
    server.clock.advance(DAY + 1)
    await waiting.post(proposals(table), wish(seat), 204)
    server.clock.advance(RETURN_SECONDS + 1)
    server.thinkers.waits = asyncio.Event()
    await server.world.timers.wake_bots(30.0)
    view = await absent.sit(table, seat)
    server.thinkers.waits.set()
    server.thinkers.waits = None
    await server.world.bots.stop()
    after = await absent.view(table)
    assert (after["version"], after["you"]["my_turn"]) == (view["version"], True)
