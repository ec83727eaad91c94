"""Let people talk at a table."""

from siam.server.domain.chat import GREETINGS, Line, may_talk, name_at, room_of
from siam.server.domain.players import Player
from siam.server.domain.refusals import Code, Refusal
from siam.server.services.audience import LINES_SHOWN, Audience
from siam.server.services.open_tables import Desk, Desks


class Talking:
    """What is said at tables."""

    def __init__(self, desks: Desks, audience: Audience, *, alone: bool = False) -> None:
        self.desks = desks
        self.audience = audience
        self.alone = alone  # no other process lets people talk, so what was read once stays true

    async def say(self, player: Player, desk: Desk, text: str | None, greeting: str | None) -> Line:
        """Say something: words where they are allowed, a greeting anywhere."""
        seats = desk.table.seats_of(player.id)
        seat = seats[0] if seats else None
        if (text is None) == (greeting is None):
            raise Refusal(Code.INVALID, "either words or a greeting", field="text")
        if greeting is not None and greeting not in GREETINGS:
            raise Refusal(Code.INVALID, "there is no such greeting", field="greeting")
        if text is not None:
            text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
            if not text:
                raise Refusal(Code.INVALID, "say something", field="text")
            if not may_talk(desk.table, seat):
                raise Refusal(Code.SILENT)
        room = room_of(desk.table, seat)
        name = name_at(desk.table, player.id, player.name)
        line = Line(0, self.desks.clock.now(), name, seat, text, greeting, room)
        said = await self.desks.store.say(desk.id, line)
        desk.lines, desk.said = None, desk.said + 1
        self.audience.say(desk, said)
        return said

    async def lines(self, desk: Desk, before: int | None = None) -> list[Line]:
        """Read the latest lines."""
        if before is not None:
            return await self.desks.store.lines(desk.id, before, LINES_SHOWN)
        said, lines = desk.said, desk.lines if self.alone else None
        if lines is None:
            lines = await self.desks.store.lines(desk.id, None, LINES_SHOWN)
            if said == desk.said:
                desk.lines = lines
        return lines
