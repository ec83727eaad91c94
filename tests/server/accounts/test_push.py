"""Web Push: signed by the server's key, readable by the browser alone, off until allowed, not while one looks."""

import base64
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from urllib.parse import urlsplit

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from siam.server.app.settings import Settings
from tests.server.accounts.test_notifications import Mailbox, deliver, mailbox, other_moves, want
from tests.server.people import Person
from tests.server.servers import Running, running

__all__ = ["mailbox"]
AUTH = b"0123456789abcdef"


@pytest.fixture
async def server(settings: Settings, mailbox: Mailbox) -> AsyncIterator[Running]:
    async with running(replace(settings, webhook_hosts="127.0.0.1")) as started:
        yield started


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def subscribe(person: Person, endpoint: str) -> ec.EllipticCurvePrivateKey:
    """Do what a browser does when its player allows messages; gives the key that stays in the browser."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    keys = {"p256dh": encoded(public), "auth": encoded(AUTH)}
    await person.post("/api/me/push", {"endpoint": endpoint, "expirationTime": None, "keys": keys}, 204)
    return key


def checked_claims(authorization: str, push_key: str) -> dict[str, object]:
    """Check the signature of a VAPID header against the server's public key; gives what it claims."""
    found = re.fullmatch(r"vapid t=([\w.-]+),\s*k=([\w-]+)", authorization)
    assert found, authorization
    token, key = found.groups()
    assert key == push_key
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head))["alg"] == "ES256"
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(pair, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))
    content: dict[str, object] = json.loads(decoded(claims))
    return content


async def test_a_message_is_signed_and_only_the_browser_can_read_it(
    server: Running,
    mailbox: Mailbox,
    anna: Person,
    bertha: Person,
) -> None:
    await anna.request("PATCH", "/api/me", {"language": "de"})
    key = await subscribe(anna, mailbox.url + "/push/anna")
    await want(anna, "push", "always")
    table = await other_moves(anna, bertha)
    await deliver(server)
    headers, body = mailbox.posts[0]
    claims = checked_claims(headers["authorization"], (await anna.get("/api/server"))["push_key"])
    assert claims["aud"] == f"http://{urlsplit(mailbox.url).netloc}"
    assert headers["content-encoding"] == "aes128gcm"
    assert b"Bertha" not in body
    content = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=AUTH, version="aes128gcm"))
    assert content["table"] == table
    assert content["url"] == f"table/{table}"
    assert "Du bist" in content["title"] + content["body"] or "dran" in content["title"] + content["body"]


async def test_push_is_off_until_the_player_allows_it(
    server: Running,
    mailbox: Mailbox,
    anna: Person,
    bertha: Person,
) -> None:
    assert (await anna.get("/api/me/notifications"))["push"]["when"] == "off"
    await want(anna, "push", "always")
    await other_moves(anna, bertha)
    await deliver(server, 60)
    assert mailbox.posts == []


async def test_no_message_while_the_player_looks(
    server: Running,
    mailbox: Mailbox,
    anna: Person,
    bertha: Person,
) -> None:
    await subscribe(anna, mailbox.url + "/push/anna")
    await want(anna, "push", "away")
    table = await other_moves(anna, bertha)
    async with await anna.connect(table) as live:
        await live.next("view")
        await deliver(server, 60)
        assert mailbox.posts == []
    table = await other_moves(anna, bertha)
    await deliver(server, 60)
    assert len(mailbox.posts) == 1
