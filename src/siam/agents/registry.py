"""The names under which agents are found."""

from collections.abc import Callable

from siam.agents.agent import Agent
from siam.agents.simple import GreedyAgent, RandomAgent

_SIMPLE: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}


def levels() -> tuple[str, ...]:
    """List the levels of play, the gentlest first."""
    return tuple(_SIMPLE)


def agent_names() -> tuple[str, ...]:
    """List every name that `agent` knows."""
    return tuple(_SIMPLE)


def agent(name: str) -> Agent:
    """Make the agent of this name; ValueError if there is none."""
    if name not in _SIMPLE:
        raise ValueError(f"there is no agent {name!r}; known: {', '.join(agent_names())}")
    return _SIMPLE[name]()
