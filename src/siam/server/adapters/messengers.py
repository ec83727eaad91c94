"""Deliver messages: webhooks, mail, Web Push. Nothing private is ever posted to the server's own network."""

import asyncio
import base64
import json
import time
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from siam.server.adapters.poster import Poster
from siam.server.adapters.workshop import Workshop
from siam.server.domain.mail import is_mail_address
from siam.server.domain.players import Player
from siam.server.logs import Log
from siam.server.ports import Busy, Facts, Message, Outage, PlayerStore, PushSubscription

if TYPE_CHECKING:
    from py_vapid import Vapid02

LOG = Log("siam")
MAIL_SECONDS = 10.0
MAILS_AT_ONCE = 4
GONE = (404, 410)
PUSH_SECONDS = 86_400


class Webhook:
    """Posts to an address of the player's, in the words that Discord and Slack understand."""

    name = "webhook"

    def __init__(self, poster: Poster, base_url: str) -> None:
        self._poster = poster
        self._base = base_url.rstrip("/")

    async def deliver(self, player: Player, message: Message) -> bool:
        """Post the message; False if the address takes none."""
        url = player.notifications.webhook_url
        if not url:
            return False
        text = f"{message.title}: {message.body} {_link(self._base, message.url)}".strip()
        content = {"content": text, "text": text, "title": message.title, "body": message.body, "url": message.url}
        try:
            body, headers = json.dumps(content).encode(), {"Content-Type": "application/json"}
            status = await self._poster.post(url, body, headers, f"{player.id} {self.name}")
        except ValueError:
            return False
        return status < 300


class Mail:
    """Sends mail by SMTP: `smtp://name:password@host:587`, or `smtps://…:465`."""

    name = "mail"

    def __init__(self, smtp_url: str, sender: str, base_url: str) -> None:
        self._parts = urlsplit(smtp_url)
        self._sender = sender or f"siam@{self._parts.hostname}"
        self._base = base_url.rstrip("/")
        self._places = asyncio.Semaphore(MAILS_AT_ONCE)

    async def deliver(self, player: Player, message: Message) -> bool:
        """Send the message; False if the player has no address, or has not shown that it is theirs."""
        if not player.mail or not player.mail_verified:
            return False
        return await self.write(player.mail, message)

    async def write(self, address: str, message: Message) -> bool:
        """Send a message to an address; False if it is none."""
        if not is_mail_address(address):
            return False
        try:
            async with self._places, asyncio.timeout(MAIL_SECONDS):
                return await self._send(self._letter(address, message), address)
        except TimeoutError as problem:
            raise Outage("the mail server took too long") from problem

    def _letter(self, recipient: str, message: Message) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self._sender
        mail["To"] = recipient
        mail["Subject"] = message.title
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=parseaddr(self._sender)[1].rpartition("@")[2] or None)
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(f"{message.body}\n\n{_link(self._base, message.url)}\n")
        return mail

    async def _send(self, mail: EmailMessage, recipient: str) -> bool:
        import aiosmtplib

        parts = self._parts
        secure = parts.scheme == "smtps"
        try:
            await aiosmtplib.send(
                mail,
                recipients=[recipient],
                hostname=parts.hostname,
                port=parts.port or (465 if secure else 587),
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=secure,
                start_tls=None if not secure else False,
                timeout=MAIL_SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused:
            return False
        except (aiosmtplib.SMTPException, OSError) as problem:
            raise Outage(type(problem).__name__) from problem
        return True


class Push:
    """Wakes browsers by Web Push (RFC 8291, RFC 8292), with keys made at the first start."""

    name = "push"

    def __init__(self, poster: Poster, players: PlayerStore, workshop: Workshop, contact: str) -> None:
        self._poster = poster
        self._players = players
        self._workshop = workshop
        self._contact = contact
        self._vapid: Vapid02 | None = None
        self._private = ""
        self.public_key: str | None = None

    async def prepare(self, facts: Facts) -> None:
        """Read the server's keys, or make them."""
        private, public = await facts.get("vapid_private"), await facts.get("vapid_public")
        if private is None or public is None:
            made = await self._workshop.do("", _new_keys)
            kept = await facts.settle({"vapid_private": made[0], "vapid_public": made[1]})
            private, public = kept["vapid_private"], kept["vapid_public"]
        self._private, self.public_key = private, public

    async def deliver(self, player: Player, message: Message) -> bool:
        """Wake every browser of the player; those that are gone are forgotten."""
        subscriptions = await self._players.subscriptions(player.id)
        content = {"title": message.title, "body": message.body, "url": message.url, "table": message.table}
        data = json.dumps(content).encode()
        told = await asyncio.gather(*(self._tell(player, subscription, data) for subscription in subscriptions))
        away = next((problem for problem in told if isinstance(problem, Outage)), None)
        if away is not None and True not in told:
            raise away
        return True in told

    async def _tell(self, player: Player, subscription: PushSubscription, data: bytes) -> bool | Outage:
        """Wake one browser; one that can't be reached does not hold up the others."""
        try:
            status = await self._send(player, json.loads(subscription.document), data)
        except Outage as problem:
            return problem
        except Busy as problem:
            return Outage(str(problem))
        except Exception as problem:  # keys and addresses of a stranger's making
            LOG.info("push_refused", player=player.id, problem=type(problem).__name__)
            status = GONE[0]
        if status in GONE:
            await self._players.unsubscribe(player.id, subscription.endpoint)
        return status < 300

    async def _send(self, player: Player, subscription: dict[str, Any], data: bytes) -> int:
        endpoint = subscription["endpoint"]
        body = await self._workshop.do(player.id, _encrypted, subscription["keys"], data)
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact, "exp": int(time.time()) + 43_200}
        headers = {
            **self._signer().sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_SECONDS),
            "Urgency": "normal",
        }
        return await self._poster.post(endpoint, body, headers, f"{player.id} {self.name}")

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
