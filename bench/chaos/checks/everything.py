"""Run every check on everything that happened in a round."""

from collections.abc import Iterable, Iterator, Sequence

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case, cases_of
from bench.chaos.checks.chat import check_chat
from bench.chaos.checks.clocks import Timeline, check_clocks
from bench.chaos.checks.consent import check_consent
from bench.chaos.checks.moves import check_giving_up, check_moves, check_order, check_steps
from bench.chaos.checks.seats import GONE, Seats, asks_of, check_seats
from bench.chaos.checks.sights import check_lists, check_rest, check_sights, check_time
from bench.chaos.course import FalseLogError, course_of
from bench.chaos.history import Cancel, Deed, Event, Make, Result
from bench.chaos.truth import Rest, TableTruth

NOT_FOR_GUESTS_OF_OURS = ("no_session", "banned", "bad_origin", "not_a_move", "too_many")
"""Refusals that nobody here can have earned: all are signed in, and say nothing that can't be meant."""


def check_everything(
    truth: dict[str, TableTruth], rests: dict[str, Rest], events: Iterable[Event], timeline: Timeline
) -> list[Anomaly]:
    """Return everything that can't have happened."""
    kept = list(events)
    cases, others = cases_of(truth, kept)
    deeds = [event for event in kept if isinstance(event, Deed)]
    anomalies = [*_check_answers(deeds), *_check_makers(truth, deeds), *_check_cancelled(deeds, others)]
    for case in cases.values():
        anomalies += _check_case(case, rests.get(case.truth.id, case.truth.rest), timeline)
    return anomalies


def _check_case(case: Case, rest: Rest, timeline: Timeline) -> Iterator[Anomaly]:
    table = case.truth
    try:
        case.course = course_of(table)
    except FalseLogError as problem:
        yield Anomaly(table.id, f"the log breaks the rules: {problem}", str(table.log))
        return
    if (table.version, table.turn) != ((case.course[-1].version, case.course[-1].turn) if case.course else (0, 0)):
        yield Anomaly(table.id, "the table stands elsewhere than its log", f"{table.version}, {table.turn}")
    if case.course and case.course[-1].must_pass and case.course[-1].paused_at is None:
        yield Anomaly(table.id, "waits for somebody who can only pass")
    yield from check_moves(case)
    yield from check_giving_up(case)
    yield from check_order(case)
    yield from check_steps(case)
    yield from check_consent(case)
    yield from check_sights(case)
    yield from check_lists(case)
    yield from check_time(case)
    yield from check_rest(case, rest)
    yield from check_chat(case, rest)
    yield from check_clocks(case, timeline)
    empty: Seats = (table.host, *[None] * (len(table.players) - 1))
    yield from check_seats(table.id, asks_of(case.deeds), empty, table.players, table.host)


def _check_answers(deeds: Sequence[Deed]) -> Iterator[Anomaly]:
    for deed in deeds:
        for each in deed.tries:
            if each.result is Result.BROKEN:
                yield Anomaly(deed.table, "the server broke on a request", str(deed))
            if each.code in NOT_FOR_GUESTS_OF_OURS:
                yield Anomaly(deed.table, f"refused with {each.code}", str(deed))


def _check_makers(truth: dict[str, TableTruth], deeds: Sequence[Deed]) -> Iterator[Anomaly]:
    """Check that every table that was made is there, unless its host wanted it to go."""
    cancelled = {deed.table for deed in deeds if isinstance(deed.wish, Cancel) and not deed.is_refused}
    for deed in deeds:
        if isinstance(deed.wish, Make) and deed.done and deed.table not in truth and deed.table not in cancelled:
            yield Anomaly(deed.table, "a table that was made is gone", str(deed))


def _check_cancelled(deeds: Sequence[Deed], others: Sequence[Event]) -> Iterator[Anomaly]:
    """Check the seats of tables that are gone, as far as it is known who made them."""
    by_table: dict[str, list[Deed]] = {}
    for event in others:
        if isinstance(event, Deed) and event.table:
            by_table.setdefault(event.table, []).append(event)
    for table, about in by_table.items():
        for made in about:
            if isinstance(made.wish, Make):
                first = (made.player, *[None] * (made.wish.seats - 1))
                yield from check_seats(table, asks_of(about), first, GONE, made.player)
