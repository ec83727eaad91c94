"""Ways back in: a forgotten password, a mail address that proves to be one's own, a guest's seat by its link."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from siam.server.app.settings import Settings
from tests.server.accounts.test_notifications import Mailbox
from tests.server.people import Person
from tests.server.servers import Running, running


def siam(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "siam"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


PASSWORD = "three blue elephants"
MAIL = "dora@example.org"


@pytest.fixture
async def mailbox() -> AsyncIterator[Mailbox]:
    box = Mailbox()
    async with await asyncio.start_server(box.smtp, "127.0.0.1", box.mail_port):
        yield box


@pytest.fixture
async def server(settings: Settings, mailbox: Mailbox) -> AsyncIterator[Running]:
    url = f"smtp://127.0.0.1:{mailbox.mail_port}"
    async with running(replace(settings, smtp_url=url, public_url="https://games.example")) as started:
        yield started


async def registered(server: Running, name: str = "Dora", mail: str | None = None) -> Person:
    person = Person(server.url)
    person.name = name
    await person.post("/api/accounts", {"name": name, "password": PASSWORD, "mail": mail}, 201)
    return person


async def latest_key(server: Running, mailbox: Mailbox) -> str:
    """The secret in the latest letter."""
    await server.world.recovery.finish()
    text = mailbox.mails[-1].replace("=\r\n", "").replace("=3D", "=")
    found = re.search(r"#key=([\w-]+)", text)
    assert found, text
    return found[1]


async def verified(server: Running, mailbox: Mailbox) -> Person:
    dora = await registered(server, mail=MAIL)
    await dora.post("/api/session/mail", {"key": await latest_key(server, mailbox)}, 204)
    return dora


async def test_an_address_is_believed_once_its_owner_has_opened_the_link(server: Running, mailbox: Mailbox) -> None:
    dora = await registered(server, mail=MAIL)
    assert (await dora.get("/api/me"))["player"]["mail_verified"] is False
    await dora.request("PUT", "/api/me/notifications", {"mail": {"when": "always"}})
    assert await dora.refused("POST", "/api/me/notifications/test", {"channel": "mail"}) == "not_configured"
    key = await latest_key(server, mailbox)
    await Person(server.url).post("/api/session/mail", {"key": key}, 204)
    assert (await dora.get("/api/me"))["player"]["mail_verified"] is True
    await dora.post("/api/me/notifications/test", {"channel": "mail"})
    assert await dora.refused("POST", "/api/session/mail", {"key": key}) == "no_such_link"


async def test_a_link_proves_the_address_it_was_sent_to_and_no_later_one(server: Running, mailbox: Mailbox) -> None:
    dora = await registered(server, mail=MAIL)
    key = await latest_key(server, mailbox)
    await dora.request("PATCH", "/api/me", {"mail": "other@example.org", "password": PASSWORD})
    assert await dora.refused("POST", "/api/session/mail", {"key": key}) == "no_such_link"
    assert (await dora.get("/api/me"))["player"]["mail_verified"] is False


async def test_a_guests_address_must_be_verified_too(server: Running, mailbox: Mailbox, anna: Person) -> None:
    await anna.request("PATCH", "/api/me", {"mail": "a@example.org"})
    await anna.request("PUT", "/api/me/notifications", {"mail": {"when": "always"}})
    assert await anna.refused("POST", "/api/me/notifications/test", {"channel": "mail"}) == "not_configured"
    await anna.post("/api/me/mail", status=204)
    await anna.post("/api/session/mail", {"key": await latest_key(server, mailbox)}, 204)
    await anna.post("/api/me/notifications/test", {"channel": "mail"})


async def test_an_accounts_address_is_changed_with_the_password_only(server: Running) -> None:
    dora = await registered(server)
    assert await dora.refused("PATCH", "/api/me", {"mail": MAIL}) == "wrong_password"
    assert await dora.refused("PATCH", "/api/me", {"mail": MAIL, "password": "no"}) == "wrong_password"
    assert (await dora.request("PATCH", "/api/me", {"mail": MAIL, "password": PASSWORD}))["mail"] == MAIL


async def test_a_forgotten_password_is_replaced_by_a_link_in_a_mail(server: Running, mailbox: Mailbox) -> None:
    dora = await verified(server, mailbox)
    stranger = Person(server.url)
    await stranger.post("/api/session/forgotten", {"name": "dora"}, 204)
    key = await latest_key(server, mailbox)
    new = "four green elephants"
    assert (await stranger.post("/api/session/password", {"key": key, "password": new}))["name"] == "Dora"
    assert (await dora.get("/api/me"))["player"] is None, "every session from before has ended"
    assert (await stranger.get("/api/me"))["player"]["name"] == "Dora"
    await dora.post("/api/session", {"name": "Dora", "password": new})
    assert await dora.refused("POST", "/api/session", {"name": "Dora", "password": PASSWORD}) == "wrong_password"
    again = {"key": key, "password": "five red elephants"}
    assert await stranger.refused("POST", "/api/session/password", again) == "no_such_link"


async def test_nobody_learns_from_a_forgotten_password_who_has_an_account(server: Running, mailbox: Mailbox) -> None:
    await registered(server, "Unproven", mail="x@example.org")
    await server.world.recovery.finish()
    before = len(mailbox.mails)
    for name in ("Nobody", "Unproven", "\u202e"):
        await Person(server.url).post("/api/session/forgotten", {"name": name}, 204)
    await server.world.recovery.finish()
    assert len(mailbox.mails) == before, "an address that was not verified may be a stranger's"


async def test_a_link_for_a_new_password_holds_an_hour(server: Running, mailbox: Mailbox) -> None:
    dora = await verified(server, mailbox)
    await dora.post("/api/session/forgotten", {"name": "Dora"}, 204)
    key = await latest_key(server, mailbox)
    server.clock.advance(3_601)
    chosen = {"key": key, "password": "four green elephants"}
    assert await dora.refused("POST", "/api/session/password", chosen) == "no_such_link"


async def test_a_link_is_good_for_one_thing(server: Running, mailbox: Mailbox) -> None:
    dora = await registered(server, mail=MAIL)
    key = await latest_key(server, mailbox)
    chosen = {"key": key, "password": "four green elephants"}
    assert await dora.refused("POST", "/api/session/password", chosen) == "no_such_link"
    assert await dora.refused("POST", "/api/session/seat", {"key": key}) == "no_such_link"
    await dora.post("/api/session/mail", {"key": key}, 204)


async def test_two_who_use_one_link_at_once_set_one_password(server: Running, mailbox: Mailbox) -> None:
    dora = await verified(server, mailbox)
    await dora.post("/api/session/forgotten", {"name": "Dora"}, 204)
    key = await latest_key(server, mailbox)
    asked = [
        Person(server.url).http.post("/api/session/password", json={"key": key, "password": f"green elephant {n}"})
        for n in range(4)
    ]
    assert sorted(response.status_code for response in await asyncio.gather(*asked)) == [200, 404, 404, 404]


async def test_without_mail_the_host_hands_a_link_over(settings: Settings) -> None:
    async with running(settings) as server:
        await registered(server)
        assert await Person(server.url).refused("POST", "/api/session/forgotten", {"name": "Dora"}) == "not_configured"
        made = siam(
            "account", "reset", "dora", "--database", settings.database_url, "--public-url", "https://games.example/"
        )
        assert made.returncode == 0, made.stderr
        page, key = made.stdout.strip().split("#key=")
        assert page == "https://games.example/account/password"
        fresh = Person(server.url)
        chosen = {"key": key, "password": "four green elephants"}
        assert (await fresh.post("/api/session/password", chosen))["name"] == "Dora"
        unknown = siam("account", "reset", "Nobody", "--database", settings.database_url)
        assert (unknown.returncode, unknown.stderr) == (1, "Error: there is no player Nobody\n")


@pytest.mark.parametrize("password", ["12345678", "Password1!", "qwertzuiop", "aaaaaaaa", "abcabcabc", "dora dora"])
async def test_the_first_passwords_that_anybody_would_try_are_refused(server: Running, password: str) -> None:
    account = {"name": "Dora Dora", "password": password}
    assert await Person(server.url).refused("POST", "/api/accounts", account) == "invalid"


async def test_a_guest_whose_session_is_gone_takes_the_seat_again_by_its_link(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make(seed=3)
    await bertha.sit(table, 2)
    url = (await anna.post(f"/api/tables/{table}/seats/1/link", status=201))["url"]
    path, key = url.split("#seat=")
    assert path == f"table/{table}", "the secret stands behind the #, which no browser sends"
    fresh = Person(server.url)
    again = await fresh.post("/api/session/seat", {"key": key})
    assert (again["table"], again["player"]["name"]) == (table, "Anna")
    assert (await fresh.view(table))["you"]["seats"] == [1]
    await Person(server.url).post("/api/session/seat", {"key": key})
    newer = (await anna.post(f"/api/tables/{table}/seats/1/link", status=201))["url"].split("#seat=")[1]
    assert await Person(server.url).refused("POST", "/api/session/seat", {"key": key}) == "no_such_link"
    await Person(server.url).post("/api/session/seat", {"key": newer})


async def test_a_link_of_a_seat_is_the_sitters_own_and_dies_with_the_guest(
    server: Running, anna: Person, bertha: Person
) -> None:
    table = await anna.make()
    assert await bertha.refused("POST", f"/api/tables/{table}/seats/1/link") == "not_your_seat"
    key = (await anna.post(f"/api/tables/{table}/seats/1/link", status=201))["url"].split("#seat=")[1]
    await anna.post("/api/accounts", {"name": "Annabel", "password": PASSWORD}, 201)
    assert await Person(server.url).refused("POST", "/api/session/seat", {"key": key}) == "no_such_link"
    assert await anna.refused("POST", f"/api/tables/{table}/seats/1/link") == "forbidden"


async def test_who_has_left_the_seat_is_not_let_in_by_its_link(server: Running, anna: Person, bertha: Person) -> None:
    table = await bertha.make({"kind": "open"}, {"kind": "open"})
    await anna.sit(table, 2)
    key = (await anna.post(f"/api/tables/{table}/seats/2/link", status=201))["url"].split("#seat=")[1]
    await anna.request("DELETE", f"/api/tables/{table}/seats/2")
    assert await Person(server.url).refused("POST", "/api/session/seat", {"key": key}) == "no_such_link"
