"""Comments on a game: what every position is worth, mistakes, the better move and why, the turning point.

>>> from siam.analysis import annotate, appraise
>>> from siam.engine import Limits
>>> from siam.rules import Game, deal
>>> game = Game(deal(players=2, seed=7)).push("L chi suk +M@pat", "pass")
>>> told = annotate(game, lambda position: appraise(position, Limits(nodes=10)))
>>> len(told.comments), len(told.chances)
(2, 3)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # so that type checkers know what is loaded only when it is used
    from siam.analysis.annotations import Annotation as Annotation
    from siam.analysis.annotations import Appraisal as Appraisal
    from siam.analysis.annotations import Comment as Comment
    from siam.analysis.annotations import Mark as Mark
    from siam.analysis.annotations import annotate as annotate
    from siam.analysis.appraisal import appraise as appraise
    from siam.analysis.plots import plot_chances as plot_chances
    from siam.analysis.reasons import Reason as Reason
    from siam.analysis.reasons import reason_against as reason_against
    from siam.analysis.reasons import reason_for as reason_for

_HOME_OF = {
    "Annotation": "siam.analysis.annotations",
    "Appraisal": "siam.analysis.annotations",
    "Comment": "siam.analysis.annotations",
    "Mark": "siam.analysis.annotations",
    "annotate": "siam.analysis.annotations",
    "appraise": "siam.analysis.appraisal",
    "plot_chances": "siam.analysis.plots",
    "Reason": "siam.analysis.reasons",
    "reason_against": "siam.analysis.reasons",
    "reason_for": "siam.analysis.reasons",
}

__all__ = [
    "Annotation",
    "Appraisal",
    "Comment",
    "Mark",
    "Reason",
    "annotate",
    "appraise",
    "plot_chances",
    "reason_against",
    "reason_for",
]


def __getattr__(name: str) -> Any:
    """Load a name from where it lives, when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'siam.analysis' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__doc__"))
