"""What is measured under load, and how it is printed."""

import os
import statistics
from dataclasses import dataclass, field


@dataclass
class Figures:
    """Counted while `counting`; latencies in seconds, each from the sending of a move."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    moves: int = 0
    games: int = 0
    errors: int = 0
    received_bytes: int = 0
    counting: bool = True

    def report(self, seconds: float, server_cpu: float, own_cpu: float) -> None:
        """Print everything."""
        moves = max(1, self.moves)
        print(f"moves        {self.moves} in {seconds:.1f} s = {self.moves / seconds:.0f} moves/s")
        print(
            f"games        {self.games} finished, {self.errors} errors, {self.received_bytes / moves:.0f} bytes a move"
        )
        for name, latencies in (("own", self.own), ("others", self.others)):
            if len(latencies) > 100:
                cuts = statistics.quantiles(latencies, n=100)
                values = " / ".join(f"{1000 * cuts[percent - 1]:.1f}" for percent in (50, 95, 99))
                print(f"{name:<12} p50 / p95 / p99 = {values} ms")
        print(f"server       {server_cpu / seconds:.0%} of a core, {1e6 * server_cpu / moves:.0f} µs of it a move")
        print(f"clients      {own_cpu / seconds:.0%} of a core")
        print(f"machine      load average {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


def flatness(levels: list[float]) -> str:
    """Return how memory grew: the middle of the first third against that of the last, which one peak does not move."""
    third = max(1, len(levels) // 3)
    first, last = statistics.median(levels[:third]), statistics.median(levels[-third:])
    return f"{first:.1f} MB at first, {last:.1f} MB at last ({last - first:+.1f}), {max(levels):.1f} MB at most"
