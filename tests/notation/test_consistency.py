"""Positions that no game reaches are refused where their own fields tell it; positions of games never are."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given

from siam.arena.balance.plans import variations, varied
from siam.notation import NotationError, format_position, parse_options, parse_position
from siam.rules import Discards, FirstPlayer, Game, Options, TableTalk, deal, load_board
from tests.properties.games import games, many, play_out

EVERY_OPTION = [Options(*choice) for choice in product(FirstPlayer, Discards, TableTalk, (False, True), (False, True))]
OPEN = "suk:R1L1M2,ked:R1M3,lua:R1L2M1,ray:R2M1,chi:R3L1,pat:R1L1M2,kho:R1L2M1,ayu:R1L2M1"
KINGS = "suk*:R1L1M2,ked*:R1M3,lua:R1L2M1,ray:R2M1,chi:R3L1,pat:R1L1M2,kho:R1L2M1,ayu:R1L2M1"
COLONY = "suk=B,ked=B,lua=B,ayu=B"


def line(track: str, rest: str, courts: tuple[str, str] = ("R1L1M1", "L1M1")) -> str:
    """Write a position for two; the supply is what is left over."""
    hands = rest.split(" ")[0].split("/")
    on_board = [box.partition(":")[2] for box in track.split(",") if ":" in box]
    supply = ""
    for faction in "RLM":
        found = sum(int(text[text.index(faction) + 1]) for text in (*on_board, *courts) if faction in text)
        supply += f"{faction}{16 - found}"
    players = "/".join(f"{hand}:{court}" for hand, court in zip(hands, courts, strict=True))
    return f"siam {track} {supply} {players} {rest.split(' ', 1)[1]}"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            line(f"{COLONY},ray=R,chi:R3L1,pat:R1L1M2,kho:R1L2M1", "KTT12RLM/KTT12RLM 1 0 - -"),
            "",
            "field 2 (track): box 5: the game ended with the fourth British province before it",
        ),
        (
            line(f"ray=R,chi=L,{COLONY},pat=M,kho=M", "KTT12RLM/KTT12RLM 1 0 - -"),
            "",
            "field 2 (track): box 8: the game ended with the fourth British province before it",
        ),
        (
            line(KINGS, "KTT12RL/KTT12RL 1 0 12 -"),
            "",
            "field 2 (track): 2 king markers, but Maharachas played: 0 at most",
        ),
        (
            line(KINGS, "TT12RLM/KTT12RLM 2 0 1 -"),
            "",
            "field 2 (track): 2 king markers, but Maharachas played: 1 at most",
        ),
        (
            line(KINGS, "TT12RLM/TT12RLM 2 0 1 -"),
            "",
            "field 2 (track): 2 king markers, but Maharachas played: 1 at most",
        ),
        (
            line(f"ayu:R1L2M1,{OPEN.removesuffix(',ayu:R1L2M1')}", "KTT12RLM/KTT12RLM 1 0 - -"),
            "capital_last=on",
            "field 2 (track): with capital_last the tile of ayu lies in box 8",
        ),
        (
            line(OPEN.replace("ayu", "ayu*"), "TT12RLM/KTT12RLM 2 0 1 -"),
            "capital_last=on",
            "field 2 (track): with capital_last the tile of ayu is never swapped and gets no king marker",
        ),
        (
            line(f"{COLONY},ray:R2M1,chi:R3L1,pat:R1L1M2,kho:R1L2M1", "KTT12RLM/KTT12RLM 2 1 - -"),
            "",
            "field 6 (passes): 1 in a finished game, not 0",
        ),
        (
            line(OPEN, "KTT12RLM/KTT12RLM 2 0 1 -"),
            "",
            "field 7 (latest cards): seat 1 has played a card, but holds all 8",
        ),
        (
            line(OPEN, "KTT12RL/KTT12RL 1 0 21 -"),
            "",
            "field 5 (seat to move): 1, but after a card of seat 1 and no pass it is 2",
        ),
        (
            line(OPEN, "KTT12RL/KTT12RL 2 1 21 -"),
            "",
            "field 5 (seat to move): 2, but after a card of seat 1 and 1 pass it is 1",
        ),
        (
            line(OPEN, "KTT12RLM/KTT12RLM 1 0 - 1R@ayu=L@chi"),
            "",
            "field 8 (last swap): a card was played last, but nobody has played a card",
        ),
        (
            line(OPEN, "KTT12RL/KTT2RLM 2 0 21 1R@ayu=L@chi"),
            "",
            "field 8 (last swap): seat 1 played the latest card, but still holds 1",
        ),
        (
            line(OPEN, "KTT1RLM/KTT12RLM 2 0 1 2MM@lua=R@chi"),
            "",
            "field 8 (last swap): M@chi and M@chi came with the swap and are gone, but a card takes one follower only",
        ),
        (
            line(OPEN, "KTT2RLM/KTT12RLM 2 0 1 1L@chi=M@ray"),
            "",
            "field 8 (last swap): M@chi and L@ray came with the swap and are gone, but a card takes one follower only",
        ),
    ],
)
def test_a_position_that_no_game_reaches_is_refused_with_its_field(text: str, options: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, parse_options(options))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (line(f"ray=R,{COLONY},chi:R3L1,pat:R1L1M2,kho:R1L2M1", "KTT12RLM/KTT12RLM 1 0 - -"), ""),
        (line(KINGS, "TT12RLM/TT12RLM 1 0 12 -"), ""),
        (line(OPEN, "KTT12RLM/KTT12RLM 1 0 - -"), "capital_last=on"),
        (line(OPEN, "KTT12RL/KTT12RL 1 0 12 -"), ""),
        (line(OPEN, "KTT12RL/KTT12RL 1 1 21 -"), ""),
        (line(OPEN, "KTT2RLM/KTT12RLM 2 0 1 1R@ayu=L@chi"), ""),
        (line(OPEN, "KTT2RLM/KTT12RLM 2 0 1 1R@chi=L@ray"), ""),
        (line(OPEN.replace("ked:R1M3", "ked:M3"), "KTT2RLM/KTT12RLM 2 0 1 1M@ked=R@kho"), ""),
        (line(OPEN, "KTT12RLM/KTT2RLM 1 0 2 1R@ayu=L@chi", courts=("-", "L1M1")), ""),
        (line(OPEN.replace("suk:R1L1M2", "suk=M"), "KTT2RLM/KTT12RLM 2 0 1 1M@ayu=L@suk"), ""),
    ],
)
def test_what_differs_from_it_by_a_little_is_read(text: str, options: str) -> None:
    assert format_position(parse_position(text, parse_options(options))) == text


@pytest.mark.parametrize("rest", ["KT/KTT12RLM 1 0 - -", "-/- 2 1 - -", "KTT2RLM/KTT12RLM 2 0 - -"])
def test_a_game_may_begin_with_short_hands_and_any_seat(rest: str) -> None:
    """Handicaps, and the comparisons of `siam balance`."""
    text = line(OPEN, rest)
    assert format_position(parse_position(text)) == text


@given(games())
@many
def test_no_position_of_a_game_is_refused(game: Game) -> None:
    _read_all(game)


@pytest.mark.parametrize("name", ["siam", "albion"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_position_of_a_game_is_refused_with_any_options(players: int, name: str) -> None:
    board = load_board(name)
    for number, options in enumerate(EVERY_OPTION):
        random = Random(f"{players} {name} {number}")
        _read_all(
            play_out(deal(players, number, board=board, options=options), random, random.choice((0.3, 0.6, 0.95)))
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_position_of_a_balance_game_is_refused(players: int) -> None:
    setup = deal(players, seed=7)
    for number, variation in enumerate(variations(players, index=players)):
        _read_all(play_out(varied(setup, variation), Random(number), 0.8))


def _read_all(game: Game) -> None:
    options = game.setup.options
    for position in (game.setup, *(turn.position for turn in game.turns)):
        assert parse_position(format_position(position), options) == position
