"""Playing: moves and steps, giving up, hints, and what remains of a game. What is live: `test_live.py`."""

import asyncio

import pytest

from tests.rules.tables import line
from tests.server.conftest import Guest
from tests.server.people import Json, Person, play_on
from tests.server.servers import Running


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha."""
    made = await anna.make(seed=5)
    await bertha.sit(made, 2)
    return made


def mover(view: Json, anna: Person, bertha: Person) -> tuple[Person, Person]:
    """Return whose turn it is, and who waits."""
    return (anna, bertha) if view["state"]["to_move"] == 1 else (bertha, anna)


@pytest.mark.parametrize(
    ("move", "code"), [("hello", "not_a_move"), ("T - +-", "illegal_move"), ("1 R@xyz=L@chi +-", "not_a_move")]
)
async def test_what_is_no_legal_move_is_refused_with_its_reason(
    table: str, anna: Person, bertha: Person, move: str, code: str
) -> None:
    view = await anna.view(table)
    who, other = mover(view, anna, bertha)
    assert (await who.move(table, move, view["version"], status=422))["error"]["code"] == code
    assert (await other.move(table, "pass", view["version"], status=403))["error"]["code"] == "not_your_turn"


async def test_anybody_at_a_running_game_is_told_how_far_cards_reach(
    table: str, anna: Person, guest: Guest, server: Running
) -> None:
    told = (await anna.get(f"/api/tables/{table}/reach"))["cards"]
    assert [one["card"] for one in told] == list("KT12RLM")
    assert next(one["provinces"] for one in told if one["card"] == "R") == ["kho", "ray", "suk"]
    watcher = await guest("Cora")
    assert (await watcher.get(f"/api/tables/{table}/reach"))["cards"] == told
    unstarted = await anna.make()
    refusal = await anna.get(f"/api/tables/{unstarted}/reach", status=409)
    assert refusal["error"]["code"] == "not_running"


async def test_steps_lead_to_a_move_and_show_what_it_would_do(table: str, anna: Person, bertha: Person) -> None:
    view = await anna.view(table)
    who, _ = mover(view, anna, bertha)
    ask = f"/api/tables/{table}/steps"
    made = await who.post(ask, {"after": view["version"], "steps": []})
    assert "pass" in made["legal"]
    steps = ["T"]
    while True:
        made = await who.post(ask, {"after": view["version"], "steps": steps})
        if made["move"]:
            break
        assert made["next"] == made["parts"][len(steps)]
        places = [part for part in made["parts"] if part["kind"] == "place"]
        assert [part["faction"] for part in places] == ["R", "L", "M"]
        assert [part["index"] for part in places] == [1, 2, 3]
        steps.append(made["legal"][0])
    assert made["complete"]
    assert made["next"] is None
    assert len(made["parts"]) == len(steps)
    assert made["preview"]["players"][view["state"]["to_move"] - 1]["cards"] == 7
    assert await who.refused("POST", ask, {"after": view["version"], "steps": ["pass", "pass"]}) == "illegal_step"
    assert (await who.move(table, made["move"], view["version"]))["turn"] == 1


async def test_who_has_no_cards_passes_by_itself(table: str, anna: Person, bertha: Person) -> None:
    await play_on([anna, bertha], table)
    replay = await anna.get(f"/api/tables/{table}/replay")
    entries = [turn["entry"] for turn in replay["turns"][1:]]
    forced = [entry for entry in entries if entry["auto"]]
    assert all(entry["move"] == "pass" for entry in forced)
    for turn, entry in zip(replay["turns"], entries, strict=False):
        hand = turn["state"]["players"][entry["seat"] - 1]["hand"]
        assert entry["auto"] == (not hand)


async def test_with_two_players_the_other_wins_by_a_resignation(table: str, anna: Person, bertha: Person) -> None:
    await anna.post(f"/api/tables/{table}/resign", status=204)
    view = await bertha.view(table)
    assert view["result"] == {"how": "resignation", "winners": [2], "ending": None, "by": 1, "trail": []}


async def test_with_three_players_who_resigns_passes_from_then_on(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    await people[1].post(f"/api/tables/{table}/resign", status=204)
    view = await people[0].view(table)
    assert view["seats"][1]["resigned"]
    assert view["state"]["to_move"] in (1, 3)
    view = await play_on([people[0], people[2]], table)
    assert view["result"]["how"] == "played"


async def test_hints_are_for_games_against_bots_and_for_replays(table: str, anna: Person, bertha: Person) -> None:
    assert await anna.refused("POST", f"/api/tables/{table}/hint") == "no_hints"
    alone = await anna.make({"kind": "bot", "level": "random"}, seed=1)
    for _ in range(200):
        if (await anna.view(alone))["you"]["my_turn"]:
            break
        await asyncio.sleep(0.02)
    hint = await anna.post(f"/api/tables/{alone}/hint")
    assert hint["steps"]
    assert len(hint["chances"]) == 2
    await play_on([anna, bertha], table)
    assert (await bertha.post(f"/api/tables/{table}/hint", {"turn": 2}))["move"]


async def test_a_finished_game_is_analysed(table: str, anna: Person, bertha: Person) -> None:
    assert await anna.refused("POST", f"/api/tables/{table}/analysis") == "no_hints"
    view = await play_on([anna, bertha], table)
    analysis = await anna.post(f"/api/tables/{table}/analysis")
    for _ in range(500):
        analysis = await anna.get(f"/api/tables/{table}/analysis")
        if analysis["status"] == "done":
            break
        await asyncio.sleep(0.02)
    assert len(analysis["turns"]) == view["turn"]


async def test_a_guest_keeps_the_games_by_registering(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await bertha.post(f"/api/tables/{table}/resign", status=204)
    await anna.post("/api/accounts", {"name": "Anna the First", "password": "long enough"}, 201)
    profile = await bertha.get("/api/players/Anna the First")
    assert (profile["games"], profile["wins"]) == (1, 1)
    games = (await anna.get("/api/players/anna the first/games"))["tables"]
    assert [game["id"] for game in games] == [table]


async def test_rated_games_of_accounts_change_ratings(server: Running) -> None:
    people = []
    for name in ("Emil", "Frida"):
        person = Person(server.url)
        await person.post("/api/accounts", {"name": name, "password": "long enough"}, 201)
        people.append(person)
    emil, frida = people
    table = await emil.make()
    assert (await frida.sit(table, 2))["table"]["rated"]
    await emil.post(f"/api/tables/{table}/resign", status=204)
    await server.world.rating.stop()
    ratings = [(await person.get("/api/me"))["player"]["rating"] for person in people]
    assert ratings[0]["value"] < 1500 < ratings[1]["value"]
    assert [rating["games"] for rating in ratings] == [1, 1]
    await server.world.rating.catch_up()
    assert (await emil.get("/api/me"))["player"]["rating"] == ratings[0], "no game is rated twice"
    for person in people:
        await person.http.aclose()


async def test_cards_that_can_do_nothing_are_told_with_the_hand(anna: Person) -> None:
    """Whoever decides learns it without asking; and the puzzles and lessons tell it too."""
    studied = await anna.post("/api/study", {"position": line("ayu:R1", supply="L1")})
    assert studied["without_effect"] == ["1", "2", "R", "M"]
    assert (studied["parts"], studied["next"]["kind"]) == ([studied["next"]], "card")
