"""One scale: everybody meets neighbours, the anchor is 0, and the page tells it with errors."""

from pathlib import Path

import pytest

from siam.arena.play.entrants import make, parse_entrant
from siam.arena.play.games import Result
from siam.arena.play.plans import NEAR, Plan
from siam.arena.scale import ANCHOR, EVERYBODY, Part, Played, parts_of, scale_of
from siam.engine.evaluation.features import INPUTS
from siam.engine.evaluation.net import new_net
from siam.engine.evaluation.shipped import save_net
from siam.rules import deal, legal_moves
from tests.cli.running import run


def test_neighbours_meet_and_others_do_not() -> None:
    plan = Plan(("random", "greedy", "a=random", "b=greedy"), format="near")
    assert plan.matches == ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2))


def test_everybody_on_the_scale_can_be_made_and_has_a_name_of_its_own() -> None:
    names = [parse_entrant(text).name for text in EVERYBODY]
    assert len(set(names)) == len(names)
    assert ANCHOR in names
    uniform = make(parse_entrant(EVERYBODY[0]))
    assert uniform.choose(deal(2, 1), seed=3) in legal_moves(deal(2, 1))


@pytest.mark.parametrize("players", ["2", "2,3"])
def test_the_page_puts_the_anchor_at_nought(players: str, tmp_path: Path) -> None:
    words = ("arena", "scale", EVERYBODY[0], "random", "greedy", "--deals", "2", "--players", players)
    result = run(*words, "--out", str(tmp_path / "games"))
    assert result.exit_code == 0, result.output
    page = (tmp_path / "games" / "scale.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| random |"))
    assert row.split("|")[2].strip().startswith(("+0 ±", "-0 ±"))
    assert (tmp_path / "games" / "scale-plot.svg").exists()
    assert "siam arena scale" in page


def test_the_quick_and_the_slow_hang_together() -> None:
    quick, slow = parts_of((), 2, deals=5, slow_deals=1, seed=1)
    assert quick.plan.names[slow.first :] == slow.plan.names[:NEAR]
    assert (quick.plan.deals, slow.plan.deals) == (5, 1)
    assert [*quick.plan.names, *slow.plan.names[NEAR:]] == [parse_entrant(text).name for text in EVERYBODY]


def test_two_tournaments_are_rated_together() -> None:
    agents = ("random", "a=random", "b=random")
    lower, upper = (Plan(agents[first : first + 2], deals=9, format="near") for first in (0, 1))
    won = [[_won(deal, seats) for deal in range(9) for seats in ((0, 1), (1, 0))] for _ in range(2)]
    played = [Played(Part("2", lower, 0), 9, won[0], ()), Played(Part("2-slow", upper, 1), 9, won[1], ())]
    rungs = scale_of(agents, played)
    assert [rung.name for rung in rungs] == ["b", "a", "random"]
    assert [rung.games for rung in rungs] == [18, 36, 18]
    assert rungs[-1].rating.value == 0
    assert rungs[0].rating.value > 1.5 * rungs[1].rating.value > 0


def test_the_page_tells_whole_deals_that_were_played_before(tmp_path: Path) -> None:
    out = str(tmp_path / "games")
    for players, games in (("3", "6"), ("2", "4"), ("2", "2")):
        assert (
            run("arena", "scale", "random", "greedy", "--players", players, "--games", games, "--out", out).exit_code
            == 0
        )
    lines = (tmp_path / "games" / "2" / "games.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "games" / "2" / "games.jsonl").write_text(
        "".join(lines[:4]), encoding="utf-8"
    )  # one whole deal, and a half
    said = run("arena", "scale", "random", "greedy", "--players", "2", "--games", "2", "--out", out).output
    assert "siam arena scale random greedy --players 2 --games 2 --seed 1" in said
    assert "siam arena scale random greedy --players 3 --games 6 --seed 1" in said
    assert "two players | three players" in said


def _won(deal: int, seats: tuple[int, ...]) -> Result:
    """Return a game that the upper one of two won, but for every third."""
    winner = seats.index(1 if deal % 3 else 0)
    return Result(0, 0, deal, seats, (winner,), "R", 1, "")


def test_trained_weights_enter_at_once(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    save_net(new_net(INPUTS, 8, 1, 1), file)
    for terms in (f"weights={file}", f"weights={file},nodes=5"):
        agent = make(parse_entrant(f"mine=champion[{terms}]"))
        assert agent.choose(deal(2, 1), seconds=0.01, seed=1) in legal_moves(deal(2, 1))
