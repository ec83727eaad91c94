"""What an observation shows, told by the rules."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from siam.agents.simple import random_move
from siam.engine.core.last_card import legal_steps
from siam.rl import observation
from siam.rl.observation import FIELDS
from siam.rl.step_ids import steps_of
from siam.rl.stepped_game import HIGHS, SteppedGame
from siam.rules import (
    STEPS,
    Control,
    Game,
    HalfMove,
    Options,
    Position,
    advance,
    camp_of,
    controller,
    deal,
    standing_outcome,
)


def _played(players: int, seed: int, options: Options) -> Game:
    random, game = Random(seed), Game(deal(players, seed, options=options))
    while game.outcome is None:
        game = Game(game.setup, (*game.turns, advance(game.position, random_move(game.position, random))))
    return game


def _field(row: NDArray[np.int8], name: str) -> list[int]:
    field = next(field for field in FIELDS if field.name == name)
    return [int(value) for value in row[field.start : field.start + field.size]]


def test_the_fields_cover_the_row_without_gaps() -> None:
    place = 0
    for field in FIELDS:
        assert field.start == place
        place += field.size
    assert place == observation.SIZE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_follows_the_rules_and_shows_them(players: int) -> None:
    for seed in range(4):
        game = _played(players, seed, Options(capital_last=seed == 1, colony_loses=seed == 2))
        table = SteppedGame(game.setup)
        for position, turn in zip(game.positions, game.turns, strict=False):
            _check(table, position)
            half = HalfMove(position)
            for step in steps_of(turn.move):
                assert table.legal_actions() == sorted(STEPS.index(legal) for legal in half.legal_steps)
                half = half.then(STEPS[step])
                table.step(step)
            assert half.move == turn.move
        assert table.is_over
        assert table.position() == game.position
        _check_rewards(table, game)


def _check(table: SteppedGame, position: Position) -> None:
    assert table.position() == position
    players = len(position.players)
    for seat in range(players):
        row = table.observe(seat)
        assert np.all(row <= HIGHS)
        assert np.all(row >= 0)
        order = [(seat + place) % players for place in range(players)]
        absent = [0] * (4 - players)
        assert _field(row, "followers") == [count for there in position.followers for count in there]
        assert _field(row, "supply") == list(position.supply)
        courts = [count for other in order for count in position.players[other].court]
        assert _field(row, "courts") == courts + absent * 3
        hands = [position.players[other].hand.count(card) for other in order for card in range(7)]
        assert _field(row, "hands") == hands + absent * 7
        latest = [position.recency.index(o) + 1 if o in position.recency else 0 for o in order]
        assert _field(row, "latest") == latest + absent
        assert _field(row, "to_move") == [int(other == position.to_move) for other in order] + absent
        assert _field(row, "camp") == [int(other in camp_of(players, seat)) for other in order] + absent
        outcome = standing_outcome(position)
        assert _field(row, "winning") == [int(other in outcome.winners) for other in order] + absent
        assert _field(row, "ruling") == [int(control == outcome.ending) for control in Control]
        assert _field(row, "king") == [int(king) for king in position.kings]
        assert _field(row, "control") == [int(c is control) for c in position.controls for control in Control]
        leading = [
            int(position.controls[province] is None and controller(position.followers[province]) is control)
            for province in range(8)
            for control in Control
        ]
        assert _field(row, "leading") == leading
        distance = [
            int(province in position.open_track and position.open_track.index(province) == place)
            for province in range(8)
            for place in range(8)
        ]
        assert _field(row, "distance") == distance
        assert _field(row, "passes") == [position.passes]
        assert _field(row, "cards") == [position.card_count]
        assert sum(_field(row, "stage")) == 1
        banned = 0 if position.last_swap is None else 1
        assert sum(_field(row, "ban")[:2]) == banned
        assert sum(_field(row, "ban")[2:]) in ((2, 3) if banned else (0,))


def _check_rewards(table: SteppedGame, game: Game) -> None:
    assert game.outcome is not None
    rewards = table.rewards()
    assert sum(rewards) == pytest.approx(0)
    for seat, reward in enumerate(rewards):
        won = seat in game.outcome.winners
        assert (reward > 0) == (won and 0 < len(game.outcome.winners) < len(rewards))
    assert legal_steps(table.ground, table.state) == 0
