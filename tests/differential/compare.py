"""Compares the library with the second reading, position by position.

`python -m tests.differential.compare 20000` does so for that many made-up tables and a game for every tenth.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import TYPE_CHECKING

from siam.notation import format_move, format_position, parse_move, parse_position
from siam.rules import Options, Outcome, legal_moves, outcome, play, standing_outcome
from tests.differential import naive
from tests.differential.naive_table import read
from tests.differential.tables import OPTION_SETS, fresh_table, sparse_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.differential.naive_endings import Verdict

MAPS = ("siam", "albion")
TABLES = [(players, name) for players in (2, 3, 4) for name in MAPS]


def disagreement(text: str, options: Mapping[str, object], rng: random.Random, *, samples: int = 3) -> str | None:
    """Return where the two differ in a position: its moves, their number, the outcome, or where moves lead."""
    position = parse_position(text, Options.from_values(dict(options)))
    if format_position(position) != text:
        return f"{text} is written {format_position(position)}"
    listed = naive.moves(text, options)
    moves = legal_moves(position)
    ours = sorted(format_move(position.board, move) for move in moves)
    if ours != listed:
        return f"{text} {options}: moves {sorted(set(ours) ^ set(listed))[:5]}"
    if len(moves) != len(listed) or bool(moves) != bool(listed):
        return f"{text} {options}: {len(moves)} moves instead of {len(listed)}"
    if verdict(standing_outcome(position)) != naive.outcome(text, options):
        return f"{text} {options}: outcome {verdict(standing_outcome(position))}"
    for move in rng.sample(listed, min(samples, len(listed))):
        after = play(position, parse_move(position.board, move)).position
        if (format_position(after), verdict(outcome(after))) != naive.play(text, move, options):
            return f"{text} {options}: {move} leads to {format_position(after)}"
    return None


def verdict(found: Outcome | None) -> Verdict | None:
    """Put an outcome into the words of the second reading."""
    if found is None:
        return None
    return {"ending": found.ending.letter, "winners": [seat + 1 for seat in found.winners]}


def compare_sparse_table(players: int, name: str, seed: int) -> str | None:
    """Compare on one made-up late table."""
    rng = random.Random(seed)
    options = rng.choice(OPTION_SETS)
    return disagreement(sparse_table(players, name, options, seed), options, rng)


def compare_game(players: int, name: str, seed: int, *, share: float, counts: Counter[str]) -> str | None:
    """Play a random game with the second reading and compare on a share of its positions."""
    rng = random.Random(seed)
    options = rng.choice(OPTION_SETS)
    keenness = rng.choice((0.3, 0.6, 0.9, 1.0))
    text, ended = fresh_table(players, name, options, seed), None
    while ended is None:
        few_cards = sum(len(hand) for hand in read(text)["hands"]) < 6
        if few_cards or rng.random() < share:
            counts["positions"] += 1
            problem = disagreement(text, options, rng)
            if problem:
                return problem
        move = rng.choice(naive.moves(text, options)) if rng.random() < keenness else "pass"
        text, ended = naive.play(text, move, options)
    counts["games"] += 1
    return disagreement(text, options, rng)


def main(number: int, first_seed: int = 0) -> int:
    """Compare on many seeds; print every difference and how much was compared."""
    counts: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + number):
        players, name = TABLES[seed % len(TABLES)]
        problem = compare_sparse_table(players, name, seed)
        counts["positions"] += 1
        if seed % 60 < len(TABLES) and not problem:
            problem = compare_game(players, name, seed, share=1.0, counts=counts)
        if problem:
            counts["differences"] += 1
            print(problem)
    print(f"{counts['positions']} positions, {counts['games']} games: {counts['differences']} differences")
    return counts["differences"]


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
