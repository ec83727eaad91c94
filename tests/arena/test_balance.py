"""What the balance report measures, and how it tells it."""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from siam.arena import Entrant, Plan, run
from siam.arena.balance.figures import (
    Balance,
    BalanceError,
    Sample,
    balance_of,
    points_of,
    shares_of,
    stands_out,
)
from siam.arena.balance.page import write_balance
from siam.arena.balance.plans import BalancePlan, OneShort, SevenEach, Start, help_cards_of, variations, varied
from siam.arena.balance.summary import summary
from siam.arena.figures.estimates import Estimate
from siam.arena.play.archive import ArchiveError
from siam.cli.balance import balance
from siam.rules import FULL_HAND, Card, Control, courts_for, deal

RANDOM = Entrant("random", "random")


def _plan(players: int, deals: int, board: str = "siam", seed: int = 1) -> BalancePlan:
    return BalancePlan((RANDOM,), players=players, deals=deals, seed=seed, format="self", board=board)


def _samples(thing: int, *values: float) -> tuple[Sample, ...]:
    return tuple(Sample(thing, number, value) for number, value in enumerate(values))


EVEN = (0.1, -0.1) * 50
FAIR = Balance(
    "siam",
    players=2,
    games=1000,
    turns=30.0,
    rulers=tuple(Sample(control, number, float(control == number % 4)) for number in range(100) for control in Control),
    homes=tuple(sample for faction in range(3) for sample in _samples(faction, *EVEN)),
    places=tuple(sample for place in range(2) for sample in _samples(place, *EVEN)),
    help_cards=tuple(sample for card in (1, 2, 3) for sample in _samples(card, *EVEN)),
    price=_samples(0, *EVEN),
    cards=tuple(sample for card in Card for sample in _samples(card, *EVEN)),
)
"""A table at which nothing is worth more than anything else."""


def _invoke(tmp_path: Path, *words: str, agent: str = "random") -> Result:
    keep = ("--out", str(tmp_path / "games"), "--page", str(tmp_path / "balance.md"))
    return CliRunner().invoke(balance, [agent, "--deals", "2", "--players", "2", *keep, *words])


def test_every_seat_of_a_deal_starts_once() -> None:
    setup = deal(3, 5)
    starts = [one for one in variations(3, index=0) if isinstance(one, Start)]
    assert [varied(setup, start) for start in starts] == [setup._replace(to_move=seat) for seat in range(3)]


def test_one_player_has_seven_cards_against_eight_for_the_price_of_a_card() -> None:
    hands = [player.hand for player in varied(deal(3, 5), OneShort(1, Card.MAHARACHA)).players]
    assert hands == [FULL_HAND, FULL_HAND[1:], FULL_HAND]


def test_everybody_has_seven_cards_where_cards_are_compared() -> None:
    players = varied(deal(3, 5), SevenEach(1, Card.MAHARACHA, others=Card.MALAI)).players
    assert [player.hand for player in players] == [FULL_HAND[:-1], FULL_HAND[1:], FULL_HAND[:-1]]


def test_every_card_is_missed_in_every_deal() -> None:
    for index in range(3):
        assert [one.card for one in variations(2, index) if isinstance(one, SevenEach)] == list(Card)


def test_every_seat_misses_every_card_equally_often() -> None:
    every = [one for index in range(14) for one in variations(2, index)]
    met = Counter((one.seat, one.card, one.others) for one in every if isinstance(one, SevenEach))
    alone = Counter((one.seat, one.card) for one in every if isinstance(one, OneShort))
    assert (len(met), set(met.values())) == (2 * 7 * 7, {1})
    assert (len(alone), set(alone.values())) == (2 * 7, {1})


def test_the_plan_knows_how_many_games_it_has() -> None:
    for players in (2, 3, 4):
        plan = _plan(players, 2)
        assert len(list(plan.jobs())) == 2 * plan.games_per_deal


def test_every_map_has_deals_of_its_own() -> None:
    courts = [[job.setup.split("/")[-1] for job in _plan(2, 5, board).jobs()] for board in ("siam", "albion")]
    assert courts[0] != courts[1]


def test_help_cards_are_read_off_the_courts() -> None:
    for players in (2, 3, 4):
        for seed in range(20):
            setup = deal(players, seed)
            assert list(courts_for(help_cards_of(setup))) == [player.court for player in setup.players]


def test_games_for_the_balance_are_no_tournament_and_are_not_continued_by_one(tmp_path: Path) -> None:
    plan = _plan(2, 1)
    run(plan, tmp_path)
    with pytest.raises(ArchiveError, match="another tournament"):
        run(Plan(plan.entrants, deals=1, format="self"), tmp_path)


def test_what_cards_and_seats_gain_others_lose() -> None:
    for players in (2, 3, 4):
        plan = _plan(players, 3)
        found = balance_of(plan, run(plan))
        assert found.games == 3 * (players + 8)
        assert sum(sample.value for sample in found.rulers) == pytest.approx(3 * players)
        for aspect in (found.homes, found.places, found.help_cards, found.cards):
            assert sum(sample.value for sample in aspect) == pytest.approx(0)


def test_a_home_is_compared_with_a_third_of_the_kingdoms() -> None:
    plan = _plan(2, 4)
    found = balance_of(plan, run(plan))
    kingdoms = sum(1 - sample.value for sample in found.rulers if sample.thing == Control.BRITISH)
    ruled = sum(sample.value for sample in found.rulers if sample.thing == Control.LAO)
    lead = points_of([found], lambda one: one.homes)[Control.LAO]
    assert lead.value == pytest.approx(ruled / kingdoms - 1 / 3)


def test_an_interval_never_vanishes() -> None:
    lao = points_of([replace(FAIR, cards=_samples(Card.LAO, 0.1, 0.1))], lambda one: one.cards)[Card.LAO]
    assert lao.value == pytest.approx(0.1)
    assert lao.low < 0 < lao.high


def test_an_interval_counts_deals_not_games() -> None:
    once = _samples(0, 1.0, 0.0, 0.0, 1.0)
    for read in (points_of, shares_of):
        single = read([replace(FAIR, rulers=once)], lambda one: one.rulers)[0]
        double = read([replace(FAIR, rulers=once * 2)], lambda one: one.rulers)[0]
        assert (double.low, double.high) == pytest.approx((single.low, single.high))
        assert single.high - single.low > 0.5


def test_tables_tell_more_together_than_alone() -> None:
    alone = points_of([FAIR], lambda one: one.homes)[0]
    together = points_of([FAIR, replace(FAIR, board="albion")], lambda one: one.homes)[0]
    assert together.games == 2 * alone.games
    assert together.high < alone.high


def test_one_of_many_figures_must_stand_out_further_than_one_alone() -> None:
    lead = Estimate(0.05, 0.005, 0.095, 100)
    assert stands_out(lead, among=1)
    assert not stands_out(lead, among=7)


def test_the_same_seed_gives_the_same_report() -> None:
    plan = _plan(2, 2, "albion", seed=7)
    assert balance_of(plan, run(plan)) == balance_of(plan, run(plan))


def test_games_that_were_given_up_make_no_report() -> None:
    clumsy = BalancePlan((Entrant("clumsy", "py:tests.arena.agents:Clumsy"),), deals=2, format="self")
    with pytest.raises(BalanceError, match=r"20 of 20 games were given up; the first: clumsy .*out of ideas"):
        balance_of(clumsy, run(clumsy))


def test_the_summary_says_what_is_within_chance() -> None:
    quarter = "25.0% (17.5% – 34.4%)"
    assert summary([FAIR]) == [
        f"On siam Rama rules {quarter}, Lao rules {quarter}, Malay rules {quarter} of the games; "
        f"{quarter} end in a colony.",
        "Homes that rule more than a third of the kingdoms: none beyond chance; less: none beyond chance.",
        "Who starts, or whose partner does, wins 50.0% ± 2.4 with two players (within chance of a fair 50.0%).",
        "Help cards better than a fair share: none beyond chance; worse: none beyond chance.",
        "One card less than the others costs, in points of the wins, 0.0 ± 2.4 with two players.",
        "Action cards worth more than their mean: none beyond chance; less: none beyond chance.",
    ]


def test_the_summary_says_what_stands_out() -> None:
    found = replace(
        FAIR,
        homes=(*_samples(0, *[0.4, 0.2] * 50), *_samples(1, *[-0.4, -0.2] * 50), *_samples(2, *EVEN)),
        places=_samples(0, *[0.05, 0.07] * 50),
        help_cards=(*_samples(1, *EVEN), *_samples(2, *[0.05, 0.07] * 50)),
        cards=(*_samples(Card.LAO, *[0.06, 0.04] * 50), *_samples(Card.RAMA, *[-0.06, -0.04] * 50)),
    )
    _, homes, starts, helps, _, cards = summary([found])
    assert homes.endswith(": siam: Rama in Ayutthaya +30.0 ± 2.4; less: siam: Lao in Luang Prabang -30.0 ± 2.4.")
    assert starts.endswith("wins 56.0% ± 1.4 with two players (more than a fair 50.0%).")
    assert helps == "Help cards better than a fair share: siam: 2 (Lao, Malay) +6.0 ± 1.4; worse: none beyond chance."
    assert cards == "Action cards worth more than their mean: Lao +5.0 ± 1.4; less: Rama -5.0 ± 1.4."


def test_the_page_has_a_table_and_a_picture_for_every_question(tmp_path: Path) -> None:
    found = [balance_of(plan, run(plan)) for plan in (_plan(players, 2) for players in (2, 3, 4))]
    page = tmp_path / "balance.md"
    write_balance(found, page, "random", "siam balance random")
    text = page.read_text(encoding="utf-8")
    assert "| two players | three players | four players | all |" in text
    about = ("rulers", "homes", "start", "help", "price", "cards")
    assert {path.stem for path in tmp_path.glob("*.svg")} == {f"balance-{one}" for one in about}
    assert all(f"(balance-{one}.svg)" in text for one in about)


def test_the_report_knows_a_map_of_ones_own(ring_file: Path, tmp_path: Path) -> None:
    answer = _invoke(tmp_path, "--maps", str(ring_file))
    assert answer.exit_code == 0, answer.output
    assert "| ring: Rama in nor |" in (tmp_path / "balance.md").read_text(encoding="utf-8")


def test_a_map_that_is_not_there_is_told_before_the_first_game(tmp_path: Path) -> None:
    assert "none.toml: No such file" in _invoke(tmp_path, "--maps", f"siam,{tmp_path / 'none.toml'}").output
    assert not (tmp_path / "games").exists()


def test_an_agent_that_gives_up_gets_a_message_and_no_page(tmp_path: Path) -> None:
    answer = _invoke(tmp_path, "--maps", "siam", agent="py:tests.arena.agents:Clumsy")
    assert answer.exit_code == 1
    assert "Error: 20 of 20 games were given up; the first: " in answer.output
    assert not (tmp_path / "balance.md").exists()


def test_without_its_extra_the_report_is_refused_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = _invoke(tmp_path)
    assert "matplotlib is missing; this brings it: " in answer.output
    assert not (tmp_path / "games").exists()
