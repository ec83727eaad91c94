"""Clocks are kept by the server: live ones with increment, days for slow games, pauses, outages."""

import asyncio
import time

import pytest

from siam.server.adapters.system import SystemClock
from siam.server.domain.clocks import NO_CLOCK, DaysClock, LiveClock, deadline, full_times, times_after, times_paused
from tests.server.people import Json, Person, play_on
from tests.server.servers import Running

LIVE = {"kind": "live", "seconds": 60, "increment": 5}


def test_a_live_clock_charges_for_thinking_and_gives_the_increment() -> None:
    clock = LiveClock(60, 5)
    assert full_times(clock, 2) == (60, 60)
    assert times_after(clock, (60, 60), 0, 20) == (45, 60)
    assert times_paused(clock, (60, 60), 1, 20) == (60, 40)
    assert deadline((60, 40), 1, 1000) == 1040


def test_a_slow_game_gives_the_same_days_for_every_move() -> None:
    clock = DaysClock(2)
    assert times_after(clock, full_times(clock, 2), 0, 86_400) == (172_800, 172_800)


def test_without_a_clock_nothing_runs() -> None:
    assert full_times(NO_CLOCK, 3) == ()
    assert times_after(NO_CLOCK, (), 0, 10) == ()
    assert deadline((), 0, 10) is None


async def game(server: Running, anna: Person, bertha: Person, clock: Json) -> str:
    server.clock.stopped = 1_000_000.0
    table = await anna.make(clock=clock)
    await bertha.sit(table, 2)
    return table


async def left(person: Person, table: str) -> list[float]:
    view = await person.view(table)
    return [clock["left"] for clock in view["state"]["clocks"]]


async def test_time_runs_for_who_is_to_move(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(20)
    times = await left(anna, table)
    assert (times[mover], times[1 - mover]) == (40, 60)
    await play_on([anna, bertha], table, moves=1)
    times = await left(anna, table)
    assert (times[mover], times[1 - mover]) == (45, 60)


async def test_who_runs_out_of_time_loses(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"]
    server.clock.advance(60.5)
    await server.world.timers.drop_flags()
    result = (await anna.view(table))["result"]
    assert result["how"] == "time"
    assert result["by"] == mover
    assert result["winners"] == [3 - mover]


async def test_a_move_after_the_flag_is_too_late(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    view = await anna.view(table)
    server.clock.advance(61)
    who = (anna, bertha)[view["state"]["to_move"] - 1]
    await who.move(table, "pass", view["version"], status=409)
    assert (await anna.view(table))["result"]["how"] == "time"


@pytest.mark.parametrize(("days", "fallen"), [(1.9, False), (2.1, True)])
async def test_a_slow_game_waits_for_days(
    server: Running, anna: Person, bertha: Person, days: float, fallen: bool
) -> None:
    table = await game(server, anna, bertha, {"kind": "days", "days": 2})
    server.clock.advance(days * 86_400)
    await server.world.timers.drop_flags()
    assert ((await anna.view(table))["result"] is not None) == fallen


async def test_clocks_stand_during_a_pause(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(10)
    path = f"/api/tables/{table}/proposals"
    proposal = await anna.post(path, {"kind": "pause"}, 201)
    await bertha.post(f"{path}/{proposal['id']}", {"accept": True}, 204)
    server.clock.advance(500)
    await server.world.timers.drop_flags()
    assert (await left(anna, table))[mover] == 50
    await bertha.view(table)  # both are back
    await anna.post(f"/api/tables/{table}/resume", status=204)
    server.clock.advance(10)
    assert (await left(anna, table))[mover] == 40


async def take_back(asker: Person, other: Person, table: str) -> None:
    path = f"/api/tables/{table}/proposals"
    proposal = await asker.post(path, {"kind": "take_back"}, 201)
    await other.post(f"{path}/{proposal['id']}", {"accept": True}, 204)


async def test_a_take_back_gives_everybody_the_time_they_had_at_that_turn(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await game(server, anna, bertha, LIVE)
    for _ in range(2):
        server.clock.advance(1)
        await play_on([anna, bertha], table, moves=1)
    assert await left(anna, table) == [64, 64], "both thought for a second and gained five"
    server.clock.advance(30)
    view = await anna.view(table)
    mover = view["state"]["to_move"] - 1
    people = (anna, bertha)
    await take_back(people[mover], people[1 - mover], table)
    assert await left(anna, table) == [60, 60], "as when the first turn began"
    assert (await anna.view(table))["turn"] == 0
    await play_on([anna, bertha], table, moves=1)
    server.clock.advance(7)
    await take_back(people[mover], people[1 - mover], table)
    assert await left(anna, table) == [60, 60], "a move played twice is rewarded once"


async def test_a_take_back_to_a_turn_with_a_pause_gives_its_whole_time(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await game(server, anna, bertha, LIVE)
    server.clock.advance(10)
    path = f"/api/tables/{table}/proposals"
    proposal = await anna.post(path, {"kind": "pause"}, 201)
    await bertha.post(f"{path}/{proposal['id']}", {"accept": True}, 204)
    await anna.post(f"/api/tables/{table}/resume", status=204)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    await play_on([anna, bertha], table, moves=1)
    people = (anna, bertha)
    await take_back(people[mover], people[1 - mover], table)
    assert await left(anna, table) == [60, 60]


async def test_nobody_loses_time_while_no_server_runs(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(10)
    await server.world.timers._beat()
    server.clock.advance(3_600)
    await server.world.timers._forgive_outage(0.0)
    assert (await left(anna, table))[mover] == 50
    await server.world.timers.drop_flags()
    assert (await anna.view(table))["result"] is None


async def test_with_three_players_a_fallen_flag_passes_from_then_on(
    server: Running, anna: Person, bertha: Person, carl: Person
) -> None:
    server.clock.stopped = 1_000_000.0
    table = await anna.make({"kind": "open"}, {"kind": "open"}, clock=LIVE)
    await bertha.sit(table, 2)
    await carl.sit(table, 3)
    mover = (await anna.view(table))["state"]["to_move"]
    server.clock.advance(61)
    await server.world.timers.drop_flags()
    view = await anna.view(table)
    assert view["result"] is None
    assert view["seats"][mover - 1]["resigned"]
    assert view["state"]["to_move"] != mover


async def test_nobody_loses_because_the_server_stood_still(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process was stopped for longer than the mover had time, and the move arrives before anything else."""
    table = await game(server, anna, bertha, LIVE)
    view = await anna.view(table)
    mover = view["state"]["to_move"]
    await server.world.timers._beat()
    stood_still = 70.0
    monkeypatch.setattr(server.clock, "steady", lambda: time.monotonic() + stood_still)
    server.clock.advance(stood_still)
    stale = await [anna, bertha][mover - 1].move(table, "pass", view["version"], status=409)
    assert stale["error"]["code"] == "stale"
    view = stale["view"]
    assert view["result"] is None
    assert (await left(anna, table))[mover - 1] == 60
    await [anna, bertha][mover - 1].move(table, "pass", view["version"], key="again")


async def test_nobody_pays_for_a_standstill_whatever_happens_first_after_it(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sign of life that comes before anybody looks up does not hide that there was none for a minute."""
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"]
    await server.world.timers.keep_beating()
    monkeypatch.setattr(server.clock, "steady", lambda: time.monotonic() + 50)
    server.clock.advance(50)
    await server.world.timers.keep_beating()
    assert (await left(anna, table))[mover - 1] == 60


async def test_nobody_pays_for_a_standstill_in_the_middle_of_their_move(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await game(server, anna, bertha, LIVE)
    view = await anna.view(table)
    mover = [anna, bertha][view["state"]["to_move"] - 1]
    open_table = await server.world.open_tables.at(table)
    await server.world.timers.keep_beating()
    async with open_table.lock:
        moving = asyncio.create_task(mover.http.post(f"/api/tables/{table}/moves", json=pass_on(view)))
        while not open_table.lock._waiters:
            await asyncio.sleep(0.001)
        monkeypatch.setattr(server.clock, "steady", lambda: time.monotonic() + 50)
        server.clock.advance(50)
    await moving
    view = await anna.view(table)
    if view["turn"] == 0:
        await mover.move(table, "pass", view["version"], key="again")
    assert await left(anna, table) == [65 if mover is person else 60 for person in (anna, bertha)]


def pass_on(view: Json) -> Json:
    return {"after": view["version"], "move": "pass", "key": "once"}


async def test_a_clock_that_was_turned_back_before_a_start_gives_nobody_an_hour(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(10)
    await server.world.timers._beat()
    server.clock.advance(-3_600)
    await server.world.timers._forgive_outage(0.0)
    assert (await left(anna, table))[mover] == 50
    server.clock.advance(20)
    assert (await left(anna, table))[mover] == 30


def test_the_time_goes_on_evenly_whatever_somebody_sets_the_clock_to(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    before = clock.now()
    wall = time.time
    for jump in (-3_600.0, 3_600.0):
        monkeypatch.setattr(time, "time", lambda jump=jump: wall() + jump)
        assert 0 <= clock.now() - before < 600
