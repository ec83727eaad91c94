"""A disk that forgets: everything that was done to it, and what may be left of that when the power is cut.

What was forced onto the disk is there. Of anything else each sector may be there or not: the older state, the newer, or
some of both, whatever the order in which it was written. So may the length of a file, and a file that is new. What was
removed is gone: SQLite removes nothing on which anything depends without forcing the folder onto the disk.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

SECTOR_BYTES = 512
SHARES_KEPT = (0.0, 0.5, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file is there."""

    path: str


@dataclass(frozen=True, slots=True)
class Written:
    """Some bytes were written."""

    path: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncated:
    """A file was cut to a size."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Removed:
    """A file was removed."""

    path: str


@dataclass(frozen=True, slots=True)
class Synced:
    """Everything that had been done to a file before some event was forced onto the disk."""

    path: str
    before: int


Done: TypeAlias = Opened | Written | Truncated | Removed | Synced


class Tape:
    """Everything that was done to files below a folder, in order, with the instants that a clock told."""

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self.events: list[Done] = []
        self.times: list[float] = []
        self._folder = str(folder)
        self._clock = clock
        self._lock = threading.Lock()

    def _note(self, event: Done) -> None:
        if event.path.startswith(self._folder):
            with self._lock:
                self.events.append(event)
                self.times.append(self._clock())

    def opened(self, path: str) -> None:
        """Note a file."""
        self._note(Opened(path))

    def written(self, path: str, offset: int, data: bytes) -> None:
        """Note what was written."""
        self._note(Written(path, offset, data))

    def truncated(self, path: str, size: int) -> None:
        """Note that a file was cut to a size."""
        self._note(Truncated(path, size))

    def removed(self, path: str) -> None:
        """Note that a file was removed."""
        self._note(Removed(path))

    def sync_begins(self, path: str) -> Callable[[], None]:
        """Note where a sync begins; what is done to the file meanwhile need not be part of it."""
        before = len(self.events)
        return lambda: self._note(Synced(path, before))


def left_after_cut(events: Sequence[Done], cut: int, seed: int) -> dict[str, bytes]:
    """Return the files that are there when the power is cut before an event."""
    chance = Random(f"{seed} {cut}")
    share = chance.choice(SHARES_KEPT)
    safe: dict[str, int] = {}
    for event in events[:cut]:
        if isinstance(event, Synced):
            safe[event.path] = max(safe.get(event.path, 0), event.before)
    files: dict[str, bytearray] = {}
    for number, event in enumerate(events[:cut]):
        is_safe = number < safe.get(event.path, 0)
        match event:
            case Opened(path):
                if is_safe or path in files or chance.random() < share:
                    files.setdefault(path, bytearray())
            case Written(path, offset, data):
                _write(files.setdefault(path, bytearray()), offset, data, chance, 1.0 if is_safe else share)
            case Truncated(path, size):
                if is_safe or chance.random() < share:
                    content = files.setdefault(path, bytearray())
                    del content[size:]
            case Removed(path):
                files.pop(path, None)
            case Synced():
                pass
    return {path: bytes(content) for path, content in files.items()}


def _write(content: bytearray, offset: int, data: bytes, chance: Random, share: float) -> None:
    """Write sector by sector; each is written whole or not at all."""
    start = 0
    while start < len(data):
        end = min(len(data), start + SECTOR_BYTES - (offset + start) % SECTOR_BYTES)
        if share == 1.0 or chance.random() < share:
            place = offset + start
            if len(content) < place:
                content.extend(bytes(place - len(content)))
            content[place : place + end - start] = data[start:end]
        start = end
