"""Agents against agents: who plays whom, running the games, early stopping, standings, reports.

`siam.arena.checking` is the kit with which you test an agent of your own.
"""

from siam.arena.checking import Finding, check_agent
from siam.arena.entrants import Entrant, EntrantError, parse_entrant
from siam.arena.plans import Plan, PlanError
from siam.arena.running import run
from siam.arena.sequential import Sprt
from siam.arena.standings import Standings, standings

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
