"""Decide who sits where: `human:Anna,champion` as seats with names."""

from dataclasses import dataclass
from importlib.util import find_spec

from siam.agents import Agent, agent, agent_names, levels
from siam.rules import SiamError
from siam.rules.seats import PLAYER_COUNTS
from siam.translation import Translator

HUMAN = "human"


class SeatingError(SiamError):
    """Seats that nobody can fill."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who fills a seat: a person (no agent) or a bot."""

    kind: str
    name: str
    agent: Agent | None

    @property
    def spelling(self) -> str:
        """The chair as it is written on the command line."""
        return f"{self.kind}:{self.name}"


def default_seats() -> str:
    """Seat a person against a bot of middling strength; without the compiled engine, against the greedy one."""
    names = levels()
    return f"{HUMAN},{names[len(names) // 2] if find_spec('numba') else 'greedy'}"


def parse_seats(_: Translator, text: str) -> tuple[Chair, ...]:
    """Read seats, separated by commas, each a person or a bot, with a name after a colon if you like."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in PLAYER_COUNTS:
        raise SeatingError(_("Two, three or four can play, not {n}.", n=len(parts)))
    chairs: list[Chair] = []
    for number, part in enumerate(parts, start=1):
        kind, _colon, name = part.partition(":")
        kind = kind.strip().lower()
        if kind != HUMAN and kind not in agent_names():
            known = ", ".join((HUMAN, *agent_names()))
            raise SeatingError(_("Nobody called {kind} can sit down; known: {known}.", kind=repr(kind), known=known))
        wanted = " ".join(name.split()) or _default_name(_, kind, number)
        taken = [chair.name for chair in chairs]
        chairs.append(Chair(kind, f"{wanted} ({number})" if wanted in taken else wanted, _sit_down(_, kind)))
    return tuple(chairs)


def _sit_down(_: Translator, kind: str) -> Agent | None:
    if kind == HUMAN:
        return None
    try:
        return agent(kind)
    except ImportError:
        raise SeatingError(_("This needs the engine: pip install siam[engine]")) from None


def _default_name(_: Translator, kind: str, number: int) -> str:
    if kind == HUMAN:
        return _("Player {n}", n=number)
    return _("Bot, level {level}", level=kind) if kind.isdecimal() else kind.capitalize()
