"""A step that can't be chosen has a reason that can be told."""

from __future__ import annotations

import pytest

from siam.notation import parse_step
from siam.rules import STEPS, Illegality, why_not
from tests.rules.tables import line
from tests.rules.test_steps import half_move


def reason(table: str, *steps: str) -> Illegality | None:
    """Say why the last of these steps can't follow the others."""
    *before, last = steps
    half = half_move(table, *before)
    return why_not(half, parse_step(half.position.board, last))


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ("T suk", Illegality.PROVINCE_CONTROLLED),
        ("R suk", Illegality.PROVINCE_CONTROLLED),
        ("R ked", Illegality.NOT_REACHABLE),
        ("K suk", Illegality.TILE_FIXED),
        ("K chi chi", Illegality.SAME_PROVINCE),
        ("1 L@ayu", Illegality.NO_SUCH_FOLLOWER),
        ("1 R@ayu R@ayu", Illegality.SAME_PROVINCE),
        ("1 R@ayu L@ked", Illegality.NO_SUCH_FOLLOWER),
        ("2 R@ray M@ked", Illegality.WRONG_NUMBER),
        ("2 R@ray L@ray R@chi", Illegality.NOT_ADJACENT),
        ("T ayu ayu ayu L@chi", Illegality.NOT_TAKEABLE),
        ("T K", Illegality.WRONG_ACTION),
        ("T R@ayu", Illegality.WRONG_ACTION),
    ],
)
def test_a_step_in_vain_says_what_stands_in_its_way(steps: str, why: Illegality) -> None:
    """§5.3, §5.4, §5.6, §5.8, §5.9, §5.11."""
    table = line("suk=R lua=L kho=B pat=M ayu:R1 ked:M1 chi:R1 ray:R1L1")
    assert reason(table, *steps.split()) == why


def test_what_may_be_chosen_has_no_reason_against_it() -> None:
    table = line("ayu:R2 ked:M1 chi:L1 ray:-")
    for steps in ("", "K", "T", "1", "2", "1 R@ayu", "T ayu", "K chi"):
        half = half_move(table, *steps.split())
        for step in STEPS:
            assert (why_not(half, step) is None) == (step in half.legal_steps), (steps, step)
