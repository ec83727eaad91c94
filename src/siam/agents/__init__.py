"""Things that choose a move: random, greedy, searching; the registry of names and levels."""

from siam.agents.agent import Agent
from siam.agents.names import AgentError
from siam.agents.registry import agent, agent_names, levels, styles

__all__ = ["Agent", "AgentError", "agent", "agent_names", "levels", "styles"]
