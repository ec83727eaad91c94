"""The kit for agents of strangers."""

import pytest

from siam.agents import agent
from siam.arena import check_agent
from tests.arena.agents import Cheat, Clumsy, Forgetful, Seeded, Short


@pytest.mark.parametrize("good", [Short(), Seeded(), agent("random")])
def test_a_good_agent_has_no_findings(good: object) -> None:
    assert check_agent(good, games=1) == []


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (Cheat(), "the card can do more than that"),
        (Clumsy(), "out of ideas"),
        (Forgetful(), "with the same seed"),
    ],
)
def test_a_bad_agent_is_told_what_it_does_and_where(bad: object, problem: str) -> None:
    findings = check_agent(bad, players=(2,), games=1)
    assert problem in findings[0].problem
    assert findings[0].position.startswith("siam ")
