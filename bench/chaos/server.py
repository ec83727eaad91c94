"""`siam serve` as it is, on a machine whose clock can be turned, and with a bug put in if one is asked for.

The clock of this process is the machine's and as much more as the file says that `CHAOS_CLOCK` names.
"""

import os
import struct
import time

from siam.cli import main

CLOCK, PLANTED = "CHAOS_CLOCK", "CHAOS_PLANTED"
SECONDS = struct.Struct("d")


def turn_clock(path: str) -> None:
    """Let the clock of this process follow a file."""
    file, true_time = os.open(path, os.O_RDONLY), time.time

    def turned() -> float:
        seconds: float = SECONDS.unpack(os.pread(file, SECONDS.size, 0))[0]
        return true_time() + seconds

    time.time = turned


if __name__ == "__main__":
    turn_clock(os.environ[CLOCK])
    if os.environ.get(PLANTED):
        from bench.chaos.planted import plant

        plant(os.environ[PLANTED])
    main()
