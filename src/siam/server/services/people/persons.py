"""Decide who counts as one person for limits: an account, or all guests of one address together."""

from siam.server.domain.players import Player
from siam.server.ports import Facts, Ids
from siam.server.services.people.server_key import ServerKey

FACT = "person_key"
LETTERS = 24


class Persons:
    """Names persons. An address is kept as a mark that nobody can read without the server's key."""

    def __init__(self, ids: Ids) -> None:
        self._key = ServerKey(ids, FACT)

    async def prepare(self, facts: Facts) -> None:
        """Read the server's key, or make it; all processes have the same."""
        await self._key.prepare(facts)

    def name(self, player: Player | None, address: str) -> str:
        """Return who is charged for what somebody asks for."""
        if player is not None and not player.is_guest:
            return player.id
        return "at_" + self._key.mark(address)[:LETTERS]
