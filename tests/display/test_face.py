"""The library as a programmer meets it: short reprs that can be pasted, words, pictures, and sentences for mistakes."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import siam
from siam import notation, rules
from siam.agents.simple import random_move
from siam.notation import NotationError, parse_move
from siam.rules import (
    BOOK,
    FULL_HAND,
    PASS,
    BoardError,
    Card,
    Control,
    Criterion,
    Discards,
    Faction,
    FirstPlayer,
    Game,
    HalfMove,
    Illegality,
    Options,
    Position,
    SiamError,
    deal,
    legal_moves,
    load_board,
    play,
    standing_outcome,
    why_illegal,
)

MAPS = Path(__file__).parents[2] / "src/siam/rules/maps"


def pasted(value: object) -> object:
    return eval(repr(value), {name: getattr(rules, name) for name in rules.__all__})


def played(players: int, seed: int, turns: int = 12) -> Game:
    game, random = Game(deal(players, seed)), Random(seed)
    for _ in range(turns):
        game = game.play(random_move(game.position, random)) if not game.outcome else game
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_repr_of_a_position_is_one_line_that_can_be_pasted(players: int) -> None:
    position = played(players, players).position
    assert "\n" not in repr(position)
    assert len(repr(position)) < 250
    assert pasted(position) == position


def test_options_and_maps_are_pasted_with_the_position() -> None:
    strange = deal(3, 1, board=load_board("albion"), options=Options(capital_last=True, discards=Discards.OPEN))
    assert pasted(strange) == strange


def test_a_position_on_a_map_file_is_pasted_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = (MAPS / "albion.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('name = "albion"', 'name = "mine"'), encoding="utf-8")
    position = deal(2, 1, board=load_board(file))
    assert pasted(position) == position
    with pytest.raises(NotationError, match="on the map siam, not on mine"):
        Position.from_text(deal(2, 1).text, board=position.board)


def test_games_moves_and_cards_can_be_pasted() -> None:
    game = played(2, 5)
    assert pasted(game) == game
    for move in game.moves:
        assert pasted(move) == move
    assert repr(FULL_HAND[:2]) == "(Card.MAHARACHA, Card.KHON_THAI)"
    assert repr(load_board("siam")) == "load_board('siam')"


def test_enums_say_their_word() -> None:
    assert str(standing_outcome(deal(2, 7)).ending) == "Malay"
    assert [str(card) for card in Card][2:4] == ["1 vs 1", "2 vs 1"]
    assert f"{Control.BRITISH}" == "British"
    assert f"{Faction.LAO:>5}|{Faction.LAO:d}|{Card.MALAI:02d}" == "  Lao|1|06"
    assert str(Illegality.GAME_OVER) == "the game is over"
    assert (str(FirstPlayer.HIGHEST), str(Discards.OPEN)) == ("highest", "open")
    assert str(Criterion.MOST_SETS) == "§7.4"


def test_print_draws_the_table() -> None:
    drawn = str(played(3, 2).position)
    for code in load_board("siam").codes:
        assert code in drawn
    assert "seat 3" in drawn
    assert max(map(len, drawn.splitlines())) <= 80


def test_print_tells_a_finished_game() -> None:
    game = Game(deal(2, 7))
    while not game.outcome:
        game = game.push("pass")
    assert str(game).startswith("The game is over on siam")
    assert "controlled by" in str(game)
    assert str(game.outcome) == "Malay rules, seat 2 wins (§7.1, §7.1 tie, §7.3a, §7.3b)"
    colony = game.outcome._replace(ending=Control.BRITISH, winners=(0, 2), trail=())
    assert str(colony) == "Siam becomes a colony, seats 1 and 3 win ()"


def test_notebooks_draw_positions_games_and_turns() -> None:
    game = played(2, 3)
    for shown in (game.position, game, game.turns[0]):
        ElementTree.fromstring(shown._repr_svg_())
    move = "L chi suk +M@pat"
    start = deal(2, 7)
    assert start.svg(move=move) == start.svg(move=parse_move(start.board, move))


def test_a_game_is_written_down_and_read_again() -> None:
    game = played(4, 6)
    assert Game.from_record(game.record(Seat1="Anna")) == game
    assert '[Seat1 "Anna"]' in game.record(Seat1="Anna")


def test_push_takes_texts_and_moves() -> None:
    game = Game(deal(2, 7))
    assert game.push("pass", PASS).turns == game.play(PASS).play(PASS).turns
    with pytest.raises(NotationError):
        game.push("conquer")


def test_what_is_no_move_gets_a_sentence() -> None:
    position = deal(2, 7)
    with pytest.raises(TypeError, match=r"a move is PASS or a Play \(Game\.push .*\), not str 'pass'"):
        play(position, "pass")  # type: ignore[arg-type]
    assert "pass" not in legal_moves(position)


SIAM = load_board("siam")
START = deal(2, 7)
WRONG: dict[str, tuple[Callable[[Any], object], str]] = {
    "Game": (Game, "a position is needed"),
    "Game's turns": (lambda wrong: Game(START, wrong), "turns are a tuple"),
    "HalfMove": (HalfMove, "a position is needed"),
    "then": (HalfMove(START).then, "a step is one of legal_steps"),
    "push a step": (HalfMove(START).push, "a step is one of legal_steps"),
    "push": (Game(START).push, "a move is a text"),
    "play": (lambda wrong: play(wrong, PASS), "a position is needed"),
    "play a move": (lambda wrong: play(START, wrong), "a move is PASS or a Play"),
    "why_illegal": (lambda wrong: why_illegal(START, wrong), "a move is PASS or a Play"),
    "why_illegal where": (lambda wrong: why_illegal(wrong, PASS), "a position is needed"),
    "legal_moves": (legal_moves, "a position is needed"),
    "outcome": (rules.outcome, "a position is needed"),
    "standing_outcome": (standing_outcome, "a position is needed"),
    "steps_of": (rules.steps_of, "a move is PASS or a Play"),
    "deal": (lambda wrong: deal(wrong, 1), "players is a number from 2 to 4"),
    "deal's seed": (lambda wrong: deal(2, wrong), "a seed is a whole number or a text"),
    "deal's board": (lambda wrong: deal(2, 1, board=wrong), "a board is needed"),
    "deal's options": (lambda wrong: deal(2, 1, options=wrong), r"options are made by Options\(\)"),
    "discards": (lambda wrong: Options(discards=wrong), "discards is Discards.TOP or Discards.OPEN"),
    "capital_last": (lambda wrong: Options(capital_last=wrong), "capital_last is True or False"),
    "from_values": (Options.from_values, "options are read from names and values"),
    "load_board": (load_board, "a map is named by a text or a path"),
    "parse_board": (rules.parse_board, "a text is needed"),
    "from_text": (Position.from_text, "a position is read from a text"),
    "from_record": (Game.from_record, "a record is read from a text"),
    "parse_move": (lambda wrong: parse_move(SIAM, wrong), "a text is needed"),
    "parse_move where": (lambda wrong: parse_move(wrong, "pass"), "a board is needed"),
    "format_move": (lambda wrong: notation.format_move(SIAM, wrong), "a move is PASS or a Play"),
    "format_move where": (lambda wrong: notation.format_move(wrong, PASS), "a board is needed"),
    "parse_step": (lambda wrong: notation.parse_step(SIAM, wrong), "a text is needed"),
    "format_step": (lambda wrong: notation.format_step(SIAM, wrong), "a step is one of siam.rules.STEPS"),
    "parse_position": (notation.parse_position, "a position is read from a text"),
    "format_position": (notation.format_position, "a position is needed"),
    "parse_options": (notation.parse_options, "a text is needed"),
    "format_options": (notation.format_options, r"options are made by Options\(\)"),
    "parse_records": (notation.parse_records, "a record is read from a text"),
    "format_record": (notation.format_record, "a record is made by Record.of"),
    "Record.of": (notation.Record.of, "a game is needed"),
    "board_svg": (siam.board_svg, "a board is needed"),
    "position_svg": (siam.position_svg, "a position is needed"),
    "svg": (lambda wrong: START.svg(move=wrong), "a move is PASS or a Play"),
    "agent": (siam.agent, "an agent is named by a text"),
}


class Wrong:
    """Something of a type that nobody wants."""

    def __repr__(self) -> str:
        return "Wrong()"


@pytest.mark.parametrize("entry", sorted(WRONG))
def test_a_wrong_type_gets_a_sentence(entry: str) -> None:
    call, sentence = WRONG[entry]
    with pytest.raises((TypeError, SiamError), match=f"^{sentence}.*, not (Wrong )?Wrong\\(\\)$"):
        call(Wrong())


def test_what_was_tried_by_mistake_is_named() -> None:
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: deal("2", 1), "not str '2'"),  # type: ignore[arg-type]
        (lambda: deal(2, 1, board="siam"), r"as load_board makes one, not str 'siam'"),  # type: ignore[arg-type]
        (lambda: parse_move("siam", "pass"), "not str 'siam'"),  # type: ignore[arg-type]
        (lambda: Options(discards="open"), r"Options.from_values reads words\), not str 'open'"),  # type: ignore[arg-type]
        (lambda: HalfMove(START).then("L"), r"HalfMove.push reads texts\), not str 'L'"),  # type: ignore[arg-type]
    ]
    for attempt, said in attempts:
        with pytest.raises(TypeError, match=said):
            attempt()
    with pytest.raises(BoardError, match="there is no province 'xyz' on siam; known: ayu chi"):
        SIAM.province("xyz")


@pytest.mark.parametrize(("players", "turns"), [(2, 30), (3, 9), (4, 60)])
def test_legal_moves_are_indexed_in_the_order_of_their_list(players: int, turns: int) -> None:
    moves = legal_moves(played(players, 1, turns).position)
    listed = list(moves)
    places = [0, len(listed) // 3, len(listed) // 2, len(listed) - 1] if listed else []
    assert [moves[place] for place in places] == [listed[place] for place in places]
    assert [moves[place - len(listed)] for place in places] == [listed[place] for place in places]
    assert moves[1:4] == listed[1:4]
    with pytest.raises(IndexError):
        moves[len(listed)]


def test_sampling_is_uniform_over_whole_moves() -> None:
    text = "siam ayu=R,chi=L,ked=R,kho=M,lua=L,pat:R1L1,ray:R2,suk:M2 R10L14M12 1L:R2/T:R1L1M2 1 0 12 -"
    moves, random = legal_moves(Position.from_text(text)), Random(1)
    listed = list(moves)
    drawn = [listed.index(moves.sample(random)) for _ in range(100 * len(listed))]
    counts = [drawn.count(place) for place in range(len(listed))]
    assert min(counts) > 55
    assert max(counts) < 150
    assert Random(1).choice(moves) in moves


def test_a_finished_game_has_nothing_to_sample() -> None:
    game = Game(deal(2, 7))
    while not game.outcome:
        game = game.push("pass")
    assert repr(game.legal_moves) == "<0 legal moves of seat 1>"
    with pytest.raises(ValueError, match="the game is over"):
        game.legal_moves.sample(Random(1))


@pytest.mark.parametrize("name", [name for name in rules.__all__ if hasattr(getattr(rules, name), "_fields")])
def test_every_field_of_a_value_is_explained(name: str) -> None:
    kind = getattr(rules, name)
    for field in kind._fields:
        assert not str(getattr(kind, field).__doc__).startswith("Alias for field"), field


def test_moves_and_half_made_moves_are_short_and_can_be_pasted() -> None:
    move = parse_move(SIAM, "L chi suk +M@pat")
    assert repr(move) == "Play(Card.LAO, Place((Cell(Faction.LAO, 1), Cell(Faction.LAO, 7))), Cell(Faction.MALAY, 5))"
    assert (str(move), str(PASS), repr(PASS)) == ("L 1 7 +M@5", "pass", "PASS")
    assert str(parse_move(SIAM, "2 RL@ayu=M@kho +-")) == "2 RL@0=M@3 +-"
    half = HalfMove(START).push("L", "chi")
    assert repr(half).endswith(".push('L', 'chi')")
    assert pasted(half) == half
    assert pasted(HalfMove(START)) == HalfMove(START)
    assert repr(play(START, move)) == "<Turn 1: L chi suk +M@pat>"
    for step in (*half.legal_steps, *HalfMove(START).legal_steps):
        assert pasted(step) == step


def test_a_half_made_move_is_pushed_by_texts_and_refuses_what_cannot_come_next() -> None:
    half = HalfMove(START).push("L", "chi", "suk", "M@pat")
    assert half.move == parse_move(SIAM, "L chi suk +M@pat")
    with pytest.raises(NotationError, match="'ked' can't come next; possible: chi, kho, suk"):
        HalfMove(START).push("L", "ked")
    with pytest.raises(NotationError, match="can't come next; possible: nothing"):
        half.push("pass")
    with pytest.raises(NotationError, match="'conquer' is no step"):
        HalfMove(START).push("conquer")


def test_notebooks_draw_boards_and_tell_outcomes() -> None:
    ElementTree.fromstring(SIAM._repr_svg_())
    assert "ayu Ayutthaya ^R" in str(SIAM)
    for players, seed in ((2, 7), (3, 2), (4, 5)):
        table = ElementTree.fromstring(standing_outcome(deal(players, seed))._repr_html_())
        assert len(table.findall("tr")) == 1 + len(standing_outcome(deal(players, seed)).trail)


def test_the_package_answers_the_first_questions() -> None:
    for name in dir(siam):
        assert getattr(siam, name) is not None
    assert siam.Game(siam.deal(2, 7)).push("pass").position.to_move == 1
    assert siam.Options() == BOOK
    with pytest.raises(AttributeError, match="has no attribute 'conquer'"):
        siam.conquer  # noqa: B018
