"""Hints and analyses say why: claims that anybody can check, and never what others hold."""

import asyncio

import pytest

from siam.analysis.annotations import Mark
from siam.notation import parse_move, parse_position
from siam.rules import play
from siam.server.ports import Advice, Question
from tests.server.people import Json, Person, play_on
from tests.server.servers import QuickThinkers, Running

WON = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"


def passes(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine advise to pass, and expect a pass after it."""

    async def advise(question: Question, seconds: float) -> Advice:
        return Advice("pass", (0.5, 0.5), ("pass",))

    monkeypatch.setattr(server.thinkers, "advise", advise)


async def test_a_hint_says_what_it_rests_on(server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    passes(server, monkeypatch)
    hint = await anna.post("/api/study/hint", {"position": WON})
    assert hint["reason"] == {
        "better": ["pass"],
        "instead": [],
        "beside": "passing",
        "horizon": "moves",
        "claims": [
            {"claim": "leads", "seats": [1], "criterion": "most_of_ruling", "faction": "R", "figure": 2, "rival": 1}
        ],
    }


async def test_a_hint_in_a_running_game_shows_no_replies(
    server: Running, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes(server, monkeypatch)
    table = await anna.make({"kind": "bot", "level": "random"}, seed=1)
    for _ in range(200):
        if (await anna.view(table))["you"]["my_turn"]:
            break
        await asyncio.sleep(0.02)
    reason = (await anna.post(f"/api/tables/{table}/hint"))["reason"]
    assert reason["claims"]
    assert (reason["better"], reason["instead"], reason["beside"]) == ([], [], "passing")


async def analysed(anna: Person, table: str) -> list[Json]:
    """Wait for the analysis of a game."""
    await anna.post(f"/api/tables/{table}/analysis")
    for _ in range(500):
        analysis = await anna.get(f"/api/tables/{table}/analysis")
        if analysis["status"] == "done":
            turns: list[Json] = analysis["turns"]
            return turns
        await asyncio.sleep(0.02)
    raise AssertionError("the analysis does not end")


async def test_a_mistake_says_why_with_lines_that_the_rules_allow(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the one who is to move each position looks won, so that each move loses everything."""
    quick = QuickThinkers()

    async def advise(question: Question, seconds: float) -> Advice:
        found = await quick.advise(question, seconds)
        mover = parse_position(question.position).to_move
        return Advice(found.move, (1.0, 0.0) if mover == 0 else (0.0, 1.0))

    monkeypatch.setattr(server.thinkers, "advise", advise)
    table = await anna.make(seed=5)
    await bertha.sit(table, 2)
    await play_on([anna, bertha], table, seed=2)
    positions = [parse_position(text) for text in await positions_of(anna, table)]
    reasons = 0
    for turn in await analysed(anna, table):
        if turn["mark"] is None:
            assert turn["reason"] is None
            continue
        assert turn["mark"] == Mark.BLUNDER.value
        if turn["reason"] is not None:
            reasons += 1
            better, instead = turn["reason"]["better"], turn["reason"]["instead"]
            assert (better[0], instead[0], turn["reason"]["beside"]) == (turn["best"], turn["move"], "played")
            for line in (better, instead):
                position = positions[turn["turn"] - 1]
                for text in line:
                    position = play(position, parse_move(position.board, text)).position
    assert reasons > 3


async def test_a_move_is_compared_with_the_best_one_by_one_search_where_that_knows_both(
    server: Running, anna: Person, bertha: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every position looks won to the one who is to move, but one search says that the move played loses a little."""
    quick = QuickThinkers()

    async def advise(question: Question, seconds: float) -> Advice:
        found = await quick.advise(question, seconds)
        mover = parse_position(question.position).to_move
        won, less = ((1.0, 0.0), (0.94, 0.06)) if mover == 0 else ((0.0, 1.0), (0.06, 0.94))
        return Advice(found.move, won, after_played=None if question.played is None else less)

    monkeypatch.setattr(server.thinkers, "advise", advise)
    table = await anna.make(seed=5)
    await bertha.sit(table, 2)
    await play_on([anna, bertha], table, seed=2)
    turns = await analysed(anna, table)
    worse = [turn for turn in turns if turn["move"] != turn["best"]]
    assert {turn["loss"] for turn in worse} == {0.06}
    assert {turn["mark"] for turn in worse} == {Mark.INACCURACY.value}


async def positions_of(anna: Person, table: str) -> list[str]:
    """List the positions of a finished game."""
    replay = await anna.get(f"/api/tables/{table}/replay")
    return [turn["state"]["position"] for turn in replay["turns"]]
