"""Everything that is known about one table: the truth, its course, and what people did and saw there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bench.chaos.course import Standing
from bench.chaos.history import Deed, Event, Heard, Last, Listed, Sight, Wish
from bench.chaos.truth import Row, TableTruth

W = TypeVar("W", bound=Wish)


@dataclass(slots=True)
class Case:
    """One table."""

    truth: TableTruth
    course: Sequence[Standing] = ()
    deeds: list[Deed] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    listed: list[Listed] = field(default_factory=list)
    lasts: list[Last] = field(default_factory=list)

    def at(self, version: int) -> Standing | None:
        """Return where the game stood at a version, if there is such a version."""
        return self.course[version - 1] if 0 < version <= len(self.course) else None

    def seat_of(self, player: str) -> int | None:
        """Return which seat somebody plays, counted from 0."""
        return self.truth.players.index(player) if player in self.truth.players else None

    def wishes(self, kind: type[W]) -> Iterable[tuple[Deed, W]]:
        """Yield the deeds of a kind."""
        for deed in self.deeds:
            if isinstance(deed.wish, kind):
                yield deed, deed.wish

    def own_key(self, player: str, key: str) -> str:
        """Return under which key the log has a move."""
        return f"{player[-6:]}:{key}"

    def entry_of(self, player: str, key: str) -> Row | None:
        """Return the entry of a move that was sent under a key."""
        own = self.own_key(player, key)
        return next((row for row in self.truth.log if row.key == own), None)


def cases_of(truth: dict[str, TableTruth], events: Iterable[Event]) -> tuple[dict[str, Case], list[Event]]:
    """Sort a history by tables; gives also what belongs to no table that there is."""
    cases = {table: Case(found) for table, found in truth.items()}
    others: list[Event] = []
    for event in events:
        at_table = cases.get(event.table)
        if at_table is None:
            others.append(event)
            continue
        match event:
            case Deed():
                at_table.deeds.append(event)
            case Sight():
                at_table.sights.append(event)
            case Heard():
                at_table.heard.append(event)
            case Listed():
                at_table.listed.append(event)
            case Last():
                at_table.lasts.append(event)
    return cases, others
