"""Old games are replayed under the rules that they were played with; unknown ones are refused."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from siam.notation import format_position
from siam.rules import Move, Position, Turn, deal, play
from siam.server.domain import rulesets
from siam.server.domain.clocks import NO_CLOCK
from siam.server.domain.live_game import LiveGame, fold
from siam.server.domain.log import Entry, Moved, Started, TakenBack
from siam.server.domain.refusals import Code, Refusal
from siam.server.domain.rulesets import RULES_VERSION, RULESETS, Ruleset
from tests.server.people import Person, play_on
from tests.server.servers import Running

SETUP = deal(2, 5)


def folded(version: str, *entries: Entry) -> LiveGame:
    started = Entry(1, None, 0.0, Started(format_position(SETUP), version))
    return fold([started, *entries], SETUP.board, SETUP.options, NO_CLOCK)


def test_new_games_are_played_under_a_version_that_is_known() -> None:
    assert RULES_VERSION in RULESETS
    assert all(version == known.version for version, known in RULESETS.items())


def test_an_old_game_is_replayed_by_its_own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Move] = []

    def old_play(position: Position, move: Move) -> Turn:
        played.append(move)
        return play(position, move)

    known = {**RULESETS, "0": Ruleset("0", old_play)}
    monkeypatch.setattr(rulesets, "RULESETS", MappingProxyType(known))
    passes = [Entry(2, 0, 1.0, Moved("pass")), Entry(3, 1, 2.0, Moved("pass"))]
    assert replace(folded("0", *passes), rules=RULESETS["1"]) == folded("1", *passes)
    assert len(played) == 2
    folded("0", *passes, Entry(4, 0, 3.0, TakenBack(1)))
    assert len(played) == 5


def test_a_game_under_unknown_rules_is_refused_with_the_versions_that_are_known() -> None:
    with pytest.raises(Refusal, match=r"version '7' of the rules; this server knows 1") as refusal:
        folded("7")
    assert refusal.value.code is Code.UNKNOWN_RULES


async def test_a_table_under_unknown_rules_does_not_disturb_the_others(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await anna.make({"kind": "bot", "level": "random"})
    await play_on([anna], table, moves=1)
    other = await anna.make()
    server.world.open_tables.forget(table)
    monkeypatch.setattr(rulesets, "RULESETS", MappingProxyType({}))
    assert await bertha.refused("GET", f"/api/tables/{table}") == "unknown_rules"
    await server.world.timers.wake_bots(-1.0)
    assert (await bertha.view(other))["table"]["status"] == "open"
