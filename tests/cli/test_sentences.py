"""Everything that can happen or decide has its words, in every language."""

import pytest

from siam.cli.terminal.names import Cast
from siam.cli.terminal.sentences import illegality_sentence, trail_sentences
from siam.rules import Card, Control, Criterion, Faction, Illegality, Outcome, SeatVerdict, load_board
from siam.translation import LANGUAGES, translator


@pytest.fixture(params=LANGUAGES)
def cast(request: pytest.FixtureRequest) -> Cast:
    return Cast(translator(request.param), load_board("siam"), ("Anna", "Bertha"))


def test_every_illegality_has_a_sentence_of_its_own(cast: Cast) -> None:
    assert len({illegality_sentence(cast._, reason) for reason in Illegality}) == len(Illegality)


def test_every_criterion_has_a_sentence_of_its_own(cast: Cast) -> None:
    verdicts = tuple(
        SeatVerdict(criterion, Faction.LAO, (((0,), 4), ((1,), 4)), ((0,), (1,))) for criterion in Criterion
    )
    said = trail_sentences(cast, Outcome(Control.LAO, (0,), verdicts))
    assert len(set(said)) == len(Criterion)


def test_every_card_and_controller_has_a_name(cast: Cast) -> None:
    assert all(cast.card(card) and cast.deed(card) for card in Card)
    assert len({cast.control(control) for control in Control}) == len(Control)


def test_names_are_joined_as_people_do() -> None:
    cast = Cast(translator("en"), load_board("siam"), ())
    assert cast.listed(["Anna"]) == "Anna"
    assert cast.listed(["Anna", "Bertha", "Carl"]) == "Anna, Bertha and Carl"
