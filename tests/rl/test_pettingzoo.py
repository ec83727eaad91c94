"""PettingZoo's own tests, and what they do not ask."""

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec, turn_based_aec_to_parallel

from siam.notation import format_position
from siam.rl import siam_v0
from siam.rules import SiamError, deal, load_board
from tests.rl.endings import UNFIT


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """Mute PettingZoo's advice against observations with a mask beside them: its own board games have them too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_api_test_passes(players: int) -> None:
    api_test(siam_v0.env(players=players), num_cycles=200)


def test_the_api_test_passes_with_options_on_another_map() -> None:
    api_test(siam_v0.env(board="albion", options="capital_last=on colony_loses=on"), num_cycles=100)


def test_the_seed_test_passes() -> None:
    seed_test(lambda: siam_v0.env(players=3), num_cycles=60)


def test_the_render_test_passes() -> None:
    render_test(siam_v0.env)


def test_the_max_cycles_test_passes() -> None:
    max_cycles_test(siam_v0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parallel_api_test_passes(players: int) -> None:
    parallel_api_test(siam_v0.parallel_env(players=players), num_cycles=300)


def test_the_parallel_seed_test_passes() -> None:
    parallel_seed_test(lambda: siam_v0.parallel_env(players=3), num_cycles=60)


def test_with_max_cycles_it_is_an_aec_environment_in_which_everybody_acts_in_turn() -> None:
    api_test(siam_v0.env(max_cycles=40), num_cycles=50)
    seed_test(lambda: siam_v0.env(max_cycles=40), num_cycles=50)


def test_the_wrappers_lead_from_one_form_to_the_other() -> None:
    parallel = aec_to_parallel(siam_v0.env(players=3, max_cycles=40))
    assert isinstance(parallel, siam_v0.parallel_env)
    assert parallel_to_aec(parallel).possible_agents == siam_v0.env(players=3).possible_agents


def test_the_turn_based_wrapper_plays_a_game() -> None:
    parallel = turn_based_aec_to_parallel(siam_v0.env(players=3))
    observations, _ = parallel.reset(seed=5)
    rewards: dict[str, float] = {}
    while parallel.agents:
        mover = parallel.aec_env.agent_selection
        mask = observations[mover]["action_mask"]
        actions = dict.fromkeys(parallel.agents, 0)
        actions[mover] = int(np.flatnonzero(mask)[-1])
        observations, rewards, _, _, _ = parallel.step(actions)
    assert sum(rewards.values()) == 0
    assert any(rewards.values())


def test_in_the_parallel_form_an_illegal_action_counts_as_the_lowest_legal_one() -> None:
    env = siam_v0.parallel_env()
    env.reset(seed=1)
    mover = f"player_{env.table.seat}"
    *_, infos = env.step(dict.fromkeys(env.agents, 39))
    assert infos[mover] == {"illegal": True}
    assert env.table.position().passes == 1


def test_the_parallel_form_has_nothing_to_tell_once_the_game_has_ended() -> None:
    env = siam_v0.parallel_env(max_cycles=1)
    env.reset(seed=1)
    *_, truncations, _ = env.step(dict.fromkeys(env.agents, 0))
    assert all(truncations.values())
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_it_is_registered_with_pettingzoo() -> None:
    assert pettingzoo.make("aec", "siam/siam-v0", players=4).max_num_agents == 4
    assert isinstance(pettingzoo.make("parallel", "siam/siam-v0", max_cycles=9), siam_v0.parallel_env)


def test_the_same_seed_deals_the_same_game_as_everywhere() -> None:
    env = siam_v0.raw_env(players=4)
    for seed in (12, np.int64(12)):
        env.reset(seed=seed)
        assert env.table.position() == deal(4, 12)


def test_a_game_can_begin_anywhere() -> None:
    position = deal(2, 99)
    env = siam_v0.raw_env()
    env.reset(options={"position": format_position(position)})
    assert env.table.position() == position


def test_a_game_can_begin_anywhere_on_a_board_of_ones_own(ring_file: Path) -> None:
    position = deal(2, 99, board=load_board(ring_file))
    env = siam_v0.raw_env(board=ring_file)
    env.reset(options={"position": format_position(position)})
    assert env.table.position() == position


@pytest.mark.parametrize(("position", "complaint"), UNFIT)
def test_a_position_in_which_the_table_cannot_begin_is_refused(position: str, complaint: str) -> None:
    with pytest.raises(SiamError, match=complaint):
        siam_v0.raw_env().reset(options={"position": position})


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"players": 5}, "two, three or four can play, not 5"),
        ({"board": "nowhere"}, "there is no map 'nowhere'"),
        ({"render_mode": "video"}, "there is no render mode 'video'; known: human, ansi, rgb_array"),
    ],
)
@pytest.mark.parametrize("make", [siam_v0.env, siam_v0.parallel_env])
def test_what_no_table_has_is_refused_at_once(make: Any, given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SiamError, match=complaint):
        make(**given)


def test_the_mask_stands_in_the_observation_and_in_the_info() -> None:
    env = siam_v0.env()
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert observation["action_mask"].sum() == 8


def test_nobody_can_write_into_the_empty_mask_that_waiting_agents_share() -> None:
    env = siam_v0.raw_env(players=3)
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    with pytest.raises(ValueError, match="read-only"):
        env.infos[waiting]["action_mask"][0] = 1


def test_an_illegal_action_loses_and_raw_it_is_an_error() -> None:
    env = siam_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(39)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1
    raw = siam_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        raw.step(39)


@pytest.mark.parametrize("kind", [siam_v0.raw_env, siam_v0.parallel_env])
def test_the_environment_can_be_pickled(kind: Any) -> None:
    env = pickle.loads(pickle.dumps(kind(players=3, board="albion")))
    env.reset(seed=2)
    assert len(env.agents) == 3
    assert env.table.board.name == "albion"
