"""Consent in the abstract: whatever people sit at a table and whatever they say, nobody is passed over."""

from hypothesis import given
from hypothesis import strategies as st

from siam.rules import Seat
from siam.server.domain.proposals import Proposal, ProposalKind, agreed_by, voters

PERSONS = ("anna", "bertha", "carl", "dora")


@st.composite
def games(draw: st.DrawFn) -> tuple[list[str | None], str, frozenset[Seat]]:
    """Draw who plays each seat (nobody for a bot, one for several seats), who proposes, and who has given up."""
    players = draw(st.integers(2, 4))
    people = draw(st.lists(st.sampled_from((None, *PERSONS)), min_size=players, max_size=players))
    out = draw(st.frozensets(st.integers(0, players - 1)))
    by = draw(st.sampled_from(PERSONS))
    return people, by, out


def still_playing(people: list[str | None], out: frozenset[Seat]) -> set[str]:
    """Name the people who have a seat that has not given up."""
    return {person for seat, person in enumerate(people) if person is not None and seat not in out}


@given(games(), st.sampled_from(ProposalKind), st.data())
def test_nothing_happens_before_every_other_person_who_plays_has_agreed(
    game: tuple[list[str | None], str, frozenset[Seat]], kind: ProposalKind, data: st.DataObject
) -> None:
    people, by, out = game
    seats = range(len(people))
    seat = data.draw(st.sampled_from(seats)) if kind is ProposalKind.REPLACE else None
    asked = voters(kind, people, by, out, seat)
    needed = still_playing(people, out) - {by}
    if seat is not None:
        needed -= {people[seat]}
    proposal = Proposal(1, kind, 0, 7, asked, seat=seat)
    answers = data.draw(st.lists(st.sampled_from((*PERSONS, "a stranger")), max_size=12))
    agreed: set[str] = set()
    for person in answers:
        before = proposal
        proposal = agreed_by(proposal, [own for own in seats if people[own] == person])
        if person in agreed or person not in needed:
            assert proposal == before, "nobody votes twice, nor who is not asked"
        agreed.add(person)
        assert proposal.is_ready(0.0) == (needed <= agreed)
    assert set(proposal.agreed) | set(proposal.waiting) == set(asked)


@given(games(), st.sampled_from([kind for kind in ProposalKind if kind is not ProposalKind.REPLACE]))
def test_a_seat_changes_nothing_about_who_must_agree_unless_its_player_is_to_be_replaced(
    game: tuple[list[str | None], str, frozenset[Seat]], kind: ProposalKind
) -> None:
    people, by, out = game
    for seat in range(len(people)):
        assert voters(kind, people, by, out, seat) == voters(kind, people, by, out, None)


def test_with_four_players_the_partner_and_both_opponents_must_agree() -> None:
    for kind in (ProposalKind.TAKE_BACK, ProposalKind.PAUSE, ProposalKind.END):
        assert voters(kind, PERSONS, "anna", frozenset(), None) == (1, 2, 3)
    assert voters(ProposalKind.REPLACE, PERSONS, "anna", frozenset(), 2) == (1, 3)
    assert voters(ProposalKind.END, PERSONS, "anna", frozenset({3}), None) == (1, 2)
