"""Answer requests about people: sessions, accounts, profiles, tokens."""

import asyncio
import json

import msgspec
from starlette.responses import Response

from siam.server import messages as wire
from siam.server.app.context import COOKIE, Ask, answer, nothing
from siam.server.app.limits import (
    GUESTS,
    LETTERS,
    LOG_INS,
    NEIGHBOURS,
    STRANGERS,
    Allowance,
    wide_network_of,
)
from siam.server.domain.players import Player, Session
from siam.server.domain.refusals import Code, Refusal
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
    TokenRequest,
)
from siam.server.views.times import iso

SLOW_SECONDS = 3.0
"""How long a try waits at a name that strangers in many networks try out."""

YEAR_SECONDS = 365 * 86_400
BROWSER_COOKIE = "siam_browser"
SETTINGS_BYTES = 8_192


def me_seen(player: Player) -> Me:
    """Format a player for themselves."""
    return Me(
        id=player.id,
        name=player.name,
        guest=player.is_guest,
        mail=player.mail,
        mail_verified=player.mail_verified,
        language=player.language,
        rating=rating_seen(player),
    )


def rating_seen(player: Player) -> Rating | None:
    """Format a rating; guests have none."""
    return None if player.is_guest else Rating(player.rating, player.rated_games)


def with_cookie(ask: Ask, player: Player, secret: str, status: int = 200, content: object = None) -> Response:
    """Answer with who came in, or something else, and set the session's cookie."""
    response = answer(me_seen(player) if content is None else content, status)
    set_cookie(ask, response, COOKIE, secret)
    return response


def set_cookie(ask: Ask, response: Response, name: str, value: str) -> None:
    """Set a cookie that no script and no other site can use."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR_SECONDS,
        path=(ask.request.scope.get("root_path") or "") + "/",
        httponly=True,
        samesite="lax",
        secure=ask.request.url.scheme == "https",
    )


async def me(ask: Ask) -> Response:
    """Return who I am."""
    return answer(MeAnswer(None if ask.visitor is None else me_seen(ask.visitor)))


async def guest(ask: Ask) -> Response:
    """Come in as a guest."""
    request = await ask.body(GuestRequest)
    await ask.spend(ask.address, GUESTS)
    player, secret = await ask.world.accounts.welcome_guest(request.name, ask.agent, ask.language)
    return with_cookie(ask, player, secret, 201)


async def register(ask: Ask) -> Response:
    """Make an account, or make one of a guest."""
    if not await ask.world.takes_accounts():
        raise Refusal(Code.FORBIDDEN, "this server takes no new accounts")
    request = await ask.body(AccountRequest)
    await ask.spend(ask.address, LOG_INS)
    player, secret = await ask.world.accounts.register(
        ask.visitor, request.name, request.password, request.mail, ask.agent, ask.language, ask.address
    )
    ask.world.recovery.prove(player)
    if ask.session is not None:  # the guest's cookie ends with the guest
        await ask.world.players.end_session(player.id, ask.session.id)
    return with_cookie(ask, player, secret, 201)


async def log_in(ask: Ask) -> Response:
    """Open a session."""
    request = await ask.body(LogInRequest)
    known = ask.world.browsers.known(request.name, ask.request.cookies.get(BROWSER_COOKIE))
    await ask.spend(ask.address, LOG_INS)
    await ask.spend(f"log in {wide_network_of(ask.address)}", NEIGHBOURS)
    spent = await _spend_as_known(ask, known) if known else await _spend_as_stranger(ask, request.name.casefold())
    player, secret = await ask.world.accounts.log_in(request.name, request.password, ask.agent, ask.address)
    for who, allowance in spent:
        await ask.world.limits.give_back(who, allowance)
    response = with_cookie(ask, player, secret)
    set_cookie(ask, response, BROWSER_COOKIE, ask.world.browsers.remember(player.name))
    return response


Spent = list[tuple[str, Allowance]]


async def _spend_as_known(ask: Ask, browser: str) -> Spent:
    """Count a try from a browser that its owner has used before: it has a bucket for itself."""
    spent = [(f"browser {browser}", LOG_INS)]
    await ask.spend(*spent[0])
    return spent


async def _spend_as_stranger(ask: Ask, name: str) -> Spent:
    """Count a try at a name: each network has so many; if many networks try one name, all of them are made to wait.

    Nobody is refused for what others did: that would lock the owner out who comes with a new device.
    """
    spent = [(f"log in {name} {ask.address}", STRANGERS), (f"log in {name}", STRANGERS)]
    await ask.spend(*spent[0])
    try:
        await ask.spend(*spent[1])
    except Refusal:
        await pause(SLOW_SECONDS)
        return spent[:1]
    return spent


async def pause(seconds: float) -> None:
    """Let somebody wait."""
    await asyncio.sleep(seconds)


async def log_out(ask: Ask) -> Response:
    """End this session."""
    if ask.session is not None:
        await ask.world.players.end_session(ask.session.player, ask.session.id)
        ask.world.peers.ended(ask.session.id)
    response = nothing()
    response.delete_cookie(COOKIE, path=(ask.request.scope.get("root_path") or "") + "/")
    return response


async def change(ask: Ask) -> Response:
    """Change my name, mail address or language."""
    request = await ask.body(ChangeRequest)
    player = ask.player
    if request.mail is not None and request.mail != (player.mail or ""):
        await ask.spend(ask.address, LETTERS)
        if not player.is_guest:
            await ask.spend(f"password {player.id}", LOG_INS)
    changed = await ask.world.accounts.change(player, request.name, request.mail, request.language, request.password)
    if changed.mail != player.mail:
        ask.world.recovery.prove(changed)
    return answer(me_seen(changed))


async def password(ask: Ask) -> Response:
    """Change my password."""
    request = await ask.body(PasswordRequest)
    player = ask.player
    await ask.spend(f"password {player.id}", LOG_INS)
    assert ask.session is not None
    for ended in await ask.world.accounts.change_password(ask.session, player, request.old, request.new):
        ask.world.peers.ended(ended.id)
    return nothing()


async def sessions(ask: Ask) -> Response:
    """List my sessions."""
    found = await ask.world.players.sessions(ask.player.id)
    current = ask.session.id if ask.session else None
    return answer(wire.Sessions([session_seen(session, current) for session in found if not session.is_token]))


def session_seen(session: Session, current: str | None) -> wire.Session:
    """Format a session for whose it is."""
    return wire.Session(session.id, iso(session.created), iso(session.seen), session.agent, session.id == current)


def token_seen(session: Session) -> wire.Token:
    """Format a program's token, without its secret."""
    return wire.Token(session.id, session.agent, iso(session.created))


async def end_session(ask: Ask) -> Response:
    """End one of my sessions, or a token."""
    if not await ask.world.players.end_session(ask.player.id, ask.path("id")):
        raise Refusal(Code.NOT_FOUND)
    ask.world.peers.ended(ask.path("id"))
    return nothing()


async def tokens(ask: Ask) -> Response:
    """List my programs' tokens."""
    found = await ask.world.players.sessions(ask.player.id)
    return answer(wire.Tokens([token_seen(session) for session in found if session.is_token]))


async def make_token(ask: Ask) -> Response:
    """Make a token for a program; it is shown once."""
    request = await ask.body(TokenRequest)
    session, secret = await ask.world.accounts.make_token(ask.player, request.name)
    return answer(wire.NewToken(session.id, session.agent, secret), 201)


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
    player = await named(ask)
    games, wins = await ask.world.tables.count_won(player.id)
    return answer(Profile(player.name, False, iso(player.created), rating_seen(player), games, wins))


async def named(ask: Ask, name: str | None = None) -> Player:
    """Find the account that the path names, or another one."""
    try:
        player = await ask.world.players.by_name(ask.path("name") if name is None else name)
    except Refusal:
        player = None
    if player is None:
        raise Refusal(Code.NOT_FOUND, "there is no such player")
    return player
