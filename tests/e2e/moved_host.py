"""`siam serve` with a clock that runs ahead by the seconds in a file: `python -m tests.e2e.moved_host FILE serve`."""

import sys
from pathlib import Path

from siam.cli import main
from siam.server.adapters.system import SystemClock
from siam.server.app import world


def moved_clock(file: Path) -> type[SystemClock]:
    """Return the clock of this machine, moved on by what stands in the file."""

    class MovedClock(SystemClock):
        def now(self) -> float:
            return super().now() + float(file.read_text(encoding="utf-8"))

    return MovedClock


if __name__ == "__main__":
    world.SystemClock = moved_clock(Path(sys.argv.pop(1)))  # type: ignore[attr-defined]
    main()
