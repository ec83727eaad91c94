"""A host adds bots with weights of their own; clients know them by name and can name no file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.server.adapters.thinkers import ProcessThinkers
from siam.server.app.settings import Settings, UnfitSettingsError
from siam.server.ports import Outage, Question
from tests.server.people import Person
from tests.server.servers import Process


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """Weights for two camps."""
    file = tmp_path / "Mine.npz"
    save_net(new_net(INPUTS, 8, 1, seed=3), file)
    return file


@pytest.fixture
async def anna(tmp_path: Path, weights: Path) -> AsyncIterator[Person]:
    """Somebody at a server with a bot of its own."""
    process = Process(tmp_path, SIAM_BOTS=f"mine=champion[weights={weights},nodes=3], quick=uct[nodes=50]")
    await process.start()
    yield await Person.guest(process.url, "Anna")
    process.stop()


async def test_a_bot_of_the_host_plays(anna: Person) -> None:
    offered = {level["name"]: level["title"] for level in (await anna.get("/api/server"))["levels"]}
    assert offered["mine"] == "Mine"
    assert offered["quick"] == "Quick"
    table = await anna.make({"kind": "bot", "level": "mine"}, seed=1)
    view = await anna.view(table)
    if view["you"]["my_turn"]:
        await anna.move(table, "pass", view["version"])
    view = await anna.sees(table, lambda view: view["you"]["my_turn"] or view["result"])
    assert view["seats"][1]["level"] == "mine" or view["seats"][0]["level"] == "mine"


async def test_a_client_names_no_file_and_no_table_that_the_weights_are_not_for(anna: Person, weights: Path) -> None:
    for level in (f"champion[weights={weights}]", "champion[nodes=9]", "7[nodes=5]"):
        wish = {"seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
        assert await anna.refused("POST", "/api/tables", wish) == "invalid"
    three = {"seats": [{"kind": "me"}, *[{"kind": "bot", "level": "mine"}] * 2]}
    assert await anna.refused("POST", "/api/tables", three) == "invalid"


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("champion[nodes=5]", "a bot is written name=agent"),
        ("Mine=champion", "a bot is written name=agent"),
        ("7=champion", "a bot is written name=agent"),
        ("greedy=champion", "a bot called 'greedy' already"),
        ("a=7,a=8", "a bot called 'a' already"),
        ("a=nobody", "there is no agent 'nobody'"),
        ("a=champion[weights=nowhere.npz]", "nowhere.npz: no weights"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_at_the_start(bots: str, said: str) -> None:
    with pytest.raises(UnfitSettingsError, match=f"^SIAM_BOTS: .*{said}"):
        _ = Settings(bots=bots).house_bots


async def test_a_bot_that_the_host_took_away_is_an_outage_so_that_its_tables_go_on() -> None:
    with pytest.raises(Outage, match="mine"):
        await ProcessThinkers(1).choose(Question("", {}, None), "mine", None, 1)
