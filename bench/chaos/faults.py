"""What can fail, and when: a schedule is drawn from a seed, and the same seed draws the same schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

GAP_SECONDS = (0.1, 1.0)
SHORT_SECONDS, LONG_SECONDS = (0.05, 0.8), (3.0, 5.0)
SHARE_OF_LONG, SHARE_AT_ONCE = 0.08, 0.25
DELAYS_SECONDS = (0.02, 0.4)
TURNS_SECONDS = (-7_200.0, -3_600.0, -61.0, -5.0, 5.0, 61.0, 3_600.0, 86_400.0)
WORKER, WIRE, STORE, DISK, CLOCK = "worker", "wire", "store", "disk", "clock"


@dataclass(frozen=True, slots=True)
class Kill:
    """A worker is killed, and started again some seconds later."""

    worker: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Stop:
    """A worker is asked to end, and started again."""

    worker: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Freeze:
    """A worker stands still."""

    worker: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Cut:
    """A wire is cut."""

    wire: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Hold:
    """On a wire nothing arrives, there or back or both."""

    wire: str
    seconds: float
    there: bool
    back: bool


@dataclass(frozen=True, slots=True)
class Slow:
    """On a wire everything arrives late."""

    wire: str
    seconds: float
    delay_seconds: float


@dataclass(frozen=True, slots=True)
class KillStore:
    """PostgreSQL or Redis is killed with all its processes, and started again."""

    store: str
    seconds: float


@dataclass(frozen=True, slots=True)
class FreezeStore:
    """PostgreSQL or Redis stands still."""

    store: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Fill:
    """The disk of the database is full."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody sets the clock of the machine; who starts from then on sees it."""

    by_seconds: float


Fault: TypeAlias = Kill | Stop | Freeze | Cut | Hold | Slow | KillStore | FreezeStore | Fill | Turn


@dataclass(frozen=True, slots=True)
class Targets:
    """What there is to harm. The clock is turned only where there is one worker: several need clocks in step."""

    workers: int
    wires: Sequence[str]
    stores: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A fault, some seconds after the one before; `at_once` also if nobody could do anything since that began."""

    seconds: float
    at_once: bool
    fault: Fault


def schedule(seed: int, faults: int, targets: Targets) -> tuple[Planned, ...]:
    """Draw the faults of a round."""
    chance = Random(f"{seed} {targets}")
    return tuple(
        Planned(chance.uniform(*GAP_SECONDS), chance.random() < SHARE_AT_ONCE, _any_fault(chance, targets))
        for _ in range(faults)
    )


def _any_fault(chance: Random, targets: Targets) -> Fault:
    kinds = {WORKER: 3, WIRE: 6, STORE: 2 if targets.stores else 0, DISK: 1, CLOCK: 1 if targets.workers == 1 else 0}
    kind = chance.choices(list(kinds), list(kinds.values()))[0]
    spread = LONG_SECONDS if chance.random() < SHARE_OF_LONG else SHORT_SECONDS
    lasts = round(chance.uniform(*spread), 2)
    worker = chance.randrange(targets.workers)
    wire = chance.choice(targets.wires)
    match kind:
        case "worker":
            return chance.choice((Kill, Kill, Freeze, Stop))(worker, lasts)
        case "store":
            return chance.choice((KillStore, FreezeStore))(chance.choice(targets.stores), lasts)
        case "disk":
            return Fill(lasts)
        case "clock":
            return Turn(chance.choice(TURNS_SECONDS))
        case _:
            return _wire_fault(chance, wire, lasts)


def _wire_fault(chance: Random, wire: str, seconds: float) -> Fault:
    match chance.choice(("cut", "hold", "slow")):
        case "cut":
            return Cut(wire, seconds)
        case "hold":
            there, back = chance.choice(((True, True), (True, False), (False, True)))
            return Hold(wire, seconds, there, back)
        case _:
            return Slow(wire, seconds, round(chance.uniform(*DELAYS_SECONDS), 2))
