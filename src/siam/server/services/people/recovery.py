"""Let people back in: a new password by a link, a mail address that proves to be theirs, a guest's seat by its link."""

import asyncio
import hashlib
from collections.abc import Coroutine
from typing import Any

from siam.rules import Seat
from siam.server.domain.links import LIFETIMES, Link, Purpose
from siam.server.domain.players import Player, Session, check_password
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Table
from siam.server.logs import Log
from siam.server.ports import Clock, Ids, Message, Outage, Passwords, PlayerChanges, PlayerStore, Stale
from siam.server.ports.accounts import Letters, LinkStore
from siam.server.services.tables.open_table import OpenTable
from siam.translation import translator

LOG = Log("siam")
PASSWORD_PAGE = "account/password#key="
MAIL_PAGE = "account/mail#key="
SEAT_PAGE = "table/{table}#seat="
"""Secrets stand behind the #: browsers send that part to nobody, so no proxy and no log ever has it."""


class Recovery:
    """Links with secrets: whoever has one may do one thing."""

    def __init__(
        self,
        players: PlayerStore,
        links: LinkStore,
        passwords: Passwords,
        clock: Clock,
        ids: Ids,
        letters: Letters | None,
    ) -> None:
        self.players = players
        self.links = links
        self.passwords = passwords
        self.clock = clock
        self.ids = ids
        self.letters = letters
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask_for_password(self, name: str) -> None:
        """Send a link for a new password, if the account has a verified address; nobody learns whether it has."""
        if self.letters is None:
            raise Refusal(Code.NOT_CONFIGURED, "this server sends no mail; ask its host for a link")
        try:
            player = await self.players.by_name(name)
        except Refusal:
            player = None
        if player is not None and player.mail and player.mail_verified and not player.banned:
            self._begin(self._send_password_link(player, player.mail))

    async def _send_password_link(self, player: Player, address: str) -> None:
        secret = await self._make(player, Purpose.PASSWORD)
        _ = translator(player.language or "en")
        title = _("A new password for Siam")
        body = _(
            "Somebody, probably you, has asked for a new password for {name}. This link lets you choose one within "
            "an hour. If it was not you, do nothing.",
            name=player.name,
        )
        await self._write(address, Message(title, body, PASSWORD_PAGE + secret, None))

    async def sessions_of(self, secret: str) -> list[Session]:
        """List the sessions that end when a link for a new password is used."""
        _link, player = await self._linked(secret, Purpose.PASSWORD)
        return await self.players.sessions(player.id)

    async def choose_password(self, secret: str, password: str) -> Player:
        """Set a new password by a link, which is used up; every session ends."""
        _link, player = await self._linked(secret, Purpose.PASSWORD)
        check_password(password, player.name)
        password_hash = await self.passwords.hash(password, player.id)
        if player.is_guest or player.banned or not await self.links.take(hashed(secret)):
            raise Refusal(Code.NO_SUCH_LINK)
        return await self._change(player, PlayerChanges(password_hash=password_hash), only_session="")

    async def ask_for_proof(self, player: Player) -> None:
        """Send a link by which a player shows that the mail address is theirs."""
        if self.letters is None:
            raise Refusal(Code.NOT_CONFIGURED, "this server sends no mail")
        if not player.mail or player.mail_verified:
            raise Refusal(Code.INVALID, "there is no address to be verified", field="mail")
        self.prove(player)

    def prove(self, player: Player) -> None:
        """Send the link soon, if there is an unverified address and mail can be sent."""
        if self.letters is not None and player.mail and not player.mail_verified:
            self._begin(self._send_mail_link(player, player.mail))

    async def _send_mail_link(self, player: Player, address: str) -> None:
        secret = await self._make(player, Purpose.MAIL, address)
        _ = translator(player.language or "en")
        title = _("Is this your address?")
        body = _(
            "{name} has given this address to be told about games of Siam. If that was you, open this link. "
            "If not, do nothing, and you will get no further mail.",
            name=player.name,
        )
        await self._write(address, Message(title, body, MAIL_PAGE + secret, None))

    async def verify_mail(self, secret: str) -> None:
        """Mark an address as verified, if it is still the one that the player gave."""
        link, player = await self._linked(secret, Purpose.MAIL)
        if player.mail != link.detail or not await self.links.take(hashed(secret)):
            raise Refusal(Code.NO_SUCH_LINK)
        await self._change(player, PlayerChanges(mail_verified=True))

    async def seat_link(self, player: Player, open_table: OpenTable, seat: Seat) -> str:
        """Make the link by which a guest takes a seat again when the browser has forgotten them."""
        if seat not in open_table.table.seats_of(player.id):
            raise Refusal(Code.NOT_YOUR_SEAT)
        if not player.is_guest:
            raise Refusal(Code.FORBIDDEN, "you have an account: log in, and the seat is yours")
        return SEAT_PAGE.format(table=open_table.id) + await self._make(player, Purpose.SEAT, open_table.id)

    async def guest_of(self, secret: str) -> tuple[Player, str]:
        """Return the guest to whom a seat's link belongs, and the table."""
        link, player = await self._linked(secret, Purpose.SEAT)
        if not player.is_guest or player.banned:
            raise Refusal(Code.NO_SUCH_LINK)
        return player, link.detail

    async def _linked(self, secret: str, purpose: Purpose) -> tuple[Link, Player]:
        link = await self.links.find(hashed(secret))
        player = None if link is None else await self.players.find(link.player)
        if link is None or player is None or player.deleted is not None:
            raise Refusal(Code.NO_SUCH_LINK)
        if not link.is_good_for(purpose, self.clock.now()):
            raise Refusal(Code.NO_SUCH_LINK)
        return link, player

    async def _make(self, player: Player, purpose: Purpose, detail: str = "") -> str:
        lifetime, secret = LIFETIMES[purpose], self.ids.secret()
        until = None if lifetime is None else self.clock.now() + lifetime
        await self.links.keep(Link(player.id, purpose, until, detail), hashed(secret))
        return secret

    async def _change(self, player: Player, changes: PlayerChanges, only_session: str | None = None) -> Player:
        while True:
            try:
                return await self.players.change(player, only_session=only_session, **changes)
            except Stale:
                current = await self.players.find(player.id)
                if current is None or current.mail != player.mail:
                    raise Refusal(Code.NO_SUCH_LINK) from None
                player = current

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, address: str, message: Message) -> None:
        assert self.letters is not None
        try:
            if not await self.letters.write(address, message):
                LOG.info("letter_refused")
        except Outage as problem:
            LOG.warning("letter_failed", problem=str(problem))
        except Exception:  # the edge to another machine
            LOG.exception("letter_failed")

    async def finish(self) -> None:
        """Wait until every letter that was begun is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def sits_at(table: Table, player: Player) -> bool:
    """Return whether somebody sits at a table, or did so before a bot came."""
    return any(chair.owner == player.id for chair in table.chairs)


def hashed(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
