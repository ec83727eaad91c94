"""Answer requests about the server itself: what it offers, its boards, the rules, its health."""

from functools import cache
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from starlette.responses import Response

from siam.rules.boards import BUILT_IN, load_board
from siam.server.app.asking import Ask, answer
from siam.server.app.people import SETTINGS_BYTES
from siam.server.app.tables import desk_of
from siam.server.domain.course import RULES_VERSION
from siam.server.domain.players import NAME_LENGTH
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.talk import GREETINGS
from siam.server.messages.server import Health, LevelSeen, LimitsSeen, RulesSeen, ServerSeen

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")
CHAT_LENGTH = 300


async def server(ask: Ask) -> Response:
    """Say what this server offers."""
    settings = ask.world.settings
    return answer(
        ServerSeen(
            name=settings.site_name,
            version=version("siam"),
            rules=RULES_VERSION,
            boards=sorted(BUILT_IN),
            languages=list(LANGUAGES),
            levels=[LevelSeen(name, _title(name)) for name in ask.world.thinkers.levels()],
            greetings=list(GREETINGS),
            push_key=ask.world.push_key,
            mail=bool(settings.smtp_url),
            registration=settings.registration,
            limits=LimitsSeen(NAME_LENGTH, CHAT_LENGTH, SETTINGS_BYTES),
        )
    )


async def board(ask: Ask) -> Response:
    """Give a board's file as JSON."""
    name = ask.path("name")
    if name not in BUILT_IN:
        raise Refusal(Code.NOT_FOUND, "there is no such board")
    return answer(load_board(name).drawing)


async def table_board(ask: Ask) -> Response:
    """Give the board of a table as JSON."""
    return answer((await desk_of(ask)).board.drawing)


async def rules(ask: Ask) -> Response:
    """Give the rules in a language."""
    language = ask.path("language")
    if language not in LANGUAGES:
        language = "en"
    for candidate in (language, "en"):
        text = rules_text(candidate)
        if text is not None:
            return answer(RulesSeen(candidate, text))
    raise Refusal(Code.NOT_FOUND, "the rules are not installed")


async def health(ask: Ask) -> Response:
    """Say that the server and its database are well."""
    await ask.world.facts.get("started")
    return answer(Health("ok"))


@cache
def rules_text(language: str) -> str | None:
    """Read the rules in a language: beside the installed package, or in the source tree."""
    installed = resources.files("siam").joinpath("locale", language, "rules.md")
    source = Path(__file__).parents[4] / "locale" / language / "rules.md"
    for place in (installed, source):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return None


def _title(name: str) -> str:
    return f"Level {name}" if name.isdigit() else name.replace("_", " ").capitalize()
