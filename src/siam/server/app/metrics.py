"""Count what happens, for Prometheus."""

from collections.abc import Sequence

from siam.server.adapters.sql.database import Database
from siam.server.messages.game import EntryMade
from siam.server.services.open_tables import Desk, Desks


class Metrics:
    """The figures of one process, in a registry of its own that is made when somebody asks."""

    def __init__(self, desks: Desks, database: Database) -> None:
        self._desks = desks
        self._database = database
        self.entries = 0
        self.finished = 0
        desks.told.append(self._after)

    def _after(self, desk: Desk, before: int, made: Sequence[EntryMade]) -> None:
        self.entries += len(made)
        if desk.course is not None and desk.course.result is not None:
            self.finished += 1

    def text(self) -> bytes:
        """Format the figures."""
        from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
        from prometheus_client.process_collector import ProcessCollector

        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Counter("siam_entries", "Log entries committed", registry=registry).inc(self.entries)
        Counter("siam_games_finished", "Games finished", registry=registry).inc(self.finished)
        Gauge("siam_tables_in_memory", "Tables in memory", registry=registry).set(len(self._desks))
        sockets = sum(len(desk.watchers) for desk in self._desks)
        Gauge("siam_sockets", "Sockets at tables", registry=registry).set(sockets)
        for name, (meaning, value) in self._database.figures.items():
            Gauge(f"siam_{name}", meaning, registry=registry).set(value)
        return generate_latest(registry)
