"""Hold everything that was shown to the states that the log had, and what one client saw to the order of time."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case
from bench.chaos.checks.moves import spans_of
from bench.chaos.course import Standing
from bench.chaos.history import LoggedEntry, Sight
from bench.chaos.truth import Rest, Row
from siam.notation import format_step
from siam.rules import HalfMove, Position

MOST_TOLD = 5


def instant(at: float) -> str:
    """Format an instant as the server must: ISO 8601 in UTC, milliseconds cut off."""
    seconds, milliseconds = divmod(int(at * 1000), 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{milliseconds:03}Z"


@cache
def first_steps(position: Position) -> tuple[str, ...]:
    """Return how a move can begin."""
    return tuple(format_step(position.board, step) for step in HalfMove(position).legal_steps)


def check_sights(case: Case) -> Iterator[Anomaly]:
    """Check that every view and update shows a state of the log, just as it was."""
    for sight in case.sights:
        problems = list(_problems(case, sight))
        if problems:
            yield Anomaly(
                case.truth.id, f"{sight.who} saw what never was: {'; '.join(problems[:MOST_TOLD])}", str(sight)
            )


def _problems(case: Case, sight: Sight) -> Iterator[str]:
    standing = case.at(sight.version)
    if sight.version == 0:
        if sight.position is not None or sight.turn or sight.status != "open":
            yield "a game before its deal"
        return
    if standing is None:
        yield f"version {sight.version} of {len(case.course)}"
        return
    over = standing.how is not None
    yield from _differences(
        ("turn", sight.turn, standing.turn),
        ("position", sight.position, standing.text),
        ("to_move", sight.to_move, None if over else standing.position.to_move + 1),
        ("since", sight.since, instant(standing.since)),
        ("paused", sight.paused, standing.paused_at is not None),
        ("status", sight.status, "finished" if over else "running"),
        ("how", sight.how, standing.how),
        ("winners", sight.winners, standing.winners),
        ("deadline", sight.deadline, _deadline(standing)),
    )
    if sight.legal:
        yield from _differences(("legal", sight.legal, first_steps(standing.position)))
    if sight.seats is not None:
        yield from _differences(("seats", sight.seats, case.truth.players))
    yield from _log_problems(case, sight)


def _differences(*compared: tuple[str, object, object]) -> Iterator[str]:
    for name, seen, true in compared:
        if seen != true:
            yield f"{name} was {true}, not {seen}"


def _deadline(standing: Standing) -> str | None:
    if not standing.runs or not standing.times:
        return None
    return instant(standing.since + standing.times[standing.position.to_move])


def _log_problems(case: Case, sight: Sight) -> Iterator[str]:
    versions = [entry.version for entry in sight.log]
    if sight.since_version is not None and versions != list(range(sight.since_version + 1, sight.version + 1)):
        yield f"an update from {sight.since_version} to {sight.version} tells of {versions}"
    for entry in sight.log:
        if entry != _shown(case.truth.log[entry.version - 1]):
            yield f"entry {entry.version} is {case.truth.log[entry.version - 1]}"


def _shown(row: Row) -> LoggedEntry:
    """Return an entry as it must be shown."""
    return LoggedEntry(
        version=row.version,
        turn=row.turn,
        kind=row.kind,
        seat=None if row.seat is None else row.seat + 1,
        at=instant(row.at),
        move=row.text if row.kind == "move" else None,
        auto=bool(row.auto),
        to=int(row.text or "") if row.kind == "take_back" else None,
    )


def check_lists(case: Case) -> Iterator[Anomaly]:
    """Check that every list shows a state of the log."""
    for listed in case.listed:
        standing = case.at(listed.version)
        if standing is None:
            if (listed.version, listed.turn) != (0, 0):
                yield Anomaly(case.truth.id, "a list shows a version that never was", str(listed))
            continue
        to_move = None if standing.how is not None else standing.position.to_move + 1
        if (listed.turn, listed.to_move) != (standing.turn, to_move):
            yield Anomaly(case.truth.id, "a list shows a state that never was", str(listed))


def check_time(case: Case) -> Iterator[Anomaly]:
    """Check that nobody is shown less than was known when they asked, nor anything before it was asked for.

    On one socket versions never fall. What was asked for shows at least what had been answered to anybody before, and
    what this client had seen.
    """
    spans = spans_of(case)
    known = sorted((end, version) for version, (_, end) in spans.items())
    latest_on: dict[tuple[str, int], int] = {}
    seen_by: dict[str, list[tuple[float, int]]] = {}
    for sight in sorted(case.sights, key=lambda sight: sight.end):
        least, why = 0, ""
        if sight.socket:
            least, why = latest_on.get((sight.who, sight.socket), 0), "this socket had shown"
            latest_on[sight.who, sight.socket] = max(least, sight.version)
        if sight.begin is not None:
            own = _latest(seen_by.get(sight.who, []), sight.begin)
            answered = _latest(known, sight.begin)
            asked = sight.asked_after or 0
            if max(own, answered, asked) > least:
                least, why = max(own, answered, asked), "was known before it was asked for"
        if sight.version < least:
            yield Anomaly(case.truth.id, f"{sight.who} saw version {sight.version}, and {why} {least}", str(sight))
        if sight.version in spans and spans[sight.version][0] > sight.end:
            yield Anomaly(case.truth.id, f"{sight.who} saw version {sight.version} before it was asked for", str(sight))
        seen_by.setdefault(sight.who, []).append((sight.end, sight.version))


def _latest(known: list[tuple[float, int]], before: float) -> int:
    return max((version for end, version in known if end < before), default=0)


def check_rest(case: Case, rest: Rest) -> Iterator[Anomaly]:
    """Check that everybody who still looked when everything had come to rest saw all there was."""
    for last in case.lasts:
        if not rest.is_seen(last.player, last.version, last.line):
            shown = f"version {last.version} and line {last.line}"
            yield Anomaly(case.truth.id, f"{last.who} ended with {shown} of {rest}", str(last))
