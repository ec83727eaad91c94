"""Cut the power many times: `python -m bench.powerloss --cuts 5000 --seed 1`, for both ways of forcing commits."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from bench.powerloss.trial import cut, play

MOVES = 150


def main() -> None:
    """Play once for each way, cut as often as told, and say what was lost at most."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    fine = True
    for sync, most_seconds in (("second", 1.0), ("commit", 0.0)):
        with tempfile.TemporaryDirectory() as folder:
            played = asyncio.run(play(Path(folder), sync, MOVES, given.seed))
        chance = Random(given.seed)
        broken, most_lost, longest = 0, 0, 0.0
        for number in range(given.cuts):
            before = chance.randint(1, len(played.tape.events))
            with tempfile.TemporaryDirectory() as folder:
                left = cut(played, before, given.seed + number, Path(folder))
            broken += not left.is_whole
            most_lost, longest = max(most_lost, len(left.lost)), max(longest, left.lost_seconds)
        print(
            f"{sync}: {len(played.moves)} moves, {len(played.tape.events)} events, {given.cuts} cuts: "
            f"{broken} databases broken, at most {most_lost} moves of the last {longest:.1f} s lost"
        )
        fine &= not broken and longest <= most_seconds and (sync == "second" or not most_lost)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
