"""After a pause nobody's clock starts behind their back: all are here, or it waits for them, but not for ever."""

import asyncio

import pytest

from siam.server.domain.absence import HERE_SECONDS, resumption_notice_seconds
from siam.server.domain.clocks import NO_CLOCK, DaysClock, LiveClock
from tests.server.conftest import Guest
from tests.server.games.test_absence import Member, in_turn, member, proposals
from tests.server.people import Json, Person, play_on
from tests.server.servers import Running

__all__ = ["member"]

DAY = 86_400.0
LIVE = {"kind": "live", "seconds": 600, "increment": 0}
DAYS = {"kind": "days", "days": 2}


async def paused(people: list[Person], **more: object) -> tuple[str, list[Person]]:
    """Make a game that its players have agreed to pause; gives it, and them from the one to move on."""
    table, people, _ = await in_turn(people, **more)
    proposal = await people[0].post(proposals(table), {"kind": "pause"}, 201)
    for person in people[1:]:
        await person.post(proposals(table, proposal["id"]), {"accept": True}, 204)
    return table, people


async def is_paused(person: Person, table: str) -> bool:
    return bool((await person.view(table))["state"]["paused"])


async def resume(person: Person, table: str) -> None:
    await person.post(f"/api/tables/{table}/resume", status=204)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(LiveClock(600, 5), 300), (DaysClock(3), DAY), (DaysClock(1), 0.75 * DAY), (DaysClock(0.25), 0.1875 * DAY)],
)
def test_the_clock_says_how_long_the_notice_is(clock: LiveClock | DaysClock, seconds: float) -> None:
    assert resumption_notice_seconds(clock) == seconds


def test_without_a_clock_nobody_loses_anything() -> None:
    assert resumption_notice_seconds(NO_CLOCK) == 0


@pytest.mark.parametrize(("clock", "away"), [(LIVE, 3_600.0), (DAYS, 3 * DAY)])
async def test_nobodys_flag_falls_because_the_other_went_on(
    server: Running, member: Member, clock: Json, away: float
) -> None:
    table, (absent, back) = await paused([await member("Emil"), await member("Frida")], clock=clock)
    assert (await back.view(table))["table"]["rated"]
    server.clock.advance(away)
    await resume(back, table)
    assert await is_paused(back, table)
    wish = (await back.view(table))["proposals"][0]
    assert (wish["kind"], len(wish["waiting"])) == ("resume", 1)
    assert wish["due"] is not None
    server.clock.advance(100)
    await server.world.timers.drop_flags()
    await server.world.agreements.carry_out_due()
    async with await absent.connect(table) as live:
        view = await live.until(lambda view: not view["state"]["paused"])
        mine = view["state"]["clocks"][view["state"]["to_move"] - 1]
        full = clock.get("seconds") or clock["days"] * DAY
        assert mine["running"]
        assert mine["left"] > full - 10, "the time until they came is not theirs"
        assert view["proposals"] == []


async def test_after_the_notice_the_game_goes_on_without_waiting(server: Running, anna: Person, bertha: Person) -> None:
    table, (absent, back) = await paused([anna, bertha], clock=LIVE)
    server.clock.advance(3_600)
    for _ in range(2):
        await resume(back, table)
    assert len((await back.view(table))["proposals"]) == 1, "to want the same again changes nothing"
    server.clock.advance(299)
    await server.world.agreements.carry_out_due()
    assert await is_paused(back, table)
    server.clock.advance(2)
    await server.world.agreements.carry_out_due()
    assert not await is_paused(back, table)
    server.clock.advance(601)
    await server.world.timers.drop_flags()
    assert (await back.view(table))["result"]["how"] == "time"
    assert absent.name


async def test_who_is_to_move_may_always_go_on_if_the_others_are_here(
    server: Running, anna: Person, bertha: Person
) -> None:
    table, (mover, other) = await paused([anna, bertha], clock=LIVE)
    server.clock.advance(3_600)
    async with await other.connect(table):
        await resume(mover, table)
        assert not await is_paused(mover, table)


async def test_who_looks_away_from_the_page_is_not_here(server: Running, anna: Person, bertha: Person) -> None:
    table, (away, back) = await paused([anna, bertha], clock=LIVE)
    async with await away.connect(table) as live:
        await live.next("view")
        await live.send(type="look", visible=False)
        await live.send(type="ping", id=1)
        await live.next("pong")
        server.clock.advance(HERE_SECONDS + 1)
        await server.world.attendance.stop()
        await resume(back, table)
        assert await is_paused(back, table)
        await live.send(type="look", visible=True)
        await live.until(lambda view: not view["state"]["paused"])


async def test_all_who_still_play_are_waited_for(server: Running, guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    table, people = await paused(people, clock=LIVE)
    await people[3].post(f"/api/tables/{table}/resign", status=204)
    server.clock.advance(3_600)
    await resume(people[0], table)
    wish = (await people[0].view(table))["proposals"][0]
    assert len(wish["waiting"]) == 2
    await people[1].view(table)
    assert await is_paused(people[0], table)
    await resume(people[2], table)
    assert not await is_paused(people[0], table)


async def test_a_wish_to_go_on_can_be_withdrawn_but_not_declined(server: Running, anna: Person, bertha: Person) -> None:
    table, (_, back) = await paused([anna, bertha], clock=LIVE)
    server.clock.advance(3_600)
    await resume(back, table)
    number = (await back.view(table))["proposals"][0]["id"]
    await back.post(proposals(table, number), {"accept": False}, 204)
    assert (await back.view(table))["proposals"] == []
    await resume(back, table)
    assert len((await back.view(table))["proposals"]) == 1


async def test_nobody_wants_a_game_to_go_on_that_is_not_theirs(
    server: Running, anna: Person, bertha: Person, carl: Person
) -> None:
    table, _ = await paused([anna, bertha], clock=LIVE)
    assert await carl.refused("POST", f"/api/tables/{table}/resume") == "not_your_seat"
    assert await carl.refused("POST", proposals(table), {"kind": "resume"}) == "invalid"


async def test_without_a_clock_the_game_goes_on_at_once(server: Running, anna: Person, bertha: Person) -> None:
    table, (_, back) = await paused([anna, bertha])
    server.clock.advance(9 * DAY)
    await resume(back, table)
    assert not await is_paused(back, table)
    await play_on([anna, bertha], table, moves=1)


async def test_two_who_come_back_at_once_start_one_clock(server: Running, anna: Person, bertha: Person) -> None:
    table, (absent, back) = await paused([anna, bertha], clock=LIVE)
    server.clock.advance(3_600)
    await resume(back, table)
    await asyncio.gather(*(person.view(table) for person in (absent, back) for _ in range(5)))
    log = (await back.get(f"/api/tables/{table}/log"))["entries"]
    assert [entry["kind"] for entry in log].count("resume") == 1
