"""The examples on the pages of the rules are true, in every language."""

import re

import pytest

from siam.notation import parse_move, parse_position
from siam.rules import (
    HELP_CARDS,
    Control,
    Faction,
    Followers,
    Position,
    controller,
    courts_for,
    decide,
    legal_moves,
    play,
    ranking,
)
from siam.rules.effects import targets
from siam.server.views.rules_examples import MOVES, rules_examples
from tests.docs.rules_pages import PAGES, RulesPage

OPENING = parse_position(
    "siam suk:R1L1M2,ked:R1M3,lua:R1L2M1,ayu:R2L1M1,ray:R2M2,chi:R2L2,pat:R1L1M2,kho:R1L2M1 "
    "R4L5M3 KTT12RLM:R1L1/KTT12RLM:L1M1 1 0 - -"
)
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@every_page
def test_help_cards_deal_the_courts_of_the_example(page: RulesPage) -> None:
    [rows] = page.tables("§3.2")
    courts = courts_for([int(card) for _, card, _ in rows])
    assert courts == tuple(_followers(page, court) for _, _, court in rows)
    assert HELP_CARDS[1] == Followers(rama=1, lao=1)


@every_page
def test_the_table_of_passes_ends_the_struggle_with_its_last_entry(page: RulesPage) -> None:
    [rows] = page.tables("§4.5")
    passes = [word == page.passes for row in rows for word in row[1:] if word]
    in_a_row = [0]
    for passed in passes:
        in_a_row.append(in_a_row[-1] + 1 if passed else 0)
    assert in_a_row.index(3) == len(passes)
    assert "ABC"[len(passes) % 3] == "C"


@every_page
def test_the_moves_shown_for_each_card_are_legal_at_the_start(page: RulesPage) -> None:
    for number, card in {"§5.6": "K", "§5.7": "T", "§5.8": "1", "§5.9": "2", "§5.11": "R"}.items():
        [move] = page.moves(number)
        assert move[0] == card
        assert _may_play(OPENING, move), move


@every_page
def test_the_pictures_show_the_moves_of_the_text(page: RulesPage) -> None:
    for number, move in MOVES.items():
        assert page.moves(f"§{number}") == [move]
    for example in rules_examples():
        assert page.section(f"§{example.paragraph}")


@every_page
def test_only_the_way_back_is_banned(page: RulesPage) -> None:
    swap, way_back, *others = page.moves("§5.10")
    after = play(OPENING, parse_move(OPENING.board, swap)).position
    assert not _may_play(after, way_back)
    assert len(others) == 2
    assert all(_may_play(after, other) for other in others)


@every_page
def test_the_rama_card_reaches_the_neighbours_of_its_home(page: RulesPage) -> None:
    reached = [OPENING.board.provinces[province].name() for province in targets(OPENING, Faction.RAMA)]
    assert all(name in page.section("§5.11") for name in reached)
    assert reached == ["Khorat", "Rayaburi", "Sukothai"]


@every_page
def test_the_rama_card_reaches_the_neighbours_of_what_rama_controls_when_its_home_is_lost(page: RulesPage) -> None:
    later = parse_position(
        "siam ray=R,ayu=B,suk:R1L1M2,ked:R1M3,lua:R1L2M1,chi:R2L2,pat:R1L1M2,kho:R1L2M1 "
        "R8L6M6 KTT12RLM:R1L1/KTT12RLM:L1M1 1 0 - -"
    )
    reached = [later.board.provinces[province].name() for province in targets(later, Faction.RAMA)]
    assert reached == ["Kedah", "Pattani", "Sukothai"]
    named = re.findall("|".join(province.name() for province in later.board.provinces), page.section("§5.11"))
    assert named[-6:] == ["Rayaburi", "Ayutthaya", "Rayaburi", *reached]


@every_page
def test_the_table_of_majorities_and_ties(page: RulesPage) -> None:
    [rows] = page.tables("§6.2")
    for *counts, who in rows:
        assert controller(Followers(*map(int, counts))) is page.control(who)


@every_page
def test_of_tied_factions_the_latest_rules(page: RulesPage) -> None:
    [[provinces]] = page.tables("§7.1")
    controls = tuple(page.control(word) for word in provinces)
    assert ranking(controls)[0] is Faction.RAMA
    assert controls.count(Control.RAMA) == controls.count(Control.LAO) == 3


@every_page
def test_the_second_faction_breaks_the_tie(page: RulesPage) -> None:
    [rows], [head] = page.tables("§7.3"), page.heads("§7.3")
    ruling, second = page.control(head[1]), page.control(head[2])
    courts = []
    for _, of_ruling, of_second, _ in rows:
        counts = [0, 0, 0]
        counts[ruling], counts[second] = int(of_ruling), int(of_second)
        courts.append(Followers(*counts))
    outcome = decide((ruling,) * 5 + (second,) * 3, tuple(courts), (), colony_loses=False)
    assert outcome.winners == _marked(rows)


@every_page
def test_sets_win_a_colony(page: RulesPage) -> None:
    [rows] = page.tables("§7.4")
    courts = tuple(Followers(*map(int, row[1:4])) for row in rows)
    assert [min(court) for court in courts] == [int(row[4]) for row in rows]
    outcome = decide((Control.BRITISH,) * 4, courts, (), colony_loses=False)
    assert outcome.winners == _marked(rows)


@every_page
def test_the_best_player_wins_with_the_partner(page: RulesPage) -> None:
    rows, _ = page.tables("§7.5")
    courts = tuple(Followers(rama=int(row[2])) for row in rows)
    outcome = decide((Control.RAMA,) * 8, courts, (), colony_loses=False)
    assert [row[1] for row in rows] == ["C", "D", "A", "B"]
    assert outcome.winners == _marked(rows)


@every_page
def test_partners_count_their_sets_together(page: RulesPage) -> None:
    _, rows = page.tables("§7.5")
    totals = [Followers(*map(int, row[1:4])) for row in rows]
    assert [min(total) for total in totals] == [int(row[4]) for row in rows]
    courts = (totals[0], totals[1], Followers(), Followers())
    outcome = decide((Control.BRITISH,) * 4, courts, (), colony_loses=False)
    [winner] = _marked(rows)
    assert outcome.winners == (winner, winner + 2)


def _marked(rows: list[list[str]]) -> tuple[int, ...]:
    """Return which rows have something in their last cell: the winners."""
    return tuple(seat for seat, row in enumerate(rows) if row[-1])


def _may_play(position: Position, move: str) -> bool:
    return parse_move(position.board, move) in legal_moves(position)


def _followers(page: RulesPage, court: str) -> Followers:
    followers = Followers()
    for word in court.split(", "):
        followers = followers.plus(Faction(page.control(word)))
    return followers
