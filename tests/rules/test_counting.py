"""Legal moves are counted without listing them, and the count is right."""

from __future__ import annotations

import pytest

from siam.rules import legal_moves
from tests.rules.tables import line, position_of

TRACKS = (
    "suk:R2L1M1 ayu:R4 chi:L2M2 ked:R1L1M2 kho:L4 lua:L2 pat:M3 ray:R1",
    "ayu:R1 suk:L1 ked:M2",
    "suk=R kho=B ayu:R1L1 chi:- ray:M1 lua*:L2",
    "suk=R lua=B ked=B pat=R ray=R kho=R chi=R ayu:L3",
    "ayu:R2 chi:R1 lua:L1",
    "kho=R lua=L ray:M1",
    "suk:-",
)
SUPPLIES = (None, "R1L2", "M1", "-")


@pytest.mark.parametrize("card", ["K", "T", "1", "2", "R", "L", "M"])
@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("track", TRACKS)
def test_counting_a_card_gives_as_many_moves_as_listing_it(card: str, supply: str | None, track: str) -> None:
    """§5.2 to §5.11: in full, in part and without effect; with somebody to take and with nobody (R-06)."""
    moves = legal_moves(position_of(line(track, hands=f"{card}/T", supply=supply)))
    assert len(moves) == len(list(moves))


@pytest.mark.parametrize(
    ("swap", "tracks"),
    [
        ("1R@ayu=L@suk", ("ayu:L1 suk:R1", "ayu:R1L1 suk:R1L2", "ayu:L1 suk:R2")),
        ("1L@ayu=R@suk", ("ayu:R1 suk:L1", "ayu:R1L1 suk:R1L2", "ayu:R1 suk:L2")),
        ("2LL@ayu=R@suk", ("ayu:R1 suk:L1", "ayu:R1L1 suk:R1L2", "ayu:R1 suk:L2")),
        ("2L@ayu=R@suk", ("ayu:R1 suk:L1", "ayu:R1 suk:L1 ked:M2", "ayu:R1 suk:L2")),
        ("-", ("ayu:R1 suk:L1", "ayu:R1L1 suk:R1L2", "ayu:R1 suk:L2")),
    ],
)
def test_the_count_leaves_out_what_is_banned(swap: str, tracks: tuple[str, ...]) -> None:
    """§5.10."""
    for track in tracks:
        for card in "12":
            moves = legal_moves(position_of(line(track, hands=f"{card}/K", swap=swap, recency="2")))
            assert len(moves) == len(list(moves))


def test_a_whole_hand_counts_each_kind_of_card_once() -> None:
    """§1.4: two Khon Thai make no move twice."""
    both = legal_moves(position_of(line(TRACKS[0], hands="TT/K")))
    one = legal_moves(position_of(line(TRACKS[0], hands="T/K")))
    assert len(both) == len(one)
    whole = legal_moves(position_of(line(TRACKS[0])))
    assert len(whole) == len(set(whole))


def test_the_last_card_counts_only_what_wins() -> None:
    """§5.5."""
    track = "ayu=R suk=R kho=R chi=R ray=R lua=L pat=L ked:R2L1"
    assert len(legal_moves(position_of(line(track, hands="1/-", courts="R3L1/R3L9")))) == 2
    assert len(legal_moves(position_of(line(track, hands="1/-", courts="R3/R9")))) == 1
