"""Tables: making them, sitting down, playing whole games."""

import asyncio

import pytest

from siam.notation import parse_record
from tests.server.conftest import Guest
from tests.server.people import Person, play_live, play_on
from tests.server.servers import Running


async def test_two_guests_play_a_whole_game_by_link(anna: Person, bertha: Person) -> None:
    table = await anna.make(visibility="link")
    assert (await bertha.sit(table, 2))["table"]["status"] == "running"
    view = await play_on([anna, bertha], table)
    assert view["table"]["status"] == "finished"
    assert view["result"]["how"] == "played"
    assert view["state"]["standing"]["winners"] == view["result"]["winners"]


async def test_the_record_of_a_finished_game_replays(anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    view = await play_on([anna, bertha], table)
    text = (await anna.http.get(f"/api/tables/{table}/record")).text
    record = parse_record(text)
    assert dict(record.tags)["Seat2"] == "Bertha"
    assert record.result == " ".join(map(str, view["result"]["winners"]))


async def test_a_replay_shows_every_turn(anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    view = await play_on([anna, bertha], table)
    replay = await bertha.get(f"/api/tables/{table}/replay")
    assert replay["complete"]
    assert [turn["turn"] for turn in replay["turns"]] == list(range(view["turn"] + 1))
    assert replay["turns"][-1]["state"]["position"] == view["state"]["position"]


async def test_four_play_in_two_teams(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    for number, person in enumerate(people[1:], start=2):
        view = await person.sit(table, number)
    assert [seat["team"] for seat in view["seats"]] == [1, 2, 1, 2]
    view = await play_on(people, table)
    assert view["result"]["winners"] in ([1, 3], [2, 4])


async def test_one_person_plays_three_bots(server: Running, anna: Person) -> None:
    bots = [{"kind": "bot", "level": "random"}] * 3
    table = await anna.make(*bots)
    result, live = await play_live(anna, table)
    assert result["how"] == "played"
    assert server.thinkers.asked > 0
    await live.socket.close()


async def test_two_people_share_a_screen(anna: Person) -> None:
    table = await anna.make({"kind": "here", "name": "Paul"}, options={"discards": "top"})
    view = await anna.view(table)
    assert view["you"]["seats"] == [1, 2]
    hands = [player["hand"] for player in view["state"]["players"]]
    assert sum(hand is not None for hand in hands) == 1, "only the hand of the one whose turn it is"
    other = await anna.get(f"/api/tables/{table}?seat=2")
    assert other["state"]["players"][1]["hand"] is not None
    assert other["state"]["players"][0]["hand"] is None


async def test_the_host_fills_up_with_bots(anna: Person) -> None:
    table = await anna.make({"kind": "open"}, {"kind": "open"})
    assert (await anna.view(table))["table"]["status"] == "open"
    view = await anna.post(f"/api/tables/{table}/start", {"fill": "random"})
    assert [seat["kind"] for seat in view["seats"]] == ["player", "bot", "bot"]


async def test_a_seat_can_be_left_before_the_start(anna: Person, bertha: Person) -> None:
    table = await anna.make({"kind": "open"}, {"kind": "open"})
    await bertha.sit(table, 2)
    assert await bertha.refused("POST", f"/api/tables/{table}/seats/3") == "already_seated"
    view = await bertha.request("DELETE", f"/api/tables/{table}/seats/2")
    assert view["seats"][1]["kind"] == "open"


async def test_an_invited_seat_waits_for_its_player(server: Running, anna: Person, bertha: Person) -> None:
    carl = Person(server.url)
    await carl.post("/api/accounts", {"name": "Carl", "password": "long enough"}, 201)
    table = await anna.make({"kind": "invited", "player": "carl"})
    assert await bertha.refused("POST", f"/api/tables/{table}/seats/2") == "seat_taken"
    assert (await carl.get("/api/me/tables"))["tables"][0]["id"] == table
    assert (await carl.sit(table, 2))["table"]["status"] == "running"
    await carl.http.aclose()


async def test_a_waiting_table_is_in_the_lobby_until_it_is_cancelled(anna: Person, bertha: Person) -> None:
    table = await anna.make()
    secret = await anna.make(visibility="link")
    listed = [entry["id"] for entry in (await bertha.get("/api/tables"))["tables"]]
    assert table in listed
    assert secret not in listed
    assert await bertha.refused("DELETE", f"/api/tables/{table}") == "forbidden"
    await anna.request("DELETE", f"/api/tables/{table}", status=204)
    await anna.get(f"/api/tables/{table}", 404)


async def test_a_rematch_rotates_the_seats(anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await anna.post(f"/api/tables/{table}/resign", status=204)
    again = (await bertha.post(f"/api/tables/{table}/rematch", status=201))["id"]
    assert (await anna.post(f"/api/tables/{table}/rematch", status=201))["id"] == again
    view = await anna.view(again)
    assert [seat["name"] for seat in view["seats"]] == ["Bertha", "Anna"]
    assert view["table"]["status"] == "running"


async def test_who_asks_for_a_rematch_twice_at_once_sits_down_once(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await anna.post(f"/api/tables/{table}/resign", status=204)
    again = (await bertha.post(f"/api/tables/{table}/rematch", status=201))["id"]
    asking = asyncio.Barrier(2)

    async def ask_at_once(player: str, company: frozenset[str]) -> None:
        await asking.wait()

    monkeypatch.setattr(server.world.order, "check_company", ask_at_once)
    answers = await asyncio.gather(*(anna.post(f"/api/tables/{table}/rematch", status=201) for _ in range(2)))
    assert [answer["id"] for answer in answers] == [again, again]
    assert (await anna.view(again))["you"]["seats"] != []


async def test_nobody_is_seated_again_by_another_who_did_not_ask(anna: Person, bertha: Person) -> None:
    table = await anna.make({"kind": "here", "name": "Paul"}, {"kind": "open"})
    await bertha.sit(table, 3)
    proposal = await anna.post(f"/api/tables/{table}/proposals", {"kind": "end"}, 201)
    await bertha.post(f"/api/tables/{table}/proposals/{proposal['id']}", {"accept": True}, 204)
    assert await bertha.refused("POST", f"/api/tables/{table}/rematch") == "forbidden"
    again = (await anna.post(f"/api/tables/{table}/rematch", status=201))["id"]
    assert (await bertha.post(f"/api/tables/{table}/rematch", status=201))["id"] == again


async def test_my_games_begin_with_those_where_it_is_my_turn(anna: Person, bertha: Person) -> None:
    first, second = await anna.make(seed=1), await anna.make(seed=2)
    for table in (first, second):
        await bertha.sit(table, 2)
    mine = (await anna.get("/api/me/tables"))["tables"]
    turns = [entry["my_turn"] for entry in mine]
    assert turns == sorted(turns, reverse=True)
    upcoming = (await anna.get(f"/api/me/next?not={mine[0]['id']}"))["table"]
    assert upcoming == (mine[1]["id"] if turns[1] else None)


async def test_a_board_of_ones_own_can_be_played(anna: Person) -> None:
    from importlib import resources

    text = resources.files("siam.rules").joinpath("maps", "albion.toml").read_text()
    mine = text.replace('name = "albion"', 'name = "mine"', 1)
    table = await anna.make({"kind": "bot", "level": "random"}, board_file=mine)
    assert (await anna.get(f"/api/tables/{table}/board"))["name"] == "mine"
    assert (await anna.view(table))["table"]["board"] == "mine"
    faulty = {"seats": [{"kind": "me"}, {"kind": "open"}], "board_file": "name = 3"}
    assert await anna.refused("POST", "/api/tables", faulty) == "invalid"


async def test_the_invitation_comes_as_a_qr_code(anna: Person) -> None:
    table = await anna.make()
    response = await anna.http.get(f"/api/tables/{table}/qr.svg")
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in response.text


async def test_whoever_waits_at_a_table_is_told_that_it_is_cancelled(anna: Person, bertha: Person) -> None:
    table = await anna.make({"kind": "open"})
    async with await bertha.connect(table) as live:
        await live.next("view")
        await anna.http.delete(f"/api/tables/{table}")
        assert (await live.next("bye"))["reason"] == "cancelled"
        assert await live.close_code() == 4404
