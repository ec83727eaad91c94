"""How agents are written, and what is said of those that can't be meant."""

from pathlib import Path
from typing import Any

import pytest

from siam.agents import AgentError, agent
from siam.agents.level_agents import LevelAgent
from siam.agents.measures import PerPlayers
from siam.agents.names import AgentName, parse_agent_name, split_list
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("greedy", AgentName("greedy")),
        ("7[nodes=50]", AgentName("7", nodes=50)),
        ("uct[ curiosity=1.4, nodes=800 ]", AgentName("uct", nodes=800, curiosity=1.4)),
        ("champion[weights=/My Nets/a.npz,nodes=400]", AgentName("champion", 400, None, Path("/My Nets/a.npz"))),
        ("champion-0.1[weights=x=y.npz]", AgentName("champion-0.1", weights=Path("x=y.npz"))),
    ],
)
def test_terms_stand_in_brackets(text: str, meant: AgentName) -> None:
    assert parse_agent_name(text) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody", "there is no agent 'nobody'"),
        ("Champion", "there is no agent 'Champion'"),
        ("champion[nodes=3", "there is no agent"),
        ("greedy[nodes=3]", "greedy takes no terms"),
        ("1[weights=x.npz]", "1 takes no terms"),
        ("uct[weights=x.npz]", "none of curiosity=…, nodes=…"),
        ("champion[]", "none of nodes=…, weights=…"),
        ("champion[weights=]", "a file is needed"),
        ("champion[nodes=1,nodes=2]", "nodes is given twice"),
        ("champion[nodes=²]", "a whole number above zero"),
        ("champion[nodes=" + "9" * 5000 + "]", "a whole number above zero"),
        (7, "named by a text like 'greedy' or '7', not 7"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(text: Any, said: str) -> None:
    with pytest.raises(AgentError, match=said.replace("(", r"\(")):
        agent(text)


def test_weights_and_nodes_can_be_given_together(tmp_path: Path) -> None:
    file = tmp_path / "own.npz"
    save_net(new_net(INPUTS, 8, 1, seed=1), file)
    made = agent(f"champion[weights={file},nodes=400]")
    assert isinstance(made, LevelAgent)
    assert (made.weights, made.nodes, made.name) == (
        file,
        PerPlayers(400, 400, 400),
        f"champion[weights={file},nodes=400]",
    )


def test_commas_within_brackets_do_not_split_a_list() -> None:
    assert split_list("human, champion[weights=F,nodes=4] ,,7") == ["human", "champion[weights=F,nodes=4]", "", "7"]
