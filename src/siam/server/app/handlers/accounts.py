"""Answer requests about people: sessions, accounts, profiles, tokens."""

import json

import msgspec
from starlette.responses import Response

from siam.server.app.context import COOKIE, Ask, answer, nothing
from siam.server.app.limits import GUESTS, LOG_INS
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.tables import Status
from siam.server.messages.people import (
    AccountRequest,
    ChangeRequest,
    GuestRequest,
    LogInRequest,
    Me,
    MeAnswer,
    PasswordRequest,
    Profile,
    Rating,
    SessionSeen,
    SessionsSeen,
    TokenMade,
    TokenRequest,
    TokenSeen,
    TokensSeen,
)
from siam.server.views.times import iso

YEAR_SECONDS = 365 * 86_400
SETTINGS_BYTES = 8_192


def me_seen(player: Player) -> Me:
    """Format a player for themselves."""
    return Me(player.id, player.name, player.is_guest, player.mail, player.language, rating_seen(player))


def rating_seen(player: Player) -> Rating | None:
    """Format a rating; guests have none."""
    return None if player.is_guest else Rating(player.rating, player.rated_games)


def _with_cookie(ask: Ask, player: Player, secret: str, status: int = 200) -> Response:
    response = answer(me_seen(player), status)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=YEAR_SECONDS,
        path=(ask.request.scope.get("root_path") or "") + "/",
        httponly=True,
        samesite="lax",
        secure=ask.request.url.scheme == "https",
    )
    return response


async def me(ask: Ask) -> Response:
    """Return who I am."""
    return answer(MeAnswer(None if ask.visitor is None else me_seen(ask.visitor)))


async def guest(ask: Ask) -> Response:
    """Come in as a guest."""
    request = await ask.body(GuestRequest)
    ask.world.limits.spend(ask.address, GUESTS)
    player, secret = await ask.world.accounts.welcome_guest(request.name, ask.agent, ask.language)
    return _with_cookie(ask, player, secret, 201)


async def register(ask: Ask) -> Response:
    """Make an account, or make one of a guest."""
    if not ask.world.settings.registration:
        raise Refusal(Code.FORBIDDEN, "this server takes no new accounts")
    request = await ask.body(AccountRequest)
    ask.world.limits.spend(ask.address, LOG_INS)
    player, secret = await ask.world.accounts.register(
        ask.visitor, request.name, request.password, request.mail, ask.agent, ask.language
    )
    if ask.session is not None:  # the guest's cookie ends with the guest
        await ask.world.players.end_session(player.id, ask.session.id)
    return _with_cookie(ask, player, secret, 201)


async def log_in(ask: Ask) -> Response:
    """Open a session."""
    request = await ask.body(LogInRequest)
    ask.world.limits.spend(ask.address, LOG_INS)
    ask.world.limits.spend(f"log in {request.name.casefold()}", LOG_INS)
    player, secret = await ask.world.accounts.log_in(request.name, request.password, ask.agent)
    return _with_cookie(ask, player, secret)


async def log_out(ask: Ask) -> Response:
    """End this session."""
    if ask.session is not None:
        await ask.world.players.end_session(ask.session.player, ask.session.id)
        ask.world.news.ended(ask.session.id)
    response = nothing()
    response.delete_cookie(COOKIE, path=(ask.request.scope.get("root_path") or "") + "/")
    return response


async def change(ask: Ask) -> Response:
    """Change my name, mail address or language."""
    request = await ask.body(ChangeRequest)
    changed = await ask.world.accounts.change(ask.player, request.name, request.mail, request.language)
    return answer(me_seen(changed))


async def password(ask: Ask) -> Response:
    """Change my password."""
    request = await ask.body(PasswordRequest)
    player = ask.player
    ask.world.limits.spend(f"log in {player.name.casefold()}", LOG_INS)
    assert ask.session is not None
    for ended in await ask.world.accounts.change_password(ask.session, player, request.old, request.new):
        ask.world.news.ended(ended.id)
    return nothing()


async def sessions(ask: Ask) -> Response:
    """List my sessions."""
    found = await ask.world.players.sessions(ask.player.id)
    current = ask.session.id if ask.session else None
    seen = [
        SessionSeen(session.id, iso(session.created), iso(session.seen), session.agent, session.id == current)
        for session in found
        if not session.is_token
    ]
    return answer(SessionsSeen(seen))


async def end_session(ask: Ask) -> Response:
    """End one of my sessions, or a token."""
    if not await ask.world.players.end_session(ask.player.id, ask.path("id")):
        raise Refusal(Code.NOT_FOUND)
    ask.world.news.ended(ask.path("id"))
    return nothing()


async def tokens(ask: Ask) -> Response:
    """List my programs' tokens."""
    found = await ask.world.players.sessions(ask.player.id)
    return answer(TokensSeen([TokenSeen(s.id, s.agent, iso(s.created)) for s in found if s.is_token]))


async def make_token(ask: Ask) -> Response:
    """Make a token for a program; it is shown once."""
    request = await ask.body(TokenRequest)
    session, secret = await ask.world.accounts.make_token(ask.player, request.name)
    return answer(TokenMade(session.id, session.agent, secret), 201)


async def settings(ask: Ask) -> Response:
    """Read my settings."""
    return answer(msgspec.Raw(ask.player.settings.encode()))


async def put_settings(ask: Ask) -> Response:
    """Keep my settings: any object of the client's."""
    content = await ask.body(dict[str, object])
    text = json.dumps(content, ensure_ascii=False)
    if len(text.encode()) > SETTINGS_BYTES:
        raise Refusal(Code.TOO_LARGE)
    await ask.world.accounts.keep_settings(ask.player, text)
    return answer(content)


async def profile(ask: Ask) -> Response:
    """Show an account to others."""
    player = await _named(ask)
    games, wins = await ask.world.tables.count_won(player.id)
    return answer(Profile(player.name, False, iso(player.created), rating_seen(player), games, wins))


async def games(ask: Ask) -> Response:
    """List an account's finished games; those by link only for who played them."""
    player = await _named(ask)
    found = await ask.world.tables.of_player(player.id, [Status.FINISHED], ask.query("before"), 30)
    visitor = ask.visitor.id if ask.visitor else None
    shown = [listed for listed in found if listed.table.public or visitor in listed.table.people]
    cursor = str(int(found[-1].table.created * 1_000_000)) if len(found) == 30 else None
    return answer(await ask.world.lobby.page(shown, visitor, cursor))


async def _named(ask: Ask) -> Player:
    try:
        player = await ask.world.players.by_name(ask.path("name"))
    except Refusal:
        player = None
    if player is None:
        raise Refusal(Code.NOT_FOUND, "there is no such player")
    return player
