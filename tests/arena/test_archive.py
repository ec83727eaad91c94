"""What is kept of a tournament, and how it goes on."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from siam.arena import Entrant, Plan, Sprt, run, standings
from siam.arena.play.archive import LINES, RECORDS, ArchiveError, open_archive, read_archive
from siam.arena.play.games import Result
from siam.arena.reports.report import report, table_json
from siam.notation import parse_records
from tests.arena.agents import Seeded, Short

PLAN = Plan(("a=random", "b=random"), deals=3, seed=4)


@pytest.fixture(scope="module")
def played() -> list[Result]:
    return run(PLAN)


def test_a_directory_keeps_one_tournament_only(tmp_path: Path) -> None:
    run(replace(PLAN, deals=1), tmp_path)
    with pytest.raises(ArchiveError, match="another tournament"):
        run(replace(PLAN, deals=1, seed=5), tmp_path)


def test_a_tournament_can_be_made_longer(played: list[Result], tmp_path: Path) -> None:
    run(replace(PLAN, deals=2), tmp_path)
    assert run(PLAN, tmp_path) == played


def test_what_was_played_stays_when_fewer_deals_are_asked_for(played: list[Result], tmp_path: Path) -> None:
    run(PLAN, tmp_path)
    assert run(replace(PLAN, deals=1), tmp_path) == played[:2]
    assert read_archive(tmp_path) == (PLAN, played)
    assert "6 games, 3 deals at most" in report(PLAN, standings(*read_archive(tmp_path)))


def test_a_tournament_goes_on_after_its_last_whole_line(played: list[Result], tmp_path: Path) -> None:
    run(replace(PLAN, deals=1), tmp_path)
    with (tmp_path / LINES).open("ab") as lines:
        lines.write('{"number": 99, "fault": "kö'.encode()[:-1])  # killed in the middle of a letter
    assert run(PLAN, tmp_path) == played


@pytest.mark.parametrize("mark", ["\u2028", "\u0085", "\x1c"])
def test_marks_that_some_take_for_the_end_of_a_line_do_no_harm(mark: str, tmp_path: Path) -> None:
    plan = Plan((Entrant(f"one{mark}two", "random"), "random"), deals=1)
    results = [replace(result, fault=f"three{mark}four") for result in run(plan)]
    with open_archive(tmp_path, plan) as archive:
        for result in results:
            archive.append(result)
    assert run(plan, tmp_path) == results
    assert read_archive(tmp_path) == (plan, results)
    assert len(parse_records((tmp_path / RECORDS).read_text(encoding="utf-8"))) == 2


def test_a_tournament_with_another_sequential_test_is_another_one(tmp_path: Path) -> None:
    run(replace(PLAN, sprt=Sprt(0.5, 0.55)), tmp_path)
    for sprt in (None, Sprt(0.5, 0.6)):
        with pytest.raises(ArchiveError, match="another tournament"):
            run(replace(PLAN, sprt=sprt), tmp_path)
    assert read_archive(tmp_path)[0].sprt == Sprt(0.5, 0.55)


def test_an_archive_from_before_there_were_such_terms_goes_on(played: list[Result], tmp_path: Path) -> None:
    run(replace(PLAN, deals=1), tmp_path)
    header, *lines = (tmp_path / LINES).read_text(encoding="utf-8").splitlines()
    old = json.loads(header)
    del old["plan"]["sprt"]
    (tmp_path / LINES).write_text("\n".join([json.dumps(old), *lines, ""]), encoding="utf-8")
    assert read_archive(tmp_path)[0] == replace(PLAN, deals=1)
    assert run(PLAN, tmp_path) == played


def test_objects_are_kept_by_the_name_of_their_class(tmp_path: Path) -> None:
    results = run(Plan((Seeded(), "random"), deals=1), tmp_path)
    plan, kept = read_archive(tmp_path)
    assert plan.names == ("Seeded", "random")
    assert kept == results
    assert table_json(standings(plan, kept)) == table_json(standings(plan, results))
    seeded = Short()
    seeded.name = "Seeded"  # type: ignore[attr-defined]
    with pytest.raises(ArchiveError, match="another tournament"):
        run(Plan((seeded, "random"), deals=1), tmp_path)


def test_two_runs_do_not_write_into_one_directory(tmp_path: Path) -> None:
    with open_archive(tmp_path, PLAN):
        command = f"from tests.arena.test_archive import PLAN; from siam.arena import run; run(PLAN, {str(tmp_path)!r})"
        other = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
    assert "ArchiveError: another run keeps its games in" in other.stderr
    assert len(run(PLAN, tmp_path)) == 6


@pytest.mark.parametrize("content", ["", "[]\n", "{}\n", '{"plan": 5}\n', "no JSON\n"])
def test_a_file_of_somebody_else_is_no_tournament(content: str, tmp_path: Path) -> None:
    (tmp_path / LINES).write_text(content, encoding="utf-8")
    for attempt in (lambda: read_archive(tmp_path), lambda: run(PLAN, tmp_path)):
        with pytest.raises(ArchiveError, match="holds no tournament"):
            attempt()


def test_a_file_is_no_directory_to_keep_games_in(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(ArchiveError, match="no directory to keep games in"):
            run(PLAN, place)
