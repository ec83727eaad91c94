"""Keep a secret of the server with which it marks what only it may recognise."""

import hashlib
import hmac

from siam.server.ports import Facts, Ids


class ServerKey:
    """A secret kept under a name: made once, and the same for all processes of a server."""

    def __init__(self, ids: Ids, name: str) -> None:
        self._ids = ids
        self._name = name
        self._key = b""

    async def prepare(self, facts: Facts) -> None:
        """Read the secret, or make it."""
        kept = await facts.settle({self._name: self._ids.secret()})
        self._key = kept[self._name].encode()

    def mark(self, text: str) -> str:
        """Return a text's mark: nobody can make it, or tell the text from it, without the secret."""
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()
