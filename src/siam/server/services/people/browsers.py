"""Recognise browsers from which an account's owner has logged in before, so that strangers can't lock them out."""

import hmac

from siam.server.domain.players import name_key
from siam.server.domain.refusals import Refusal
from siam.server.ports import Facts, Ids
from siam.server.services.people.server_key import ServerKey

FACT = "browser_key"


class KnownBrowsers:
    """Marks, signed by the server for a name, that browsers keep; the server stores nothing."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._key = ServerKey(ids, FACT)

    async def prepare(self, facts: Facts) -> None:
        """Read the server's key, or make it; all processes have the same."""
        await self._key.prepare(facts)

    def remember(self, name: str) -> str:
        """Return the mark for a browser from which somebody has just logged in."""
        nonce = self._ids.secret()[:22]
        return f"{nonce}.{self._signature(nonce, name)}"

    def known(self, name: str, mark: str | None) -> str | None:
        """Return an identifier of a browser that has the mark for a name; None if it has none."""
        nonce, _, signature = (mark or "").partition(".")
        try:
            expected = self._signature(nonce, name)
        except Refusal:
            return None
        return nonce if nonce and hmac.compare_digest(signature.encode(), expected.encode()) else None

    def _signature(self, nonce: str, name: str) -> str:
        return self._key.mark(f"{nonce} {name_key(name)}")
