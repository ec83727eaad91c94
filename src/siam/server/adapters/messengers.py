"""Deliver messages: webhooks, mail, Web Push. Nothing private is ever posted to the server's own network."""

import asyncio
import base64
import ipaddress
import json
import time
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from siam.server.domain.players import Player
from siam.server.ports import Facts, Message, Outage, PlayerStore

if TYPE_CHECKING:
    from py_vapid import Vapid02

TIMEOUT_SECONDS = 10.0
GONE = (404, 410)
PUSH_SECONDS = 86_400


class Addresses:
    """Decides where the server may post to: public HTTPS hosts, and those the operator names."""

    def __init__(self, allowed_hosts: str) -> None:
        self._allowed = frozenset(host.strip() for host in allowed_hosts.split(",") if host.strip())

    async def check(self, url: str) -> None:
        """Raise ValueError if the address is not one to post to."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if f"{host}:{parts.port}" in self._allowed or host in self._allowed:
            return
        if parts.scheme != "https" or not host:
            raise ValueError("the address must begin with https://")
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, parts.port or 443)
        except OSError:
            raise ValueError("there is no such host") from None
        for *_, address in found:
            if not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
                raise ValueError("the address must be a public one")


class Poster:
    """Posts over HTTP with a client that is made when the first message leaves."""

    def __init__(self, addresses: Addresses) -> None:
        self.addresses = addresses
        self._client: Any = None

    async def post(self, url: str, content: bytes, headers: dict[str, str]) -> int:
        """Post and give the status; Outage if it should be tried again, ValueError if never."""
        import httpx2

        await self.addresses.check(url)
        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        try:
            response = await self._client.post(url, content=content, headers=headers)
        except httpx2.HTTPError as problem:
            raise Outage(type(problem).__name__) from problem
        status = int(response.status_code)
        if status == 429 or status >= 500:
            raise Outage(f"status {status}")
        return status


class Webhook:
    """Posts to an address of the player's, in the words that Discord and Slack understand."""

    name = "webhook"

    def __init__(self, poster: Poster, base_url: str) -> None:
        self._poster = poster
        self._base = base_url.rstrip("/")

    async def deliver(self, player: Player, message: Message) -> bool:
        """Post the message; False if the address takes none."""
        url = player.calls.webhook_url
        if not url:
            return False
        text = f"{message.title}: {message.body} {_link(self._base, message.url)}".strip()
        content = {"content": text, "text": text, "title": message.title, "body": message.body, "url": message.url}
        try:
            status = await self._poster.post(url, json.dumps(content).encode(), {"Content-Type": "application/json"})
        except ValueError:
            return False
        return status < 300


class Mail:
    """Sends mail by SMTP: `smtp://name:password@host:587`, or `smtps://…:465`."""

    name = "mail"

    def __init__(self, smtp_url: str, sender: str, base_url: str) -> None:
        self._parts = urlsplit(smtp_url)
        self._sender = sender
        self._base = base_url.rstrip("/")

    async def deliver(self, player: Player, message: Message) -> bool:
        """Send the message; False if the player has no address."""
        import aiosmtplib

        if not player.mail:
            return False
        mail = EmailMessage()
        mail["From"] = self._sender or f"siam@{self._parts.hostname}"
        mail["To"] = player.mail
        mail["Subject"] = message.title
        mail.set_content(f"{message.body}\n\n{_link(self._base, message.url)}\n")
        parts = self._parts
        secure = parts.scheme == "smtps"
        try:
            await aiosmtplib.send(
                mail,
                hostname=parts.hostname,
                port=parts.port or (465 if secure else 587),
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=secure,
                start_tls=None if not secure else False,
                timeout=TIMEOUT_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused:
            return False
        except (aiosmtplib.SMTPException, OSError) as problem:
            raise Outage(type(problem).__name__) from problem
        return True


class Push:
    """Wakes browsers by Web Push (RFC 8291, RFC 8292), with keys made at the first start."""

    name = "push"

    def __init__(self, poster: Poster, players: PlayerStore, contact: str) -> None:
        self._poster = poster
        self._players = players
        self._contact = contact
        self._vapid: Vapid02 | None = None
        self._private = ""
        self.public_key: str | None = None

    async def prepare(self, facts: Facts) -> None:
        """Read the server's keys, or make them."""
        loop = asyncio.get_running_loop()
        private, public = await facts.get("vapid_private"), await facts.get("vapid_public")
        if private is None or public is None:
            made = await loop.run_in_executor(None, _new_keys)
            await facts.put("vapid_private", made[0])
            await facts.put("vapid_public", made[1])
            private, public = made
        self._private, self.public_key = private, public

    async def deliver(self, player: Player, message: Message) -> bool:
        """Wake every browser of the player; those that are gone are forgotten."""
        subscriptions = await self._players.subscriptions(player.id)
        content = {"title": message.title, "body": message.body, "url": message.url, "table": message.table}
        data, arrived, away = json.dumps(content).encode(), False, None
        for subscription in subscriptions:
            try:
                status = await self._send(json.loads(subscription.document), data)
            except Outage as problem:
                away = problem
                continue
            except ValueError:
                status = GONE[0]
            if status in GONE:
                await self._players.unsubscribe(player.id, subscription.endpoint)
            arrived = arrived or status < 300
        if away is not None and not arrived:
            raise away
        return arrived

    async def _send(self, subscription: dict[str, Any], data: bytes) -> int:
        endpoint = subscription["endpoint"]
        body = await asyncio.get_running_loop().run_in_executor(None, _encrypted, subscription["keys"], data)
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact, "exp": int(time.time()) + 43_200}
        headers = {
            **self._signer().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_SECONDS),
            "Urgency": "normal",
        }
        return await self._poster.post(endpoint, body, headers)

    def _signer(self) -> "Vapid02":
        from py_vapid import Vapid02

        if self._vapid is None:
            self._vapid = Vapid02.from_pem(self._private.encode())
        return self._vapid


def _new_keys() -> tuple[str, str]:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return private.decode(), base64.urlsafe_b64encode(public).rstrip(b"=").decode()


def _encrypted(keys: dict[str, str], data: bytes) -> bytes:
    import os

    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    body: bytes = http_ece.encrypt(
        data,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(keys["p256dh"]),
        auth_secret=_decoded(keys["auth"]),
        version="aes128gcm",
    )
    return body


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _link(base: str, url: str) -> str:
    return f"{base}/{url}" if base and url else ""
