"""What is said about a reason is true: each sentence is read back from its words and checked by the rules."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from siam.analysis.reasons import Claim, Gains, Horizon, KeepsCard, Leads, ProvinceGoes, Reason, Rules, Wins
from siam.cli.terminal.names import Cast
from siam.cli.terminal.reasons import reason_sentence
from siam.rules import PASS, Control, Criterion, Faction, Position, load_board
from siam.translation import LANGUAGES, translator
from tests.analysis.claims import falsehoods
from tests.analysis.random_lines import random_reasons
from tests.cli.reading import Reader, UnreadableError

CARDS = (Criterion.EARLIEST_LAST_CARD, Criterion.LATEST_CARD)
"""Criteria whose figures are ranks, which no sentence tells."""
NAMES = ("Anna", "Bertha", "Carl", "Dora")


def cast_of(language: str, players: int = 4) -> Cast:
    return Cast(translator(language), load_board("siam"), NAMES[:players])


@cache
def is_true(position: Position, reason: Reason) -> bool:
    """Check a reason by the rules; what six languages say alike is checked once."""
    return not falsehoods(position, reason)


def with_ranks(read: Claim, meant: Claim) -> Claim:
    """Add the ranks that are not told."""
    if isinstance(read, Leads) and isinstance(meant, Leads) and read.criterion in CARDS:
        return replace(read, figure=meant.figure, rival=meant.rival)
    return read


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_true_by_the_rules(language: str, players: int) -> None:
    cast = cast_of(language, players)
    reader, positions = Reader(cast), set()
    for position, reason in random_reasons(players):
        sentence = reason_sentence(cast, reason)
        told = reader.read(sentence)
        assert len(told.claims) == len(reason.claims), sentence
        claims = tuple(with_ranks(*pair) for pair in zip(told.claims, reason.claims, strict=True))
        read = Reason(reason.better, reason.instead, told.horizon, claims)
        assert is_true(position, read), (position.text, sentence)
        assert told.is_beside_passing in (None, not reason.instead), sentence
        positions.add(position)
    assert len(positions) > 1000


def is_caught(cast: Cast, position: Position, reason: Reason, lie: str) -> bool:
    """Return whether a sentence means nothing or something that is not so."""
    try:
        told = Reader(cast).read(lie)
    except UnreadableError:
        return True
    claims = tuple(with_ranks(*pair) for pair in zip(told.claims, reason.claims, strict=True))
    return not is_true(position, Reason(reason.better, reason.instead, told.horizon, claims))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_false_sentence_is_found(language: str) -> None:
    """One word or figure is exchanged for another at a time."""
    planted = Counter[tuple[str, str]]()
    cast = cast_of(language, 2)
    swaps = [("Anna", "Bertha"), (cast.control(Control.RAMA), cast.control(Control.MALAY)), ("3", "5")]
    for position, reason in random_reasons(2)[::5]:
        sentence = reason_sentence(cast, reason)
        for one, other in swaps:
            lie = sentence.replace(one, "\0").replace(other, one).replace("\0", other)
            if lie != sentence:
                assert is_caught(cast, position, reason, lie), (position.text, lie)
                planted[one, other] += 1
    assert min(planted[swap] for swap in swaps) > 50


CLAIMS: tuple[Claim, ...] = (
    Rules(Control.RAMA, Control.LAO, (ProvinceGoes(3, Control.RAMA, Control.LAO),)),
    Rules(Control.RAMA, Control.LAO, (ProvinceGoes(3, Control.BRITISH, Control.LAO),)),
    Rules(Control.RAMA, Control.LAO, (ProvinceGoes(3, Control.RAMA, Control.BRITISH),)),
    Rules(
        Control.RAMA,
        Control.LAO,
        (ProvinceGoes(3, Control.RAMA, Control.LAO), ProvinceGoes(1, Control.MALAY, Control.LAO)),
    ),
    Rules(Control.RAMA, Control.LAO, ()),
    Rules(Control.BRITISH, Control.LAO, ()),
    Rules(Control.RAMA, Control.BRITISH, ()),
    Wins((0,), (1,)),
    Wins((0, 2), (1, 3)),
    Wins((0,), ()),
    Leads((0,), Criterion.MOST_OF_RULING, Faction.LAO, 5, 4),
    Leads((0,), Criterion.MOST_OF_SECOND, Faction.LAO, 5, 4),
    Leads((0,), Criterion.EARLIEST_LAST_CARD, None, 1, 2),
    Leads((0,), Criterion.MOST_SETS, None, 5, 4),
    Leads((0,), Criterion.LATEST_CARD, None, 2, 1),
    Gains((0,), Faction.LAO, 5, 4, Faction.LAO, 3, 6),
    Gains((0,), Faction.LAO, 5, 4, Faction.MALAY, 3, 6),
    Gains((0,), None, 5, 4, None, 3, 6),
    KeepsCard(0, 6),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("claim", CLAIMS, ids=repr)
def test_a_sentence_says_all_of_a_claim(language: str, claim: Claim) -> None:
    cast = cast_of(language)
    sentence = reason_sentence(cast, Reason((PASS,), (), Horizon.MOVES, (claim,)))
    [read] = Reader(cast).read(sentence).claims
    assert with_ranks(read, claim) == claim


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_says_how_far_the_lines_go_and_with_what_it_compares(language: str) -> None:
    cast = cast_of(language)
    for horizon in Horizon:
        for instead in ((), (PASS,)):
            told = Reader(cast).read(reason_sentence(cast, Reason((PASS,), instead, horizon, CLAIMS[:1])))
            assert (told.horizon, told.is_beside_passing) == (horizon, not instead)


def test_a_reason_is_one_english_sentence() -> None:
    claims = (CLAIMS[0], Wins((0,), (1,)), Leads((0,), Criterion.MOST_OF_RULING, Faction.RAMA, 4, 3))
    assert reason_sentence(cast_of("en"), Reason((PASS,), (PASS,), Horizon.LINES, claims)) == (
        "If everyone passes at the end of the best line: Khorat goes to Rama instead of Lao, so Rama rules instead of "
        "Lao; the win goes to Anna instead of Bertha; Rama followers: 4 to 3 for Anna."
    )
