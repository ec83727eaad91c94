"""Let people in: guests, accounts, sessions, tokens for programs."""

import hashlib
from dataclasses import replace

from siam.server.domain.players import Player, Session, check_password, clean_name
from siam.server.domain.refusals import Code, Refusal
from siam.server.ports import Chance, Clock, Conflict, Passwords, PlayerStore

SESSION_SECONDS = 400 * 86_400
TOUCH_SECONDS = 3_600
TOKENS = 20


class Accounts:
    """Who is who."""

    def __init__(self, players: PlayerStore, passwords: Passwords, clock: Clock, chance: Chance) -> None:
        self.players = players
        self.passwords = passwords
        self.clock = clock
        self.chance = chance

    async def who(self, secret: str | None, *, token: bool = False) -> tuple[Session, Player] | None:
        """Say whose secret this is; a cookie's secret is no token and the other way round."""
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
        """Make a guest and a session; gives the secret of the cookie."""
        name = clean_name(name)
        if await self.players.by_name(name) is not None:
            raise Refusal(Code.NAME_TAKEN, field="name")
        player = Player(self.chance.player_id(), name, self.clock.now(), language=language)
        await self.players.add(player)
        return player, await self._open(player, agent)

    async def register(
        self,
        guest: Player | None,
        name: str,
        password: str,
        mail: str | None,
        agent: str,
        language: str | None = None,
    ) -> tuple[Player, str]:
        """Make an account; a guest's games stay with it."""
        name = clean_name(name)
        check_password(password)
        check_mail(mail)
        if guest is not None and not guest.is_guest:
            raise Refusal(Code.FORBIDDEN, "you have an account already")
        password_hash = await self.passwords.hash(password)
        try:
            if guest is None:
                player = Player(self.chance.player_id(), name, self.clock.now(), password_hash, mail, language)
                await self.players.add(player)
            else:
                player = replace(guest, name=name, password_hash=password_hash, mail=mail)
                await self.players.save(player)
        except Conflict:
            raise Refusal(Code.NAME_TAKEN, field="name") from None
        return player, await self._open(player, agent)

    async def log_in(self, name: str, password: str, agent: str) -> tuple[Player, str]:
        """Open a session with name and password; always a new secret."""
        try:
            player = await self.players.by_name(name)
        except Refusal:
            player = None
        matches = await self.passwords.matches(player.password_hash if player else None, password)
        if player is None or not matches:
            raise Refusal(Code.WRONG_PASSWORD)
        return player, await self._open(player, agent)

    async def change(self, player: Player, name: str | None, mail: str | None, language: str | None) -> Player:
        """Change a name, mail address or language; an empty text takes mail or language away."""
        changed = player
        if name is not None:
            changed = replace(changed, name=clean_name(name))
        if mail is not None:
            check_mail(mail or None)
            changed = replace(changed, mail=mail or None)
        if language is not None:
            changed = replace(changed, language=language or None)
        try:
            await self.players.save(changed)
        except Conflict:
            raise Refusal(Code.NAME_TAKEN, field="name") from None
        return changed

    async def change_password(self, session: Session, player: Player, old: str, new: str) -> list[Session]:
        """Change a password and end all other sessions; gives those."""
        if player.is_guest:
            raise Refusal(Code.FORBIDDEN, "guests have no password")
        if not await self.passwords.matches(player.password_hash, old):
            raise Refusal(Code.WRONG_PASSWORD)
        check_password(new)
        await self.players.save(replace(player, password_hash=await self.passwords.hash(new)))
        others = [other for other in await self.players.sessions(player.id) if other.id != session.id]
        await self.players.end_other_sessions(player.id, session.id)
        return others

    async def make_token(self, player: Player, name: str) -> tuple[Session, str]:
        """Make a token for a program."""
        existing = [session for session in await self.players.sessions(player.id) if session.is_token]
        if len(existing) >= TOKENS:
            raise Refusal(Code.INVALID, f"at most {TOKENS} tokens", field="name")
        now, secret = self.clock.now(), self.chance.secret()
        session = Session(self.chance.table_id(), player.id, now, now, name, is_token=True)
        await self.players.open_session(session, _hashed(secret))
        return session, secret

    async def _open(self, player: Player, agent: str) -> str:
        now, secret = self.clock.now(), self.chance.secret()
        session = Session(self.chance.table_id(), player.id, now, now, agent)
        await self.players.open_session(session, _hashed(secret))
        return secret


def check_mail(mail: str | None) -> None:
    """Refuse what can't be a mail address."""
    if mail is None:
        return
    name, at, host = mail.partition("@")
    if not (name and at and "." in host and len(mail) < 200 and mail.isprintable() and " " not in mail):
        raise Refusal(Code.INVALID, "that is no mail address", field="mail")


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
