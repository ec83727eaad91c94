"""Answer requests about the server itself: what it offers, its boards, the rules, its health."""

from importlib.metadata import version

from starlette.responses import Response

from siam.rules.boards import BUILT_IN, load_board
from siam.server.app.context import Ask, answer
from siam.server.app.handlers.accounts import SETTINGS_BYTES
from siam.server.app.handlers.tables import desk_of
from siam.server.domain.chat import GREETINGS
from siam.server.domain.players import NAME_LENGTH
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION
from siam.server.messages.server import Health, LevelSeen, LimitsSeen, RulesSeen, ServerSeen
from siam.server.ports import Outage
from siam.translation import ENGLISH, LANGUAGES, known_language, rules_page

CHAT_LENGTH = 300


async def server(ask: Ask) -> Response:
    """Return what this server offers."""
    settings = ask.world.settings
    return answer(
        ServerSeen(
            name=settings.site_name,
            version=version("siam"),
            rules=RULES_VERSION,
            boards=sorted(BUILT_IN),
            languages=sorted(LANGUAGES),
            levels=[LevelSeen(name, _title(name)) for name in ask.world.thinkers.levels()],
            greetings=list(GREETINGS),
            push_key=ask.world.push.public_key,
            mail=bool(settings.smtp_url),
            registration=settings.registration,
            limits=LimitsSeen(NAME_LENGTH, CHAT_LENGTH, SETTINGS_BYTES),
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
    return answer((await desk_of(ask)).board.drawing)


async def rules(ask: Ask) -> Response:
    """Return the rules in a language."""
    language = known_language(ask.path("language")) or ENGLISH
    try:
        return answer(RulesSeen(language, rules_page(language)))
    except OSError:
        raise Refusal(Code.NOT_FOUND, "the rules are not installed") from None


async def metrics(ask: Ask) -> Response:
    """Return the figures of this process."""
    return Response(ask.world.metrics.text(), media_type="text/plain; version=0.0.4")


async def health(ask: Ask) -> Response:
    """Say that this process is alive; it asks nobody else."""
    return answer(Health("ok"))


async def ready(ask: Ask) -> Response:
    """Say that moves can be kept: something was just written and committed, and the database is not in trouble."""
    await ask.world.facts.put("probe", str(ask.world.clock.now()))
    if (trouble := ask.world.database.trouble) is not None:
        raise Outage(trouble)
    return answer(Health("ok"))


def _title(name: str) -> str:
    return f"Level {name}" if name.isdigit() else name.replace("_", " ").capitalize()
