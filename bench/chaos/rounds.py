"""One round: people come, the nemesis strikes, everything is mended, and what happened is checked."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from bench.chaos.checks.anomalies import Anomaly
from bench.chaos.checks.everything import check_everything
from bench.chaos.faults import schedule
from bench.chaos.history import Deed, Event, Heard, Listed, Result, Sight, read_histories
from bench.chaos.nemesis import Nemesis
from bench.chaos.places import KINDS, NotReadyError, Place
from bench.chaos.truth import Rest, read_truth
from bench.chaos.workers import TOP

REST_SECONDS = 600.0
TRACEBACK = "Traceback (most recent call last)"
MOST_EVIDENCE, MOST_SHOWN = 1_500, 8


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round is to be; the same plan draws the same faults and the same people."""

    setup: str
    seed: int
    faults: int
    crowds: int = 2
    people: int = 6
    planted: str = ""


@dataclass(slots=True)
class Report:
    """What a round was like, and what can't have happened in it."""

    plan: Plan
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    anomalies: list[Anomaly] = field(default_factory=list)

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {what}" for what, count in self.counts.items())
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.faults.items()))
        plan = self.plan
        lines = [
            f"{plan.setup}, seed {plan.seed}: {self.faults.total()} faults in {self.seconds:.0f} s ({kinds}); {counts}"
        ]
        lines += [str(anomaly)[:MOST_EVIDENCE] for anomaly in self.anomalies[:MOST_SHOWN]]
        if len(self.anomalies) > MOST_SHOWN:
            lines.append(f"and {len(self.anomalies) - MOST_SHOWN} more")
        return "\n".join(lines)


class Crowd:
    """A process of people, and what it is told."""

    def __init__(self, process: asyncio.subprocess.Process, history: Path) -> None:
        self.process = process
        self.history = history

    async def tell(self, words: str) -> None:
        """Tell it something, and wait until it has done so."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(words.encode() + b"\n")
        await self.process.stdin.drain()
        async with asyncio.timeout(REST_SECONDS):
            if not await self.process.stdout.readline():
                raise RuntimeError(f"a crowd broke up: {self.history.with_suffix('.log').read_text()}")


async def play_round(plan: Plan, folder: Path) -> Report:
    """Play a round in an empty folder."""
    report = Report(plan)
    place = Place(KINDS[plan.setup], folder, plan.crowds, plan.planted)
    try:
        await place.start()
        nemesis = Nemesis(place)
        async with crowds_at(plan, place) as crowds:
            began = time.monotonic()
            await nemesis.carry_out(schedule(plan.seed, plan.faults, place.targets))
            report.seconds, report.faults = time.monotonic() - began, nemesis.done
            await place.heal()
            await asyncio.gather(*(crowd.tell("rest") for crowd in crowds))
            rests = {
                table: found.rest for table, found in (await asyncio.to_thread(read_truth, place.database)).items()
            }
            await asyncio.gather(*(crowd.tell(f"settle {_text(rests)}") for crowd in crowds))
        truth = await asyncio.to_thread(read_truth, place.database)
        events = list(read_histories(crowd.history for crowd in crowds))
        report.counts = _counts(events)
        report.anomalies = await asyncio.to_thread(check_everything, truth, rests, events, place.timeline)
        (folder / "faults.txt").write_text("".join(f"{at:.3f} {fault}\n" for at, fault in nemesis.told))
    except NotReadyError as problem:
        report.anomalies.append(Anomaly("", "the server does not come back", str(problem)))
    finally:
        await place.stop()
    if TRACEBACK in place.worker_logs:
        begin = place.worker_logs.index(TRACEBACK)
        report.anomalies.append(Anomaly("", "the server logged a traceback", place.worker_logs[begin : begin + 3_000]))
    return report


@asynccontextmanager
async def crowds_at(plan: Plan, place: Place) -> AsyncIterator[Sequence[Crowd]]:
    """Let crowds come, and see that they go."""
    crowds: list[Crowd] = []
    try:
        for number, addresses in enumerate(place.addresses):
            history = place.folder / f"crowd-{number}.jsonl"
            name = "ABCDEFGH"[number]
            arguments = [name, str(plan.people), str(plan.seed), str(history), *addresses]
            with history.with_suffix(".log").open("wb") as log:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bench.chaos.crowd", *arguments),
                    cwd=TOP,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                )
            crowds.append(Crowd(process, history))
        yield crowds
        for crowd in crowds:
            await crowd.process.wait()
    finally:
        for crowd in crowds:
            if crowd.process.returncode is None:
                crowd.process.kill()
                await crowd.process.wait()


def _text(rests: dict[str, Rest]) -> str:
    return msgspec.json.encode(rests).decode()


def _counts(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Deed():
                counts["deeds"] += 1
                counts["of them unknown"] += not event.done and not event.is_refused
                counts["tries"] += len(event.tries)
                counts["unanswered"] += sum(each.result is Result.UNKNOWN for each in event.tries)
            case Sight():
                counts["sights"] += 1
            case Heard():
                counts["lines heard"] += 1
            case Listed():
                counts["tables listed"] += 1
            case _:
                pass
    return counts
