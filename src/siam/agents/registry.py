"""Which agents there are, and how they are made from their names."""

from siam.agents.agent import Agent
from siam.agents.names import CHAMPION, LEVELS, NAMES, RULES_ONLY, STYLES, AgentName, parse_agent_name
from siam.agents.simple import GreedyAgent, RandomAgent
from siam.extras import need
from siam.translation import Translator


def levels() -> tuple[str, ...]:
    """List the levels of the engine, the gentlest first."""
    return LEVELS


def styles() -> tuple[str, ...]:
    """List the players with a style of their own."""
    return STYLES


def agent_names() -> tuple[str, ...]:
    """List every name that `agent` knows."""
    return NAMES


def agent(name: str, *, title: str | None = None) -> Agent:
    """Make the agent of this name; AgentError if there is none, or its weights cannot be read.

    `random` and `greedy` need the rules only; the others need the engine, which is loaded here. Terms may stand in
    brackets: `7[nodes=50]`, `champion[weights=FILE]`, `champion[weights=FILE,nodes=400]`, `uct[nodes=800,curiosity=2]`.
    """
    wanted = parse_agent_name(name)
    if wanted.name in RULES_ONLY:
        return RandomAgent() if wanted.name == "random" else GreedyAgent()
    return _searching(wanted, title or name)


def _searching(wanted: AgentName, title: str) -> Agent:
    """Load the engine and make someone who searches."""
    need("numpy", "engine")
    if wanted.name in STYLES:
        from siam.agents.styled import styled_agent

        return styled_agent(wanted.name, title, wanted.nodes)
    from siam.agents.level_agents import on_terms, searching_agent

    return on_terms(searching_agent(wanted.name), title, wanted) if wanted.has_terms else searching_agent(wanted.name)


def described(_: Translator, name: str) -> str:
    """Return in one sentence how an agent plays; an empty text for those whose name says it all."""
    sentences = {
        "random": _("Plays anything that the rules allow."),
        "greedy": _("Plays as if everybody passed from here on."),
        "1": _("A beginner who sees who would win now, and few ways to change it."),
        "patient": _("Waits, keeps cards for the last provinces, and strikes when the others have none."),
        "hasty": _("Plays a card sooner than wait, and is often first to have none left."),
        "royalist": _("Fond of Rama: collects the royal followers and wants their king to rule."),
        "anglophile": _("Plays for the colony: ties provinces up and collects sets of followers."),
        CHAMPION: _("All that the engine has, for as long as it may think."),
    }
    return sentences.get(name, "")
