"""Whatever those do whom the server writes to, everybody else is told in time."""

import asyncio
import email
import ipaddress
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from siam.server.adapters.addresses import Addresses, is_public
from siam.server.adapters.poster import AT_ONCE, FAILURES, LONGEST_REST_SECONDS, Poster
from siam.server.app.settings import Settings
from siam.server.ports import Outage
from tests.server.accounts.test_notifications import Mailbox, believe, deliver, mailbox, other_moves, want
from tests.server.conftest import Guest
from tests.server.people import Person
from tests.server.servers import Running, running

__all__ = ["mailbox"]


class Trickster:
    """A host of webhooks that does not behave."""

    def __init__(self) -> None:
        self.asked = 0
        self.written = 0
        self.port = 0
        self.answer = b""
        self.more = b""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked += 1
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]))
            writer.write(self.answer)
            while self.more:
                writer.write(self.more)
                await writer.drain()
                self.written += len(self.more)
                if len(self.more) < 10:
                    await asyncio.sleep(0.05)
            if not self.answer:
                await reader.read()
        except ConnectionError:
            pass
        finally:
            writer.close()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}/hook"


@pytest.fixture
async def trickster() -> AsyncIterator[Trickster]:
    """A host that listens."""
    host = Trickster()
    async with await asyncio.start_server(host.serve, "127.0.0.1", 0) as listening:
        host.port = listening.sockets[0].getsockname()[1]
        yield host
        listening.close()


@pytest.fixture
async def server(settings: Settings, mailbox: Mailbox) -> AsyncIterator[Running]:
    """A server that may post to the mailbox and to the trickster, who has another name."""
    smtp = f"smtp://127.0.0.1:{mailbox.mail_port}"
    async with running(replace(settings, webhook_hosts="127.0.0.1,localhost", smtp_url=smtp)) as started:
        yield started


async def test_an_answer_without_an_end_is_not_read(server: Running, trickster: Trickster, anna: Person) -> None:
    trickster.answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    trickster.more = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    await want(anna, "webhook", "always", trickster.url)
    assert await anna.post("/api/me/notifications/test", {"channel": "webhook"}) == {"sent": True}
    for _ in range(1_000):
        before = trickster.written
        await asyncio.sleep(0.02)
        if trickster.written == before:
            break
    assert trickster.written < 64 * 1024 * 1024


@pytest.mark.parametrize(
    ("answer", "more"),
    [
        (b"HTTP/1.1 200 OK\r\nX: ", b"x" * 65_536),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
        (b"nonsense", b"nonsense" * 1_000),
        (b"", b""),
    ],
    ids=["endless header", "slow header", "no HTTP", "silence"],
)
async def test_nobody_waits_for_a_host_that_does_not_answer(
    server: Running,
    mailbox: Mailbox,
    trickster: Trickster,
    anna: Person,
    bertha: Person,
    answer: bytes,
    more: bytes,
) -> None:
    trickster.answer, trickster.more = answer, more
    await want(anna, "webhook", "always", trickster.url)
    await want(bertha, "webhook", "always", mailbox.url)
    for _ in range(3):
        await other_moves(anna, bertha)
    await other_moves(bertha, anna)
    await server.world.notifications.finish()
    delivering = asyncio.create_task(server.world.notifications.deliver_due())
    while not mailbox.posts:
        assert not delivering.done() or mailbox.posts
        await asyncio.sleep(0.01)
    await delivering
    await server.world.notifications.finish()


async def test_a_host_that_does_not_answer_gets_a_rest(
    monkeypatch: pytest.MonkeyPatch, trickster: Trickster, mailbox: Mailbox
) -> None:
    monkeypatch.setattr("siam.server.adapters.poster.POST_SECONDS", 0.2)
    now = 0.0
    poster = Poster(Addresses("localhost,127.0.0.1"), lambda: now)
    posts = [poster.post(trickster.url, b"", {}) for _ in range(5 * AT_ONCE)]
    told = await asyncio.gather(*posts, poster.post(mailbox.url, b"", {}), return_exceptions=True)
    assert all(isinstance(one, Outage) for one in told[:-1])
    assert told[-1] == 200
    assert FAILURES <= trickster.asked <= FAILURES + 1
    monkeypatch.undo()
    now += LONGEST_REST_SECONDS
    trickster.answer = b"HTTP/1.1 204 Fine\r\n\r\n"
    assert await poster.post(trickster.url, b"", {}) == 204


async def test_a_host_that_refuses_some_is_there_for_the_others(mailbox: Mailbox) -> None:
    poster = Poster(Addresses("127.0.0.1"))
    mailbox.status = 429
    for _ in range(3 * FAILURES):
        with pytest.raises(Outage, match="429"):
            await poster.post(mailbox.url, b"", {})
    mailbox.status = 200
    assert await poster.post(mailbox.url, b"", {}) == 200


async def test_a_redirect_is_not_followed(
    server: Running, mailbox: Mailbox, trickster: Trickster, anna: Person
) -> None:
    trickster.answer = f"HTTP/1.1 307 Elsewhere\r\nLocation: {mailbox.url}\r\nContent-Length: 0\r\n\r\n".encode()
    await want(anna, "webhook", "always", trickster.url)
    assert await anna.refused("POST", "/api/me/notifications/test", {"channel": "webhook"}) == "not_configured"
    assert mailbox.posts == []


async def test_a_name_is_looked_up_once_and_its_checked_address_used(
    monkeypatch: pytest.MonkeyPatch, mailbox: Mailbox
) -> None:
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def rebinding(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host != "rebinding.example":
            return real(host, port, *args, **more)
        looked_up.append(host)
        public = len(looked_up) == 1  # the second time the name leads into the server's own network
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("198.41.0.4" if public else "127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    monkeypatch.setattr("siam.server.adapters.poster.POST_SECONDS", 0.5)
    poster = Poster(Addresses(""))
    with pytest.raises(Outage):
        await poster.post(f"https://rebinding.example:{mailbox.web_port}/", b"", {})
    assert looked_up == ["rebinding.example"]
    with pytest.raises(ValueError, match="public"):
        await poster.post(f"https://rebinding.example:{mailbox.web_port}/", b"", {})
    assert mailbox.posts == []


@pytest.mark.parametrize("url", ["https://8.8.8.8/\u0007", "http://localhost/\u0007", "https://x@8.8.8.8/"])
async def test_a_faulty_address_is_refused_when_it_is_given(server: Running, anna: Person, url: str) -> None:
    wish = {"webhook": {"url": url, "when": "always"}}
    assert await anna.refused("PUT", "/api/me/notifications", wish) == "invalid"


async def test_one_broken_delivery_is_no_matter_of_the_others(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    await want(anna, "webhook", "always", mailbox.url)
    await want(bertha, "webhook", "always", mailbox.url)
    players = server.world.players
    me = (await anna.get("/api/me"))["player"]["id"]
    kept = await players.find(me)
    assert kept is not None
    # as if it were kept since a time when nobody checked
    await players.change(kept, notifications=replace(kept.notifications, webhook_url="http://127.0.0.1/\u0007"))
    await other_moves(anna, bertha)
    await other_moves(bertha, anna)
    await deliver(server)
    await deliver(server, 100_000)
    assert len(mailbox.posts) == 1


async def test_keys_that_are_none_forget_the_browser(server: Running, mailbox: Mailbox, anna: Person) -> None:
    keys = {"p256dh": "AAAA", "auth": "AAAA"}
    await anna.post("/api/me/push", {"endpoint": mailbox.url + "/push", "keys": keys}, 204)
    assert await anna.refused("POST", "/api/me/notifications/test", {"channel": "push"}) == "not_configured"
    assert await server.world.players.subscriptions((await anna.get("/api/me"))["player"]["id"]) == []


async def test_a_player_has_only_so_many_browsers(server: Running, mailbox: Mailbox, anna: Person) -> None:
    keys = {"p256dh": "AAAA", "auth": "AAAA"}
    for number in range(30):
        await anna.post("/api/me/push", {"endpoint": f"{mailbox.url}/push/{number}", "keys": keys}, 204)
    kept = await server.world.players.subscriptions((await anna.get("/api/me"))["player"]["id"])
    assert len(kept) == 20
    assert f"{mailbox.url}/push/29" in [one.endpoint for one in kept]


@pytest.mark.parametrize(
    "address",
    [
        "a@b.co,c@d.co",
        "a@b.co;c@d.co",
        "a@b.co c@d.co",
        "(@b.co",
        "a@b",
        "@b.co",
        "a@",
        "a b@c.co",
        "Anna <a@b.co>",
        "<a@b.co>",
        '"a"@b.co',
        '"a@b.co,c"@d.co',
        "a@b.co\r\nBcc: c@d.co",
        "a@b.co\nx",
        "a@b.co\u2028x",
        "a..b@c.co",
        ".a@b.co",
        "a@-b.co",
        "a@b..co",
        "a@127.0.0.1",
        "a@[127.0.0.1]",
        "a@b@c.co",
        "\u00e4@b.co",
        "a" * 65 + "@b.co",
        "a@" + "b" * 64 + ".co",
        "a\u0000@b.co",
    ],
)
async def test_what_is_not_one_mail_address_is_refused(server: Running, anna: Person, address: str) -> None:
    assert await anna.refused("PATCH", "/api/me", {"mail": address}) == "invalid"
    account = {"name": "Somebody", "password": "long enough", "mail": address}
    assert await anna.refused("POST", "/api/accounts", account) == "invalid"


@pytest.mark.parametrize("address", ["anna@example.org", "a.b+siam@mail.example.co.uk", "o'neil_1@x-y.io"])
async def test_a_mail_has_one_recipient_a_date_and_an_id(
    server: Running, mailbox: Mailbox, guest: Guest, address: str
) -> None:
    person = await guest("Reader")
    await person.request("PATCH", "/api/me", {"mail": address})
    await believe(server, mailbox, person)
    for _ in range(2):
        await person.post("/api/me/notifications/test", {"channel": "mail"})
    first, second = [email.message_from_string(mail) for mail in mailbox.mails]
    assert first["To"] == address
    assert parsedate_to_datetime(first["Date"]).year >= 2025
    assert first["Message-ID"].endswith("@127.0.0.1>")
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Auto-Submitted"] == "auto-generated"


async def test_an_address_that_was_kept_unchecked_is_written_to_nobody(
    server: Running, mailbox: Mailbox, anna: Person
) -> None:
    players = server.world.players
    kept = await players.find((await anna.get("/api/me"))["player"]["id"])
    assert kept is not None
    for address in ("a@b.co,c@d.co", "(@b.co"):
        kept = await players.change(kept, mail=address, mail_verified=True)
        assert await anna.refused("POST", "/api/me/notifications/test", {"channel": "mail"}) == "not_configured"
    assert mailbox.mails == []


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "198.41.0.4"])
def test_addresses_of_the_public_network_are_public(address: str) -> None:
    assert is_public(address)
    assert ipaddress.ip_address(address).is_global
