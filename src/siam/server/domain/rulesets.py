"""Decide under which reading of the rules a game is played: old games keep the one that they began with.

A change of a ruling that would make an old record illegal gets a new version here, with a `play` of its own; the
versions before stay as they were. A log without its reading is not guessed at but refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from siam.rules import Move, Position, Turn, play
from siam.server.domain.refusals import Code, Refusal

RULES_VERSION = "1"
"""The reading that new games are played under."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A reading of the rules: how a move is checked and played."""

    version: str
    play: Callable[[Position, Move], Turn]


RULESETS: Mapping[str, Ruleset] = MappingProxyType({"1": Ruleset("1", play)})


def ruleset(version: str) -> Ruleset:
    """Return the reading of a version, or refuse: it was made by a newer server, or its log is damaged."""
    found = RULESETS.get(version)
    if found is None:
        known = ", ".join(sorted(RULESETS))
        message = f"this game follows version {version!r} of the rules; this server knows {known}"
        raise Refusal(Code.UNKNOWN_RULES, message)
    return found
