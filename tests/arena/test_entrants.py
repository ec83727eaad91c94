"""Who can enter a tournament."""

import sys
from pathlib import Path

import pytest

from siam.agents.searching import UctAgent
from siam.arena import Plan, run
from siam.arena.entrants import EntrantError, chooser, make, parse_entrant
from siam.arena.programs import Program, ProgramError
from siam.rules import PASS, deal, legal_moves

POSITION = deal(2, 1)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", "greedy"),
        ("calm=greedy", "calm"),
        ("exec:siam engine", "siam engine"),
        ("uct[curiosity=1.4]", "uct[curiosity=1.4]"),
        ("curious=uct[curiosity=5,nodes=800]", "curious"),
        ("mine=exec[level=random]:siam engine", "mine"),
        ("py:tests.arena.agents:Short", "tests.arena.agents:Short"),
    ],
)
def test_an_entrant_is_read_with_its_name(text: str, name: str) -> None:
    assert parse_entrant(text).name == name


@pytest.mark.parametrize(
    "text",
    [
        "nobody",
        "exec:",
        "py:module",
        "exec[depth=3]:siam engine",
        "exec[nodes=many]:siam engine",
        "uct[level=3]",
        "uct[nodes=0]",
        "uct[curiosity=nan]",
        "uct[]",
        "greedy[nodes=5]",
    ],
)
def test_an_unknown_entrant_is_rejected(text: str) -> None:
    with pytest.raises(EntrantError):
        parse_entrant(text)


@pytest.mark.parametrize("text", ["py:tests.arena.nowhere:Short", "py:tests.arena.agents:Nobody", "py:sys:path"])
def test_a_python_object_that_cannot_choose_is_rejected(text: str) -> None:
    with pytest.raises(EntrantError):
        make(parse_entrant(text))


def test_choose_may_leave_out_the_keywords_it_has_no_use_for() -> None:
    assert make(parse_entrant("py:tests.arena.agents:Short")).choose(POSITION, seconds=1, seed=2) == PASS


def test_an_object_without_choose_is_rejected() -> None:
    with pytest.raises(EntrantError):
        chooser(object())


def test_uct_takes_its_curiosity_and_its_playouts_from_the_brackets() -> None:
    assert make(parse_entrant("uct")) == UctAgent()
    assert make(parse_entrant("uct[curiosity=1.4]")) == UctAgent("uct[curiosity=1.4]", curiosity=1.4)
    assert make(parse_entrant("many=uct[nodes=8000]")) == UctAgent("many", nodes=8000)


def test_a_number_of_playouts_makes_games_of_uct_repeatable() -> None:
    plan = Plan(tuple(map(parse_entrant, ("uct[nodes=200]", "uct[nodes=200,curiosity=1.4]"))), deals=1)
    assert run(plan) == run(plan)


def test_curiosity_changes_what_uct_chooses() -> None:
    position = deal(2, 3)
    moves = {UctAgent(curiosity=curiosity, nodes=2000).choose(position, seed=1) for curiosity in (0.1, 1.4, 2.8, 20)}
    assert len(moves) > 1


def test_a_program_that_speaks_the_protocol_plays() -> None:
    program = Program(f"{Path(sys.executable).with_name('siam')} engine", {"level": "random"})
    try:
        move = program.choose(POSITION, seed=3)
        assert move in legal_moves(POSITION)
        assert program.choose(POSITION, seed=3) == move
    finally:
        program.close()


def test_a_program_plays_on_a_map_of_ones_own(ring_file: Path) -> None:
    entrant = parse_entrant(f"engine=exec[level=random]:{Path(sys.executable).with_name('siam')} engine")
    (result,) = run(Plan((entrant,), deals=1, format="self", board=str(ring_file)))
    assert result.fault == ""
    assert result.ending in "RLMB"


@pytest.mark.parametrize(
    "code",
    [
        "",
        "input(); print('hello', flush=True); input()",
        'input(); print(\'{"id": 7, "result": {}}\', flush=True); input()',
        'input(); print(\'{"id": 1, "result": {}}\', flush=True); input()',
        'input(); print(\'{"id": 1, "error": {"message": "no"}}\', flush=True); input()',
        "import time; time.sleep(60)",
    ],
)
def test_a_program_that_does_not_answer_well_is_an_error(code: str) -> None:
    program = Program(f'{sys.executable} -c "{code.replace(chr(34), chr(92) + chr(34))}"', patience=1.5)
    try:
        with pytest.raises(ProgramError):
            program.choose(POSITION)
    finally:
        program.close()


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ProgramError, match="No such file"):
        Program("no-such-program-anywhere").choose(POSITION)
