"""Let chaos loose for a while: `make chaos MINUTES=10 SEED=1`.

Round after round, each in another set-up and with a seed of its own, until the time is over or something is seen that
no correct server does. Then the folder of that round is kept, with histories, faults and logs.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import uvloop

from bench.chaos.places import KINDS
from bench.chaos.planted import BUGS
from bench.chaos.rounds import Plan, play_round

FAULTS = 60


async def run(minutes: float, seed: int, setups: list[str], faults: int, planted: str) -> bool:
    """Play rounds; False if one of them was not as it should be."""
    ends = time.monotonic() + 60 * minutes
    harmed: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    rounds = 0
    while time.monotonic() < ends:
        setup = setups[rounds % len(setups)]
        folder = Path(tempfile.mkdtemp(prefix="siam-chaos-"))
        report = await play_round(Plan(setup, seed, faults, planted=planted), folder)
        print(report, flush=True)
        harmed += report.faults
        counts += report.counts
        if report.anomalies:
            print(f"kept in {folder}")
            return False
        shutil.rmtree(folder)
        rounds, seed = rounds + 1, seed + 1
    told = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    print(f"{rounds} rounds, {harmed.total():,} faults, {told}: nothing that can't have happened")
    return True


def main() -> None:
    """Read what to do, and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setup", choices=[*KINDS], action="append", help="one of them only; may be given again")
    parser.add_argument("--faults", type=int, default=FAULTS, help="in each round")
    parser.add_argument("--planted", default="", choices=["", *BUGS], help="put a bug in, to see it found")
    given = parser.parse_args()
    fine = uvloop.run(run(given.minutes, given.seed, given.setup or [*KINDS], given.faults, given.planted))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
