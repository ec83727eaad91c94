"""Live play, each test twice: on one process in memory, and on two processes over PostgreSQL and a real Redis.

With two processes Anna and Carl are connected to one, Bertha to the other, so that everything they hear from each other
goes over Redis. The two processes are started once for all tests.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.server.conftest import Guest, fresh_database
from tests.server.people import Json, Live, Person, play_live, play_on, some_move
from tests.server.servers import Process, Redis, Running

Doors = tuple[str, ...]
"""The addresses of the processes."""


@pytest.fixture(scope="module")
def two_processes(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    """Two processes on one PostgreSQL and one Redis."""
    directory = tmp_path_factory.mktemp("two")
    redis = Redis(directory)
    redis.start()
    settings = {"SIAM_DATABASE_URL": fresh_database(postgres), "SIAM_REDIS_URL": redis.url}
    processes = [Process(directory, **settings) for _ in range(2)]
    for process in processes:
        asyncio.run(process.start())
    yield tuple(process.url for process in processes)
    for process in processes:
        process.stop()
    redis.kill()
    assert not any("error" in process.log.lower() for process in processes)


@pytest.fixture(params=["one process", "two processes"])
def doors(request: pytest.FixtureRequest) -> Doors:
    """Where people come in."""
    if request.param == "one process":
        server: Running = request.getfixturevalue("server")
        return (server.url,)
    two: Doors = request.getfixturevalue("two_processes")
    return two


@pytest.fixture
async def guest(doors: Doors) -> AsyncIterator[Guest]:
    """Makes guests, who come in by one door and by the other in turns."""
    people: list[Person] = []

    async def make(name: str) -> Person:
        people.append(await Person.guest(doors[len(people) % len(doors)], name))
        return people[-1]

    yield make
    for person in people:
        await person.http.aclose()


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha."""
    return await game(anna, bertha)


async def game(anna: Person, bertha: Person, **more: object) -> str:
    """Start a game of two and wait until both know."""
    made = await anna.make(seed=5, **more)
    await bertha.sit(made, 2)
    await anna.view(made, since=1)
    return made


def in_turn(view: Json, anna: Person, bertha: Person) -> tuple[Person, Person]:
    """Return whose turn it is, and who waits."""
    return (anna, bertha) if view["state"]["to_move"] == 1 else (bertha, anna)


async def proposed(live: Live, other: Live, kind: str) -> int:
    """Propose something, and wait until the other has heard of it; gives its number."""
    await live.send(type="propose", kind=kind)
    heard = await other.until(lambda message: message.get("proposals"))
    assert heard["proposals"][0]["kind"] == kind
    number: int = heard["proposals"][0]["id"]
    return number


@pytest.mark.parametrize("discards", ["top", "open"])
async def test_a_game_is_played_over_sockets_without_knowing_a_rule(
    anna: Person, bertha: Person, discards: str
) -> None:
    table = await game(anna, bertha, options={"discards": discards})
    (first, one), (second, two) = await asyncio.gather(play_live(anna, table), play_live(bertha, table))
    assert first == second
    await one.socket.close()
    await two.socket.close()
    replays = [await person.get(f"/api/tables/{table}/replay") for person in (anna, bertha)]
    assert replays[0]["turns"] == replays[1]["turns"]


async def test_a_move_is_told_to_everybody(table: str, anna: Person, bertha: Person, carl: Person) -> None:
    lives = [await person.connect(table) for person in (anna, bertha, carl)]
    views = [await live.next("view") for live in lives]
    who, _ = in_turn(views[0], anna, bertha)
    mover = lives[0] if who is anna else lives[1]
    move = some_move(views[0]["state"]["position"], views[0]["table"]["options"], 3)
    await mover.send(type="submit", after=views[0]["version"], move=move, key="k")
    updates = [await live.until(lambda message: message["turn"] == 1) for live in lives]
    assert [update["type"] for update in updates] == ["update"] * 3
    assert all(update["log"] == updates[0]["log"] for update in updates)
    assert all(update["state"]["position"] == updates[0]["state"]["position"] for update in updates)
    for live in lives:
        await live.socket.close()


async def test_a_watcher_sees_updates_and_plays_nothing(table: str, anna: Person, bertha: Person, carl: Person) -> None:
    async with await carl.connect(table) as live:
        view = await live.next("view")
        assert view["you"]["watching"]
        assert view["you"]["legal"] == []
        await play_on([anna, bertha], table, moves=1)
        update = await live.next("update")
        assert update["from"] == view["version"]
        assert update["log"][0]["events"]
        await live.send(type="submit", after=update["version"], move="pass", key="k")
        assert (await live.next("error"))["code"] == "not_your_seat"


async def test_who_was_away_gets_the_missing_entries(table: str, anna: Person, bertha: Person) -> None:
    view = await play_on([anna, bertha], table, moves=4)
    for person in (anna, bertha):
        async with await person.connect(table, "?after=2") as live:
            update = await live.next("update", "view")
            assert update["type"] == "update"
            assert [entry["version"] for entry in update["log"]] == list(range(3, view["version"] + 1))
            await live.send(type="resume", after=999, id="x")
            assert (await live.next("update", "view"))["type"] == "view"


async def test_presence_is_told(table: str, anna: Person, bertha: Person) -> None:
    async with await anna.connect(table) as live:
        await live.next("view")
        async with await bertha.connect(table):
            presence = await live.next("presence")
            while presence["seats"] != [True, True]:
                presence = await live.next("presence")
        while presence["seats"] != [True, False]:
            presence = await live.next("presence")


async def test_the_players_know_who_looks_on(table: str, bertha: Person, carl: Person) -> None:
    async with await bertha.connect(table) as live:
        await live.next("view")
        async with await carl.connect(table):
            presence = await live.next("presence")
            while presence["watchers"] != {"count": 1, "names": ["Carl"]}:
                presence = await live.next("presence")
        while presence["watchers"]["count"]:
            presence = await live.next("presence")


async def test_players_talk_to_each_other(table: str, anna: Person, bertha: Person) -> None:
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        await one.next("view")
        await two.next("view")
        await one.send(type="say", text="good luck")
        await two.next("chat")
        await two.send(type="say", greeting="hello")
        await one.next("chat")
        heard = await one.next("chat")
        assert (heard["line"]["seat"], heard["line"]["greeting"]) == (2, "hello")
    for person in (anna, bertha):
        lines = (await person.get(f"/api/tables/{table}/chat"))["lines"]
        assert [(line["text"], line["greeting"]) for line in lines] == [("good luck", None), (None, "hello")]


async def test_a_repeated_key_gets_the_first_answer(table: str, anna: Person, bertha: Person) -> None:
    view = await anna.view(table)
    who, _ = in_turn(view, anna, bertha)
    move = some_move(view["state"]["position"], view["table"]["options"], 3)
    first = await who.move(table, move, view["version"], key="once")
    again = await who.move(table, move, view["version"], key="once")
    assert again == first
    assert (await anna.view(table, first["version"]))["turn"] == 1


async def test_a_move_sent_through_every_door_is_made_once(
    table: str, anna: Person, bertha: Person, doors: Doors
) -> None:
    view = await anna.view(table)
    for turn in range(1, 9):
        who, _ = in_turn(view, anna, bertha)
        move = some_move(view["state"]["position"], view["table"]["options"], 3)
        everywhere = [who.at(url) for url in (*doors, *doors)]
        answers = await asyncio.gather(*(person.move(table, move, view["version"]) for person in everywhere))
        assert all(answer == answers[0] for answer in answers), "a repeated key gets the first answer"
        views = [await person.view(table, answers[0]["version"]) for person in (anna, bertha)]
        assert [seen["turn"] for seen in views] == [turn, turn]
        view = views[0]
        for person in everywhere:
            await person.http.aclose()


async def test_two_moves_at_once_make_one_turn(table: str, anna: Person, bertha: Person, doors: Doors) -> None:
    view = await anna.view(table)
    who, _ = in_turn(view, anna, bertha)
    people = [who.at(doors[number % len(doors)]) for number in range(5)]
    bodies = [{"after": view["version"], "move": "pass", "key": f"k{number}"} for number in range(5)]
    answers = await asyncio.gather(
        *(
            person.http.post(f"/api/tables/{table}/moves", json=body)
            for person, body in zip(people, bodies, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    for person in people:
        await person.http.aclose()


async def test_a_move_on_an_old_version_is_answered_with_a_fresh_view(table: str, anna: Person, bertha: Person) -> None:
    view = await play_on([anna, bertha], table, moves=2)
    who, _ = in_turn(view, anna, bertha)
    answer = await who.move(table, "pass", 1, key="late", status=409)
    assert answer["error"]["code"] == "stale"
    assert answer["view"]["version"] == view["version"]


async def test_a_finished_move_is_taken_back_with_consent(table: str, anna: Person, bertha: Person) -> None:
    before = (await anna.view(table))["state"]["position"]
    first, _ = in_turn(await anna.view(table), anna, bertha)
    await play_on([anna, bertha], table, moves=2)
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        mine, theirs = (one, two) if first is anna else (two, one)
        number = await proposed(mine, theirs, "take_back")
        await theirs.send(type="answer", proposal=number, accept=True)
        for live in (one, two):
            after = await live.until(lambda message: message["version"] == 4)
            assert (after["turn"], after["state"]["position"]) == (0, before)


async def test_a_proposal_can_be_declined_and_lapses_with_the_next_move(
    table: str, anna: Person, bertha: Person
) -> None:
    path = f"/api/tables/{table}/proposals"
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        number = await proposed(one, two, "end")
        await two.send(type="answer", proposal=number, accept=False)
        await one.until(lambda message: message.get("proposals"))
        await one.until(lambda message: message.get("proposals") == [])
        number = await proposed(one, two, "pause")
        await play_on([anna, bertha], table, moves=1)
        assert await bertha.refused("POST", f"{path}/{number}", {"accept": True}) == "no_such_proposal"


async def test_whoever_hears_of_a_move_hears_what_is_still_proposed(table: str, anna: Person, bertha: Person) -> None:
    first, _ = in_turn(await anna.view(table), anna, bertha)
    await play_on([anna, bertha], table, moves=2)
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        mine, theirs = (one, two) if first is anna else (two, one)
        number = await proposed(mine, theirs, "take_back")
        await theirs.send(type="answer", proposal=number, accept=True)
        for live in (one, two):
            after = await live.until(lambda message: message["version"] == 4)
            assert after["proposals"] == []


async def test_a_view_sent_again_takes_nothing_back_that_was_said(table: str, anna: Person, bertha: Person) -> None:
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        await one.send(type="say", greeting="hello")
        await two.next("chat")
        await proposed(one, two, "pause")
        again = await one.until(lambda message: message.get("proposals"))
        assert again["chat"] is None
        lines = (await bertha.view(table))["chat"]
        assert [line["greeting"] for line in lines] == ["hello"]


async def test_a_game_ends_by_agreement_without_a_winner(table: str, anna: Person, bertha: Person) -> None:
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        await two.send(type="answer", proposal=await proposed(one, two, "end"), accept=True)
        for live in (one, two):
            result = (await live.until(lambda message: message["result"]))["result"]
            assert (result["how"], result["winners"]) == ("agreement", [])


async def test_nobody_moves_during_a_pause(anna: Person, bertha: Person) -> None:
    table = await game(anna, bertha, clock={"kind": "live", "seconds": 600})
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        await two.send(type="answer", proposal=await proposed(one, two, "pause"), accept=True)
        paused = [await live.until(lambda message: message["state"]["paused"]) for live in (one, two)]
        assert paused[0]["state"]["clocks"] == paused[1]["state"]["clocks"]
        assert not any(clock["running"] for clock in paused[0]["state"]["clocks"])
        who, _ = in_turn(paused[0], anna, bertha)
        refused = await who.move(table, "pass", paused[0]["version"], status=409)
        assert refused["error"]["code"] == "paused"
        await bertha.post(f"/api/tables/{table}/resume", status=204)
        for live in (one, two):
            running = await live.until(lambda message: not message["state"]["paused"])
            assert sum(clock["running"] for clock in running["state"]["clocks"]) == 1
        await play_on([anna, bertha], table, moves=1)


async def test_everybody_sees_the_same_clocks(anna: Person, bertha: Person) -> None:
    table = await game(anna, bertha, clock={"kind": "live", "seconds": 600, "increment": 5})
    for moves in range(1, 5):
        await play_on([anna, bertha], table, moves=1)
        views = [await person.view(table) for person in (anna, bertha)]
        states = [view["state"] for view in views]
        assert [view["turn"] for view in views] == [moves, moves]
        assert states[0]["deadline"] == states[1]["deadline"]
        waiting = [[clock for clock in state["clocks"] if not clock["running"]] for state in states]
        assert len(waiting[0]) == 1
        assert waiting[0] == waiting[1]


@pytest.mark.parametrize("doors", ["two processes"], indirect=True)
async def test_a_fallen_flag_is_told_to_everybody_once(anna: Person, bertha: Person) -> None:
    """Both processes watch the clocks. Ten seconds is the shortest; with one process a test sets the clock forward."""
    table = await game(anna, bertha, clock={"kind": "live", "seconds": 10})
    loser = (await anna.view(table))["state"]["to_move"]
    async with await anna.connect(table) as one, await bertha.connect(table) as two:
        for live in (one, two):
            end = await live.until(lambda message: message["result"])
            assert (end["version"], end["result"]["how"], end["result"]["by"]) == (2, "time", loser)
