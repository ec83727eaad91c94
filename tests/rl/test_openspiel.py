"""OpenSpiel's own tests, its bots, one of its learners, and the bridge to PettingZoo."""

import copy
import pickle
import subprocess
import sys
import unittest
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test as openspiel_api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, mcts, tabular_qlearner
from pettingzoo.test import api_test

from siam.agents import agent
from siam.arena.play.entrants import make, parse_entrant
from siam.engine.core.layout import CANONICAL
from siam.notation import format_position
from siam.rl.chance_setup import bag_of, can_be_drawn, kind_of, outcomes, row_of
from siam.rl.observation import FIELDS
from siam.rl.openspiel import NAME, AgentBot, state_at
from siam.rl.openspiel_search import RandomGames
from siam.rules import BOOK, Options, deal, legal_moves, load_board
from tests.arena.agents import Short
from tests.rl.draws import draws_of

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["test"])


def _game(players: int = 2, **parameters: object) -> pyspiel.Game:
    return pyspiel.load_game(NAME, {"players": players, **parameters})


def _set_up(game: pyspiel.Game, seed: int) -> pyspiel.State:
    random, state = Random(seed), game.new_initial_state()
    while state.is_chance_node():
        found = state.chance_outcomes()
        assert sum(chance for _, chance in found) == pytest.approx(1)
        state.apply_action(random.choices([o for o, _ in found], [c for _, c in found])[0])
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_random_simulations_pass_with_serialisation(players: int) -> None:
    pyspiel.random_sim_test(_game(players), 1, True, False)


def test_they_pass_with_options_on_another_map() -> None:
    pyspiel.random_sim_test(_game(3, map="albion", capital_last=True, colony_loses=True), 1, True, False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_integration_tests_of_the_api_pass(players: int) -> None:
    members = {"game_name": NAME, "game": _game(players)}
    case = type("Enforce", (openspiel_api_test.EnforceAPIOnPartialTreeBase,), members)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    assert suite.countTestCases() >= 5
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun == suite.countTestCases()
    assert [problem for _, problem in (*result.failures, *result.errors)] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shimmy_bridge_passes_pettingzoos_api_test(players: int) -> None:
    from shimmy import OpenSpielCompatibilityV0

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(OpenSpielCompatibilityV0(game_name=NAME, config={"players": players}), num_cycles=60)


def test_its_mcts_bot_plays_a_game() -> None:
    game, random = _game(), np.random.RandomState(3)
    state = _set_up(game, 1)
    bot = mcts.MCTSBot(game, 2, 6, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=True)
    steps = 0
    while not state.is_terminal() and steps < 12:
        state.apply_action(bot.step(state))
        steps += 1
    assert steps == 12


def test_its_tabular_learner_trains_on_the_game() -> None:
    environment = rl_environment.Environment(_game())
    agents = [tabular_qlearner.QLearner(seat, environment.action_spec()["num_actions"]) for seat in range(2)]
    for _ in range(2):
        time_step = environment.reset()
        while not time_step.last():
            output = agents[time_step.observations["current_player"]].step(time_step)
            time_step = environment.step([output.action])
        for learner in agents:
            learner.step(time_step)
        assert sum(time_step.rewards) == 0


def test_one_of_its_examples_runs_unchanged() -> None:
    code = (
        "import sys, runpy, siam.rl.openspiel\n"
        "sys.argv = ['rl_example', '--game=python_king_of_siam', '--num_players=3']\n"
        "runpy.run_module('open_spiel.python.examples.rl_example', run_name='__main__')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=120)


def test_our_agents_play_as_bots() -> None:
    game = _game(3)
    bots = [AgentBot(seat, agent("random"), seed=seat) for seat in range(3)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert sum(returns) == pytest.approx(0)


def test_a_bot_may_take_nothing_but_the_position() -> None:
    state = _set_up(_game(), 1)
    assert AgentBot(state.current_player(), Short()).step(state) == 0


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    state = _set_up(_game(), 4)
    before = str(state)
    for action in (39, 40, -2):
        with pytest.raises(pyspiel.SpielError, match=f"action {action} is not legal for player"):
            state.apply_action(action)
    assert str(state) == before
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="action 0 is not legal"):
        state.apply_action(0)


def test_what_is_not_in_the_bag_cannot_be_drawn() -> None:
    state = _game().new_initial_state()
    state.apply_action(1)
    with pytest.raises(pyspiel.SpielError, match="action 1 is not legal"):
        state.apply_action(1)
    assert state.history() == [1]


def test_a_state_is_written_down_as_its_history_in_a_page_of_text(ring_file: Path) -> None:
    game = _game(3, map=str(ring_file), capital_last=True)
    random, state = Random(7), _set_up(game, 7)
    while not state.is_terminal():
        text = state.serialize()
        assert len(text) < 3000
        again = game.deserialize_state(text)
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
        for _ in range(20):
            if not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))


def test_the_game_spells_an_action_as_its_states_do() -> None:
    game = _game(map="albion")
    state = _set_up(game, 4)
    for action in state.legal_actions():
        assert game.action_to_string(0, action) == state.action_to_string(0, action)


def test_an_observation_has_its_fields_by_name() -> None:
    game = _game()
    state, observer = _set_up(game, 4), game.make_py_observer()
    observer.set_from(state, 0)
    assert list(observer.dict) == [field.name for field in FIELDS]
    assert observer.dict["supply"].tolist() == list(state.position().supply)
    assert np.concatenate(list(observer.dict.values())).tolist() == state.observation_tensor(0)


def test_states_are_written_in_our_notation() -> None:
    state = _set_up(_game(), 4)
    assert str(state) == format_position(state.position())
    action = state.legal_actions()[1]
    assert state.action_to_string(action) == "K"
    before = str(state)
    state.apply_action(action)
    assert str(state) == f"{before} K"


def test_a_clone_goes_its_own_way() -> None:
    state = _set_up(_game(), 2)
    before, twin = str(state), state.clone()
    assert str(twin) == before
    twin.apply_action(0)
    assert str(state) == before != str(twin)
    half = _game().new_initial_state()
    twin = half.clone()
    twin.apply_action(1)
    assert str(half) != str(twin)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [BOOK, Options(capital_last=True)])
def test_every_deal_of_the_rules_can_be_drawn(players: int, options: Options) -> None:
    from siam.engine.core.codec import encode

    kind = kind_of(players, load_board("siam"), options)
    for seed in range(10):
        setup = deal(players, seed, options=options)
        draws = draws_of(kind, setup)
        assert len(draws) == kind.draws
        assert np.array_equal(row_of(kind, draws)[:CANONICAL], encode(setup)[:CANONICAL])
        for number in range(len(draws)):
            before = draws[:number]
            bag = bag_of(kind, before)
            possible = [outcome for outcome, _ in outcomes(kind, before, bag)]
            assert draws[number] in possible
            assert possible == [outcome for outcome in range(-1, 9) if can_be_drawn(kind, before, bag, outcome)]


def test_utilities_are_those_of_teams_and_of_three() -> None:
    for players, possible in ((2, {-1.0, 1.0}), (3, {-1.0, 2.0}), (4, {-1.0, 1.0})):
        for seed in range(3):
            random, state = Random(seed), _set_up(_game(players), seed)
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
            returns = state.returns()
            assert set(returns) == possible
            if players == 4:
                assert returns[:2] == returns[2:]


def test_a_game_is_pickled_and_copied_with_its_parameters() -> None:
    game = _game(3, map="albion", capital_last=True)
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert str(again) == str(game)
        assert type(again) is type(game)
        state = _set_up(again, 5)
        assert str(state) == str(_set_up(game, 5))
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_game_goes_to_a_process_that_is_spawned() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_first_legal, _game(2)).result() == 8


def test_a_process_that_knows_nothing_of_it_reads_a_pickled_game() -> None:
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).new_initial_state().chance_outcomes()[0])"
    written = pickle.dumps(_game(3, map="albion"))
    done = subprocess.run([sys.executable, "-c", read], input=written, capture_output=True, check=False)
    assert done.stdout.startswith(b"(0, 0.33"), done.stderr


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_begins_in_a_position(players: int, ring_file: Path) -> None:
    options = Options(capital_last=True, colony_loses=True)
    position = deal(players, 3, board=load_board(str(ring_file)), options=options)
    state, random = state_at(position), Random(1)
    assert str(state) == format_position(position)
    assert state.get_game().get_parameters()["capital_last"]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    again = state_at(state.position())
    assert again.is_terminal()
    assert again.returns() == state.returns()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_judge_a_state_as_openspiel_does(players: int) -> None:
    state = _set_up(_game(players), 6)
    for action in (2, state.legal_actions()[2]):
        if action in state.legal_actions():
            state.apply_action(action)
    ours = RandomGames(games=4000, seed=1).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(400, np.random.RandomState(1)).evaluate(state)
    assert sum(ours) == pytest.approx(0, abs=1e-4)
    assert ours == pytest.approx(theirs, abs=0.25)


def test_random_games_end_where_the_game_has() -> None:
    state, random = _set_up(_game(3), 6), Random(2)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert RandomGames(games=3).evaluate(state).tolist() == state.returns()


def test_its_tree_search_plays_in_the_arena() -> None:
    searcher = make(parse_entrant("mcts=py:siam.rl.openspiel_search:MCTSAgent[simulations=8]"))
    for players in (2, 3, 4):
        position = deal(players, 2, options=Options(capital_last=True))
        move = searcher.choose(position, seed=2**63 - 1)
        assert move in legal_moves(position)
        assert move == searcher.choose(position, seed=2**63 - 1)


def _first_legal(game: pyspiel.Game) -> int:
    return len(_set_up(game, 1).legal_actions())
