"""The library and the second reading of the rules agree on moves, positions and outcomes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.differential import naive
from tests.differential.compare import TABLES, compare_game, compare_sparse_table
from tests.differential.naive_table import read
from tests.differential.tables import OPTION_SETS, sparse_table

EVERY_TABLE = pytest.mark.parametrize(("players", "name"), TABLES)


@EVERY_TABLE
@pytest.mark.parametrize("seed", range(3))
def test_they_agree_all_through_random_games(players: int, name: str, seed: int) -> None:
    counts: Counter[str] = Counter()
    assert compare_game(players, name, seed, share=0.3, counts=counts) is None
    assert counts["games"] == 1


@EVERY_TABLE
def test_they_agree_on_late_tables_with_few_cards_and_followers(players: int, name: str) -> None:
    problems = [compare_sparse_table(players, name, seed) for seed in range(250)]
    assert [problem for problem in problems if problem] == []


def test_the_late_tables_bring_up_the_rare_rules() -> None:
    """Otherwise the comparison above would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(250):
        options = OPTION_SETS[seed % len(OPTION_SETS)]
        text = sparse_table(2 + seed % 3, "siam", options, seed)
        table, moves = read(text), naive.moves(text, options)
        hand = table["hands"][table["seat"] - 1]
        last = len("".join(table["hands"])) == 1 and bool(hand)
        seen["a last card that wins"] += last and len(moves) > 1
        seen["a last card that does not"] += last and len(moves) == 1
        seen["no effect"] += any(" - +" in move for move in moves)
        seen["nothing to take"] += any(move.endswith("+-") for move in moves)
        seen["2 vs 1 reduced"] += any(move[0] == "2" and move[3:4] == "@" for move in moves)
        seen["a swap that could be undone"] += table["swap"][0] in hand
        seen["only pass"] += not hand
    assert min(seen.values()) >= 3, seen
