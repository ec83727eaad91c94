"""Let people in: guests, accounts, sessions, tokens for programs."""

import hashlib
from collections.abc import Callable
from typing import NoReturn

from siam.server.domain.mail import is_mail_address
from siam.server.domain.players import NotificationSettings, Player, Session, check_password, clean_name
from siam.server.domain.refusals import Code, Refusal
from siam.server.ports import Clock, Conflict, Ids, Passwords, PlayerChanges, PlayerStore, Stale

SESSION_SECONDS = 400 * 86_400
TOUCH_SECONDS = 3_600
TOKENS = 20


class Accounts:
    """Who is who."""

    def __init__(self, players: PlayerStore, passwords: Passwords, clock: Clock, ids: Ids) -> None:
        self.players = players
        self.passwords = passwords
        self.clock = clock
        self.ids = ids

    async def who(self, secret: str | None, *, token: bool = False) -> tuple[Session, Player] | None:
        """Return whose secret this is; a cookie's secret is no token, and a token no cookie."""
        if not secret or len(secret) > 100:
            return None
        found = await self.players.by_secret(_hashed(secret))
        if found is None or found[0].is_token is not token:
            return None
        session, now = found[0], self.clock.now()
        if not token and now - session.seen > SESSION_SECONDS:
            await self.players.end_session(session.player, session.id)
            return None
        if now - session.seen > TOUCH_SECONDS:
            await self.players.touch(session.id, now)
        return found

    async def welcome_guest(self, name: str, agent: str, language: str | None = None) -> tuple[Player, str]:
        """Make a guest and a session; return the secret of the cookie."""
        name = clean_name(name)
        if await self.players.by_name(name) is not None:
            raise Refusal(Code.NAME_TAKEN, field="name")
        player = Player(self.ids.player_id(), name, self.clock.now(), language=language)
        await self.players.add(player)
        return player, await self.open(player, agent)

    async def register(
        self,
        guest: Player | None,
        name: str,
        password: str,
        mail: str | None,
        agent: str,
        language: str | None,
        person: str,
    ) -> tuple[Player, str]:
        """Make an account; a guest's games stay with it."""
        name = clean_name(name)
        check_password(password, name)
        check_mail(mail)
        if guest is not None and not guest.is_guest:
            _no_guest()
        password_hash = await self.passwords.hash(password, person)
        try:
            if guest is None:
                player = Player(self.ids.player_id(), name, self.clock.now(), password_hash, mail, language)
                await self.players.add(player)
            else:
                changes = PlayerChanges(name=name, password_hash=password_hash, mail=mail)
                player = await self._change(guest, lambda current: changes if current.is_guest else _no_guest())
        except Conflict:
            raise Refusal(Code.NAME_TAKEN, field="name") from None
        return player, await self.open(player, agent)

    async def log_in(self, name: str, password: str, agent: str, person: str) -> tuple[Player, str]:
        """Open a session with name and password; always a new secret."""
        try:
            player = await self.players.by_name(name)
        except Refusal:
            player = None
        matches = await self.passwords.matches(player.password_hash if player else None, password, person)
        if player is None or not matches:
            raise Refusal(Code.WRONG_PASSWORD)
        if player.banned:
            raise Refusal(Code.BANNED)
        secret = await self.open(player, agent)
        if not await self._has_password(player):  # changed while it was checked: the other sessions have ended
            found = await self.players.by_secret(_hashed(secret))
            if found is not None:
                await self.players.end_session(player.id, found[0].id)
            raise Refusal(Code.WRONG_PASSWORD)
        return player, secret

    async def _has_password(self, player: Player) -> bool:
        current = await self.players.find(player.id)
        return current is not None and current.password_hash == player.password_hash

    async def change(
        self, player: Player, name: str | None, mail: str | None, language: str | None, password: str | None = None
    ) -> Player:
        """Change a name, mail address or language; an empty text takes mail or language away.

        Who has the address can get a new password, so an account's is changed with the present one only.
        """
        changes = PlayerChanges()
        if name is not None:
            changes["name"] = clean_name(name)
            if player.is_guest and changes["name"] != player.name and await self.players.by_name(name) is not None:
                raise Refusal(Code.NAME_TAKEN, field="name")
        if mail is not None:
            check_mail(mail or None)
            if (mail or None) != player.mail:
                await self._check_own_password(player, password)
                changes |= PlayerChanges(mail=mail or None, mail_verified=False)
        if language is not None:
            changes["language"] = language or None
        try:
            return await self._change(player, lambda _: changes)
        except Conflict:
            raise Refusal(Code.NAME_TAKEN, field="name") from None

    async def _check_own_password(self, player: Player, password: str | None) -> None:
        if not player.is_guest and not await self.passwords.matches(player.password_hash, password or "", player.id):
            raise Refusal(Code.WRONG_PASSWORD, "say your password to change the address", field="password")

    async def keep_settings(self, player: Player, settings: str) -> None:
        """Keep the settings of a player's client."""
        await self._change(player, lambda _: PlayerChanges(settings=settings))

    async def keep_notifications(self, player: Player, notifications: NotificationSettings) -> None:
        """Keep how a player wants to be called."""
        await self._change(player, lambda _: PlayerChanges(notifications=notifications))

    async def change_password(self, session: Session, player: Player, old: str, new: str) -> list[Session]:
        """Change a password and end all other sessions; return those."""
        if player.is_guest:
            raise Refusal(Code.FORBIDDEN, "guests have no password")
        if not await self.passwords.matches(player.password_hash, old, player.id):
            raise Refusal(Code.WRONG_PASSWORD)
        check_password(new, player.name)
        password_hash = await self.passwords.hash(new, player.id)

        def decide(current: Player) -> PlayerChanges:
            if current.password_hash != player.password_hash:  # the old one is not the password any more
                raise Refusal(Code.WRONG_PASSWORD)
            return PlayerChanges(password_hash=password_hash)

        others = [other for other in await self.players.sessions(player.id) if other.id != session.id]
        await self._change(player, decide, only_session=session.id)
        return others

    async def _change(
        self, player: Player, decide: Callable[[Player], PlayerChanges], *, only_session: str | None = None
    ) -> Player:
        """Change a player; if somebody else was faster, decide again about the player as it is then."""
        while True:
            try:
                return await self.players.change(player, only_session=only_session, **decide(player))
            except Stale:
                current = await self.players.find(player.id)
                if current is None:
                    raise Refusal(Code.NO_SESSION) from None
                player = current

    async def make_token(self, player: Player, name: str) -> tuple[Session, str]:
        """Make a token for a program."""
        if not name.isprintable():
            raise Refusal(Code.INVALID, "a name has no control characters", field="name")
        existing = [session for session in await self.players.sessions(player.id) if session.is_token]
        if len(existing) >= TOKENS:
            raise Refusal(Code.INVALID, f"at most {TOKENS} tokens", field="name")
        now, secret = self.clock.now(), self.ids.secret()
        session = Session(self.ids.session_id(), player.id, now, now, name, is_token=True)
        await self.players.open_session(session, _hashed(secret))
        return session, secret

    async def open(self, player: Player, agent: str) -> str:
        """Open a session; return the secret of the cookie."""
        now, secret = self.clock.now(), self.ids.secret()
        session = Session(self.ids.session_id(), player.id, now, now, agent)
        await self.players.open_session(session, _hashed(secret))
        return secret


def _no_guest() -> NoReturn:
    raise Refusal(Code.FORBIDDEN, "you have an account already")


def check_mail(mail: str | None) -> None:
    """Refuse what can't be a mail address."""
    if mail is not None and not is_mail_address(mail):
        raise Refusal(Code.INVALID, "that is no mail address", field="mail")


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
