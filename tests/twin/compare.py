"""Compare every level and style in Node with Python on many positions: `python -m tests.twin.compare [POSITIONS]`.

So many positions are drawn for each number of players; it prints the figures as JSON and fails where a move differs.
"""

import json
import sys

from siam.agents import levels, styles
from tests.twin.test_levels import differences

QUICK_SHARE = 5
"""The two strongest levels think for long, so they get so many times fewer positions."""


def main() -> int:
    """Compare, print, and return how it went."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    slow = levels()[-2:]
    quick = (*levels()[:-2], *styles())
    compared = {"quick": 3 * number * len(quick), "slow": 3 * (number // QUICK_SHARE) * len(slow)}
    different = [*differences(quick, number, seed=100), *differences(slow, number // QUICK_SHARE, seed=200)]
    print(json.dumps({"positions": 3 * number, "moves": compared, "different": different}))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
