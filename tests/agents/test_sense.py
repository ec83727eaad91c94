"""No level gives a win away for nothing: positions in which only an absurd move does."""

from functools import cache
from random import Random

import pytest

from siam.agents import agent, levels, styles
from siam.agents.simple import random_move, wins_as_it_stands
from siam.rules import PASS, Game, Position, deal, play

_WANTED = 12


@cache
def held_wins(players: int) -> tuple[Position, ...]:
    """Find positions in which passing wins, nobody else can do anything about it, and some moves give it away.

    Whoever is to move has one or two cards left, and all others none.
    """
    found: list[Position] = []
    seed = 0
    while len(found) < _WANTED:
        seed += 1
        random, position = Random(seed), deal(players, seed)
        keeper = seed % players
        while not position.is_over:
            seat = position.to_move
            hand = position.players[seat].hand
            if seat == keeper and len(hand) <= 2 and _is_held(position, random):
                found.append(position)
                break
            keeps = seat == keeper and len(hand) <= 2
            position = play(position, PASS if keeps else random_move(position, random)).position
    return tuple(found)


def _is_held(position: Position, random: Random) -> bool:
    others = [player for seat, player in enumerate(position.players) if seat != position.to_move]
    if any(player.hand for player in others) or not position.players[position.to_move].hand:
        return False
    if not wins_as_it_stands(position, PASS):
        return False
    return any(not wins_as_it_stands(position, random_move(position, random)) for _ in range(30))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["greedy", *levels(), *styles()])
def test_nobody_gives_away_a_win_that_passing_keeps(name: str, players: int) -> None:
    player = agent(name)
    given_away = 0
    for start in held_wins(players):
        game = Game(start)
        while game.outcome is None:
            mine = game.position.to_move == start.to_move
            game = game.play(player.choose(game.position, seed=len(game.turns)) if mine else PASS)
        given_away += start.to_move not in game.outcome.winners
    assert given_away == 0
