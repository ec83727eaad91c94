"""Measure the native engine on the positions that `bench.mjs` names: one JSON object in, one out."""

import json
import sys
import time

from siam.engine.bench import signature
from siam.engine.search.limits import Limits
from siam.engine.search.search import analyse
from siam.notation import format_move, parse_position


def main() -> None:
    """Search every position, once to warm up and once to measure, by the processor's time."""
    asked = json.load(sys.stdin)
    limits = Limits(nodes=asked["nodes"])
    positions = [parse_position(text) for text in asked["positions"]]
    moves = []
    for position in positions[:1]:
        analyse(position, limits, lines=1)
    start, nodes = time.process_time(), 0
    for position in positions:
        found = analyse(position, limits, lines=1)
        nodes += found.nodes
        moves.append(format_move(position.board, found.move))
    seconds = time.process_time() - start
    answer = {"signature": signature(), "nodes_per_second": round(nodes / seconds), "moves": moves}
    print(json.dumps(answer))  # noqa: T201


if __name__ == "__main__":
    main()
