"""Whatever text reaches a reader, there is a right answer or a clear error, never anything else."""

from __future__ import annotations

from importlib import resources
from random import Random
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siam.notation import (
    NotationError,
    Record,
    format_counts,
    format_move,
    format_options,
    format_position,
    format_record,
    format_records,
    format_step,
    parse_counts,
    parse_move,
    parse_options,
    parse_position,
    parse_records,
    parse_step,
)
from siam.rules import BUILT_IN, BoardError, Game, OptionError, Options, deal, load_board, parse_board
from tests.properties.games import play_out, random_move

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

BOARD = load_board("siam")
GAMES = [play_out(deal(players, players), Random(players), 0.6) for players in (2, 3, 4)]
LETTERS = 'RLMBKTX12340 +-=@*:/,.#[]"\\\n\tayuchikedksé\x00\ufeff'

fuzzed = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def written_moves() -> list[str]:
    return [format_move(BOARD, move) for game in GAMES for move in game.moves]


def written_positions() -> list[str]:
    return [format_position(position) for game in GAMES for position in game.positions]


def written_records() -> list[str]:
    cut = [Game(game.setup, game.turns[:7]) for game in GAMES]
    records = [Record.of(game, Seat1="Alfred") for game in (*GAMES, *cut)]
    return [*map(format_record, records), format_records(records[3:])]


def map_text(name: str) -> str:
    return resources.files("siam.rules").joinpath("maps", f"{name}.toml").read_text(encoding="utf-8")


@st.composite
def mutated(draw: st.DrawFn, good: list[str]) -> str:
    """Take a good text and cut, double, swap or replace some of it."""
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        cut = text[start:end]
        new = draw(st.sampled_from(("", cut * 2, cut[::-1], cut.swapcase())) | st.text(LETTERS, max_size=3))
        text = text[:start] + new + text[end:]
    return text


def texts(good: list[str]) -> st.SearchStrategy[str]:
    return st.one_of(mutated(good), mutated(good), st.text(LETTERS, max_size=40), st.text(max_size=40))


def answer(read: Callable[[str], Answer], text: str) -> tuple[Answer | None, str]:
    """Return what a reader makes of a text, or its message; nothing else may happen."""
    try:
        return read(text), ""
    except (NotationError, BoardError) as problem:
        return None, str(problem)


@fuzzed
@given(texts(written_moves()))
def test_a_move_is_read_exactly_as_it_would_be_written_or_rejected(text: str) -> None:
    move, _ = answer(lambda text: parse_move(BOARD, text), text)
    assert move is None or format_move(BOARD, move) == text


@fuzzed
@given(texts(written_positions()))
def test_a_position_is_read_exactly_as_it_would_be_written_or_rejected(text: str) -> None:
    position, message = answer(parse_position, text)
    if position is None:
        assert message.startswith(("field", "a position has 8 fields"))
        return
    assert format_position(position) == text
    if not position.is_over:
        random_move(position, Random(1), keenness=0.9)


@fuzzed
@given(texts(written_records()))
def test_a_record_is_read_with_the_same_meaning_or_rejected(text: str) -> None:
    records, message = answer(parse_records, text)
    if records is None:
        assert message.startswith("line ")
    else:
        assert parse_records(format_records(records)) == records


@fuzzed
@given(texts(["", "capital_last=on", "first_player=highest discards=open", "colony_loses=on"]))
def test_options_are_read_with_the_same_meaning_or_rejected(text: str) -> None:
    options, _ = answer(parse_options, text)
    assert options is None or parse_options(format_options(options)) == options


@fuzzed
@given(texts(["pass", "K", "R@ayu", "suk"]))
def test_a_step_is_read_exactly_as_it_would_be_written_or_rejected(text: str) -> None:
    step, _ = answer(lambda text: parse_step(BOARD, text), text)
    assert step is None or format_step(BOARD, step) == text


@fuzzed
@given(texts(["-", "R2L1", "M18"]))
def test_a_count_is_read_exactly_as_it_would_be_written_or_rejected(text: str) -> None:
    counts, _ = answer(parse_counts, text)
    assert counts is None or format_counts(counts) == text


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(("top", "open", "on")) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@fuzzed
@given(st.dictionaries(st.sampled_from(("discards", "capital_last", "first_player", "x", "")), plain_values))
def test_options_from_a_request_are_read_or_rejected(values: dict[str, object]) -> None:
    try:
        options = Options.from_values(values)
    except OptionError:
        return
    assert all(options.values[name] == value for name, value in values.items())


@settings(fuzzed, max_examples=100)
@given(mutated([map_text(name) for name in BUILT_IN]))
def test_a_map_is_read_or_rejected_with_one_line(text: str) -> None:
    board, message = answer(parse_board, text)
    assert "\n" not in message
    assert board is None or len(board.codes) == 8


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (parse_records, "\n" * 100_000),
        (parse_records, "# nothing\n" * 100_000),
        (parse_records, format_record(Record.of(GAMES[0])) + "# more\n" * 100_000),
        (parse_records, "[" * 100_000),
        (parse_records, '[A "' + "\\" * 100_000),
        (parse_position, " ".join(["9" * 100_000] * 8)),
        (parse_position, "siam " + "ayu:R1," * 50_000 + " - -:-/-:- 1 0 - -"),
        (lambda text: parse_move(BOARD, text), "T " + "R@ayu " * 50_000 + "+R@ayu"),
        (lambda text: parse_move(BOARD, text), "1 " + "R" * 100_000 + "@ayu=L@chi +R@ayu"),
        (parse_counts, "R" + "9" * 100_000),
        (parse_options, "discards=open " * 50_000),
    ],
    ids=range(11),
)
def test_a_huge_text_is_answered_too(read: Callable[[str], object], text: str) -> None:
    found, message = answer(read, text)
    assert found is not None or len(message) < len(text) + 1000
