"""Time that is moved on by hand, for a thread that waits: what takes it a second takes a test no time at all."""

import threading
from collections.abc import Callable


class HandTime:
    """Counts seconds when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self._changed = threading.Condition()
        self._waiting: dict[int, Callable[[], bool]] = {}

    def advance(self, seconds: float) -> None:
        """Let some time pass."""
        with self._changed:
            self.now = round(self.now + seconds, 6)
            self._changed.notify_all()

    def event(self) -> "HandEvent":
        """Make an event whose waiting ends in this time."""
        return HandEvent(self)

    def tell(self) -> None:
        """Let everybody who waits look whether it is over."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, is_over: Callable[[], bool]) -> None:
        """Wait until something is so."""
        own = threading.get_ident()
        with self._changed:
            self._waiting[own] = is_over
            while not is_over():
                self._changed.wait()
            del self._waiting[own]

    def is_still(self) -> bool:
        """Return whether somebody waits, and nobody could go on."""
        with self._changed:
            return bool(self._waiting) and not any(is_over() for is_over in self._waiting.values())


class HandEvent:
    """As `threading.Event`, but for its time."""

    def __init__(self, time: HandTime) -> None:
        self._time = time
        self._is_set = False

    def set(self) -> None:
        """Let whoever waits go on."""
        self._is_set = True
        self._time.tell()

    def clear(self) -> None:
        """Let whoever comes wait again."""
        self._is_set = False

    def is_set(self) -> bool:
        """Return whether it is set."""
        return self._is_set

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, or until so much time has passed."""
        due = None if timeout is None else round(self._time.now + timeout, 6)
        self._time.wait(lambda: self._is_set or (due is not None and self._time.now >= due))
        return self._is_set
