"""Every level plays legal moves at every table, and keeps its time."""

from pathlib import Path
from typing import Any

import pytest

from siam.agents import AgentError, agent, agent_names, level_agents, levels
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.engine.search.limits import Limits
from siam.engine.search.results import SearchResult
from siam.engine.search.search import analyse
from siam.rules import Game, Options, Position, deal, load_board, play

TABLES = [
    (2, "siam", Options()),
    (3, "siam", Options(colony_loses=True)),
    (4, "albion", Options(capital_last=True)),
]


@pytest.mark.parametrize("name", agent_names())
@pytest.mark.parametrize(("players", "board", "options"), TABLES)
def test_an_agent_plays_legal_moves_at_every_table(name: str, players: int, board: str, options: Options) -> None:
    position = deal(players, name, board=load_board(board), options=options)
    player = agent(name)
    for turn in range(4):
        position = play(position, player.choose(position, seconds=0.02, seed=turn)).position


@pytest.mark.parametrize("name", agent_names())
def test_an_agent_plays_a_whole_game_on_a_map_of_ones_own(name: str, ring_file: Path) -> None:
    game = Game(deal(2, name, board=load_board(ring_file)))
    player = agent(name)
    while game.outcome is None:
        game = game.play(player.choose(game.position, seconds=0.02, seed=len(game.turns)))
    assert game.position.board.name == "ring"


@pytest.mark.parametrize("name", ["random", "greedy", "1", "3", "5", "8"])
def test_the_same_seed_chooses_the_same_move(name: str) -> None:
    position = deal(2, 11)
    assert agent(name).choose(position, seed=4) == agent(name).choose(position, seed=4)


@pytest.mark.parametrize(
    ("name", "seconds", "limits"),
    [
        ("7", None, Limits(nodes=400)),
        ("7", 0.05, Limits(seconds=0.05, nodes=400)),
        ("8", None, Limits(nodes=1000)),
        ("8", 0.05, Limits(seconds=0.05)),
        ("champion", 0.05, Limits(seconds=0.05)),
        ("champion", None, Limits(seconds=1.5)),
    ],
)
def test_the_highest_level_uses_the_time_it_is_given_and_counts_only_without(
    name: str, seconds: float | None, limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Limits] = []

    def note(position: Position, limits: Limits, **_: Any) -> SearchResult:
        asked.append(limits)
        return analyse(position, Limits(nodes=1), lines=1)

    monkeypatch.setattr(level_agents, "analyse", note)
    agent(name).choose(deal(2, 3), seconds=seconds)
    assert asked == [limits]


def test_there_are_eight_levels_and_a_champion() -> None:
    assert levels() == ("1", "2", "3", "4", "5", "6", "7", "8")
    assert "champion" in agent_names()


def test_a_level_plays_with_the_weights_of_a_file(tmp_path: Path) -> None:
    save_net(new_net(INPUTS, 16, 1, seed=5), tmp_path / "own.npz")
    position, name = deal(2, 3), f"4[weights={tmp_path / 'own.npz'}]"
    untaught = agent(name)
    assert untaught.name == name
    moves = [player.choose(position, seed=seed) for player in (untaught, agent("4")) for seed in range(3)]
    assert moves[:3] != moves[3:]


@pytest.mark.parametrize("players", [2, 4])
def test_weights_for_another_number_of_players_are_refused_in_a_sentence(tmp_path: Path, players: int) -> None:
    save_net(new_net(INPUTS, 8, 3, seed=5), tmp_path / "three.npz")
    with pytest.raises(AgentError, match=f"not for {players} players"):
        agent(f"4[weights={tmp_path / 'three.npz'}]").choose(deal(players, 3))


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no weights"):
        agent(f"champion[weights={tmp_path / 'nothing.npz'}]")


def test_an_unknown_agent_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        agent("nobody")
