"""Moves are scored by changes from one board to the next: the sums must be those of each afterstate alone."""

import numpy as np
import pytest

from siam.engine.core.codec import encode, position_ground
from siam.engine.core.layout import CARDS, PROVINCES, TO_MOVE
from siam.engine.core.outcomes import is_decided
from siam.engine.evaluation.features import SLOT_COUNT, write_slots
from siam.engine.evaluation.net import chance, refresh
from siam.engine.evaluation.shipped import net_for
from siam.engine.search.candidates import new_candidates
from siam.engine.search.moves import score_moves
from siam.engine.search.workspace import MAX_BOARDS, new_desk
from siam.rules import deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_are_those_of_the_afterstates(players: int) -> None:
    for seed in range(3):
        position = deal(players, seed)
        net, ground, state = net_for(players, position.board), position_ground(position), encode(position)
        desk, candidates = new_desk(net.bias.size), new_candidates(40)
        slots, hidden = np.zeros(SLOT_COUNT, np.int16), np.zeros(net.bias.size, np.float32)
        turn = 0
        while not is_decided(state) and state[CARDS] > 1:
            seat = int(state[TO_MOVE])
            count = score_moves(ground, state, net, desk, candidates, 40, 200, PROVINCES)
            for i in range(count):
                after = candidates.states[i]
                if not is_decided(after):
                    write_slots(ground, after, slots)
                    refresh(net, slots, hidden)
                    alone = chance(net, hidden, (seat - int(after[TO_MOVE])) % players)
                    assert candidates.worth[i] == pytest.approx(alone, abs=1e-3)
            state = candidates.states[turn % min(count, 5)].copy()
            turn += 1


def test_looking_at_all_boards_finds_nothing_worse() -> None:
    position = deal(2, 4)
    net, ground, state = net_for(2, position.board), position_ground(position), encode(position)
    desk, few, all_of_them = new_desk(net.bias.size), new_candidates(16), new_candidates(16)
    score_moves(ground, state, net, desk, few, 16, 8, 4)
    score_moves(ground, state, net, desk, all_of_them, 16, MAX_BOARDS, PROVINCES)
    assert all_of_them.worth[0] >= few.worth[0]
    assert list(all_of_them.worth) == sorted(all_of_them.worth, reverse=True)
