"""A tournament gives the same table however it is played."""

import json
from pathlib import Path

import pytest

from siam.agents import agent
from siam.arena import EntrantError, Plan, Sprt, run, standings
from siam.arena.play.archive import RECORDS
from siam.arena.play.games import Result
from siam.arena.reports.report import report, table_json, write_report
from siam.notation import parse_records
from siam.provenance import provenance
from tests.arena.agents import Answering, Complaining, Interrupting, Leaving, Seeded, Tidy

PLAN = Plan(("chance=random", "seeded=py:tests.arena.agents:Seeded"), deals=6, seed=4)


@pytest.fixture(scope="module")
def played() -> list[Result]:
    return run(PLAN)


def test_the_same_seed_gives_the_same_games(played: list[Result]) -> None:
    assert run(PLAN) == played


def test_another_seed_gives_other_games(played: list[Result]) -> None:
    assert run(Plan(PLAN.entrants, deals=1, seed=5))[0].record != played[0].record


def test_two_processes_give_the_same_games(played: list[Result], tmp_path: Path) -> None:
    assert run(PLAN, str(tmp_path), processes=2) == played


def test_objects_play_here_and_in_other_processes(tmp_path: Path) -> None:
    plan = Plan((Seeded(), agent("random"), "py:tests.arena.agents:Short"), deals=2)
    results = run(plan)
    assert len(results) == 12
    assert run(plan, processes=2) == results


def test_an_object_that_cannot_be_sent_to_another_process_is_told() -> None:
    with pytest.raises(EntrantError, match="Answering can't go to another process"):
        run(Plan((Answering(lambda: None), "random"), deals=1), processes=2)


def test_an_agent_that_the_arena_made_is_closed_and_one_that_was_handed_over_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAM_TEST_NOTE", str(tmp_path / "made"))
    run(Plan(("py:tests.arena.agents:tidy_here", Tidy(tmp_path / "handed over")), deals=1))
    assert (tmp_path / "made").exists()
    assert not (tmp_path / "handed over").exists()


def test_an_agent_is_closed_in_other_processes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAM_TEST_NOTE", str(tmp_path / "made"))
    run(Plan(("py:tests.arena.agents:tidy_here", "random"), deals=1), processes=2)
    assert (tmp_path / "made").exists()


def test_all_games_are_kept_as_records(played: list[Result], tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    records = parse_records((tmp_path / RECORDS).read_text(encoding="utf-8"))
    assert len(records) == len(played) == 12
    assert [dict(record.tags)["Seat1"] for record in records[:2]] == ["chance", "seeded"]


def test_an_agent_that_fails_loses_and_the_tournament_goes_on(tmp_path: Path) -> None:
    names = ("py:tests.arena.agents:Clumsy", "py:tests.arena.agents:Cheat", "py:tests.arena.agents:Short")
    plan = Plan(names, deals=1, players=3, format="gauntlet")
    results = run(plan, tmp_path)
    assert len(results) == 12
    table = write_report(plan, results, tmp_path)
    assert table.rows[0].name.endswith("Short")
    assert any("RuntimeError: out of ideas" in fault for fault in table.faults)
    assert parse_records((tmp_path / RECORDS).read_text(encoding="utf-8"))[0].ending == "*"


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (Leaving(), "SystemExit: 3"),
        (Answering(None), "SiamError: None is no move"),
        (Answering("pass"), "SiamError: 'pass' is no move"),
    ],
)
def test_what_an_agent_does_wrong_is_its_fault_alone(bad: object, fault: str) -> None:
    assert all(fault in result.fault for result in run(Plan((bad, "random"), deals=1)))


def test_a_fault_is_told_in_one_line_that_can_be_written() -> None:
    results = run(Plan((Complaining("one\r\ntwo\u2028three \ud800"), "random"), deals=1))
    told, places = zip(*(result.fault.split(" (agents.py, line ") for result in results), strict=True)
    assert set(told) == {
        "Complaining (seat 1): RuntimeError: one two three ?",
        "Complaining (seat 2): RuntimeError: one two three ?",
    }
    assert all(place.endswith(", in choose)") for place in places)


def test_an_interruption_is_nobody_s_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(Plan((Interrupting(), "random"), deals=1))


TESTED = Plan(
    ("random", "py:tests.arena.agents:Clumsy", "py:tests.arena.agents:Seeded"),
    deals=14,
    seed=2,
    format="gauntlet",
    sprt=Sprt(0.5, 0.8),
)


@pytest.fixture(scope="module")
def tested() -> list[Result]:
    return run(TESTED)


def test_a_decided_match_stops_early_in_the_same_way_everywhere(tested: list[Result]) -> None:
    games = [sum(result.match == match for result in tested) for match in (0, 1)]
    assert games[0] == 16
    assert games[1] > 16
    assert run(TESTED, processes=2) == tested


def test_the_report_tells_what_the_sequential_test_has_decided(tested: list[Result], tmp_path: Path) -> None:
    table = write_report(TESTED, tested, tmp_path)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| games | verdict | log-likelihood ratio |" in page
    assert "| 16 | accepted |" in page
    assert "80.0% rather than 50.0% is accepted when the log-likelihood ratio of the deals reaches 2.94" in page
    kept = json.loads((tmp_path / "standings.json").read_text(encoding="utf-8"))
    assert kept == {"made_by": [provenance()], **table_json(table)}
    verdicts = [match["verdict"] for match in kept["matches"]]
    assert [verdict["decision"] for verdict in verdicts] == ["accepted", "undecided"]
    assert verdicts[0]["evidence"] >= verdicts[0]["bounds"][1]
    assert verdicts[1]["bounds"] == [-2.944439, 2.944439]


def test_without_a_sequential_test_nothing_is_said_of_one(played: list[Result]) -> None:
    table = standings(PLAN, played)
    assert "verdict" not in report(PLAN, table)
    assert "verdict" not in json.dumps(table_json(table))


def test_the_report_tells_the_table(played: list[Result], tmp_path: Path) -> None:
    table = write_report(PLAN, played, tmp_path)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert page == report(PLAN, table)
    assert "| 1 |" in page
    assert "12 games" in page
    assert (tmp_path / "standings.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (tmp_path / "standings.png").read_bytes().startswith(b"\x89PNG")
