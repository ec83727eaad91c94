"""The names under which agents are found."""

from collections.abc import Callable

from siam.agents.agent import Agent
from siam.agents.simple import GreedyAgent, RandomAgent

LEVELS = ("1", "2", "3", "4", "5", "6", "7", "8")
CHAMPION = "champion"

_SIMPLE: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}


def levels() -> tuple[str, ...]:
    """List the levels of the engine, the gentlest first."""
    return LEVELS


def agent_names() -> tuple[str, ...]:
    """List every name that `agent` knows."""
    return (*_SIMPLE, "uct", *LEVELS, CHAMPION)


def agent(name: str) -> Agent:
    """Make the agent of this name; ValueError if there is none.

    `random` and `greedy` need the rules only; the others need the engine, which is loaded here.
    """
    if name in _SIMPLE:
        return _SIMPLE[name]()
    if name not in agent_names():
        raise ValueError(f"there is no agent {name!r}; known: {', '.join(agent_names())}")
    from siam.agents.level_agents import searching_agent

    return searching_agent(name)
