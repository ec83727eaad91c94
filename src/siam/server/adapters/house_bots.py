"""Decide which bots a host adds to those that every server has: `mine=champion[weights=/srv/mine.npz]`."""

import re
from dataclasses import dataclass
from typing import Final

from siam.agents.names import NAMES, AgentError, AgentName, parse_agent_name, split_list

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot of the host: what people call it, and which agent plays it."""

    name: str
    agent: str
    players: tuple[int, ...]
    """With how many players it plays."""


def parse_house_bots(text: str) -> tuple[HouseBot, ...]:
    """Parse bots separated by commas, each a name and an agent; AgentError if one of them can't play."""
    bots: list[HouseBot] = []
    for part in filter(None, split_list(text)):
        name, equals, agent = (word.strip() for word in part.partition("="))
        if not equals or not _NAME.fullmatch(name):
            raise AgentError(f"a bot is written name=agent, its name in small letters, not {part!r}")
        if name in NAMES or name in [bot.name for bot in bots]:
            raise AgentError(f"there is a bot called {name!r} already")
        bots.append(HouseBot(name, agent, _players(parse_agent_name(agent))))
    return tuple(bots)


def _players(agent: AgentName) -> tuple[int, ...]:
    """Return with how many players an agent can play: weights are for three, or for two camps."""
    if agent.weights is None:
        return (2, 3, 4)
    from siam.engine.evaluation.shipped import load_net

    try:
        outputs = load_net(agent.weights).output_bias.size
    except ValueError as problem:
        raise AgentError(str(problem)) from None
    return (3,) if outputs == 3 else (2, 4)
