"""A tournament gives the same table however it is played."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from siam.arena import Entrant, Plan, parse_entrant, run, standings
from siam.arena.archive import LINES, RECORDS, ArchiveError, read_archive
from siam.arena.games import Result
from siam.arena.reports import report, table_json, write_report
from siam.arena.sequential import Sprt
from siam.notation import parse_records

PLAN = Plan((parse_entrant("chance=random"), parse_entrant("seeded=py:tests.arena.agents:Seeded")), deals=6, seed=4)


@pytest.fixture(scope="module")
def played() -> list[Result]:
    return run(PLAN)


def test_the_same_seed_gives_the_same_games(played: list[Result]) -> None:
    assert run(PLAN) == played


def test_another_seed_gives_other_games(played: list[Result]) -> None:
    assert run(Plan(PLAN.entrants, deals=1, seed=5))[0].record != played[0].record


def test_two_processes_give_the_same_games(played: list[Result], tmp_path: Path) -> None:
    assert run(PLAN, tmp_path, processes=2) == played


def test_a_ray_cluster_of_two_gives_the_same_games(played: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "300")  # a busy machine starts it slowly

    import ray

    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    _start_cluster(ray)
    try:
        assert run(PLAN, ray="auto", processes=2) == played
    finally:
        ray.shutdown()


def _start_cluster(ray: ModuleType) -> None:
    """Start Ray with two workers; it gives a busy machine half a minute only, so try more than once."""
    for _ in range(5):
        try:
            ray.init(num_cpus=2, include_dashboard=False, object_store_memory=80 * 2**20, log_to_driver=False)
            return
        except Exception as problem:
            ray.shutdown()
            if "timed out" not in str(problem):
                raise
    pytest.fail("Ray did not start")


def test_a_killed_tournament_goes_on_and_gives_the_same_table(played: list[Result], tmp_path: Path) -> None:
    agents = [f"{entrant.name}={entrant.recipe}" for entrant in PLAN.entrants]
    command = [str(Path(sys.executable).with_name("siam")), "arena", *agents, "--deals", "6", "--seed", "4"]
    process = subprocess.Popen([*command, "--out", str(tmp_path)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    lines = tmp_path / LINES
    while not lines.exists() or lines.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(read_archive(tmp_path)[1])
    assert 3 <= kept < len(played)
    with lines.open("a") as file:
        file.write('{"number": 99, "mat')  # as if it had been killed while writing
    names = tuple(Entrant(entrant.name, entrant.recipe) for entrant in PLAN.entrants)
    again = run(Plan(names, deals=6, seed=4), tmp_path, processes=1)
    assert table_json(standings(PLAN, again)) == table_json(standings(PLAN, played))
    assert again == played
    assert [json.loads(line)["number"] for line in lines.read_text().splitlines()[1:]] == list(range(12))


def test_all_games_are_kept_as_records(played: list[Result], tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    records = parse_records((tmp_path / RECORDS).read_text(encoding="utf-8"))
    assert len(records) == len(played) == 12
    assert [dict(record.tags)["Seat1"] for record in records[:2]] == ["chance", "seeded"]


def test_a_directory_keeps_one_tournament_only(tmp_path: Path) -> None:
    run(Plan(PLAN.entrants, deals=1, seed=4), tmp_path)
    with pytest.raises(ArchiveError, match="another tournament"):
        run(Plan(PLAN.entrants, deals=1, seed=5), tmp_path)


def test_a_tournament_can_be_made_longer(played: list[Result], tmp_path: Path) -> None:
    run(Plan(PLAN.entrants, deals=2, seed=4), tmp_path)
    assert run(PLAN, tmp_path) == played


def test_an_agent_that_fails_loses_and_the_tournament_goes_on(tmp_path: Path) -> None:
    names = ("py:tests.arena.agents:Clumsy", "py:tests.arena.agents:Cheat", "py:tests.arena.agents:Short")
    plan = Plan(tuple(map(parse_entrant, names)), deals=1, players=3, format="gauntlet")
    results = run(plan, tmp_path)
    assert len(results) == 12
    table = write_report(plan, results, tmp_path)
    assert table.rows[0].name.endswith("Short")
    assert any("RuntimeError: out of ideas" in fault for fault in table.faults)
    assert parse_records((tmp_path / RECORDS).read_text(encoding="utf-8"))[0].ending == "*"


def test_a_decided_match_stops_early_in_the_same_way_everywhere() -> None:
    names = ("random", "py:tests.arena.agents:Clumsy", "py:tests.arena.agents:Seeded")
    plan = Plan(tuple(map(parse_entrant, names)), deals=14, seed=2, format="gauntlet")
    results = run(plan, sprt=Sprt(0.5, 0.8))
    games = [sum(result.match == match for result in results) for match in (0, 1)]
    assert games[0] == 16
    assert games[1] > 16
    assert run(plan, sprt=Sprt(0.5, 0.8), processes=2) == results


def test_the_report_tells_the_table(played: list[Result], tmp_path: Path) -> None:
    table = write_report(PLAN, played, tmp_path)
    page = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert page == report(PLAN, table)
    assert "| 1 |" in page
    assert "12 games" in page
    assert (tmp_path / "standings.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (tmp_path / "standings.png").read_bytes().startswith(b"\x89PNG")
