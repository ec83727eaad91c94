"""Agents against agents: who plays whom, running the games, early stopping, standings, reports.

`siam.arena.play.agent_check` is the kit with which you test an agent of your own.
"""

from siam.arena.figures.standings import Standings, standings
from siam.arena.play.agent_check import Finding, check_agent
from siam.arena.play.entrants import Entrant, EntrantError, parse_entrant
from siam.arena.play.plans import Plan, PlanError
from siam.arena.play.sequential import Sprt
from siam.arena.tournament import run

__all__ = [
    "Entrant",
    "EntrantError",
    "Finding",
    "Plan",
    "PlanError",
    "Sprt",
    "Standings",
    "check_agent",
    "parse_entrant",
    "run",
    "standings",
]
