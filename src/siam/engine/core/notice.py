"""Decide what people see while code is being compiled: a line, once after an install, and a bar at a terminal."""

import sys
from multiprocessing import parent_process
from typing import Any

from siam.engine.core.cache import claim_notice

SENTENCE = "siam: compiling the engine, once after an install or update …"


class CompileNotice:
    """Tells of compilations on standard error; nothing is said by the helpers of another process of ours."""

    def __init__(self) -> None:
        self.kernels = 0
        """How many functions can be compiled in the modules loaded so far."""
        self._done = 0
        self._bar: Any = None

    def begin(self) -> None:
        """A compilation begins that somebody waits for."""
        if parent_process() is not None:
            return
        if claim_notice():
            print(SENTENCE, file=sys.stderr, flush=True)  # noqa: T201
        if sys.stderr.isatty():
            self._show()

    def advance(self) -> None:
        """One more function is compiled."""
        self._done += 1
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=self._done, total=max(self.kernels, self._done))
            self._bar.refresh()

    def end(self) -> None:
        """Nothing is being compiled now."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        # It moves when a function is done, not by itself: the compiler holds the lock that its thread would need.
        bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
        bar.add_task("compiling", total=max(self.kernels, self._done), completed=self._done)
        bar.start()
        bar.refresh()
        self._bar = bar
