"""Hold what needs consent to what people said: nothing happens over anybody's head, and what all want happens."""

from collections.abc import Iterator

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case
from bench.chaos.history import Answer, Deed, Propose, Result
from bench.chaos.truth import Row

KINDS = ("take_back", "pause", "end")


def check_consent(case: Case) -> Iterator[Anomaly]:
    """Check every entry that needs consent, every proposal that was agreed to, and every one that was shown."""
    for row in case.truth.log:
        if row.kind in KINDS and row.seat is not None:
            yield from _check_agreed(case, row)
    yield from _check_answers(case)
    yield from _check_offers(case)


def _voters(case: Case, version: int, proposer: int | None) -> set[int]:
    """Return the seats that had to agree to a proposal made on a version."""
    standing = case.at(version)
    out = frozenset() if standing is None else standing.out
    return {seat for seat in range(len(case.truth.players)) if seat != proposer and seat not in out}


def _wanted(case: Case, kind: str, version: int) -> set[int]:
    """Return the seats that may have proposed something on a version, or agreed to it."""
    wanted = set()
    for deed in case.deeds:
        match deed.wish:
            case Propose(what=what, version=on) | Answer(what=what, version=on, accept=True):
                seat = case.seat_of(deed.player)
                # A proposal is made on the version that there is when it comes, not on the one that was seen.
                could_be = on == version or (isinstance(deed.wish, Propose) and on <= version)
                if what == kind and could_be and seat is not None and not deed.is_refused:
                    wanted.add(seat)
            case _:
                pass
    return wanted


def _check_agreed(case: Case, row: Row) -> Iterator[Anomaly]:
    wanted = _wanted(case, row.kind, row.version - 1)
    missing = {*_voters(case, row.version - 1, row.seat), row.seat} - wanted
    if missing:
        yield Anomaly(case.truth.id, f"{row.kind} at version {row.version} without the seats {missing}", str(row))


def _check_answers(case: Case) -> Iterator[Anomaly]:
    """Check that what was declined did not happen, and what everybody agreed to did."""
    proposed: dict[int, Deed] = {}
    for deed, _ in case.wishes(Propose):
        for done in deed.done:
            if done.answered.proposal:
                proposed[done.answered.proposal] = deed
    said: dict[int, list[tuple[Deed, Answer]]] = {}
    for deed, answer in case.wishes(Answer):
        said.setdefault(answer.proposal, []).append((deed, answer))
    for number, answers in said.items():
        version, kind = answers[0][1].version, answers[0][1].what
        entry = case.truth.log[version] if version < len(case.truth.log) else None
        happened = entry is not None and entry.kind == kind and entry.seat is not None  # not the server by itself
        yes = {case.seat_of(deed.player) for deed, answer in answers if answer.accept and deed.done}
        no = [deed for deed, answer in answers if not answer.accept and deed.done]
        proposer = case.seat_of(proposed[number].player) if number in proposed else None
        if no and happened and entry is not None and entry.seat == proposer:
            yield Anomaly(case.truth.id, f"{kind} at version {version + 1} was declined", str(no[0]))
        if proposer is not None and yes >= _voters(case, version, proposer) and not happened:
            yield Anomaly(case.truth.id, f"everybody agreed to {kind} on version {version}, and it did not happen")


def _check_offers(case: Case) -> Iterator[Anomaly]:
    for sight in case.sights:
        for offer in sight.offers:
            if offer.by - 1 not in _proposers(case, offer.kind, sight.version):
                yield Anomaly(case.truth.id, f"{sight.who} saw a proposal that nobody made: {offer}", str(sight))


def _proposers(case: Case, kind: str, version: int) -> set[int | None]:
    return {
        case.seat_of(deed.player)
        for deed, wish in case.wishes(Propose)
        if wish.what == kind and wish.version <= version and any(t.result is not Result.REFUSED for t in deed.tries)
    }
