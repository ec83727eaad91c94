"""Keep links with secrets in SQL."""

from sqlalchemy import Connection, delete, insert, select

from siam.server.adapters.sql.database import Database
from siam.server.adapters.sql.schema import LINKS
from siam.server.domain.links import Link, Purpose


class SqlLinks:
    """Links in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, link: Link, secret_hash: str) -> None:
        """Keep a link in the place of an earlier one."""
        await self._database.write(lambda connection: keep_link(connection, link, secret_hash))

    async def find(self, secret_hash: str) -> Link | None:
        """Find a link."""
        query = select(LINKS).where(LINKS.c.secret_hash == secret_hash)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else Link(row.player, Purpose(row.purpose), row.until, row.detail)

    async def take(self, secret_hash: str) -> bool:
        """Use a link up."""
        statement = delete(LINKS).where(LINKS.c.secret_hash == secret_hash)
        taken = await self._database.write(lambda connection: connection.execute(statement).rowcount)
        return taken == 1


def keep_link(connection: Connection, link: Link, secret_hash: str) -> None:
    """Keep a link and drop the one before: whoever asks twice has one valid link."""
    earlier = (LINKS.c.player == link.player, LINKS.c.purpose == link.purpose.value)
    if link.purpose is Purpose.SEAT:
        earlier = (*earlier, LINKS.c.detail == link.detail)  # type: ignore[assignment]
    connection.execute(delete(LINKS).where(*earlier))
    connection.execute(
        insert(LINKS).values(
            secret_hash=secret_hash,
            player=link.player,
            purpose=link.purpose.value,
            until=link.until,
            detail=link.detail,
        )
    )
