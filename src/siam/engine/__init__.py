"""The compiled twin of `siam.rules`, and search on top of it.

>>> from siam.engine import Limits, analyse
>>> from siam.rules import deal
>>> found = analyse(deal(players=2, seed=7), Limits(nodes=20))
>>> len(found.value_by_camp), found.move == found.lines[0].moves[0]
(2, True)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # so that type checkers know what is loaded only when it is used
    from siam.engine.search.limits import Limits as Limits
    from siam.engine.search.results import Line as Line
    from siam.engine.search.results import SearchResult as SearchResult
    from siam.engine.search.search import analyse as analyse

_HOME_OF = {
    "Limits": "siam.engine.search.limits",
    "Line": "siam.engine.search.results",
    "SearchResult": "siam.engine.search.results",
    "analyse": "siam.engine.search.search",
}

__all__ = [
    "Limits",
    "Line",
    "SearchResult",
    "analyse",
]


def __getattr__(name: str) -> Any:
    """Load a name from where it lives, when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'siam.engine' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__doc__"))
