"""Count what happens, for Prometheus."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from siam.server import messages as wire
from siam.server.adapters.sql.database import Database
from siam.server.services.games.bots import Bots
from siam.server.services.people.notifications import Notifications
from siam.server.services.tables.open_table import OpenTable
from siam.server.services.tables.open_tables import OpenTables

if TYPE_CHECKING:
    from prometheus_client.core import Metric

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The bounds between which answers are counted."""


class Times:
    """How long answers of one kind took."""

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count an answer."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """Return for each bound how many answers took at most that long."""
        bounds = [*map(str, SECONDS), "+Inf"]
        return [(bound, float(sum(self.counts[: place + 1]))) for place, bound in enumerate(bounds)]


class Metrics:
    """The figures of one process, in a registry of its own that is made when somebody asks."""

    def __init__(self, open_tables: OpenTables, database: Database, bots: Bots, notifications: Notifications) -> None:
        self._open_tables = open_tables
        self._database = database
        self._bots = bots
        self._notifications = notifications
        self.entries = 0
        self.finished = 0
        self.answers: defaultdict[str, Times] = defaultdict(Times)
        self.statuses: defaultdict[str, int] = defaultdict(int)
        self.errors = 0

    def after_commit(self, open_table: OpenTable, before: int, made: Sequence[wire.Entry]) -> None:
        """Count what was committed."""
        self.entries += len(made)
        if open_table.game is not None and open_table.game.result is not None:
            self.finished += 1

    def note(self, kind: str, status: int, seconds: float) -> None:
        """Count an answer: what was asked for, what came of it, how long it took."""
        self.answers[kind].add(seconds)
        self.statuses[str(status)] += 1

    def text(self) -> bytes:
        """Format the figures."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.process_collector import ProcessCollector

        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(self)
        return generate_latest(registry)

    def collect(self) -> "Iterator[Metric]":
        """Yield the figures for the registry."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        counts = {
            "siam_entries": ("Log entries committed", self.entries),
            "siam_games_finished": ("Games finished", self.finished),
            "siam_errors": ("Requests and messages that the server broke on", self.errors),
            "siam_bots_failed": ("Times that a bot could not be asked", self._bots.failures),
            "siam_calls_delivered": ("Notifications delivered", self._notifications.delivered),
            "siam_calls_undelivered": ("Tries to deliver a notification that failed", self._notifications.undelivered),
        }
        for name, (meaning, value) in counts.items():
            yield CounterMetricFamily(name, meaning, value=value)
        gauges = {
            "siam_tables_in_memory": ("Tables in memory", float(len(self._open_tables))),
            "siam_sockets": (
                "Sockets at tables",
                float(sum(len(open_table.presence.watchers) for open_table in self._open_tables)),
            ),
            "siam_bots_thinking": ("Tables where a bot is to move", float(self._bots.thinking)),
            "siam_bots_waiting": ("Questions that wait for a place in the pool", float(self._bots.waiting)),
            **{f"siam_{name}": figure for name, figure in self._database.figures.items()},
        }
        for name, (meaning, figure) in gauges.items():
            yield GaugeMetricFamily(name, meaning, value=figure)
        statuses = CounterMetricFamily("siam_answers", "Answers by HTTP status", labels=["status"])
        for status, count in sorted(self.statuses.items()):
            statuses.add_metric([status], count)
        yield statuses
        times = HistogramMetricFamily("siam_answer_seconds", "How long answers took, by kind", labels=["kind"])
        for kind, taken in sorted(self.answers.items()):
            times.add_metric([kind], taken.buckets, taken.total)
        yield times
