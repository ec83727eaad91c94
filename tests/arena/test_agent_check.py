"""The kit for agents of strangers."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from siam.agents import agent
from siam.arena import check_agent
from siam.arena.play import agent_check
from siam.cli.arena import arena
from siam.rules import NO_EFFECT, PASS, Move, Play, Position, load_board
from tests.arena.agents import Answering, Cheat, Clumsy, Counting, Forgetful, Leaving, Seeded, Short, Vandal


@pytest.mark.parametrize("good", [Short(), Seeded(), agent("random")])
def test_a_good_agent_has_no_findings(good: object) -> None:
    assert check_agent(good, games=1) == []


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (Cheat(), "the card can do more than that"),
        (Clumsy(), "out of ideas"),
        (Leaving(), "raised SystemExit: 3"),
        (Answering(None), "gave no move, but None"),
        (Answering("pass"), "gave no move, but 'pass'"),
        (Answering(Play("K", NO_EFFECT, None)), "gave no move, but Play"),  # type: ignore[arg-type]
        (Vandal(), "changed the position that it was shown"),
        (Forgetful(), "with the same seed"),
        (Counting(), "with the same seed"),
    ],
)
def test_a_bad_agent_is_told_what_it_does_and_where(bad: object, problem: str) -> None:
    findings = check_agent(bad, players=(2,), games=1)
    assert problem in findings[0].problem
    assert findings[0].position.startswith("siam ")


def test_an_agent_that_changes_the_map_harms_nobody_else() -> None:
    check_agent(Vandal(), players=(2,), games=1)
    assert load_board("siam").name == "siam"


class Sleepy:
    """Lets so many seconds pass on a clock before each of its answers, and then none."""

    def __init__(self, *naps_seconds: float) -> None:
        self.clock_seconds = 0.0
        self._naps_seconds = list(naps_seconds)

    def choose(self, position: Position, *, seconds: float | None = None) -> Move:
        self.clock_seconds += self._naps_seconds.pop(0) if self._naps_seconds else 0.0
        return PASS


@pytest.mark.parametrize(
    ("naps_seconds", "problems"),
    [
        ((0.5, 5.4), []),
        ((0.5, 0.5, 7.2), ["took 7.2 seconds, and was given 0.5"]),
        ((60.0,), []),  # the first time it may load what it needs
    ],
)
def test_an_agent_is_told_when_it_takes_more_than_its_time(
    naps_seconds: tuple[float, ...], problems: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sleepy = Sleepy(*naps_seconds)
    monkeypatch.setattr(agent_check, "monotonic", lambda: sleepy.clock_seconds)
    findings = check_agent(sleepy, players=(2,), games=1, seconds=0.5)
    assert [finding.problem for finding in findings] == problems


def test_the_command_closes_what_it_has_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIAM_TEST_NOTE", str(tmp_path / "note"))
    answer = CliRunner().invoke(arena, ["check", "py:tests.arena.agents:tidy_here", "--games", "1"])
    assert answer.exit_code == 0, answer.output
    assert (tmp_path / "note").exists()
