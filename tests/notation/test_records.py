"""Records: tags, an empty line, the moves, one a line; reading one replays it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siam.notation import (
    NotationError,
    Record,
    format_options,
    format_record,
    format_records,
    parse_move,
    parse_options,
    parse_record,
    parse_records,
)
from siam.rules import PASS, Game, Options, deal, parse_board
from tests.rules.tables import line, position_of
from tests.rules.test_boards import PLAIN

SETUP = line("suk:R2L1 ayu:R2 chi:L2 ked:M2", hands="K1/K")
OVER = line("suk=B chi=B kho=B ayu:- ked:R1", hands="K/K", courts="R1L1M1/L1")
TAGS = f'''[Notation "1"]
[Map "siam"]
[Players "2"]
[Setup "{SETUP}"]
[Options ""]
[Result "*"]
[Ending "*"]
'''
GOOD = (
    TAGS
    + """[Seat1 "Alfred"]
[Comment_1 "says \\"hello\\" \\\\ bye"]

# before the first move
# and still before
K ayu suk* +R@suk # a fine move
# more about it
pass
1 R@ayu=L@chi +R@chi
"""
)


def game(text: str, *moves: str, **options: object) -> Game:
    setup = position_of(text, **options)
    return Game(setup).play_all(parse_move(setup.board, move) for move in moves)


def test_a_record_keeps_game_tags_and_comments() -> None:
    record = parse_record(GOOD)
    assert record.game == game(SETUP, "K ayu suk* +R@suk", "pass", "1 R@ayu=L@chi +R@chi")
    assert record.tags == (("Seat1", "Alfred"), ("Comment_1", 'says "hello" \\ bye'))
    assert record.comments == ("before the first move\nand still before", "a fine move\nmore about it", "", "")
    assert (record.result, record.ending) == ("*", "*")


def test_a_record_is_written_in_one_way() -> None:
    assert format_record(parse_record(GOOD)) == GOOD


def test_a_finished_game_is_written_with_its_result() -> None:
    record = Record.of(game(OVER, "pass", "pass"), Date="1874.11.16")
    assert (record.result, record.ending) == ("1", "B")
    written = format_record(record)
    assert written.endswith('[Result "1"]\n[Ending "B"]\n[Date "1874.11.16"]\n\npass\npass\n')
    assert parse_record(written) == record


def test_several_winners_are_separated_by_spaces() -> None:
    text = line("suk=B chi=B kho=B ayu:-", hands="-/-/-/-", courts="R1L1/M1/M1/-")
    record = Record.of(game(text, *["pass"] * 4))
    assert record.result == "1 3"
    assert parse_record(format_record(record)) == record


def test_a_colony_that_loses_has_nobody_as_result() -> None:
    record = Record.of(game(OVER, "pass", "pass", colony_loses=True))
    assert record.result == "-"
    assert '[Options "colony_loses=on"]' in format_record(record)
    assert parse_record(format_record(record)) == record


def test_a_game_given_up_has_a_result_although_its_moves_stop_before_the_end() -> None:
    record = parse_record(GOOD.replace('[Result "*"]', '[Result "2"]'))
    assert (record.result, record.ending) == ("2", "*")


def test_a_record_without_comments_needs_none() -> None:
    assert format_record(Record(game(SETUP, "pass"))) == TAGS + "\npass\n"


def test_a_record_without_moves_is_a_setup() -> None:
    assert parse_record(TAGS).game.turns == ()
    assert parse_record(TAGS + "\n").game.turns == ()
    assert format_record(parse_record(TAGS)) == TAGS + "\n"


def test_several_games_may_follow_each_other() -> None:
    records = [Record.of(game(SETUP, "pass")), Record.of(game(SETUP)), Record.of(game(OVER, "pass", "pass"))]
    assert parse_records(format_records(records)) == records
    assert parse_records("") == parse_records("\n\n") == []


def test_comments_before_the_tags_and_blank_lines_are_skipped() -> None:
    assert parse_record("\ufeff\n# a file of mine\n\n" + GOOD).game == parse_record(GOOD).game
    assert parse_record(GOOD.replace("pass\n", "\n  pass  \n\n")).game == parse_record(GOOD).game
    assert parse_record(GOOD.replace("\n", "\r\n")).game == parse_record(GOOD).game


def test_one_record_is_not_two() -> None:
    with pytest.raises(NotationError, match="one game was expected, not 2"):
        parse_record(GOOD + "\n" + GOOD)


def test_a_line_break_in_a_tag_becomes_a_space() -> None:
    record = Record(game(SETUP), (("Site", "Bang\nkok"),))
    assert '[Site "Bang kok"]' in format_record(record)


def test_a_map_of_ones_own_is_looked_up_by_the_caller() -> None:
    board = position_of(SETUP).board
    assert parse_record(GOOD, find_board=lambda name: board).game.setup.board is board
    with pytest.raises(NotationError, match="line 4: Setup: field 1"):
        parse_record(GOOD.replace("siam", "atlantis"))


def test_a_record_carries_a_map_that_does_not_come_with_the_game() -> None:
    ring = parse_board(PLAIN)
    game = Game(deal(2, 7, board=ring)).play(PASS)
    text = format_record(Record.of(game, Seat1="Anna"))
    read = parse_record(text)
    assert read.game.setup.board.graph == ring.graph
    assert dict(read.game.setup.board.provinces[0].names)["de"] == "Anton"
    assert format_record(read) == text
    assert "MapFile" not in GOOD
    without_file = replace(ring, drawing={})
    assert "MapFile" not in format_record(Record.of(Game(deal(2, 7, board=without_file))))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"\"aaa-bbb\",\"bbb-ccc\"", r"\"aaa-ccc\"", "line 9: MapFile: map: no way leads"),
        (r"\"name\":\"ring\"", r"\"name\":\"siam\"", "MapFile: map: another map is called siam already"),
        (r"\"name\":\"ring\"", r"\"name\":\"bow\"", "Setup: field 1"),
        (r"{\"borders", r"[\"borders", "MapFile: not a map in its normal form"),
        (r"\"Alpha\"", "null", "MapFile: map: a map holds texts"),
        ("Alpha", "x" * 501, "MapFile: map: a text has at most 500 characters"),
        ("Alpha", "x" * 100_001, "MapFile: map: a map has at most 100000 characters"),
    ],
)
def test_a_faulty_map_in_a_record_is_reported(old: str, new: str, message: str) -> None:
    text = format_record(Record.of(Game(deal(2, 7, board=parse_board(PLAIN)))))
    assert old in text
    with pytest.raises(NotationError, match=message):
        parse_record(text.replace(old, new))


def tag(key: str, value: str) -> str:
    """Return the record with another value for a tag."""
    lines = GOOD.split("\n")
    return "\n".join(f'[{key} "{value}"]' if line.startswith(f"[{key} ") else line for line in lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: 'hello' is no tag like"),
        ("[" + "x" * 100, "line 1: '[xxx"),
        ("x" * 61, "x…' is no tag"),
        ("x" * 60, "x' is no tag"),
        (GOOD.replace('[Map "siam"]', "[Map siam]"), "line 2: '[Map siam]' is no tag"),
        (GOOD.replace('[Map "siam"]', '[Map "si"am"]'), "line 2: "),
        (GOOD.replace('[Map "siam"]', '[Notation "1"]'), "line 2: the tag Notation stands there twice"),
        (GOOD.replace('[Map "siam"]\n', ""), "the tag Map is missing"),
        (TAGS.replace('[Ending "*"]\n', ""), "the tag Ending is missing"),
        (tag("Notation", "2"), "line 1: Notation: this reader knows version 1 only"),
        (tag("Map", "albion"), "line 2: Map: the setup is on the map siam"),
        (tag("Players", "3"), "line 3: Players: the setup has 2 players"),
        (tag("Setup", "siam"), "line 4: Setup: a position has 8 fields"),
        (tag("Options", "x=on"), "line 5: Options: unknown option 'x'"),
        (tag("Result", "3"), "line 6: Result: '3' names no winning seats"),
        (tag("Result", "2 1"), "line 6: Result: '2 1' names no winning seats"),
        (tag("Result", "1 1"), "line 6: Result: '1 1' names no winning seats"),
        (tag("Result", ""), "line 6: Result: '' names no winning seats"),
        (tag("Ending", "X"), "line 7: Ending: 'X' is none of * R L M B"),
        (tag("Ending", "R"), "line 7: Ending: the moves stop before the end"),
        (GOOD.replace("pass", "past"), "line 15: 'past' is no move"),
        (GOOD.replace("+R@suk", "+M@suk"), "line 13: 'K ayu suk* +M@suk' is illegal: the follower to take"),
        (
            format_record(Record.of(game(OVER, "pass", "pass"))).replace('[Result "1"]', '[Result "2"]'),
            "line 6: Result: the moves lead to '1', not '2'",
        ),
        (
            format_record(Record.of(game(OVER, "pass", "pass"))).replace('[Ending "B"]', '[Ending "*"]'),
            "line 7: Ending: the moves lead to 'B', not '*'",
        ),
        (format_record(Record.of(game(OVER, "pass", "pass"))) + "pass\n", "'pass' is illegal: the game is over"),
    ],
)
def test_a_faulty_record_is_reported_by_line(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_records(text)
    assert message in str(caught.value)


def test_the_first_illegal_move_of_the_second_game_is_reported_by_its_line_in_the_file() -> None:
    with pytest.raises(NotationError, match=r"^line 32: 'nonsense'"):
        parse_records(GOOD + "\n" + GOOD.replace("pass", "nonsense"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", {}),
        ("capital_last=on", {"capital_last": True}),
        ("first_player=highest colony_loses=on", {"first_player": "highest", "colony_loses": True}),
        ("discards=open table_talk=open", {"discards": "open", "table_talk": "open"}),
    ],
)
def test_options_are_written_only_where_they_differ_from_the_book(text: str, values: dict[str, object]) -> None:
    assert parse_options(text) == Options.from_values(values)
    assert format_options(Options.from_values(values)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("capital_last", "'capital_last' is no new option"),
        ("discards=open discards=open", "'discards=open' is no new option"),
        ("discards=open  table_talk=open", "'' is no new option"),
        ("capital_last=true", "'capital_last' is true or false, not 'true'"),
        ("capital_last=off", "'capital_last' is true or false, not 'off'"),
        ("discards=on", "'discards' has no value 'on'"),
        ("discards=top", "does not differ from the book"),
        ("map=siam", "unknown option 'map'"),
    ],
)
def test_any_other_options_are_rejected(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_options(text)
    assert message in str(caught.value)
