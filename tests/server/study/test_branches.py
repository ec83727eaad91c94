"""Playing on from any turn of a finished game, against bots."""

from siam.rules import FULL_HAND
from tests.server.people import Person, play_live, play_on


async def finished_game(anna: Person, bertha: Person) -> str:
    table = await anna.make()
    await bertha.sit(table, 2)
    await play_on([anna, bertha], table)
    return table


async def test_a_finished_game_is_played_on_from_any_turn(anna: Person, bertha: Person) -> None:
    table = await finished_game(anna, bertha)
    turns = (await anna.get(f"/api/tables/{table}/replay"))["turns"]
    made = await bertha.post(f"/api/tables/{table}/branch", {"turn": 3, "seat": 2, "level": "random"}, 201)
    view = await bertha.view(made["id"])
    begun = (await bertha.get(f"/api/tables/{made['id']}/replay"))["turns"][0]["state"]
    assert begun["position"] == turns[3]["state"]["position"]
    assert [seat["kind"] for seat in view["seats"]] == ["bot", "player"]
    assert view["you"]["seats"] == [2]
    assert not view["table"]["rated"]
    assert view["table"]["visibility"] == "link"
    result, live = await play_live(bertha, made["id"])
    assert result["how"] == "played"
    await live.socket.close()


async def test_the_cards_played_before_stay_played(anna: Person, bertha: Person) -> None:
    table = await finished_game(anna, bertha)
    turns = (await anna.get(f"/api/tables/{table}/replay"))["turns"]
    made = await anna.post(f"/api/tables/{table}/branch", {"turn": 6, "seat": 1, "level": "random"}, 201)
    begun = (await anna.get(f"/api/tables/{made['id']}/replay"))["turns"][0]["state"]
    for player, before in zip(begun["players"], turns[6]["state"]["players"], strict=True):
        assert player["cards"] == before["cards"]
        assert player["discarded"] == len(FULL_HAND) - before["cards"]


async def test_a_running_game_is_not_played_on(anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    body = {"turn": 0, "seat": 1, "level": "random"}
    assert await bertha.refused("POST", f"/api/tables/{table}/branch", body) == "no_hints"


async def test_what_is_not_there_is_refused(anna: Person, bertha: Person, server: object) -> None:
    table = await finished_game(anna, bertha)
    path = f"/api/tables/{table}/branch"
    last = len((await anna.get(f"/api/tables/{table}/replay"))["turns"]) - 1
    for body, code in (
        ({"turn": 0, "seat": 3, "level": "random"}, "not_found"),
        ({"turn": 999, "seat": 1, "level": "random"}, "not_found"),
        ({"turn": last, "seat": 1, "level": "random"}, "not_running"),
        ({"turn": 0, "seat": 1, "level": "nobody"}, "invalid"),
        ({"turn": -1, "seat": 1, "level": "random"}, "invalid"),
    ):
        assert await anna.refused("POST", path, body) == code


async def test_a_stranger_without_a_session_makes_no_table(anna: Person, bertha: Person) -> None:
    table = await finished_game(anna, bertha)
    stranger = Person(anna.url)
    body = {"turn": 0, "seat": 1, "level": "random"}
    assert await stranger.refused("POST", f"/api/tables/{table}/branch", body) == "no_session"
