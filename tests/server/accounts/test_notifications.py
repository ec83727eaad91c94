"""Being called: webhook, mail and push, with retries, and not while one looks."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from siam.server.adapters.addresses import Addresses
from siam.server.app.settings import Settings
from tests.server.people import Person, play_on
from tests.server.servers import Running, free_port, running

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Mailbox:
    """A small HTTP and SMTP server that keeps what it is sent."""

    def __init__(self) -> None:
        self.web_port, self.mail_port = free_port(), free_port()
        self.posts: list[tuple[dict[str, str], bytes]] = []
        self.mails: list[str] = []
        self.status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web_port}"

    async def web(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        headers: dict[str, str] = {}
        while line := (await reader.readline()).decode().strip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.posts.append((headers, body))
        writer.write(f"HTTP/1.1 {self.status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def smtp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def say(text: str) -> None:
            writer.write(f"{text}\r\n".encode())
            await writer.drain()

        await say("220 mailbox")
        while line := (await reader.readline()).decode():
            match line[:4].upper():
                case "EHLO" | "HELO":
                    await say("250 mailbox")
                case "DATA":
                    await say("354 go on")
                    mail = ""
                    while (part := (await reader.readline()).decode()) != ".\r\n":
                        mail += part
                    self.mails.append(mail)
                    await say("250 kept")
                case "QUIT":
                    await say("221 bye")
                    break
                case _:
                    await say("250 fine")
        writer.close()


@pytest.fixture
async def mailbox() -> AsyncIterator[Mailbox]:
    """A mailbox that listens."""
    box = Mailbox()
    web = await asyncio.start_server(box.web, "127.0.0.1", box.web_port)
    smtp = await asyncio.start_server(box.smtp, "127.0.0.1", box.mail_port)
    async with web, smtp:
        yield box


@pytest.fixture
async def server(settings: Settings, mailbox: Mailbox) -> AsyncIterator[Running]:
    """A server that may post to the mailbox."""
    changed = replace(
        settings,
        webhook_hosts="127.0.0.1",
        smtp_url=f"smtp://127.0.0.1:{mailbox.mail_port}",
        public_url="https://games.example/siam",
    )
    async with running(changed) as started:
        yield started


async def other_moves(anna: Person, bertha: Person) -> str:
    """Play until it is Anna's turn again; gives the table."""
    table = await anna.make(seed=3)
    await bertha.sit(table, 2)
    while True:
        view = await play_on([anna, bertha], table, moves=1)
        if view["state"]["to_move"] == 1:
            return table


async def deliver(server: Running, seconds: float = 0.0) -> None:
    await server.world.notifications.finish()
    server.clock.advance(seconds)
    await server.world.notifications.deliver_due()
    await server.world.notifications.finish()  # a round of the server's own may have been faster


async def want(person: Person, channel: str, when: str, url: str | None = None) -> None:
    wish = {"when": when} if url is None else {"when": when, "url": url}
    await person.request("PUT", "/api/me/notifications", {channel: wish})


async def believe(server: Running, mailbox: Mailbox, person: Person) -> None:
    """Take a person's mail address for verified, and the letter about it out of the box."""
    await server.world.recovery.finish()
    player = await server.world.players.find((await person.get("/api/me"))["player"]["id"])
    assert player is not None
    await server.world.players.change(player, mail_verified=True)
    mailbox.mails.clear()


async def test_nobody_is_called_who_did_not_ask(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    await other_moves(anna, bertha)
    await deliver(server, 100)
    assert mailbox.posts == []
    assert mailbox.mails == []


async def test_a_webhook_is_posted_in_words_that_chats_understand(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    await want(anna, "webhook", "always", mailbox.url + "/hook")
    table = await other_moves(anna, bertha)
    await deliver(server)
    content = json.loads(mailbox.posts[0][1])
    assert content["content"] == content["text"]
    assert "Bertha" in content["text"]
    assert f"https://games.example/siam/table/{table}" in content["text"]


async def test_a_failing_webhook_is_tried_again_later_and_later(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    mailbox.status = 503
    await want(anna, "webhook", "always", mailbox.url)
    await other_moves(anna, bertha)
    await deliver(server)
    await deliver(server, 1)
    assert len(mailbox.posts) == 1
    await deliver(server, 30)
    assert len(mailbox.posts) == 2
    await deliver(server, 60)
    assert len(mailbox.posts) == 2
    mailbox.status = 204
    await deliver(server, 100)
    assert len(mailbox.posts) == 3
    await deliver(server, 100_000)
    assert len(mailbox.posts) == 3


async def test_nobody_is_called_while_looking(server: Running, mailbox: Mailbox, anna: Person, bertha: Person) -> None:
    await want(anna, "webhook", "away", mailbox.url)
    table = await other_moves(anna, bertha)
    async with await anna.connect(table) as live:
        await live.next("view")
        await deliver(server, 60)
        assert mailbox.posts == []
    await want(anna, "webhook", "away", mailbox.url)
    table = await other_moves(anna, bertha)
    async with await anna.connect(table) as live:
        await live.next("view")
        await live.send(type="look", visible=False)
        await live.send(type="ping")
        await live.next("pong")
        await deliver(server, 60)
        assert len(mailbox.posts) == 1


async def test_a_turn_that_was_played_needs_no_call(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    await want(anna, "webhook", "away", mailbox.url)
    table = await other_moves(anna, bertha)
    await server.world.notifications.finish()
    await anna.post(f"/api/tables/{table}/resign", status=204)
    await deliver(server, 60)
    assert mailbox.posts == []


async def test_mail_is_sent_in_the_players_language(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    await anna.request("PATCH", "/api/me", {"mail": "anna@example.org", "language": "en"})
    await believe(server, mailbox, anna)
    await want(anna, "mail", "always")
    await other_moves(anna, bertha)
    await deliver(server)
    assert "To: anna@example.org" in mailbox.mails[0]
    assert "Bertha" in mailbox.mails[0]


async def test_a_digest_waits_for_the_morning(server: Running, mailbox: Mailbox, anna: Person, bertha: Person) -> None:
    await want(anna, "webhook", "digest", mailbox.url)
    await other_moves(anna, bertha)
    await deliver(server)
    assert mailbox.posts == []
    await deliver(server, 86_400)
    assert len(mailbox.posts) == 1


async def test_a_digest_tells_of_all_tables_in_one_message(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person, carl: Person
) -> None:
    await want(anna, "webhook", "digest", mailbox.url)
    await other_moves(anna, bertha)
    await other_moves(anna, carl)
    await deliver(server, 86_400)
    (post,) = mailbox.posts
    assert "Bertha" in json.loads(post[1])["text"]
    assert "Carl" in json.loads(post[1])["text"]
    await deliver(server, 86_400)
    assert len(mailbox.posts) == 1


async def test_a_digest_that_failed_comes_again_as_a_whole(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person, carl: Person
) -> None:
    await want(anna, "webhook", "digest", mailbox.url)
    await other_moves(anna, bertha)
    await other_moves(anna, carl)
    mailbox.status = 503
    await deliver(server, 86_400)
    mailbox.status = 200
    await deliver(server, 600)
    first, second = mailbox.posts
    assert first[1] == second[1]


async def test_a_push_message_arrives_encrypted_and_decrypts(
    server: Running, mailbox: Mailbox, anna: Person, bertha: Person
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    auth = b"0123456789abcdef"
    keys = {
        "p256dh": base64.urlsafe_b64encode(public).rstrip(b"=").decode(),
        "auth": base64.urlsafe_b64encode(auth).rstrip(b"=").decode(),
    }
    subscription = {"endpoint": mailbox.url + "/push/1", "expirationTime": None, "keys": keys}
    await anna.post("/api/me/push", subscription, 204)
    await want(anna, "push", "always")
    table = await other_moves(anna, bertha)
    await deliver(server)
    headers, body = mailbox.posts[0]
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    assert (await anna.get("/api/server"))["push_key"] in headers["authorization"]
    content = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm"))
    assert content["table"] == table
    mailbox.status = 410
    await anna.refused("POST", "/api/me/notifications/test", {"channel": "push"})
    assert await server.world.players.subscriptions((await anna.get("/api/me"))["player"]["id"]) == []


async def test_a_channel_can_be_tried(server: Running, mailbox: Mailbox, anna: Person) -> None:
    test = "/api/me/notifications/test"
    assert await anna.refused("POST", test, {"channel": "webhook"}) == "not_configured"
    await want(anna, "webhook", "away", mailbox.url)
    assert await anna.post(test, {"channel": "webhook"}) == {"sent": True}
    mailbox.status = 500
    assert await anna.refused("POST", test, {"channel": "webhook"}) == "not_delivered"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1",
        "https://[::1]/",
        "ftp://x",
        "nonsense",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://localhost/",
        "https://169.254.169.254/latest",
        "https://100.64.0.1/",
        "https://224.0.0.1/",
        "https://255.255.255.255/",
        "https://192.88.99.1/",
        "https://[ff02::1]/",
        "https://[ff0e::1]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fec0::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:8.8.8.8]/",
        "https://[::127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b:1::a00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[2001::1]/",
        "https://8.8.8.8:25/",
        "https://8.8.8.8:0/",
        "https://8.8.8.8:99999/",
        "https://8.8.8.8:x/",
        "https://name:secret@8.8.8.8/",
        "https://@8.8.8.8/",
        "https://8.8.8.8/\u0007",
        "https://8.8.8.8/a b",
        "https://8.8.8.8\\@127.0.0.1/",
        "https://8.8.8.8\r\nHost: x/",
        "https://ex\u00e4mple.org/",
        "https://a..b/",
        "https://" + "a" * 300 + "/",
        "https:///x",
        "https://[/",
    ],
)
async def test_the_servers_own_network_is_never_called(url: str) -> None:
    with pytest.raises(ValueError, match=r"address|host"):
        await Addresses("").check(url)
