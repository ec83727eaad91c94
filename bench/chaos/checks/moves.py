"""Hold what was asked and answered to the log: nothing lost, nothing doubled, nothing in another order."""

from collections.abc import Iterator

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case
from bench.chaos.history import AskSteps, Deed, Resign, Result, Resume, Submit, Try
from bench.chaos.truth import Row
from siam.notation import format_move, format_step, parse_move, parse_step
from siam.rules import HalfMove, SiamError, why_illegal

NEVER = float("inf")


def check_moves(case: Case) -> Iterator[Anomaly]:
    """Check every move that was asked for, and every one in the log."""
    rows = {row.key: row for row in case.truth.log if row.key is not None}
    asked = set()
    for deed, wish in case.wishes(Submit):
        key = case.own_key(deed.player, wish.key)
        asked.add(key)
        yield from _check_submit(case, deed, wish, rows.get(key))
    for row in case.truth.log:
        if row.kind == "move" and not row.auto and row.key not in asked:
            yield Anomaly(case.truth.id, f"version {row.version} is a move that nobody asked for", str(row))
    keys = [row.key for row in case.truth.log if row.key is not None]
    if len(keys) != len(set(keys)):
        yield Anomaly(case.truth.id, "a move is in the log twice", str(keys))


def _check_submit(case: Case, deed: Deed, wish: Submit, row: Row | None) -> Iterator[Anomaly]:
    table = case.truth.id
    for done in deed.done:
        if row is None:
            yield Anomaly(table, "an acknowledged move is not in the log", str(deed))
        elif (done.answered.version, done.answered.turn) != (row.version, row.turn):
            yield Anomaly(
                table, f"a move is version {row.version}, turn {row.turn}; the answer said otherwise", str(deed)
            )
    if row is None:
        yield from _check_refusals(case, deed, wish)
        return
    if deed.is_refused:
        yield Anomaly(table, f"a move that was refused is in the log as version {row.version}", str(deed))
    if row.text != wish.move or row.version != wish.after + 1 or row.seat != case.seat_of(deed.player):
        yield Anomaly(table, f"version {row.version} is another move than was asked for: {row}", str(deed))


def _check_refusals(case: Case, deed: Deed, wish: Submit) -> Iterator[Anomaly]:
    """Check that a refusal was right: some state has to explain it."""
    for refused in deed.tries:
        if refused.result is Result.REFUSED and not _is_right(case, deed, wish, refused):
            yield Anomaly(case.truth.id, f"a move was refused ({refused.code}) in a state that never was", str(deed))


def _is_right(case: Case, deed: Deed, wish: Submit, refused: Try) -> bool:
    before, seat = case.at(wish.after), case.seat_of(deed.player)
    if before is None:
        return refused.code in ("stale", "not_running")
    match refused.code:
        case "stale":
            return case.at(wish.after + 1) is not None
        case "not_your_turn":
            return before.position.to_move != seat
        case "paused":
            return before.paused_at is not None
        case "not_running":
            return before.how is not None
        case "not_your_seat":
            return seat is None
        case "illegal_move":
            return why_illegal(before.position, parse_move(before.position.board, wish.move)) is not None
        case _:
            return False


def check_giving_up(case: Case) -> Iterator[Anomaly]:
    """Check that who gave up is out, and nobody else; that a pause ends by who wanted it."""
    out = case.course[-1].out if case.course else frozenset()
    resigned = {case.seat_of(deed.player) for deed, _ in case.wishes(Resign) if _may_have_happened(deed)}
    resumed = {case.seat_of(deed.player) for deed, _ in case.wishes(Resume) if _may_have_happened(deed)}
    for deed, _ in case.wishes(Resign):
        if deed.done and case.seat_of(deed.player) not in out:
            yield Anomaly(case.truth.id, "somebody gave up and is still in the game", str(deed))
    for row in case.truth.log:
        if row.kind == "resign" and row.seat not in resigned:
            yield Anomaly(case.truth.id, f"version {row.version}: nobody wanted to give up", str(row))
        if row.kind == "resume" and row.seat is not None and row.seat not in resumed:
            yield Anomaly(case.truth.id, f"version {row.version}: nobody wanted to go on", str(row))


def _may_have_happened(deed: Deed) -> bool:
    return any(each.result in (Result.DONE, Result.UNKNOWN) for each in deed.tries)


def check_order(case: Case) -> Iterator[Anomaly]:
    """Check that the log's order is one in which everything can have happened between its begin and its end."""
    spans = spans_of(case)
    latest, latest_version = -NEVER, 0
    for version in sorted(spans):
        begin, end = spans[version]
        if end < latest:
            problem = f"version {version} was answered before version {latest_version} was asked for"
            yield Anomaly(case.truth.id, problem)
        if begin > latest:
            latest, latest_version = begin, version


def spans_of(case: Case) -> dict[int, tuple[float, float]]:
    """Return for each move by version when it was asked for and when it was answered, if it ever was."""
    spans = {}
    rows = {row.key: row for row in case.truth.log if row.key is not None}
    for deed, wish in case.wishes(Submit):
        row = rows.get(case.own_key(deed.player, wish.key))
        if row is not None:
            spans[row.version] = (deed.begin, deed.end)
    return spans


def check_steps(case: Case) -> Iterator[Anomaly]:
    """Check that what was said to be possible was so, by the rules, on the version asked for."""
    for deed, wish in case.wishes(AskSteps):
        standing = case.at(wish.after)
        for done in deed.done:
            if standing is None:
                yield Anomaly(case.truth.id, "steps were told for a version that never was", str(deed))
                continue
            board = standing.position.board
            try:
                half = HalfMove(standing.position, tuple(parse_step(board, step) for step in wish.steps))
            except SiamError as problem:
                yield Anomaly(case.truth.id, f"steps were taken that can't be: {problem}", str(deed))
                continue
            legal = () if half.move is not None else tuple(format_step(board, step) for step in half.legal_steps)
            move = None if half.move is None else format_move(board, half.move)
            if (done.answered.legal, done.answered.move) != (legal, move):
                yield Anomaly(case.truth.id, f"steps should have been {legal}, {move}", str(deed))
