"""Decide what a driver's error means: somebody was faster, the database is away, or this can't be stored.

Rows are written through the driver itself, so its errors come bare as well as wrapped by the toolkit.
"""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnectionError

from siam.server.domain.refusals import Code, Refusal
from siam.server.ports import Conflict, Outage

DRIVERS = ("sqlite3", "psycopg")
UNFIT = (UnicodeError, OverflowError)
TOO_BIG = "54"
ROLLED_BACK, LOCKED = "40", "55"
"""Classes of SQLSTATE: a limit of the database, a deadlock or the like, a lock that somebody else holds."""


def translated(problem: Exception) -> Exception:
    """Return the error that the services know for a driver's error; any other comes back unchanged."""
    bare = _bare(problem)
    if isinstance(problem, NoFreeConnectionError):
        return Outage(str(problem))
    if isinstance(bare, UNFIT) or _is("DataError", bare) or _state(bare).startswith(TOO_BIG):
        return Refusal(Code.INVALID, "that can't be stored")
    if _is("IntegrityError", bare):
        return Conflict(str(bare))
    if _is("OperationalError", bare) or _is("InterfaceError", bare):
        return Outage(str(bare))
    return problem


def is_own_trouble(problem: Exception) -> bool:
    """Return whether an error concerns the job that met it, and no other in its batch."""
    if _state(_bare(problem)).startswith((ROLLED_BACK, LOCKED)):
        return True
    return not isinstance(translated(problem), Outage)


def _bare(problem: Exception) -> BaseException:
    return problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem


def _is(name: str, problem: BaseException) -> bool:
    """Return whether an error is of one of the kinds that every driver has."""
    kinds = type(problem).__mro__
    return any(kind.__name__ == name and kind.__module__.partition(".")[0] in DRIVERS for kind in kinds)


def _state(problem: BaseException) -> str:
    """Return PostgreSQL's code of an error, empty for other errors."""
    return getattr(problem, "sqlstate", None) or ""
