"""Order among people: blocking, reporting, and what a host does about it by commands while the server runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from siam.server.app.settings import Settings
from tests.server.conftest import Guest
from tests.server.people import Person
from tests.server.servers import Running

PASSWORD = "three blue elephants"


async def identity(person: Person) -> str:
    return str((await person.get("/api/me"))["player"]["id"])


async def member(server: Running, name: str) -> Person:
    person = Person(server.url)
    person.name = name
    await person.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
    return person


@pytest.fixture
def siam(settings: Settings) -> "Siam":
    """The command, with the database of the running server."""
    return Siam(settings.database_url)


class Siam:
    """`siam admin` as a host types it."""

    def __init__(self, database: str) -> None:
        self.database = database

    def __call__(self, *arguments: str, code: int = 0) -> str:
        command = [str(Path(sys.executable).parent / "siam"), *arguments, "--database", self.database]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout if code == 0 else done.stderr


async def test_who_is_blocked_neither_sits_down_nor_invites_nor_is_heard(
    server: Running, anna: Person, bertha: Person
) -> None:
    dora = await member(server, "Dora")
    shared = await anna.make({"kind": "open"}, {"kind": "open"})
    await bertha.sit(shared, 2)
    await dora.post("/api/me/blocks", {"player": await identity(bertha)}, 204)
    assert [one["name"] for one in (await dora.get("/api/me/blocks"))["players"]] == ["Bertha"]
    invitation = {"seats": [{"kind": "me"}, {"kind": "invited", "player": "Dora"}]}
    assert await bertha.refused("POST", "/api/tables", invitation) == "blocked"
    own = await dora.make()
    assert await bertha.refused("POST", f"/api/tables/{own}/seats/2") == "blocked"
    assert await dora.refused("POST", f"/api/tables/{shared}/seats/3") == "blocked", "nor does she sit with her"
    live = await dora.connect(shared)
    await live.next("view")
    await bertha.post(f"/api/tables/{shared}/chat", {"text": "unheard"}, 204)
    await anna.post(f"/api/tables/{shared}/chat", {"text": "heard"}, 204)
    assert (await live.next("chat"))["line"]["text"] == "heard"
    assert [line["text"] for line in (await dora.view(shared))["chat"]] == ["heard"]
    assert [line["text"] for line in (await dora.get(f"/api/tables/{shared}/chat"))["lines"]] == ["heard"]
    await dora.request("DELETE", f"/api/me/blocks/{await identity(bertha)}", status=204)
    assert [line["text"] for line in (await dora.view(shared))["chat"]] == ["unheard", "heard"]
    await bertha.sit(own, 2)


async def test_who_is_blocked_calls_nobody_to_a_rematch(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await anna.post(f"/api/tables/{table}/resign", status=204)
    await anna.post("/api/me/blocks", {"player": await identity(bertha)}, 204)
    assert await bertha.refused("POST", f"/api/tables/{table}/rematch") == "blocked"


async def test_a_block_reaches_sockets_that_are_open(server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    live = await anna.connect(table)
    await live.next("view")
    await anna.post("/api/me/blocks", {"player": await identity(bertha)}, 204)
    await bertha.post(f"/api/tables/{table}/chat", {"text": "unheard"}, 204)
    await anna.post(f"/api/tables/{table}/chat", {"text": "mine"}, 204)
    assert (await live.next("chat"))["line"]["text"] == "mine"


async def test_nobody_blocks_or_reports_themselves_or_nobody(anna: Person) -> None:
    own = await identity(anna)
    assert await anna.refused("POST", "/api/me/blocks", {"player": own}) == "invalid"
    assert await anna.refused("POST", "/api/me/blocks", {"player": "p_nobody"}) == "not_found"
    assert await anna.refused("POST", "/api/reports", {"player": own, "reason": "other"}) == "invalid"


async def test_a_report_reaches_the_host_with_what_was_said(
    siam: Siam, server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    await bertha.post(f"/api/tables/{table}/chat", {"text": "something \u001b[31mugly"}, 204)
    wish = {"player": await identity(bertha), "reason": "words", "text": "not nice\u001b[2J", "table": table}
    await anna.post("/api/reports", wish, 204)
    told = siam("admin", "reports")
    assert "Bertha" in told
    assert "something" in told
    assert "not nice" in told
    assert "\u001b" not in told, "nobody moves the host's cursor"
    assert siam("admin", "close", "1") == "report 1 is closed\n"
    assert siam("admin", "reports") == "no report waits\n"
    assert siam("admin", "close", "1", code=1) == "Error: no report 1 waits\n"


async def test_who_is_muted_plays_on_in_silence(siam: Siam, server: Running, anna: Person, bertha: Person) -> None:
    table = await anna.make()
    await bertha.sit(table, 2)
    live = await bertha.connect(table)
    await live.next("view")
    siam("admin", "mute", "Bertha", "--days", "2")
    assert await bertha.refused("POST", f"/api/tables/{table}/chat", {"text": "hi"}) == "muted"
    await live.send(type="say", text="hi", id=1)
    assert (await live.next("error"))["code"] == "muted"
    server.clock.advance(2 * 86_400 + 60)
    await bertha.post(f"/api/tables/{table}/chat", {"text": "hi"}, 204)
    siam("admin", "mute", "Bertha")
    siam("admin", "unmute", "Bertha")


async def test_who_is_banned_is_out_everywhere_and_stays_out(siam: Siam, server: Running) -> None:
    dora = await member(server, "Dora")
    table = await dora.make()
    live = await dora.connect(table)
    await live.next("view")
    siam("admin", "ban", "dora")
    server.world.players.forget(await server_id(server, "Dora"))  # what a minute does
    await server.world.close_ended()
    assert await live.close_code() == 4401
    assert (await dora.get("/api/me"))["player"] is None
    credentials = {"name": "Dora", "password": PASSWORD}
    assert await dora.refused("POST", "/api/session", credentials) == "banned"
    siam("admin", "unban", "Dora")
    await dora.post("/api/session", credentials)


async def server_id(server: Running, name: str) -> str:
    player = await server.world.players.by_name(name)
    assert player is not None
    return player.id


async def test_a_name_is_removed_from_tables_and_chat(siam: Siam, server: Running, anna: Person) -> None:
    dora = await member(server, "Dreadful")
    table = await anna.make()
    await dora.sit(table, 2)
    await dora.post(f"/api/tables/{table}/chat", {"text": "hi"}, 204)
    siam("admin", "remove-name", "Dreadful", "--to", "Dora")
    await server.world.departures.bring_names_in_line()
    assert "Dreadful" not in json.dumps(await anna.view(table))
    assert (await anna.view(table))["seats"][1]["name"] == "Dora"
    assert await anna.refused("GET", "/api/players/Dreadful") == "not_found"
    assert siam("admin", "remove-name", "Dreadful", code=1) == "Error: there is no player Dreadful\n"


async def test_a_host_closes_registration_without_a_restart(siam: Siam, server: Running, guest: Guest) -> None:
    assert siam("admin", "registration", "closed") == "registration is closed\n"
    account = {"name": "Late", "password": PASSWORD}
    assert await Person(server.url).refused("POST", "/api/accounts", account) == "forbidden"
    assert (await Person(server.url).get("/api/server"))["registration"] is False
    await guest("Welcome")
    siam("admin", "registration", "open")
    await Person(server.url).post("/api/accounts", account, 201)


async def test_guests_of_one_name_are_told_apart_by_their_ids(siam: Siam, guest: Guest) -> None:
    twins = [await guest("Twin"), await guest("Twin")]
    told = siam("admin", "mute", "Twin", code=1)
    ids = [await identity(twin) for twin in twins]
    assert all(one in told for one in ids)
    assert ids[0] in siam("admin", "mute", ids[0])
