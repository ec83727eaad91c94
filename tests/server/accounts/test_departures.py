"""What a player can know, look up and take away: history, export, the end of an account."""

import asyncio
import json
from datetime import datetime, timedelta

import pytest

from siam.server.app.handlers import recovery
from siam.server.services.people.departures import LATE_SECONDS
from tests.server.conftest import Guest
from tests.server.people import Person, play_on
from tests.server.servers import Running

PASSWORD = "three blue elephants"


async def member(server: Running, name: str) -> Person:
    person = Person(server.url)
    person.name = name
    await person.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
    return person


async def finished(one: Person, other: Person, **more: object) -> str:
    table = await one.make(seed=3, **more)
    await other.sit(table, 2)
    await play_on([one, other], table)
    return table


async def test_who_deletes_the_account_leaves_the_games_without_a_name(server: Running, bertha: Person) -> None:
    dora = await member(server, "Dora")
    table = await finished(dora, bertha)
    await dora.post(f"/api/tables/{table}/chat", {"text": "well played"}, 204)
    assert await dora.refused("DELETE", "/api/me", {"password": "wrong one"}) == "wrong_password"
    await dora.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    assert (await dora.get("/api/me"))["player"] is None
    view = await bertha.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in view["seats"]] == ["—", "Bertha"]
    assert view["result"] is not None
    assert [line["name"] for line in view["chat"]] == ["—"]
    everything = json.dumps([view, await bertha.get(f"/api/tables/{table}/replay")])
    assert "Dora" not in everything
    assert await bertha.refused("GET", "/api/players/Dora") == "not_found"
    assert await dora.refused("POST", "/api/session", {"name": "Dora", "password": PASSWORD}) == "wrong_password"
    await member(server, "Dora")


async def test_victories_against_who_is_gone_still_count(server: Running) -> None:
    dora, emil = await member(server, "Dora"), await member(server, "Emil")
    await finished(dora, emil)
    before = (await emil.get("/api/players/Emil"), await emil.get("/api/me/games"))
    await dora.request("DELETE", "/api/me", {"password": PASSWORD}, 204)
    after = (await emil.get("/api/players/Emil"), await emil.get("/api/me/games"))
    assert after[0] == before[0]
    assert [table["result"] for table in after[1]["tables"]] == [table["result"] for table in before[1]["tables"]]


async def test_who_goes_gives_up_running_games_and_leaves_waiting_tables(
    server: Running, anna: Person, bertha: Person
) -> None:
    running = await anna.make(seed=3)
    await bertha.sit(running, 2)
    own, other = await anna.make(), await bertha.make({"kind": "open"}, {"kind": "open"})
    await anna.sit(other, 2)
    await anna.request("DELETE", "/api/me", {}, 204)
    view = await bertha.get(f"/api/tables/{running}")
    assert view["result"]["how"] == "resignation"
    assert view["result"]["winners"] == [2]
    assert await bertha.refused("GET", f"/api/tables/{own}") == "not_found"
    assert (await bertha.get(f"/api/tables/{other}"))["seats"][1]["kind"] == "open"


async def test_a_deletion_that_was_cut_off_is_finished_later(server: Running, anna: Person, bertha: Person) -> None:
    table = await finished(anna, bertha)
    player = await server.world.players.find((await anna.get("/api/me"))["player"]["id"])
    assert player is not None
    await server.world.archive.depart(player, server.clock.now())  # and then the server died
    await server.world.departures.bring_names_in_line()
    assert (await bertha.get(f"/api/tables/{table}"))["seats"][0]["name"] == "—"
    server.clock.advance(LATE_SECONDS)
    await server.world.departures.bring_names_in_line()
    assert not await server.world.archive.names_due(10)


async def test_who_sits_down_while_leaving_does_not_stay_behind(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await bertha.make(seed=3)
    gone, may_sit = asyncio.Event(), server.world.order.check_company

    async def be_slow(player: str, company: frozenset[str]) -> None:
        await gone.wait()
        await may_sit(player, company)

    monkeypatch.setattr(server.world.order, "check_company", be_slow)
    sitting = asyncio.create_task(anna.http.post(f"/api/tables/{table}/seats/2", json={}))
    leaver = anna.at(server.url)
    await leaver.request("DELETE", "/api/me", {}, 204)
    gone.set()
    await sitting
    await server.world.departures.bring_names_in_line()  # as it is done every half minute
    view = await bertha.get(f"/api/tables/{table}")
    assert "Anna" not in json.dumps(view)
    assert view["result"]["how"] == "resignation"
    await leaver.http.aclose()


async def test_an_export_holds_everything_about_me_and_nothing_about_others(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await finished(anna, bertha)
    await anna.post(f"/api/tables/{table}/chat", {"text": "my own words"}, 204)
    await bertha.post(f"/api/tables/{table}/chat", {"text": "of another"}, 204)
    await anna.request("PUT", "/api/me/settings", {"theme": "dark"})
    await anna.post("/api/me/tokens", {"name": "my program"}, 201)
    known = await anna.get("/api/me/export")
    assert known["player"]["name"] == "Anna"
    assert known["settings"] == {"theme": "dark"}
    assert [token["name"] for token in known["tokens"]] == ["my program"]
    assert [one["id"] for one in known["tables"]] == [table]
    assert [line["text"] for line in known["lines"]] == ["my own words"]
    assert "of another" not in json.dumps(known)
    assert "hash" not in json.dumps(known)


async def test_a_long_export_is_made_up_in_pieces(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        table = await finished(anna, bertha)
        await anna.post(f"/api/tables/{table}/chat", {"text": f"line {number}"}, 204)
    whole = await anna.get("/api/me/export")
    monkeypatch.setattr(recovery, "PIECE", 2)
    assert await anna.get("/api/me/export") == whole
    assert [len(whole[name]) for name in ("tables", "lines", "visits", "blocked")] == [3, 3, 3, 0]


async def test_a_history_is_looked_through_by_date_result_and_opponent(server: Running) -> None:
    dora, emil, fritz = [await member(server, name) for name in ("Dora", "Emil", "Fritz")]
    first = await finished(dora, emil)
    server.clock.advance(3 * 86_400)
    second = await finished(dora, fritz)
    table = await dora.make(seed=3)
    await emil.sit(table, 2)
    await dora.post(f"/api/tables/{table}/proposals", {"kind": "end"}, 201)
    await emil.post(f"/api/tables/{table}/proposals/1", {"accept": True}, 204)

    async def found(query: str, who: Person = dora) -> list[str]:
        return [one["id"] for one in (await who.get(f"/api/me/games?{query}"))["tables"]]

    assert await found("") == [table, second, first]
    assert await found("with=emil") == [table, first]
    assert await found("result=none") == [table]
    assert sorted(await found("result=won") + await found("result=lost")) == sorted([first, second])
    assert await found("result=won&with=Emil") != await found("result=lost&with=Emil")
    listed = (await dora.get("/api/me/games"))["tables"]
    assert all(one["finished"] > one["started"] >= one["created"][:19] for one in listed)
    day = (datetime.fromisoformat(listed[2]["finished"]) + timedelta(days=1)).date()
    assert await found(f"until={day}") == [first]
    assert await found(f"since={day}") == [table, second]
    assert await found("players=3") == []
    assert await found("rated=false") == [table, second, first]


@pytest.mark.parametrize("query", ["since=yesterday", "result=maybe", "players=x", "rated=1", "with=Nobody"])
async def test_a_filter_that_is_none_is_refused(anna: Person, query: str) -> None:
    assert await anna.refused("GET", f"/api/me/games?{query}") in ("invalid", "not_found")


async def test_others_find_public_games_only_and_pages_are_never_empty(server: Running, guest: Guest) -> None:
    dora, emil = await member(server, "Dora"), await member(server, "Emil")
    secret = await finished(dora, emil, visibility="link")
    public = await finished(dora, emil, visibility="public")
    carl = await guest("Carl")
    assert [one["id"] for one in (await carl.get("/api/players/Dora/games"))["tables"]] == [public]
    assert [one["id"] for one in (await emil.get("/api/players/Dora/games"))["tables"]] == [public, secret]


async def test_a_guest_takes_another_name(anna: Person) -> None:
    assert (await anna.request("PATCH", "/api/me", {"name": "Anne"}))["name"] == "Anne"
    assert (await anna.get("/api/me"))["player"]["name"] == "Anne"
