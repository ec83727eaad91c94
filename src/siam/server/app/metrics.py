"""Count what happens, for Prometheus."""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.process_collector import ProcessCollector

from siam.server.messages.game import EntryMade
from siam.server.services.desks import Desk, Desks


class Metrics:
    """The figures of one process, in a registry of its own."""

    def __init__(self, desks: Desks) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._desks = desks
        self._moves = Counter("siam_entries", "Log entries committed by this process", registry=self.registry)
        self._finished = Counter("siam_games_finished", "Games finished by this process", registry=self.registry)
        self._tables = Gauge("siam_tables_in_memory", "Tables in memory", registry=self.registry)
        self._sockets = Gauge("siam_sockets", "Sockets at tables", registry=self.registry)
        self.moves = self.finished = 0
        desks.told.append(self._after)

    def _after(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        self.moves += len(made)
        if desk.course is not None and desk.course.result is not None:
            self.finished += 1

    def text(self) -> bytes:
        """Spell the figures."""
        self._moves.inc(self.moves)
        self._finished.inc(self.finished)
        self.moves = self.finished = 0
        self._tables.set(len(self._desks))
        self._sockets.set(sum(len(desk.watchers) for desk in self._desks))
        return generate_latest(self.registry)
