"""Hold thinking time to what is promised: nobody pays for more than they had the move, nor for a server's absence.

A server's clock is the machine's at its start, carried on steadily. So an instant of a server, taken back to the steady
clock of this machine, has to lie between the begin and the end of what happened then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case
from bench.chaos.course import Standing
from bench.chaos.history import Sight, Submit

LEEWAY_SECONDS = 0.05
KEPT_SECONDS = 0.2
"""How long a server may show a state that it has encoded once."""
NOTICED_SECONDS = 3.0
"""An outage from this length on is given back, whatever runs beside."""
BEAT_SECONDS = 1.0
ROUNDED_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Life:
    """A server's process: when it was started, and how far its clock is from the machine's steady one at most."""

    worker: int
    begin: float
    offsets: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What the nemesis knows: the lives of all servers, and the times in which none of them could do anything."""

    lives: Sequence[Life] = ()
    outages: Sequence[tuple[float, float]] = ()

    def offsets(self, worker: int, begin: float, end: float) -> set[float]:
        """Return by how much a worker's clock may have been off between two instants."""
        before = [life for life in self.lives if life.worker == worker and life.begin <= begin][-1:]
        during = [life for life in self.lives if life.worker == worker and begin < life.begin <= end]
        return {offset for life in (*before, *during) for offset in life.offsets}

    def outage_within(self, begin: float, end: float) -> float:
        """Return how much of a time was an outage long enough to be noticed."""
        return sum(
            max(0.0, min(end, over) - max(begin, since) - BEAT_SECONDS)
            for since, over in self.outages
            if min(end, over) - max(begin, since) >= NOTICED_SECONDS + BEAT_SECONDS
        )


def check_clocks(case: Case, timeline: Timeline) -> Iterator[Anomaly]:
    """Check every clock that was shown, every instant in the log, and what each move was charged."""
    for sight in case.sights:
        standing = case.at(sight.version)
        if standing is not None:
            yield from _check_sight(case, sight, standing, timeline)
    yield from _check_instants(case, timeline)
    yield from _check_charges(case, timeline)


def _check_sight(case: Case, sight: Sight, standing: Standing, timeline: Timeline) -> Iterator[Anomaly]:
    if sight.clocks is None or not standing.times:
        if (sight.clocks is None) != (not standing.times):
            yield Anomaly(case.truth.id, f"{sight.who} saw clocks where there are none, or none", str(sight))
        return
    to_move = standing.position.to_move
    for seat, (clock, left) in enumerate(zip(sight.clocks, standing.times, strict=True)):
        if clock.running != (standing.runs and seat == to_move):
            yield Anomaly(case.truth.id, f"{sight.who} saw the wrong clock run", str(sight))
        elif not clock.running and abs(clock.left - left) > ROUNDED_SECONDS:
            yield Anomaly(case.truth.id, f"{sight.who} saw {clock.left} s left of {left}", str(sight))
        elif clock.running and clock.left > 0:
            shown = standing.since + left - clock.left
            begin = sight.begin if sight.begin is not None else float("-inf")
            offsets = timeline.offsets(sight.worker, begin, sight.end)
            early, late = begin - KEPT_SECONDS - LEEWAY_SECONDS, sight.end + LEEWAY_SECONDS
            if offsets and not any(early <= shown - offset <= late for offset in offsets):
                away = {round(shown - offset - sight.end, 3) for offset in offsets}
                yield Anomaly(case.truth.id, f"{sight.who} saw a clock that was {away} s away", str(sight))


def _check_instants(case: Case, timeline: Timeline) -> Iterator[Anomaly]:
    rows = {row.key: row for row in case.truth.log if row.key is not None}
    for deed, wish in case.wishes(Submit):
        row = rows.get(case.own_key(deed.player, wish.key))
        if row is None or not deed.done:
            continue
        end = max(each.end for each in deed.tries)
        offsets = {o for each in deed.tries for o in timeline.offsets(each.worker, deed.begin, end)}
        if offsets and not any(
            deed.begin - LEEWAY_SECONDS <= row.at - offset <= end + LEEWAY_SECONDS for offset in offsets
        ):
            yield Anomaly(case.truth.id, f"version {row.version} is dated outside of its request", str(deed))


def _check_charges(case: Case, timeline: Timeline) -> Iterator[Anomaly]:
    """Check that no move costs more than the time in which it could have been thought about.

    It began when the move before it was answered at the latest, or asked for at the earliest, whichever is known.
    """
    if not case.truth.clock.seconds:
        return
    rows = {row.key: row for row in case.truth.log if row.key is not None}
    spans: dict[int, tuple[float, float]] = {}
    for deed, wish in case.wishes(Submit):
        row = rows.get(case.own_key(deed.player, wish.key))
        if row is not None and deed.done:
            spans[row.version] = (deed.begin, max(each.end for each in deed.tries))
    latest: tuple[int, float] | None = None
    for row in case.truth.log:
        if row.version not in spans:
            if row.kind not in ("pause", "resume") and not row.auto:
                latest = None  # nobody knows when exactly this happened
            continue
        begin, end = spans[row.version]
        if latest is not None:
            version, since = latest
            charged = _charged(case, version, row.version)
            most = end - since - timeline.outage_within(since, end) + LEEWAY_SECONDS
            if charged > most:
                evidence = str(case.truth.log[version - 1 : row.version])
                yield Anomaly(
                    case.truth.id,
                    f"version {row.version} cost {charged:.2f} s, and took {most:.2f} s at most",
                    evidence,
                )
        latest = (row.version, begin)


def _charged(case: Case, before: int, version: int) -> float:
    """Return what all seats together paid for a move; the increment left aside."""
    earlier, later = case.at(before), case.at(version)
    assert earlier is not None
    assert later is not None
    return sum(earlier.times) + case.truth.clock.increment - sum(later.times)
