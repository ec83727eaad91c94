"""Hold what was said and heard to the chat: each line once, in an order of time, and missed by nobody."""

from collections import Counter
from collections.abc import Iterator

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.case import Case
from bench.chaos.history import Result, Say
from bench.chaos.truth import Rest

NEVER = float("inf")


def check_chat(case: Case, rest: Rest) -> Iterator[Anomaly]:
    """Check everything that was said, and everything that was heard."""
    table, lines = case.truth.id, case.truth.chat
    if [line.n for line in lines] != list(range(1, len(lines) + 1)):
        yield Anomaly(table, "lines of chat are not numbered one by one", str([line.n for line in lines]))
    counts = Counter(line.text for line in lines)
    by_text = {line.text: line for line in lines}
    spans: dict[int, tuple[float, float]] = {}
    asked = set()
    for deed, wish in case.wishes(Say):
        asked.add(wish.text)
        times = counts[wish.text]
        (tried,) = deed.tries
        if tried.result is Result.DONE and times != 1:
            yield Anomaly(table, f"a line was acknowledged, and is there {times} times", str(deed))
        if tried.result is Result.REFUSED and times:
            yield Anomaly(table, "a line that was refused is there", str(deed))
        if tried.result is Result.UNKNOWN and times > 1:
            yield Anomaly(table, f"a line is there {times} times", str(deed))
        if times:
            spans[by_text[wish.text].n] = (deed.begin, deed.end)
    for line in lines:
        if line.text not in asked:
            yield Anomaly(table, f"line {line.n} was said by nobody", str(line))
    yield from _check_order(table, spans)
    yield from _check_heard(case, rest)


def _check_order(table: str, spans: dict[int, tuple[float, float]]) -> Iterator[Anomaly]:
    latest, latest_line = -NEVER, 0
    for n in sorted(spans):
        begin, end = spans[n]
        if end < latest:
            yield Anomaly(table, f"line {n} was acknowledged before line {latest_line} was said")
        if begin > latest:
            latest, latest_line = begin, n


def _check_heard(case: Case, rest: Rest) -> Iterator[Anomaly]:
    lines = {line.n: line for line in case.truth.chat}
    by_listener: dict[str, set[int]] = {}
    for heard in case.heard:
        line = lines.get(heard.n)
        if line is None or (line.text, line.player) != (heard.text, heard.player):
            yield Anomaly(case.truth.id, f"{heard.who} heard what nobody said: {line}", str(heard))
        if heard.socket:
            by_listener.setdefault(heard.who, set()).add(heard.n)
    for last in case.lasts:
        numbers = by_listener.get(last.who, set())
        plays = last.player in rest.people
        missed = [
            line.n
            for line in case.truth.chat
            if min(numbers, default=NEVER) < line.n <= rest.last_line
            and line.n not in numbers
            and (line.room == "table" or not plays)
        ]
        if missed:
            yield Anomaly(case.truth.id, f"{last.who} never heard the lines {missed}", str(last))
