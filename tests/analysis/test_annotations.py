"""What is said about the moves of a game: chances, mistakes, the turning point, and a picture of it."""

from pathlib import Path

import pytest

from siam.agents import agent
from siam.analysis.annotations import Appraisal, Appraise, Mark, annotate, final_chances
from siam.analysis.plots import plot_chances
from siam.notation import parse_move, parse_position
from siam.rules import PASS, Game, Position, deal, outcome


def passing_game(turns: int) -> Game:
    return Game(deal(2, 7)).play_all([PASS] * turns)


def with_chances(*first_camp: float) -> list[Appraisal]:
    other = parse_move(deal(2, 7).board, "K - +R@ayu")
    return [Appraisal(other, (chance, 1 - chance)) for chance in first_camp]


def iter_of(appraisals: list[Appraisal]) -> Appraise:
    given = iter(appraisals)
    return lambda position: next(given)


def annotated(turns: int, appraisals: list[Appraisal]) -> list[Mark | None]:
    given = iter(appraisals)
    return [comment.mark for comment in annotate(passing_game(turns), lambda position: next(given)).comments]


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0.5, 0.46, None),
        (0.5, 0.44, Mark.INACCURACY),
        (0.5, 0.39, Mark.MISTAKE),
        (0.5, 0.29, Mark.BLUNDER),
        (0.5, 0.9, None),
    ],
)
def test_a_move_is_named_by_what_it_gives_away(before: float, after: float, mark: Mark | None) -> None:
    assert deal(2, 7).to_move == 0
    assert annotated(1, with_chances(before, after)) == [mark]


def test_the_best_move_gives_nothing_away() -> None:
    given = iter([Appraisal(PASS, (0.6, 0.4)), Appraisal(PASS, (0.2, 0.8))])
    [comment] = annotate(passing_game(1), lambda position: next(given)).comments
    assert (comment.loss, comment.before, comment.after) == (0.0, 0.6, 0.2)


def test_a_move_that_the_same_search_looked_at_is_compared_there() -> None:
    [best, after] = with_chances(0.6, 0.3)
    given = iter([Appraisal(best.best, best.chances, {PASS: (0.58, 0.42)}), after])
    [comment] = annotate(passing_game(1), lambda position: next(given)).comments
    assert comment.mark is None
    assert comment.loss == pytest.approx(0.02)


def test_chances_are_those_of_the_mover() -> None:
    comments = annotate(passing_game(2), iter_of(with_chances(0.6, 0.5, 0.4))).comments
    assert [(comment.before, comment.after) for comment in comments] == [(0.6, 0.5), (0.5, 0.6)]


def test_the_turning_point_is_where_the_winner_got_ahead_for_good() -> None:
    game = passing_game(16)
    end = game.outcome
    assert end
    won = float(end.winners == (0,))
    ahead, behind = (0.7, 0.3) if won else (0.3, 0.7)
    chances = [ahead, behind, behind, ahead, behind] + [ahead] * 11
    annotation = annotate(game, iter_of(with_chances(*chances)))
    assert annotation.turning_point == 5
    assert annotation.chances[-1] == (won, 1 - won)


def test_an_unfinished_game_has_no_turning_point() -> None:
    assert annotate(passing_game(2), iter_of(with_chances(0.4, 0.5, 0.6))).turning_point is None


@pytest.mark.parametrize(
    ("text", "chances"),
    [
        ("siam ayu=R,chi=R,ked=R,kho=R,lua=R,pat=L,ray=L,suk=M R12L12M12 -:R4/-:L4M4 2 0 21 -", (1.0, 0.0)),
        ("siam ayu=R,chi=R,ked=R,kho=R,lua=R,pat=L,ray=L,suk=M R16L16M16 -:-/-:- 1 0 - -", (0.5, 0.5)),
    ],
)
def test_a_finished_game_is_certain_and_a_shared_win_is_shared(text: str, chances: tuple[float, ...]) -> None:
    position = parse_position(text)
    end = outcome(position)
    assert end
    assert final_chances(len(position.players), end.winners) == chances


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_the_chances_are_drawn(ending: str, tmp_path: Path) -> None:
    def appraise(position: Position) -> Appraisal:
        return Appraisal(agent("random").choose(position), (0.5, 0.2, 0.3))

    game = Game(deal(3, 1)).play_all([PASS] * 24)
    file = tmp_path / f"chances{ending}"
    annotation = annotate(game, appraise)
    plot_chances(game, annotation, file, names=["A", "B", "C"], title="Chances", turn="Turn", chance="Chance")
    assert file.stat().st_size > 1000
