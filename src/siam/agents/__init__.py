"""Things that choose a move: random, greedy, searching; the registry of names and levels."""

from siam.agents.agent import Agent
from siam.agents.registry import agent, agent_names, levels

__all__ = ["Agent", "agent", "agent_names", "levels"]
