"""Clocks are kept by the server: live ones with increment, days for slow games, pauses, outages."""

import pytest

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
    await server.world.clockwork.drop_flags()
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
    await server.world.clockwork.drop_flags()
    assert ((await anna.view(table))["result"] is not None) == fallen


async def test_clocks_stand_during_a_pause(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(10)
    path = f"/api/tables/{table}/proposals"
    proposal = await anna.post(path, {"kind": "pause"}, 201)
    await bertha.post(f"{path}/{proposal['id']}", {"accept": True}, 204)
    server.clock.advance(500)
    await server.world.clockwork.drop_flags()
    assert (await left(anna, table))[mover] == 50
    await anna.post(f"/api/tables/{table}/resume", status=204)
    server.clock.advance(10)
    assert (await left(anna, table))[mover] == 40


async def test_nobody_loses_time_while_no_server_runs(server: Running, anna: Person, bertha: Person) -> None:
    table = await game(server, anna, bertha, LIVE)
    mover = (await anna.view(table))["state"]["to_move"] - 1
    server.clock.advance(10)
    await server.world.clockwork._beat()
    server.clock.advance(3_600)
    await server.world.clockwork._forgive_outage()
    assert (await left(anna, table))[mover] == 50
    await server.world.clockwork.drop_flags()
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
    await server.world.clockwork.drop_flags()
    view = await anna.view(table)
    assert view["result"] is None
    assert view["seats"][mover - 1]["resigned"]
    assert view["state"]["to_move"] != mover
