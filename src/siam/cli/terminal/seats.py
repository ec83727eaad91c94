"""Decide who sits where: `human:Anna,champion` as seats with names."""

import re
from dataclasses import dataclass
from importlib.util import find_spec

from siam.agents import Agent, agent, agent_names, levels
from siam.agents.names import AgentName, parse_agent_name, split_list
from siam.extras import missing_extra
from siam.rules import PLAYER_COUNTS, SiamError
from siam.translation import Translator

HUMAN = "human"
_SEAT = re.compile(r"([^\[\]:]*)(\[.*\])?\s*(?::(.*))?", re.DOTALL)


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
    parts = split_list(text)
    if len(parts) not in PLAYER_COUNTS:
        raise SeatingError(_("Two, three or four can play, not {n}.", n=len(parts)))
    chairs: list[Chair] = []
    for number, part in enumerate(parts, start=1):
        kind, name = _kind_and_name(part)
        if kind != HUMAN and kind.partition("[")[0] not in agent_names():
            known = ", ".join((HUMAN, *agent_names()))
            raise SeatingError(_("Nobody called {kind} can sit down; known: {known}.", kind=repr(kind), known=known))
        wanted = " ".join(name.split()) or _default_name(_, kind, number)
        taken = [chair.name for chair in chairs]
        chairs.append(Chair(kind, f"{wanted} ({number})" if wanted in taken else wanted, _sit_down(_, kind)))
    return tuple(chairs)


def _kind_and_name(part: str) -> tuple[str, str]:
    """Take a seat's text apart: who sits there, in small letters but for what stands in brackets, and a name."""
    match = _SEAT.fullmatch(part)
    if match is None:
        return part, ""
    return match[1].strip().lower() + (match[2] or ""), match[3] or ""


def _sit_down(_: Translator, kind: str) -> Agent | None:
    if kind == HUMAN:
        return None
    try:
        return agent(kind)
    except ModuleNotFoundError as problem:
        raise missing_extra(problem.name or "numba", "engine", _) from None


def _default_name(_: Translator, kind: str, number: int) -> str:
    if kind == HUMAN:
        return _("Player {n}", n=number)
    written = parse_agent_name(kind)
    name = written.name
    title = _("Bot, level {level}", level=name) if name.isdecimal() else name.capitalize()
    return f"{title} ({_terms(written)})" if written.has_terms else title


def _terms(written: AgentName) -> str:
    """Return in a few words how a bot differs from others of its name."""
    told = [written.weights.stem] if written.weights else []
    return " ".join((*told, *(f"{number:g}" for number in (written.nodes, written.curiosity) if number is not None)))
