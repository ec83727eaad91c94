"""What nobody needs any more goes after a time that the host sets; finished games stay."""

from dataclasses import replace

from siam.server.app.settings import Settings
from tests.server.people import Person, play_on
from tests.server.servers import Running, running

DAY = 86_400


async def test_a_table_that_nobody_came_to_goes(server: Running, anna: Person, bertha: Person) -> None:
    old = await anna.make()
    server.clock.advance(10 * DAY)
    young = await anna.make()
    await server.world.retention.clear_out()
    await anna.view(old)
    server.clock.advance(5 * DAY)
    await server.world.retention.clear_out()
    assert await anna.refused("GET", f"/api/tables/{old}") == "not_found"
    await anna.view(young)


async def test_a_game_that_nobody_goes_on_with_ends_without_a_winner(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    server.clock.advance(91 * DAY)
    await server.world.retention.clear_out()
    result = (await anna.view(table))["result"]
    assert (result["how"], result["winners"]) == ("agreement", [])


async def test_a_game_against_bots_that_was_left_goes_as_a_whole(server: Running, anna: Person) -> None:
    table = await anna.make({"kind": "here", "name": "Paul"})
    server.clock.advance(91 * DAY)
    await server.world.retention.clear_out()
    assert await anna.refused("GET", f"/api/tables/{table}") == "not_found"


async def test_guests_long_gone_are_forgotten_and_their_games_stay(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make(seed=3)
    await bertha.sit(table, 2)
    await play_on([anna, bertha], table)
    await anna.request("PATCH", "/api/me", {"mail": "anna@example.org"})
    idle = await Person.guest(server.url, "Idle")
    ids = [(await person.get("/api/me"))["player"]["id"] for person in (anna, bertha, idle)]
    server.clock.advance(91 * DAY)
    await bertha.get("/api/me")  # and is here again
    await server.world.retention.clear_out()
    found = await server.world.players.find_many(ids)
    for one in ids:
        server.world.players.forget(one)  # nobody who was away for so long is remembered
    assert set(found) == set(ids[:2]), "who played a game that stays is still its player"
    assert found[ids[0]].mail is None
    assert (await bertha.view(table))["seats"][0]["name"] == "Anna"
    assert (await idle.get("/api/me"))["player"] is None
    assert (await anna.get("/api/me"))["player"] is None
    assert (await bertha.get("/api/me"))["player"]["name"] == "Bertha"


async def test_who_still_has_a_game_is_not_forgotten(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make(clock={"kind": "days", "days": 14})
    await bertha.sit(table, 2)
    server.clock.advance(91 * DAY)
    assert await server.world.attic.clear_guests(server.clock.now() - 90 * DAY, 10) == 0


async def test_a_host_may_keep_everything(settings: Settings) -> None:
    keeping = replace(settings, keep_guests_days=0, keep_waiting_days=0, keep_idle_days=0)
    async with running(keeping) as server:
        anna = await Person.guest(server.url, "Anna")
        table = await anna.make()
        server.clock.advance(300 * DAY)
        await server.world.retention.clear_out()
        await anna.view(table)
