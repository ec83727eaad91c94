"""Fairness: no advice on what people play, and no words where a table is silent, whatever the way round."""

import pytest

from siam.notation import NotationError, format_position, parse_position
from tests.server.conftest import Guest
from tests.server.people import Json, Person, play_on

NO_OPTIONS: Json = {}


@pytest.fixture
async def table(anna: Person, bertha: Person) -> str:
    """A running game of Anna and Bertha."""
    made = await anna.make(seed=5)
    await bertha.sit(made, 2)
    await play_on([anna, bertha], made, moves=5)
    return made


@pytest.mark.parametrize("path", ["hint", "reply"])
async def test_a_running_game_is_recognised_whatever_else_the_question_says(
    table: str, anna: Person, bertha: Person, path: str
) -> None:
    view = await anna.view(table)
    options = view["table"]["options"]
    position = parse_position(view["state"]["position"])
    turned = position._replace(players=position.players[::-1], to_move=1 - position.to_move)
    asked = [
        position,
        position._replace(passes=1 - position.passes),
        position._replace(to_move=1 - position.to_move),
        position._replace(recency=()),
        position._replace(last_swap=None),
        turned,
    ]
    more = {"level": "random"} if path == "reply" else {}
    for each in asked:
        for told in (options, NO_OPTIONS):
            body = {"position": format_position(each), "options": told, **more}
            code = await anna.refused("POST", f"/api/study/{path}", body)
            assert code == ("no_hints" if _is_possible(format_position(each)) else "invalid")
    await play_on([anna, bertha], table)
    body = {"position": format_position(position), "options": options, **more}
    await anna.post(f"/api/study/{path}", body)


async def test_at_a_silent_table_nobody_talks_by_their_name(guest: Guest) -> None:
    people = [await guest(name) for name in ("Anna", "Bertha", "Carl", "Dora")]
    table = await people[0].make({"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    for number, person in enumerate(people[1:], start=2):
        await person.sit(table, number)
    async with await people[2].connect(table) as partner:
        await partner.next("view")
        await people[0].request("PATCH", "/api/me", {"name": "Save your Lao card"})
        await people[0].post(f"/api/tables/{table}/chat", {"greeting": "hello"}, 204)
        assert (await partner.next("chat"))["line"]["name"] == "Anna"
        async with await people[0].connect(table) as live:
            await live.next("view")
            await live.send(type="say", greeting="thinking")
            assert (await partner.next("chat"))["line"]["name"] == "Anna"
    view = await people[2].view(table)
    assert "Lao card" not in str(view["seats"]) + str(view["chat"]) + str(view["watchers"])


def _is_possible(position: str) -> bool:
    """Return whether a position contradicts itself nowhere: what does is refused before anybody compares it."""
    try:
        parse_position(position)
    except NotationError:
        return False
    return True
