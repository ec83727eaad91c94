"""What the balance report measures."""

from pathlib import Path

from click.testing import CliRunner

from siam.arena import Entrant, run
from siam.arena.balance import balance_of, balance_plan, help_cards_of, variations
from siam.arena.balance_page import write_balance
from siam.cli.balance import balance
from siam.rules import Card, deal
from siam.rules.setups import courts_for

RANDOM = Entrant("random", "random")


def test_a_deal_is_varied_by_the_start_and_by_one_card() -> None:
    setup = deal(3, 5)
    varied = dict(variations(setup, 1))
    assert len(varied) == 3 + len(Card)
    assert {position.to_move for position in varied.values()} == {0, 1, 2}
    poorer = varied["without K 1"]
    assert Card.MAHARACHA not in poorer.players[1].hand
    assert poorer.players[0] == setup.players[0]


def test_help_cards_are_read_off_the_courts() -> None:
    for players in (2, 3, 4):
        for seed in range(20):
            setup = deal(players, seed)
            assert list(courts_for(help_cards_of(setup))) == [player.court for player in setup.players]


def test_the_report_adds_up(tmp_path: Path) -> None:
    found = []
    for players in (2, 3, 4):
        plan = balance_plan(RANDOM, players, "siam", 3, 1)
        found.append(balance_of(plan, run(plan)))
        one = found[-1]
        assert one.games == 3 * (players + 7)
        assert abs(sum(estimate.value for _, estimate in one.endings) - 1) < 1e-9
        assert abs(sum(estimate.value for _, estimate in one.places) - 1) < 1e-9
        assert len(one.help_cards) == max(3, players)
    page = tmp_path / "balance.md"
    write_balance(found, page, "random", "siam balance random")
    assert "| siam, three |" in page.read_text(encoding="utf-8")
    drawn = {path.stem for path in tmp_path.glob("*.svg")}
    assert drawn == {f"balance-{about}" for about in ("endings", "start", "help", "cards")}


def test_the_same_seed_gives_the_same_report() -> None:
    plan = balance_plan(RANDOM, 2, "albion", 2, 7)
    assert balance_of(plan, run(plan)) == balance_of(plan, run(plan))


def test_the_report_knows_a_map_of_ones_own(ring_file: Path, tmp_path: Path) -> None:
    page = tmp_path / "balance.md"
    words = ["random", "--deals", "2", "--maps", str(ring_file), "--players", "2"]
    answer = CliRunner().invoke(balance, [*words, "--out", str(tmp_path / "games"), "--page", str(page)])
    assert answer.exit_code == 0, answer.output
    assert "Rama in nor, Lao in soe, Malay in sow." in page.read_text(encoding="utf-8")


def test_a_map_that_is_not_there_is_told_before_the_first_game(tmp_path: Path) -> None:
    words = ["random", "--maps", f"siam,{tmp_path / 'none.toml'}", "--out", str(tmp_path / "games")]
    answer = CliRunner().invoke(balance, words)
    assert "none.toml: No such file" in answer.output
    assert not (tmp_path / "games").exists()
