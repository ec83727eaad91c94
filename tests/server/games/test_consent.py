"""Consent: nobody takes back, pauses, ends or replaces over anybody's head, by whatever door they come."""

import asyncio

import pytest

from siam.server.services.games import agreements
from tests.server.conftest import Guest
from tests.server.people import Json, Person, play_on
from tests.server.servers import Running

KINDS = ("take_back", "pause", "end")


async def seated(people: list[Person], **more: object) -> str:
    """Make a running game of these people."""
    table = await people[0].make(*({"kind": "open"} for _ in people[1:]), **more)
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    return table


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha in which both have moved."""
    made = await seated([anna, bertha], seed=5)
    await play_on([anna, bertha], made, moves=2)
    return made


def of(table: str, proposal: int | None = None) -> str:
    return f"/api/tables/{table}/proposals" + ("" if proposal is None else f"/{proposal}")


async def agree(person: Person, table: str, proposal: int) -> int:
    return (await person.http.post(of(table, proposal), json={"accept": True})).status_code


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
async def test_a_seat_makes_no_vote_needless(table: str, anna: Person, bertha: Person, kind: str, seat: int) -> None:
    before = await bertha.view(table)
    assert await anna.refused("POST", of(table), {"kind": kind, "seat": seat}) == "invalid"
    async with await anna.connect(table) as live:
        await live.send(type="propose", kind=kind, seat=seat, id=1)
        assert (await live.next("error"))["code"] == "invalid"
    after = await bertha.view(table)
    assert (after["version"], after["proposals"]) == (before["version"], [])


@pytest.mark.parametrize("kind", KINDS)
async def test_a_level_belongs_to_a_replacement_alone(table: str, anna: Person, kind: str) -> None:
    assert await anna.refused("POST", of(table), {"kind": kind, "level": "random"}) == "invalid"
    assert await anna.refused("POST", of(table), {"kind": "replace", "level": "random"}) == "invalid"
    assert await anna.refused("POST", of(table), {"kind": "replace", "seat": 2}) == "invalid"
    assert await anna.refused("POST", of(table), {"kind": "replace", "seat": 4, "level": "random"}) == "invalid"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("kind", KINDS)
async def test_everybody_else_must_agree(guest: Guest, players: int, kind: str) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")[:players]]
    stranger = await guest("Emil")
    table = await seated(people, seed=3)
    before = (await play_on(people, table, moves=players))["version"]
    proposal = await people[1].post(of(table), {"kind": kind}, 201)
    others = [person for person in people if person is not people[1]]
    assert proposal["waiting"] == [seat for seat in range(1, players + 1) if seat != 2]
    assert await agree(stranger, table, proposal["id"]) == 403
    assert await agree(people[1], table, proposal["id"]) == 204, "to say yes to one's own wish changes nothing"
    for person in others[:-1]:
        assert await agree(person, table, proposal["id"]) == 204
        assert await agree(person, table, proposal["id"]) == 204, "twice is once"
        assert (await stranger.view(table))["version"] == before
    assert await agree(others[-1], table, proposal["id"]) == 204
    view = await stranger.view(table)
    assert view["version"] > before
    assert view["proposals"] == []


async def test_who_has_given_up_is_not_asked_and_asks_for_nothing(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await seated(people)
    await people[2].post(f"/api/tables/{table}/resign", status=204)
    for kind in KINDS:
        assert await people[2].refused("POST", of(table), {"kind": kind}) == "not_your_seat"
    proposal = await people[0].post(of(table), {"kind": "pause"}, 201)
    assert proposal["waiting"] == [2]
    assert await agree(people[2], table, proposal["id"]) == 403
    assert await agree(people[1], table, proposal["id"]) == 204
    assert await people[2].refused("POST", f"/api/tables/{table}/resume") == "not_your_seat"
    assert (await people[0].view(table))["state"]["paused"]


async def test_one_person_with_several_seats_votes_once(anna: Person, bertha: Person) -> None:
    table = await anna.make({"kind": "here", "name": "Paul"}, {"kind": "open"})
    await bertha.sit(table, 3)
    proposal = await bertha.post(of(table), {"kind": "end"}, 201)
    assert proposal["waiting"] == [1, 2]
    assert await agree(anna, table, proposal["id"]) == 204
    assert (await bertha.view(table))["result"]["how"] == "agreement"


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_is_left_open_after_an_agreement_and_a_second_yes_is_no_error(
    table: str, anna: Person, bertha: Person, kind: str
) -> None:
    proposal = await anna.post(of(table), {"kind": kind}, 201)
    async with await bertha.connect(table) as live:
        await live.next("view")
        await live.send(type="answer", proposal=proposal["id"], accept=True)
        update = await live.until(lambda message: message["version"] > 3)
        assert update["proposals"] == []
        await live.send(type="answer", proposal=proposal["id"], accept=True, id=1)
        await live.send(type="ping", id=2)
        assert (await live.next("error", "pong"))["type"] == "pong"
    assert await agree(anna, table, proposal["id"]) == 204
    version = (await anna.view(table))["version"]
    assert version == 4, "it was carried out once"
    assert await bertha.refused("POST", of(table, proposal["id"]), {"accept": False}) == "no_such_proposal"


async def test_a_second_no_is_no_error_and_a_late_yes_is(table: str, anna: Person, bertha: Person) -> None:
    proposal = await anna.post(of(table), {"kind": "end"}, 201)
    for _ in range(2):
        await bertha.post(of(table, proposal["id"]), {"accept": False}, 204)
    assert await bertha.refused("POST", of(table, proposal["id"]), {"accept": True}) == "no_such_proposal"
    assert (await anna.view(table))["result"] is None


async def test_an_old_answer_never_meets_a_new_proposal(table: str, anna: Person, bertha: Person) -> None:
    first = await anna.post(of(table), {"kind": "pause"}, 201)
    await bertha.post(of(table, first["id"]), {"accept": True}, 204)
    await anna.post(f"/api/tables/{table}/resume", status=204)
    second = await anna.post(of(table), {"kind": "end"}, 201)
    assert second["id"] != first["id"]
    assert await agree(bertha, table, first["id"]) == 204
    assert (await anna.view(table))["result"] is None


async def test_two_answers_at_once_are_both_heard(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await seated(people)
    proposal = await people[0].post(of(table), {"kind": "end"}, 201)
    answers = [agree(person, table, proposal["id"]) for person in people[1:] for _ in range(3)]
    assert set(await asyncio.gather(*answers)) == {204}
    assert (await people[0].view(table))["result"]["how"] == "agreement"


async def test_proposing_the_same_is_agreeing(table: str, anna: Person, bertha: Person) -> None:
    first, again = [await anna.post(of(table), {"kind": "end"}, 201) for _ in range(2)]
    assert first == again
    await bertha.post(of(table), {"kind": "end"}, 204)
    assert (await anna.view(table))["result"]["how"] == "agreement"


async def test_one_persons_proposal_does_not_push_anothers_away(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl")]
    table = await seated(people, seed=3)
    await play_on(people, table, moves=3)
    for person in people[:2]:
        await person.post(of(table), {"kind": "take_back"}, 201)
    assert [each["by"] for each in (await people[2].view(table))["proposals"]] == [1, 2]


async def test_a_take_back_names_the_turn_as_people_count(anna: Person, bertha: Person) -> None:
    table = await seated([anna, bertha], seed=5)
    first = anna if (await anna.view(table))["state"]["to_move"] == 1 else bertha
    await play_on([anna, bertha], table, moves=2)
    assert (await first.post(of(table), {"kind": "take_back"}, 201))["turn"] == 1
    other = bertha if first is anna else anna
    assert (await other.post(of(table), {"kind": "take_back"}, 201))["turn"] == 2


async def test_a_move_is_asked_back_once(table: str, anna: Person, bertha: Person) -> None:
    view = await anna.view(table)
    mover, asker = (anna, bertha) if view["state"]["to_move"] == 1 else (bertha, anna)
    proposal = await asker.post(of(table), {"kind": "take_back"}, 201)
    await mover.post(of(table, proposal["id"]), {"accept": False}, 204)
    assert await asker.refused("POST", of(table), {"kind": "take_back"}) == "no_take_back"
    await play_on([anna, bertha], table, moves=1)
    assert await asker.refused("POST", of(table), {"kind": "take_back"}) == "no_take_back", "it is the same move"
    await play_on([anna, bertha], table, moves=1)
    assert (await asker.post(of(table), {"kind": "take_back"}, 201))["turn"] == proposal["turn"] + 2


async def test_three_take_backs_are_enough_among_people(table: str, anna: Person, bertha: Person) -> None:
    for _ in range(3):
        proposal = await anna.post(of(table), {"kind": "take_back"}, 201)
        await bertha.post(of(table, proposal["id"]), {"accept": True}, 204)
        await play_on([anna, bertha], table, moves=1)
    assert await anna.refused("POST", of(table), {"kind": "take_back"}) == "no_take_back"
    await play_on([anna, bertha], table, moves=1)
    await bertha.post(of(table), {"kind": "take_back"}, 201)


async def test_against_bots_take_backs_have_no_bound(server: Running, anna: Person) -> None:
    table = await anna.make({"kind": "bot", "level": "random"}, seed=1)

    def my_turn(view: Json) -> bool:
        return bool(view["you"]["my_turn"])

    for _ in range(6):
        view = await anna.sees(table, my_turn)
        await anna.move(table, "pass", view["version"])
        await anna.sees(table, my_turn)
        await anna.post(of(table), {"kind": "take_back"}, 204)


@pytest.mark.parametrize("kind", ["pause", "take_back"])
async def test_one_person_alone_makes_no_log_without_end(
    anna: Person, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(agreements, "LOG_ENTRIES", 12)
    table = await anna.make({"kind": "here"})
    answers = []
    for _ in range(10):
        if kind == "take_back":
            await anna.move(table, "pass", (await anna.view(table))["version"])
        answers.append((await anna.http.post(of(table), json={"kind": kind})).status_code)
        await anna.post(f"/api/tables/{table}/resume", status=204)
        if answers[-1] != 204:
            break
    assert answers[-1] == 403
    assert (await anna.view(table))["version"] < 15
    await anna.post(of(table), {"kind": "end"}, 204)


@pytest.mark.parametrize("kind", ["pause", "end"])
async def test_what_was_refused_is_not_proposed_again_before_the_next_move(
    table: str, anna: Person, bertha: Person, kind: str
) -> None:
    proposal = await anna.post(of(table), {"kind": kind}, 201)
    await bertha.post(of(table, proposal["id"]), {"accept": False}, 204)
    assert await anna.refused("POST", of(table), {"kind": kind}) == "already_refused"
    await play_on([anna, bertha], table, moves=1)
    await anna.post(of(table), {"kind": kind}, 201)


async def test_a_proposal_does_not_take_the_chat_away(table: str, anna: Person, bertha: Person) -> None:
    await anna.post(f"/api/tables/{table}/chat", {"text": "shall we?"}, 204)
    async with await bertha.connect(table) as live:
        await live.next("view")
        await anna.post(f"/api/tables/{table}/chat", {"text": "well?"}, 204)
        await live.next("chat")
        await anna.post(of(table), {"kind": "end"}, 201)
        view = await live.until(lambda message: message.get("proposals"))
        assert view["chat"] is None  # nothing new is said of it, so that a client keeps its lines
    lines = (await bertha.view(table))["chat"]
    assert [line["text"] for line in lines] == ["shall we?", "well?"]
