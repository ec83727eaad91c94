"""One seat against chosen agents."""

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from siam.notation import format_position
from siam.rl.gym_env import SiamEnv
from siam.rules import Move, Position, SiamError, deal, load_board
from tests.arena.agents import Cheat, Short
from tests.rl.endings import ALL_BUT_OVER, UNFIT


def test_gymnasium_finds_nothing_to_complain_about() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make("siam/Siam-v0", players=2).unwrapped, skip_render_check=True)


def test_gymnasium_imports_what_it_is_told_to_make() -> None:
    env = gymnasium.make("siam.rl:siam/Siam-v0", players=3)
    assert isinstance(env.unwrapped, SiamEnv)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_episode_is_a_game_to_its_end(players: int) -> None:
    env = SiamEnv(players, opponents="random")
    random = np.random.default_rng(1)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        is_over, reward = False, 0.0
        while not is_over:
            assert observation in env.observation_space
            mask = env.action_masks()
            assert np.array_equal(mask, info["action_mask"])
            observation, reward, is_over, _, info = env.step(int(random.choice(np.flatnonzero(mask))))
        assert reward in (-1.0, -0.5, 0.5, 1.0, 2.0)
        with pytest.raises(ResetNeeded):
            env.step(0)
    env.close()


def test_the_same_seed_gives_the_same_episode() -> None:
    first, second = SiamEnv(3), SiamEnv(3)
    assert np.array_equal(first.reset(seed=6)[0], second.reset(seed=np.int64(6))[0])
    assert first.table.position() == second.table.position()


def test_opponents_may_be_objects_and_the_seat_may_be_chosen() -> None:
    env = SiamEnv(3, opponents=[Short(), "random"], seat=2)
    assert env.reset(seed=1)[1]["seat"] == 2
    with pytest.raises(SiamError, match="2 opponents are needed, not 1"):
        SiamEnv(3, opponents=["random"])


def test_one_object_holds_all_other_seats() -> None:
    env = SiamEnv(4, opponents=Short())
    env.reset(seed=1)
    while env.step(0)[2] is False:
        assert not env.table.is_over
    assert env.table.position().card_count == 32


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"players": 5}, "two, three or four can play, not 5"),
        ({"seat": 2}, "there is no seat 2 among 2 players"),
        ({"board": "nowhere"}, "there is no map 'nowhere'"),
        ({"options": "capital"}, "'capital' is no new option"),
        ({"render_mode": "video"}, "there is no render mode 'video'"),
        ({"opponents": 7}, "7 has no method choose"),
        ({"opponents": "nobody"}, "'nobody' is nobody we know"),
    ],
)
def test_what_no_table_has_is_refused_at_once(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SiamError, match=complaint):
        SiamEnv(**given)


class Speechless:
    def choose(self, position: Position) -> Move | None:
        return None


@pytest.mark.parametrize(
    ("opponent", "complaint"),
    [(Cheat(), "player_. chose K - .*, but the card can do more"), (Speechless(), "player_. chose no move, but None")],
)
def test_an_opponents_illegal_move_is_refused_and_the_game_does_not_go_on(opponent: Any, complaint: str) -> None:
    position = deal(2, 3)
    env = SiamEnv(opponents=opponent, seat=position.to_move)
    env.reset(seed=3)
    with pytest.raises(SiamError, match=complaint):
        env.step(0)
    assert env.table.position().card_count == 16
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_an_illegal_action_ends_the_game() -> None:
    env = SiamEnv()
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(39)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_nothing_can_be_done_before_the_first_deal() -> None:
    env = SiamEnv()
    for deed in (lambda: env.step(0), env.action_masks):
        with pytest.raises(ResetNeeded):
            deed()


def test_a_game_can_begin_in_a_position_of_the_tables_own_board(ring_file: Path) -> None:
    position = deal(3, 5, board=load_board(ring_file))
    env = SiamEnv(3, board=ring_file, seat=position.to_move)
    env.reset(options={"position": format_position(position)})
    assert env.table.position() == position


@pytest.mark.parametrize(("position", "complaint"), [*UNFIT, (ALL_BUT_OVER, "the game ends before it is your turn")])
def test_a_position_in_which_the_table_cannot_begin_is_refused(position: str, complaint: str) -> None:
    env = SiamEnv(seat=1, opponents=Short())
    with pytest.raises(SiamError, match=complaint):
        env.reset(options={"position": position})


def test_it_can_be_drawn() -> None:
    env = SiamEnv(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3
