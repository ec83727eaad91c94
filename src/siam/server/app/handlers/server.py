"""Answer requests about the server itself: what it offers, its boards, the rules, its health."""

from importlib.metadata import version
from ipaddress import ip_address

import msgspec
from starlette.responses import Response

from siam.agents.registry import described
from siam.rules import BUILT_IN, load_board, restore_board
from siam.rules.map_texts import is_normal
from siam.server import messages as wire
from siam.server.app.context import Ask, answer, has_metrics_token
from siam.server.app.handlers.accounts import SETTINGS_BYTES
from siam.server.app.handlers.tables import open_table_of
from siam.server.app.reach import address_for_others
from siam.server.domain.chat import GREETINGS
from siam.server.domain.players import NAME_LENGTH
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.server import Health, ServerFacts
from siam.server.ports import Outage
from siam.server.views.rules_examples import rules_examples
from siam.translation import ENGLISH, LANGUAGES, known_language, rules_page, translator

CHAT_LENGTH = 300
PROXY_HEADERS = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")


async def server(ask: Ask) -> Response:
    """Return what this server offers."""
    settings = ask.world.settings
    return answer(
        ServerFacts(
            name=settings.site_name,
            version=version("siam"),
            rules=RULES_VERSION,
            boards=sorted(BUILT_IN),
            languages=sorted(LANGUAGES),
            levels=[_level(name) for name in ask.world.thinkers.levels()],
            greetings=list(GREETINGS),
            push_key=ask.world.push.public_key,
            mail=bool(settings.smtp_url),
            registration=await ask.world.takes_accounts(),
            limits=wire.Limits(NAME_LENGTH, CHAT_LENGTH, SETTINGS_BYTES),
            address=address_for_others(settings),
        )
    )


async def board(ask: Ask) -> Response:
    """Return a board's file as JSON."""
    name = ask.path("name")
    if name not in BUILT_IN:
        raise Refusal(Code.NOT_FOUND, "there is no such board")
    return answer(load_board(name).drawing)


async def table_board(ask: Ask) -> Response:
    """Return the board of a table as JSON."""
    open_table = await open_table_of(ask)
    text = open_table.table.board_file
    if text is not None and is_normal(text):  # it is JSON already
        return answer(msgspec.Raw(text.encode()))
    if text is None:
        return answer(open_table.board.drawing)
    return answer((await ask.world.open_tables.maps.do(ask.person, restore_board, text)).drawing)


async def rules(ask: Ask) -> Response:
    """Return the rules in a language."""
    language = known_language(ask.path("language")) or ENGLISH
    try:
        return answer(wire.Rules(language, rules_page(language), list(rules_examples())))
    except OSError:
        raise Refusal(Code.NOT_FOUND, "the rules are not installed") from None


async def metrics(ask: Ask) -> Response:
    """Return the figures of this process to the host: with the token, or without one from this machine itself."""
    if not _is_the_host(ask):
        raise Refusal(Code.NOT_FOUND)
    return Response(ask.world.metrics.text(), media_type="text/plain; version=0.0.4")


def _is_the_host(ask: Ask) -> bool:
    if ask.world.settings.metrics_token:
        return has_metrics_token(ask.request, ask.world)
    client = ask.request.client
    came_by_proxy = any(name in ask.request.headers for name in PROXY_HEADERS)
    try:
        return client is not None and ip_address(client.host).is_loopback and not came_by_proxy
    except ValueError:
        return False


async def health(ask: Ask) -> Response:
    """Answer that this process is alive, without asking anything else."""
    return answer(Health("ok"))


async def ready(ask: Ask) -> Response:
    """Answer whether moves can be kept: something was just committed, and the database is not in trouble."""
    await ask.world.facts.put("probe", str(ask.world.clock.now()))
    if (trouble := ask.world.database.trouble) is not None:
        raise Outage(trouble)
    return answer(Health("ok"))


def _level(name: str) -> wire.BotLevel:
    return wire.BotLevel(name, _title(name), described(translator(ENGLISH), name))


def _title(name: str) -> str:
    return f"Level {name}" if name.isdigit() else name.replace("_", " ").capitalize()
