"""Decide what is said where a library is missing that only an extra of the package brings."""

from importlib.util import find_spec

from siam.rules import SiamError


class MissingExtraError(SiamError):
    """Something that needs another extra of the package."""


def need(library: str, extra: str) -> None:
    """Refuse at once what could not be finished without a library."""
    if find_spec(library) is None:
        raise MissingExtraError(f"{library} is not there: this needs pip install 'siam[{extra}]'")
