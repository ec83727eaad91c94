"""Which games a tournament has."""

import json
from collections import Counter

import pytest

from siam.agents import agent
from siam.arena import Entrant, EntrantError, Plan, PlanError, Sprt
from siam.arena.play.plans import Format, seatings, seed_of
from tests.arena.agents import Short

TWO = (Entrant("greedy", "greedy"), Entrant("random", "random"))
FOUR = (*TWO, Entrant("a", "random"), Entrant("b", "random"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("members", [(0, 1), (0, 1, 2), (0, 1, 2, 3)])
def test_every_member_holds_every_seat_equally_often(players: int, members: tuple[int, ...]) -> None:
    if len(members) not in (2, players):
        return
    held = Counter((seat, member) for seats in seatings(players, members) for seat, member in enumerate(seats))
    assert set(held) == {(seat, member) for seat in range(players) for member in members}
    assert len(set(held.values())) == 1


def test_two_entrants_meet_as_teams_of_four() -> None:
    assert seatings(4, (0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))


@pytest.mark.parametrize(
    ("format_", "matches"),
    [
        ("pairs", ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))),
        ("ladder", ((1, 0), (2, 1), (3, 2))),
        ("gauntlet", ((0, 1), (0, 2), (0, 3))),
        ("mixed", ((0, 1, 2, 3),)),
        ("self", ((0,), (1,), (2,), (3,))),
    ],
)
def test_the_format_says_who_meets_whom(format_: Format, matches: tuple[tuple[int, ...], ...]) -> None:
    assert Plan(FOUR, players=4, format=format_).matches == matches


def test_a_deal_is_the_same_for_all_its_games_and_another_deal_is_not() -> None:
    jobs = list(Plan(TWO, players=3, deals=2).jobs())
    assert [job.deal for job in jobs] == [0] * 6 + [1] * 6
    assert len({job.setup for job in jobs}) == 2
    assert len({job.seed for job in jobs}) == len(jobs)


def test_a_plan_survives_being_written_down() -> None:
    plan = Plan(FOUR, players=4, deals=7, seed=3, format="mixed", seconds=0.5, sprt=Sprt(0.5, 0.6))
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_a_plan_of_an_older_archive_is_read() -> None:
    assert Plan.from_json({"entrants": [{"name": "a", "recipe": "1"}, {"name": "b", "recipe": "2"}]}) == Plan(
        ("a=1", "b=2")
    )


def test_names_entrants_and_objects_can_enter() -> None:
    plan = Plan(["calm=greedy", Entrant("chance", "random"), Short(), agent("3")])
    assert plan.names == ("calm", "chance", "Short", "3")
    assert [entrant["recipe"] for entrant in plan.to_json()["entrants"]] == [
        "greedy",
        "random",
        "object:tests.arena.agents.Short",
        "object:siam.agents.level_agents.LevelAgent",
    ]


def test_nobody_plays_with_five() -> None:
    with pytest.raises(PlanError, match="two, three or four"):
        Plan(TWO, players=5)


def test_an_unknown_format_is_rejected() -> None:
    with pytest.raises(PlanError, match="known: pairs, ladder"):
        Plan(TWO, format="swiss")  # type: ignore[arg-type]


def test_nobody_is_tested_against_himself() -> None:
    with pytest.raises(PlanError, match="somebody to play against"):
        Plan(TWO, format="self", sprt=Sprt())


def test_a_tournament_without_deals_is_refused() -> None:
    with pytest.raises(PlanError, match="one deal or more"):
        Plan(("random", "greedy"), deals=0)


def test_names_must_differ() -> None:
    with pytest.raises(EntrantError):
        Plan((TWO[0], TWO[0]))


def test_a_match_needs_somebody_to_play_against() -> None:
    with pytest.raises(EntrantError):
        Plan(TWO[:1])


def test_seeds_are_the_same_on_every_machine() -> None:
    assert seed_of(1, 2, "x") == 5627705430690505744
