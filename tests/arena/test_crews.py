"""Where games are played makes no difference, and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from siam.agents import agent
from siam.arena import EntrantError, Plan, run, standings
from siam.arena.play.archive import LINES, read_archive
from siam.arena.play.crews import CrewError
from siam.arena.reports.report import report, table_json
from siam.cli.arena import arena
from tests.arena.agents import Seeded

PLAN = Plan(("chance=random", "seeded=py:tests.arena.agents:Seeded"), deals=40, seed=4)


def workers_of(parent: int) -> set[int]:
    """List the processes that play for a parent."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            ppid = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            is_worker = b"spawn_main" in (entry / "cmdline").read_bytes()
        except OSError:  # ended while we looked
            continue
        if ppid == parent and is_worker:
            found.add(int(entry.name))
    return found


def is_alive(process: int) -> bool:
    """Return whether a process still does anything."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_killed_tournament_leaves_nobody_behind_and_gives_the_same_table(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("siam")), "arena", *map(str, PLAN.entrants), "--processes", "2"]
    command += ["--deals", str(PLAN.deals), "--seed", str(PLAN.seed), "--out", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    lines = tmp_path / LINES
    while not lines.exists() or lines.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.01)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert len(workers) == 2
    while any(map(is_alive, workers)):  # the time limit of the tests ends this, if they do not
        time.sleep(0.05)
    assert 3 <= len(read_archive(tmp_path)[1]) < 80
    again = run(PLAN, tmp_path, processes=2)
    played = run(PLAN)
    assert table_json(standings(PLAN, again)) == table_json(standings(PLAN, played))
    assert again == played
    assert read_archive(tmp_path) == (PLAN, played)


def test_an_interruption_waits_for_no_game_and_closes_the_agents(tmp_path: Path) -> None:
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    words = ["arena", "random", "py:tests.arena.agents:slow", "--processes", "2"]
    command = [sys.executable, "-c", f"{listening}; from siam.cli import main; main()", *words]
    marks = {"SIAM_TEST_MARKS": str(tmp_path)}
    process = subprocess.Popen(command, env={**os.environ, **marks}, stderr=subprocess.DEVNULL)
    while len(list(tmp_path.glob("begun-*"))) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=300) != 0
    assert len(list(tmp_path.glob("closed-*"))) == 2


def test_a_game_that_ends_its_process_is_named(tmp_path: Path) -> None:
    plan = Plan(("random", "seeded=py:tests.arena.agents:Seeded", "py:tests.arena.agents:Vanishing"), deals=2)
    with pytest.raises(CrewError, match=r"game 3 \(random, tests.arena.agents:Vanishing\) could not be played"):
        run(plan, tmp_path, processes=2)
    assert len(read_archive(tmp_path)[1]) == 2


def test_a_worker_that_dies_once_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAM_TEST_NOTE", str(tmp_path / "died"))
    plan = Plan(("random", "mortal=py:tests.arena.agents:Mortal"), deals=4)
    results = run(plan, processes=2)
    assert (tmp_path / "died").exists()
    assert results == run(plan)


SHORT_PLAN = replace(PLAN, deals=6)
BOT = """
from pathlib import Path
from here_too import MOVE

class Bot:
    def choose(self, position):
        if Path(__file__).parent == Path({here!r}):
            raise RuntimeError("nobody has brought me along")
        return MOVE

    def close(self):
        Path({note!r}).touch()
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Ray cluster of two machines with a processor each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")

        from ray.cluster_utils import Cluster

        machine = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
        head = {**machine, "include_dashboard": False}
        started = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
        try:
            patiently(lambda: started.add_node(**machine))
            yield started.address
        finally:
            started.shutdown()


def patiently(start: Callable[[], Any]) -> Any:
    """Start Ray again if a busy machine was too slow: it allows half a minute only, and nobody can change that."""
    for _ in range(4):
        try:
            return start()
        except Exception as problem:
            if "timed out" not in str(problem):
                raise
    return start()


def test_a_ray_cluster_gives_the_same_games_even_if_asked_for_more_than_it_has(cluster: str) -> None:
    assert run(SHORT_PLAN, ray=cluster, processes=8) == run(SHORT_PLAN)


def test_objects_play_on_a_ray_cluster(cluster: str) -> None:
    plan = Plan((Seeded(), agent("random")), deals=2)
    assert run(plan, ray=cluster) == run(plan)


def test_modules_and_a_map_of_ones_own_travel_to_a_ray_cluster(
    cluster: str, ring_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "closed"
    (tmp_path / "travelling_bot.py").write_text(BOT.format(here=str(tmp_path), note=str(note)), encoding="utf-8")
    (tmp_path / "here_too.py").write_text("from siam.rules import PASS as MOVE", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    results = run(Plan(("py:travelling_bot:Bot", "random"), deals=1, board=ring_file.name), ray=cluster)
    assert [result.fault for result in results] == ["", ""]
    assert '[Map "ring"]' in results[0].record
    assert note.exists()


def test_an_agent_that_cannot_be_made_on_a_ray_cluster_is_told(cluster: str) -> None:
    with pytest.raises(EntrantError) as problem:
        run(Plan(("py:tests.arena.agents:failing", "random"), deals=1), ray=cluster)
    assert str(problem.value) == "py:tests.arena.agents:failing: RuntimeError: no weights"


def test_a_game_that_ends_its_actor_is_named(cluster: str) -> None:
    with pytest.raises(CrewError, match=r"game 1 \(tests.arena.agents:Vanishing, random\) could not be played"):
        run(Plan(("py:tests.arena.agents:Vanishing", "random"), deals=1), ray=cluster)


def test_the_command_plays_on_a_ray_cluster(cluster: str, tmp_path: Path) -> None:
    words = [*map(str, SHORT_PLAN.entrants), "--deals", "6", "--seed", "4", "--out", str(tmp_path)]
    answer = CliRunner().invoke(arena, [*words, "--ray", cluster, "--processes", "3"])
    assert answer.exit_code == 0, answer.output
    played = run(SHORT_PLAN)
    assert report(SHORT_PLAN, standings(SHORT_PLAN, played)) in answer.stdout
    assert read_archive(tmp_path) == (SHORT_PLAN, played)


def test_a_ray_cluster_can_be_started_here() -> None:
    assert patiently(lambda: run(SHORT_PLAN, ray="local", processes=3)) == run(SHORT_PLAN)


def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(CrewError, match="there is no Ray cluster at nowhere"):
        run(SHORT_PLAN, ray="nowhere")
