"""Who can enter a tournament."""

import re
import sys
from pathlib import Path

import pytest

from siam.agents import agent, agent_names
from siam.agents.level_agents import LevelAgent, UctAgent
from siam.agents.measures import PerPlayers
from siam.agents.styled import StyledAgent
from siam.arena import Entrant, Plan, run
from siam.arena.play.entrants import EntrantError, chooser, dismiss, entrant_of, make, parse_entrant
from siam.arena.play.programs import Program, ProgramError
from siam.rules import PASS, deal, legal_moves
from tests.arena.agents import Short, Tidy

POSITION = deal(2, 1)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", "greedy"),
        ("calm=greedy", "calm"),
        ("exec:siam engine", "siam engine"),
        ("uct[curiosity=1.4]", "uct[curiosity=1.4]"),
        ("curious=uct[curiosity=5,nodes=800]", "curious"),
        ("champion[nodes=2000]", "champion[nodes=2000]"),
        ("near=7[nodes=50]", "near"),
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
        "1[nodes=5]",
        "8[curiosity=2]",
        "champion[nodes=0]",
        "object:tests.arena.agents.Short",
    ],
)
def test_an_unknown_entrant_is_rejected(text: str) -> None:
    with pytest.raises(EntrantError):
        parse_entrant(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("py:tests.arena.nowhere:Short", "No module named"),
        ("py:tests.arena.agents:Nobody", "has no attribute 'Nobody'"),
        ("py:sys:path", "has no method choose"),
        ("py:tests.arena.agents:failing", "py:tests.arena.agents:failing: RuntimeError: no weights"),
        ("py:tests.arena.agents:wanting", "missing 1 required positional argument: 'what'"),
        ("py:garbled:Bot", "SyntaxError"),
        ("py:leaving:Bot", "SystemExit: 3"),
    ],
)
def test_python_code_that_makes_no_agent_is_rejected(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "garbled.py").write_text("class Bot(:", encoding="utf-8")
    (tmp_path / "leaving.py").write_text("import sys; sys.exit(3)", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EntrantError, match=re.escape(message)):
        make(parse_entrant(text))


def test_an_object_with_choose_enters_under_its_name_or_that_of_its_class() -> None:
    short = Short()
    assert entrant_of(short) == Entrant("Short", "object:tests.arena.agents.Short")
    assert entrant_of(agent("random")) == Entrant("random", "object:siam.agents.simple.RandomAgent")
    assert make(entrant_of(short)).choose(POSITION, seconds=1, seed=2) == PASS


@pytest.mark.parametrize("given", [object(), 5, Short])
def test_what_cannot_choose_does_not_enter(given: object) -> None:
    with pytest.raises(EntrantError):
        entrant_of(given)


def test_an_object_of_a_kept_tournament_must_be_handed_over_again() -> None:
    with pytest.raises(EntrantError, match="hand it over again"):
        make(Entrant("Short", "object:tests.arena.agents.Short"))


def test_an_agent_is_closed_if_it_can_be(tmp_path: Path) -> None:
    dismiss(chooser(Tidy(tmp_path / "note")))
    assert (tmp_path / "note").exists()
    dismiss(chooser(Short()))


def test_whoever_fails_to_close_holds_up_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    dismiss(Tidy(tmp_path / "nowhere" / "note"))
    assert "did not close" in caplog.text


def test_choose_may_leave_out_the_keywords_it_has_no_use_for() -> None:
    assert make(parse_entrant("py:tests.arena.agents:Short")).choose(POSITION, seconds=1, seed=2) == PASS


def test_an_object_without_choose_is_rejected() -> None:
    with pytest.raises(EntrantError):
        chooser(object())


def test_uct_takes_its_curiosity_and_its_playouts_from_the_brackets() -> None:
    assert make(parse_entrant("uct")) == UctAgent()
    assert make(parse_entrant("uct[curiosity=1.4]")) == UctAgent("uct[curiosity=1.4]", curiosity=1.4)
    assert make(parse_entrant("many=uct[nodes=8000]")) == UctAgent("many", nodes=8000)


@pytest.mark.parametrize("name", agent_names())
def test_whoever_searches_takes_a_number_of_nodes_and_nobody_else(name: str) -> None:
    searches = name not in ("random", "greedy", "1")
    if not searches:
        with pytest.raises(EntrantError):
            parse_entrant(f"{name}[nodes=50]")
        return
    made = make(parse_entrant(f"{name}[nodes=50]"))
    assert isinstance(made, UctAgent | LevelAgent | StyledAgent)
    assert made.name == f"{name}[nodes=50]"
    assert made.nodes == (PerPlayers(50, 50, 50) if isinstance(made, LevelAgent) else 50)


def test_a_number_of_nodes_counts_even_where_a_time_is_given_too() -> None:
    made = make(parse_entrant("8[nodes=50]"))
    assert isinstance(made, LevelAgent)
    assert not made.fills_time


def test_a_number_of_nodes_makes_moves_of_the_champion_repeatable() -> None:
    champion = make(parse_entrant("champion[nodes=60]"))
    assert champion.choose(POSITION, seed=1) == champion.choose(POSITION, seed=1)


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


def test_a_program_that_spoke_out_of_turn_begins_anew_with_the_next_question(tmp_path: Path) -> None:
    flag = tmp_path / "has spoken"
    script = tmp_path / "engine.py"
    script.write_text(
        "import json, pathlib\n"
        f"flag = pathlib.Path({str(flag)!r})\n"
        "if not flag.exists():\n"
        "    flag.touch()\n"
        "    print('welcome', flush=True)\n"
        "while True:\n"
        "    asked = json.loads(input())\n"
        "    print(json.dumps({'id': asked['id'], 'result': {'move': 'pass'}}), flush=True)\n"
    )
    program = Program(f"{sys.executable} {script}")
    try:
        with pytest.raises(ProgramError, match="'welcome"):
            program.choose(POSITION)
        assert program.choose(POSITION) == program.choose(POSITION) == PASS
    finally:
        program.close()


@pytest.mark.parametrize(
    "text", ["greedy", "uct[nodes=50]", "a=3", "py:tests.arena.agents:Short", "exec[nodes=5]:bin/engine --fast"]
)
def test_an_entrant_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_entrant(text)) == text
    assert parse_entrant(str(parse_entrant(text))) == parse_entrant(text)


def test_a_program_that_ends_at_once_is_an_error() -> None:
    for _ in range(10):  # it may end before or after it was asked
        with pytest.raises(ProgramError, match="the program has ended"):
            Program("true").choose(POSITION)


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ProgramError, match="there is no program"):
        Program("no-such-program-anywhere").choose(POSITION)
