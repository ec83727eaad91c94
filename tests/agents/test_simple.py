"""Every agent plays legal moves to the end, alike for the same seed, with any number of players."""

import pytest

from siam.agents import agent
from siam.notation import parse_position
from siam.rules import PASS, Game, deal, legal_moves

LATE = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_game_ends(name: str, players: int) -> None:
    game, player = Game(deal(players, 5)), agent(name)
    while not game.position.is_over:
        game = game.play(player.choose(game.position, seed=len(game.turns)))
    assert game.outcome


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_the_same_seed_chooses_the_same_legal_move(name: str) -> None:
    position = parse_position(LATE)
    move = agent(name).choose(position, seed=3)
    assert move in legal_moves(position)
    assert agent(name).choose(position, seed=3) == move


def test_greedy_passes_where_passing_wins() -> None:
    position = parse_position(LATE.replace("suk:M2 R10L14M12", "suk:M1 R10L14M13"))
    assert agent("greedy").choose(position) == PASS


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(ValueError, match="godlike"):
        agent("godlike")
